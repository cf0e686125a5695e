package audit

import "fmt"

// Field is one of the eight judgments that an auditor makes on every
// certificate group (paper, appendix C.4), in the order of the paper.
type Field int

// The eight judgments.
const (
	RequirementValidity Field = iota
	SourceGrounding
	JointSufficiency
	Necessity
	MinimumRequired
	AcceptableCompleteness
	ObservedContamination
	BranchStructure

	// FieldCount is the number of judgments on a group.
	FieldCount = 8
)

// AllFields lists the eight judgments in order.
func AllFields() [FieldCount]Field {
	var all [FieldCount]Field
	for i := range all {
		all[i] = Field(i)
	}
	return all
}

// Name is the stable name of a field in files; "" for a number that is no
// field.
func (f Field) Name() string { return f.words().name }

// Title is the name of a field for people.
func (f Field) Title() string { return f.words().title }

// Asks is the question that the field puts to an auditor. To answer it with ok
// always speaks for the certificate.
func (f Field) Asks() string { return f.words().asks }

// String is the stable name.
func (f Field) String() string { return f.Name() }

// FieldNamed finds a field by its stable name.
func FieldNamed(name string) (Field, bool) {
	for _, f := range AllFields() {
		if f.Name() == name {
			return f, true
		}
	}
	return 0, false
}

// MarshalText writes the stable name. It fails for a number that is no field.
func (f Field) MarshalText() ([]byte, error) {
	if f.Name() == "" {
		return nil, fmt.Errorf("there is no judgment number %d", int(f))
	}
	return []byte(f.Name()), nil
}

// UnmarshalText reads a stable name.
func (f *Field) UnmarshalText(text []byte) error {
	found, ok := FieldNamed(string(text))
	if !ok {
		return fmt.Errorf("%q is none of the eight judgments", text)
	}
	*f = found
	return nil
}

type fieldWords struct{ name, title, asks string }

func (f Field) words() fieldWords {
	switch f {
	case RequirementValidity:
		return fieldWords{"requirement_validity", "requirement validity",
			"Does the decision need this requirement?"}
	case SourceGrounding:
		return fieldWords{"source_grounding", "source grounding",
			"Do the quoted lines say what the group claims?"}
	case JointSufficiency:
		return fieldWords{"joint_sufficiency", "joint sufficiency",
			"Does this group, met together with the others, support the decision?"}
	case Necessity:
		return fieldWords{"necessity", "necessity",
			"Is the decision weaker without this group?"}
	case MinimumRequired:
		return fieldWords{"minimum_required_threshold", "minimum-required threshold",
			"Is the required number of units right?"}
	case AcceptableCompleteness:
		return fieldWords{"acceptable_evidence_completeness", "acceptable-evidence completeness",
			"Is every unit of the pool listed that would do?"}
	case ObservedContamination:
		return fieldWords{"observed_evidence_contamination", "observed-evidence contamination",
			"Is the group free of what the agent has seen already?"}
	case BranchStructure:
		return fieldWords{"alternative_branch_structure", "alternative-branch structure",
			"Do the branches combine the groups rightly?"}
	default:
		return fieldWords{}
	}
}
