package offline

// Weights are all numbers of the policy. They stand in the manifest of every
// run, so that two policies never pass for one.
type Weights struct {
	// What asking for something is worth, by the text of the state that asks.
	Need        float64 `json:"need"`
	Aim         float64 `json:"aim"`         // subgoal, hypothesis
	Failure     float64 `json:"failure"`     // diff, test output
	Observation float64 `json:"observation"` // names only: its words were shown, not asked for
	Issue       float64 `json:"issue"`
	History     float64 `json:"history"` // searches, opened files

	// Times this by what is asked for.
	Word       float64 `json:"word"`
	Name       float64 `json:"name"`       // an identifier
	Part       float64 `json:"part"`       // of an identifier
	Quotation  float64 `json:"quotation"`  // of several words
	File       float64 `json:"file"`       // a path
	Definition float64 `json:"definition"` // of a name that a card defines

	// The share of it that is left to cover once the agent has met it.
	SeenWord       float64 `json:"seen_word"`
	SeenDefinition float64 `json:"seen_definition"`
	// ObservedUnit is the factor on the gain of a unit that the agent has read.
	ObservedUnit float64 `json:"observed_unit"`

	// A card of mean length covers n / (n + Saturation) of a word that it says n
	// times; once in its path or symbol counts as Head times. What fewer than
	// Rare cards say is no rarer.
	Saturation float64 `json:"saturation"`
	Head       float64 `json:"head"`
	Rare       float64 `json:"rare"`

	// Place is what the first card of the order shown gains over the last;
	// HalfWay is after how many cards half of it is left. In finalize a card of
	// the proposal gains Proposed of it, one of the expansion Expanded of what
	// its place there leaves, and the reserve nothing.
	Place    float64 `json:"place"`
	HalfWay  float64 `json:"half_way"`
	Proposed float64 `json:"proposed"`
	Expanded float64 `json:"expanded"`

	// Ends: what a card gains that defines what the set calls, that uses what
	// the set defines, and that does so in a test. A unit that calls n things
	// asks for each with n^-Share of its weight; a thing that the set uses once
	// more is asked for with Again of what it was.
	Callee float64 `json:"callee"`
	Caller float64 `json:"caller"`
	Tester float64 `json:"tester"`
	Share  float64 `json:"share"`
	Again  float64 `json:"again"`

	// Spread is what a first card of a file gains, Kind what one of a kind of
	// source gains: code in full, tests, configuration, documentation and
	// schemas by OtherKind, or more where the state asks for them; SameKind of
	// it is left for the next of that kind.
	Spread    float64 `json:"spread"`
	Kind      float64 `json:"kind"`
	OtherKind float64 `json:"other_kind"`
	SameKind  float64 `json:"same_kind"`

	// Repeated is what is left of the gain of a card that the set shows already.
	// A whole declaration goes before a cut with the same lines when it adds at
	// least Declared of what that adds; in finalize a card of the proposal goes
	// before a later one whose lines it shows when it adds at least Stay of that.
	Repeated float64 `json:"repeated"`
	Declared float64 `json:"declared"`
	Stay     float64 `json:"stay"`

	// Keep is the share of what the units before it cover that the last unit must
	// newly cover to be kept.
	Keep float64 `json:"keep"`
}

// Defaults are the weights that were settled on development states: generated
// ones, and states made of packages of Go's standard library that the reported
// figures leave out.
func Defaults() Weights {
	return Weights{
		Need: 1, Aim: 0.8, Failure: 0.5, Observation: 0.15, Issue: 0.4, History: 0.15,
		Word: 1, Name: 1.5, Part: 0.6, Quotation: 1.5, File: 1, Definition: 3,
		SeenWord: 0.8, SeenDefinition: 0.2, ObservedUnit: 0.3,
		Saturation: 3, Head: 2, Rare: 6,
		Place: 0.3, HalfWay: 8, Proposed: 0.4, Expanded: 0.4,
		Callee: 0.6, Caller: 0.15, Tester: 0.3, Share: 0.75, Again: 0.3,
		Spread: 0.05, Kind: 0.1, OtherKind: 0.3, SameKind: 0.8,
		Repeated: 0.2, Declared: 0.7, Stay: 0.5, Keep: 0.05,
	}
}
