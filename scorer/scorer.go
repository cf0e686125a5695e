// Package scorer turns certificates and rankings into numbers: the metrics of
// the paper, exact to the public reference, and what is built on them. Its
// arithmetic is pure.
package scorer
