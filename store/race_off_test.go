//go:build !race

package store

// claimingProcesses is how many processes claim one review at once.
const claimingProcesses = 50
