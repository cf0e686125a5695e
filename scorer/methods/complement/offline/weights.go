package offline

// Weights are all numbers of the policy. They stand in every manifest.
type Weights struct {
	// What a word or name is worth by the text of the state that says it.
	Need        float64 `json:"need"`
	Aim         float64 `json:"aim"`     // subgoal and hypothesis
	Failure     float64 `json:"failure"` // diff and test output
	Observation float64 `json:"observation"`
	Issue       float64 `json:"issue"`
	History     float64 `json:"history"` // searches, inputs, plans

	// What a facet is worth by its kind, times its rarity.
	Word       float64 `json:"word"`
	Name       float64 `json:"name"`
	Part       float64 `json:"part"` // of a name
	Quotation  float64 `json:"quotation"`
	File       float64 `json:"file"`
	Definition float64 `json:"definition"`

	// How much of a facet is left to cover once the agent has seen it.
	SeenWord       float64 `json:"seen_word"`
	SeenDefinition float64 `json:"seen_definition"`
	ObservedUnit   float64 `json:"observed_unit"` // factor on an observed unit's gain

	// Coverage of a facet by one unit.
	Saturation float64 `json:"saturation"`
	Head       float64 `json:"head"` // occurrences that one in symbol or path counts for

	Place     float64 `json:"place"`    // of a card's place in the order shown
	HalfWay   float64 `json:"half_way"` // the place at which that is half
	Callee    float64 `json:"callee"`
	Caller    float64 `json:"caller"`
	Tester    float64 `json:"tester"`
	Spread    float64 `json:"spread"` // of a file that is not in the set yet
	Kind      float64 `json:"kind"`
	OtherKind float64 `json:"other_kind"`
	SameKind  float64 `json:"same_kind"`
	Repeated  float64 `json:"repeated"`
	Keep      float64 `json:"keep"`
	Rare      float64 `json:"rare"`
	Alone     float64 `json:"alone"`
}

// Defaults are the weights that were settled on development states.
func Defaults() Weights {
	return Weights{
		Need: 1, Aim: 0.6, Failure: 0.5, Observation: 0.15, Issue: 0.35, History: 0.15,
		Word: 1, Name: 1.5, Part: 0.5, Quotation: 1.5, File: 1, Definition: 1.5,
		SeenWord: 0.6, SeenDefinition: 0.1, ObservedUnit: 0.3,
		Saturation: 1.2, Head: 2,
		Place: 0.6, HalfWay: 8, Callee: 0.5, Caller: 0.2, Tester: 0.2, Spread: 0.1,
		Kind: 0.1, OtherKind: 0.3, SameKind: 0.8, Repeated: 0.3, Keep: 0.35, Rare: 3, Alone: 0.3,
	}
}
