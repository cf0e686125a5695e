package certificate

import (
	"github.com/go-json-experiment/json/jsontext"
)

// field is one key of a JSON object that stands for a T: how it is read, how
// it is written, and what counts as not being there.
type field[T any] struct {
	name  string
	read  func(f *faults, key string, v jsontext.Value, to *T)
	write func(dst []byte, from *T) []byte // appends nothing when the value has no JSON form
	unset func(from *T) bool               // the value that a missing key gives
	made  bool                             // written in an object made here even when unset
	need  bool                             // a missing key is a fault
	null  bool                             // null is taken for a missing key
}

const groupsKey = "required_evidence_groups"

// certificateFields are the keys of a label that an Edit can change, in the
// order in which they are written (spec 1.2). The groups are read and written
// apart, because each keeps its own text.
func certificateFields() []field[Certificate] {
	return []field[Certificate]{
		{name: "schema_version", made: true,
			read: func(f *faults, key string, v jsontext.Value, _ *Certificate) {
				if s := f.text(key, v); v.Kind() == '"' && s != SchemaVersion {
					f.add(key, "expected %q, found %s", SchemaVersion, brief(v))
				}
			},
			write: func(dst []byte, _ *Certificate) []byte { return appendText(dst, SchemaVersion) },
			unset: func(*Certificate) bool { return true }},
		{name: "state_id", made: true,
			read:  func(f *faults, key string, v jsontext.Value, to *Certificate) { to.State = f.text(key, v) },
			write: func(dst []byte, from *Certificate) []byte { return appendText(dst, from.State) },
			unset: func(from *Certificate) bool { return from.State == "" }},
		{name: groupsKey, made: true, need: true,
			read:  readGroups,
			write: appendGroups,
			unset: func(from *Certificate) bool { return len(from.Groups) == 0 }},
		{name: "alternative_minimal_sets", made: true,
			read:  func(f *faults, key string, v jsontext.Value, to *Certificate) { to.Branches = f.unitSets(key, v) },
			write: func(dst []byte, from *Certificate) []byte { return appendSets(dst, from.Branches) },
			unset: func(from *Certificate) bool { return len(from.Branches) == 0 }},
		{name: "observed_evidence_ids", made: true,
			read:  func(f *faults, key string, v jsontext.Value, to *Certificate) { to.Observed = f.unitIDs(key, v) },
			write: func(dst []byte, from *Certificate) []byte { return appendTexts(dst, from.Observed) },
			unset: func(from *Certificate) bool { return len(from.Observed) == 0 }},
		{name: "optional_evidence_ids", made: true,
			read:  func(f *faults, key string, v jsontext.Value, to *Certificate) { to.Optional = f.unitIDs(key, v) },
			write: func(dst []byte, from *Certificate) []byte { return appendTexts(dst, from.Optional) },
			unset: func(from *Certificate) bool { return len(from.Optional) == 0 }},
		{name: "retrieval_needed", null: true,
			read: func(f *faults, key string, v jsontext.Value, to *Certificate) {
				b := f.truth(key, v)
				to.Retrieval = &b
			},
			write: func(dst []byte, from *Certificate) []byte { return appendOptional(dst, from.Retrieval, appendTruth) },
			unset: func(from *Certificate) bool { return from.Retrieval == nil }},
		{name: "label_scope", null: true,
			read: func(f *faults, key string, v jsontext.Value, to *Certificate) {
				s := f.text(key, v)
				to.Scope = &s
			},
			write: func(dst []byte, from *Certificate) []byte { return appendOptional(dst, from.Scope, appendText) },
			unset: func(from *Certificate) bool { return from.Scope == nil }},
		{name: "label_confidence", null: true,
			read: func(f *faults, key string, v jsontext.Value, to *Certificate) {
				n := f.number(key, v)
				to.Confidence = &n
			},
			write: func(dst []byte, from *Certificate) []byte {
				return appendOptional(dst, from.Confidence, appendNumber)
			},
			unset: func(from *Certificate) bool { return from.Confidence == nil }},
	}
}

// groupFields are the keys of a group, in the order in which they are written.
func groupFields() []field[Group] {
	return []field[Group]{
		{name: "group_id", null: true,
			read: func(f *faults, key string, v jsontext.Value, to *Group) { to.ID = f.text(key, v) },
			write: func(dst []byte, from *Group) []byte {
				if from.ID == "" {
					return dst // an empty name is no name; readers of labels refuse it
				}
				return appendText(dst, from.ID)
			},
			unset: func(from *Group) bool { return from.ID == "" }},
		{name: "role", made: true, need: true,
			read:  func(f *faults, key string, v jsontext.Value, to *Group) { to.Role = f.text(key, v) },
			write: func(dst []byte, from *Group) []byte { return appendText(dst, from.Role) },
			unset: func(*Group) bool { return false }},
		{name: "acceptable_evidence_ids", made: true, need: true,
			read:  func(f *faults, key string, v jsontext.Value, to *Group) { to.Acceptable = f.unitIDs(key, v) },
			write: func(dst []byte, from *Group) []byte { return appendTexts(dst, from.Acceptable) },
			unset: func(*Group) bool { return false }},
		{name: "minimum_required", made: true, need: true,
			read:  func(f *faults, key string, v jsontext.Value, to *Group) { to.Threshold = f.integer(key, v) },
			write: func(dst []byte, from *Group) []byte { return appendInteger(dst, from.Threshold) },
			unset: func(*Group) bool { return false }},
		{name: "necessity_weight", made: true, need: true,
			read:  func(f *faults, key string, v jsontext.Value, to *Group) { to.Weight = f.number(key, v) },
			write: func(dst []byte, from *Group) []byte { return appendNumber(dst, from.Weight) },
			unset: func(*Group) bool { return false }},
		{name: "rationale", made: true, null: true,
			read:  func(f *faults, key string, v jsontext.Value, to *Group) { to.Rationale = f.text(key, v) },
			write: func(dst []byte, from *Group) []byte { return appendText(dst, from.Rationale) },
			unset: func(from *Group) bool { return from.Rationale == "" }},
		{name: "source_quotations", null: true,
			read:  readQuotations,
			write: appendQuotations,
			unset: func(from *Group) bool { return len(from.Quotations) == 0 }},
	}
}

// quotationFields are the keys of a quotation.
func quotationFields() []field[Quotation] {
	return []field[Quotation]{
		{name: "evidence_id", made: true, need: true,
			read:  func(f *faults, key string, v jsontext.Value, to *Quotation) { to.Unit = f.text(key, v) },
			write: func(dst []byte, from *Quotation) []byte { return appendText(dst, from.Unit) },
			unset: func(*Quotation) bool { return false }},
		{name: "line_start", made: true, need: true,
			read:  func(f *faults, key string, v jsontext.Value, to *Quotation) { to.LineStart = f.integer(key, v) },
			write: func(dst []byte, from *Quotation) []byte { return appendInteger(dst, from.LineStart) },
			unset: func(*Quotation) bool { return false }},
		{name: "line_end", made: true, need: true,
			read:  func(f *faults, key string, v jsontext.Value, to *Quotation) { to.LineEnd = f.integer(key, v) },
			write: func(dst []byte, from *Quotation) []byte { return appendInteger(dst, from.LineEnd) },
			unset: func(*Quotation) bool { return false }},
		{name: "text", made: true, need: true,
			read:  func(f *faults, key string, v jsontext.Value, to *Quotation) { to.Text = f.text(key, v) },
			write: func(dst []byte, from *Quotation) []byte { return appendText(dst, from.Text) },
			unset: func(*Quotation) bool { return false }},
	}
}
