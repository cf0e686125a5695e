package review

import (
	"suffice/certificate"
)

// Take says what becomes of one pair of groups in an arbitration.
type Take string

// What may be taken. A group that only one side has can be taken from that
// side or left out (by taking the other side, or TakeNeither).
const (
	TakeA            Take = "a"
	TakeB            Take = "b"
	TakeUnion        Take = "union"
	TakeIntersection Take = "intersection"
	TakeOwn          Take = "own"
	TakeNeither      Take = "neither" // the requirement is left out
)

// Takes lists everything that may be taken.
func Takes() []Take { return []Take{TakeA, TakeB, TakeUnion, TakeIntersection, TakeOwn, TakeNeither} }

// Rest is the Pair of a Choice about the keys beside groups and branches.
const Rest = -1

// Choice decides one pair of Diff.Pairs.
type Choice struct {
	Pair int // index into Diff.Pairs, or Rest
	Take Take
	Own  *certificate.Group // with TakeOwn
}

// Whole is a decision about the whole certificate.
type Whole string

// The whole decisions; ByGroup leaves it to the choices.
const (
	ByGroup      Whole = "groups"
	WholeA       Whole = "a"
	WholeB       Whole = "b"
	WholeOwn     Whole = "own"
	BothWrong    Whole = "both_wrong" // neither A nor B: with a certificate of its own or a replacement
	ReplaceState Whole = "replace"    // the state is replaced by a reserve state
)

// Wholes lists every whole decision.
func Wholes() []Whole { return []Whole{ByGroup, WholeA, WholeB, WholeOwn, BothWrong, ReplaceState} }

// Ruling is a senior's decision on a state (spec 3.3).
type Ruling struct {
	Whole       Whole
	Choices     []Choice // with ByGroup
	Reason      string
	Causes      []Cause
	Replacement string                  // the reserve state, when the state is replaced
	Certificate certificate.Certificate // what the state closes with; the one under review when it is replaced
}

// Inputs are the two submitted reviews of a state.
type Inputs struct{ A, B Opinion }

// UndecidedError names the groups that still need a choice.
type UndecidedError struct {
	Pairs  []int    // indices into Diff.Pairs
	Labels []string // how people name them
}

func (e *UndecidedError) Error() string { panic("stub") }

// ChoiceError says what is wrong with one choice, in one sentence.
type ChoiceError struct {
	Pair int
	Why  string
}

func (e *ChoiceError) Error() string { return e.Why }

// RulingError says what keeps a ruling from being made, in one sentence.
type RulingError struct {
	Field string // whole, choices, reason, causes, replacement or certificate
	Why   string
}

func (e *RulingError) Error() string { return e.Why }

// Compose makes the certificate that decisions group by group give.
func Compose(a, b certificate.Certificate, d certificate.Diff, choices []Choice) (certificate.Certificate, error) {
	panic("stub")
}

// Check reports what keeps r from being made on a state, as a *RulingError,
// *UndecidedError or *ChoiceError.
func (r Ruling) Check(under certificate.Certificate, in Inputs) error { panic("stub") }

// Overtaken says in sentences how the reviews that stand now differ from those
// that a ruling has seen; empty when they do not (case C17).
func Overtaken(seen, now Inputs, name func(unit string) string) []string { panic("stub") }
