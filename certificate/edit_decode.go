package certificate

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

// DecodeEdit reads one Edit from a file that a person wrote, as docs/edits.md
// describes it. Faults are *records.FieldError (several: errors.Join of them):
// an unknown operation or key, a missing group, a value of the wrong type or
// one that no expert may set. Whether the edit fits a draft is for Apply to say.
func DecodeEdit(raw jsontext.Value) (Edit, error) {
	v, err := shortest(raw)
	if err != nil {
		return Edit{}, syntaxFault(err)
	}
	f := &faults{}
	if !f.is("", v, '{', "an object, one edit") {
		return Edit{}, f.err()
	}
	e := f.edit(splitObject(v))
	if err := f.err(); err != nil {
		return Edit{}, err
	}
	return e, nil
}

// edit reads the members of an edit.
func (f *faults) edit(members []records.Member) Edit {
	var e Edit
	op, ok := find(members, "op")
	if !ok {
		f.add("op", "this key is missing; it says what the edit does")
		return e
	}
	e.Op = Op(f.text("op", op))
	if !slices.Contains(Ops(), e.Op) {
		if op.Kind() == '"' {
			f.add("op", "there is no operation %s; known are %s", brief(op), listWords(opNames(), "and"))
		}
		return e
	}
	s := e.Op.shape()
	f.shape(members, s)
	for _, part := range s {
		value, ok := find(members, part.key)
		if !ok {
			continue
		}
		switch part.key {
		case "group":
			e.Group = GroupKey(f.text(part.key, value))
		case "into":
			e.Into = GroupKey(f.text(part.key, value))
		case "unit":
			e.Unit = f.text(part.key, value)
		case "before":
			e.Before = value
		case "after":
			e.After = value
		}
	}
	f.values(e)
	return e
}

func opNames() []string {
	names := make([]string, 0, len(Ops()))
	for _, op := range Ops() {
		names = append(names, string(op))
	}
	return names
}

// Ops lists every operation in the order of their documentation.
func Ops() []Op {
	return []Op{AddGroup, RemoveGroup, MoveGroup, SetGroupID, SetRole, SetRationale, SetThreshold, SetWeight,
		AcceptUnit, DropUnit, MoveUnit, Quote, Unquote, MergeGroups, SplitGroup, Regroup,
		SetBranches, AddBranch, DropBranch, SetOptional, SetObserved, SetRetrieval, SetScope, SetConfidence, Replace}
}

// part is one key of an edit's JSON form.
type part struct {
	key  string
	need bool
}

// shape lists the keys that an operation takes besides op.
func (op Op) shape() []part {
	must := func(key string) part { return part{key, true} }
	may := func(key string) part { return part{key, false} }
	switch op {
	case AddGroup:
		return []part{may("group"), may("before"), may("after")}
	case RemoveGroup, Unquote:
		return []part{must("group"), may("before")}
	case AcceptUnit, DropUnit:
		return []part{must("group"), must("unit"), may("before"), may("after")}
	case MoveUnit:
		return []part{must("group"), must("into"), must("unit"), may("before"), may("after")}
	case MergeGroups:
		return []part{must("group"), must("into"), may("before")}
	case SplitGroup:
		return []part{must("group"), may("into"), may("before"), must("after")}
	case Regroup:
		return []part{may("group"), may("into"), may("before"), must("after")}
	case DropBranch:
		return []part{must("before")}
	case SetBranches, AddBranch, SetOptional, SetObserved, SetRetrieval, SetScope, SetConfidence, Replace:
		return []part{may("before"), must("after")}
	}
	return []part{must("group"), may("before"), must("after")}
}

// shape tells what is missing and what does not belong.
func (f *faults) shape(members []records.Member, shape []part) {
	known := []string{"op"}
	for _, p := range shape {
		known = append(known, p.key)
		v, ok := find(members, p.key)
		named := p.key == "group" || p.key == "into" || p.key == "unit"
		switch {
		case !ok && p.need:
			f.add(p.key, "this key is missing")
		case ok && named && v.Kind() == '"' && unquote(v) == "":
			f.add(p.key, "expected a name, found an empty string")
		}
	}
	f.only("", members, known...)
}

// values checks what the edit sets.
func (f *faults) values(e Edit) {
	if e.After == nil {
		return
	}
	switch e.Op {
	case SetGroupID, SetRole, SetRationale, SetThreshold, SetWeight:
		checkSetting(f, groupSetting(e.Op), groupFields(), e.After)
	case SetBranches, SetOptional, SetObserved, SetRetrieval, SetScope, SetConfidence:
		checkSetting(f, certificateSetting(e.Op), certificateFields(), e.After)
	case MoveGroup, AcceptUnit, DropUnit, MoveUnit:
		f.position("after", e.After)
	case SplitGroup:
		f.unitIDs("after", e.After)
	case AddBranch:
		f.branchAt("after", e.After)
	case Quote:
		if _, _, ok := f.quotationAt("after", e.After); !ok && len(f.found) == 0 {
			f.add("after", "expected a quotation")
		}
	case Regroup:
		f.keptGroups("after", e.After)
	case Replace:
		f.kept("after", e.After)
	case AddGroup:
		f.addedGroup("after", e.After)
	}
}

// checkSetting reads a value that is to be set and asks whether it may be.
func checkSetting[T any](f *faults, s setting[T], fields []field[T], after jsontext.Value) {
	fd := named(fields, s.field)
	if fd.null && after.Kind() == 'n' && s.clears {
		return
	}
	var to T
	before := len(f.found)
	fd.read(f, "after", after, &to)
	if why := s.valid(&to); why != "" && len(f.found) == before {
		f.add("after", "%s", why)
	}
}
