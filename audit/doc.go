// Package audit holds the statistics of the independent audit of a frozen
// release (paper, appendix C.4 and table 9): the sample, what an auditor
// judges, how two auditors are compared, and the report.
//
// Everything here takes values and returns values. There is no clock, no
// storage and no terminal; chance comes in as a seed, and the same seed gives
// the same bytes on any number of cores.
//
// Every figure is an exact ratio of whole numbers that is divided once, or it
// is absent with a sentence that says why. Nothing here prints NaN, and no
// word such as "substantial" is ever drawn from a coefficient.
package audit
