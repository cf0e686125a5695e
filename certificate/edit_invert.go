package certificate

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// Invert returns the Edit that takes back a completed e (one that Apply has
// filled in). Invert of that is e again.
func (e Edit) Invert() Edit {
	none := jsontext.Value("null")
	switch e.Op {
	case AddGroup:
		return Edit{Op: RemoveGroup, Group: e.Group, Before: e.After}
	case RemoveGroup:
		return Edit{Op: AddGroup, Group: e.Group, Before: none, After: e.Before}
	case AcceptUnit:
		back := Edit{Op: DropUnit, Group: e.Group, Unit: e.Unit, Before: e.After}
		if string(e.Before) != "null" {
			back.After = e.Before // the ID stood there already, as in some imports
		}
		return back
	case DropUnit:
		back := Edit{Op: AcceptUnit, Group: e.Group, Unit: e.Unit, Before: none, After: e.Before}
		if e.After != nil {
			back.Before = e.After
		}
		return back
	case Quote:
		return Edit{Op: Unquote, Group: e.Group, Before: e.After}
	case Unquote:
		return Edit{Op: Quote, Group: e.Group, Before: none, After: e.Before}
	case AddBranch:
		return Edit{Op: DropBranch, Before: e.After}
	case DropBranch:
		return Edit{Op: AddBranch, Before: none, After: e.Before}
	case MoveUnit:
		return Edit{Op: MoveUnit, Group: e.Into, Into: e.Group, Unit: e.Unit, Before: e.After, After: e.Before}
	case MergeGroups, SplitGroup:
		return Edit{Op: Regroup, Group: e.Group, Into: e.Into, Before: e.regrouped(), After: e.Before}
	case Regroup:
		if was, ok := e.wasMergeOrSplit(); ok {
			return was
		}
	}
	e.Before, e.After = e.After, e.Before
	return e
}

// regrouped is the list of groups that a completed merge or split leads to.
func (e Edit) regrouped() jsontext.Value {
	f := &faults{}
	c := Certificate{Groups: f.keptGroups("before", e.Before)}
	_, from, ok := c.Group(e.Group)
	if f.err() != nil || !ok {
		return nil
	}
	if e.Op == SplitGroup {
		return appendKeptGroups(nil, splitOff(c.Groups, from, e.Into, f.unitIDs("after", e.After)))
	}
	_, into, ok := c.Group(e.Into)
	if !ok {
		return nil
	}
	return appendKeptGroups(nil, mergedInto(c.Groups, from, into))
}

// wasMergeOrSplit recognises a Regroup that takes back a merge (the group it
// names comes back) or a split (the group it names as Into goes), and returns
// that edit. Anything else that names two groups is just a Regroup.
func (e Edit) wasMergeOrSplit() (Edit, bool) {
	if e.Group == "" || e.Into == "" {
		return Edit{}, false
	}
	f := &faults{}
	before := Certificate{Groups: f.keptGroups("before", e.Before)}
	after := Certificate{Groups: f.keptGroups("after", e.After)}
	if f.err() != nil {
		return Edit{}, false
	}
	was := Edit{Op: MergeGroups, Group: e.Group, Into: e.Into, Before: e.After}
	if _, _, there := after.Group(e.Into); !there {
		part, _, _ := before.Group(e.Into)
		was.Op, was.After = SplitGroup, appendTexts(nil, part.Acceptable)
	}
	return was, bytes.Equal(was.regrouped(), e.Before)
}
