//go:build race

package store

// claimingProcesses is fewer where the race detector makes each process large;
// it watches goroutines, not processes.
const claimingProcesses = 6
