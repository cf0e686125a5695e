package certificate

import (
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// Touches names the fields that e changes, such as "g2.minimum_required" or
// "branches", for the difference shown when a save is stale.
func (e Edit) Touches() []string {
	group := string(e.Group)
	switch e.Op {
	case AddGroup, RemoveGroup:
		return []string{group}
	case MoveGroup, Regroup:
		return []string{"groups"}
	case SetGroupID, SetRole, SetRationale, SetThreshold, SetWeight:
		return []string{group + "." + groupSetting(e.Op).field}
	case AcceptUnit, DropUnit:
		return []string{group + ".acceptable_evidence_ids"}
	case MoveUnit:
		if e.Into == e.Group {
			return []string{group + ".acceptable_evidence_ids"}
		}
		return []string{group + ".acceptable_evidence_ids", string(e.Into) + ".acceptable_evidence_ids"}
	case Quote, Unquote:
		return []string{group + ".source_quotations"}
	case MergeGroups:
		return []string{group, string(e.Into)}
	case SplitGroup:
		fields := []string{group + ".acceptable_evidence_ids"}
		if e.Into != "" {
			fields = append(fields, string(e.Into))
		}
		return fields
	case SetBranches, AddBranch, DropBranch:
		return []string{"branches"}
	case SetOptional, SetObserved, SetRetrieval, SetScope, SetConfidence:
		return []string{certificateSetting(e.Op).field}
	}
	return []string{"certificate"}
}

// Say puts e into one short sentence for people, naming groups by their
// labels in c and units by name(id): "set the threshold of G2 from 1 to 2".
func (e Edit) Say(c Certificate, name func(unit string) string) string {
	s := sayer{edit: e, cert: c, name: name}
	switch e.Op {
	case AddGroup, RemoveGroup, MoveGroup, Regroup, MergeGroups, SplitGroup:
		return s.groups()
	case SetGroupID, SetRole, SetRationale, SetThreshold, SetWeight:
		return s.setting()
	case AcceptUnit:
		return "accept " + name(e.Unit) + " in " + s.label(e.Group)
	case DropUnit:
		return "drop " + name(e.Unit) + " from " + s.label(e.Group)
	case MoveUnit:
		if e.Into == e.Group {
			return "move " + name(e.Unit) + " within " + s.label(e.Group)
		}
		return "move " + name(e.Unit) + " from " + s.label(e.Group) + " to " + s.label(e.Into)
	case Quote:
		return "quote " + s.quotation(e.After) + " for " + s.label(e.Group)
	case Unquote:
		return "take the quotation of " + s.quotation(e.Before) + " from " + s.label(e.Group)
	case SetBranches, AddBranch, DropBranch:
		return s.branches()
	case SetOptional, SetObserved, SetRetrieval, SetScope, SetConfidence:
		return s.whole()
	}
	return s.replacing()
}

type sayer struct {
	edit Edit
	cert Certificate
	name func(string) string
}

// label names a group that may stand in the certificate, in the edit, or
// nowhere any more.
func (s sayer) label(k GroupKey) string {
	if _, i, ok := s.cert.Group(k); ok {
		return s.cert.Label(i)
	}
	for _, v := range []jsontext.Value{s.edit.After, s.edit.Before} {
		if l := labelIn(k, s.edit.Group == k, v); l != "" {
			return l
		}
	}
	return "group " + string(k)
}

// labelIn finds the label of a group in a value that holds groups.
func labelIn(k GroupKey, its bool, v jsontext.Value) string {
	f := &faults{}
	switch v.Kind() {
	case '[':
		c := Certificate{Groups: f.keptGroups("", v)}
		if _, i, ok := c.Group(k); ok && f.err() == nil {
			return c.Label(i)
		}
	case '{':
		if _, ok := find(splitObject(v), "group"); !ok || !its {
			return ""
		}
		g, at := f.keptGroup("", v)
		if g.ID != "" {
			return g.ID
		}
		if at >= 0 && f.err() == nil {
			return "G" + strconv.Itoa(at+1)
		}
	}
	return ""
}

func (s sayer) groups() string {
	e := s.edit
	switch e.Op {
	case AddGroup:
		return s.adding()
	case RemoveGroup:
		return "remove " + s.label(e.Group)
	case MoveGroup:
		if at, err := strconv.Atoi(string(e.After)); err == nil {
			return fmt.Sprintf("move %s to place %d", s.label(e.Group), at+1)
		}
		return "move " + s.label(e.Group)
	case MergeGroups:
		return "merge " + s.label(e.Group) + " into " + s.label(e.Into)
	case SplitGroup:
		f := &faults{}
		return "split " + s.units(f.unitIDs("", e.After)) + " off " + s.label(e.Group)
	}
	if was, ok := e.wasMergeOrSplit(); ok {
		if was.Op == MergeGroups {
			return "take " + s.label(was.Group) + " out of " + s.label(was.Into) + " again"
		}
		return "put " + s.label(was.Into) + " back into " + s.label(was.Group)
	}
	return "set all groups anew"
}

func (s sayer) adding() string {
	w := &change{edit: s.edit}
	g, _, err := w.newGroup()
	what := "add a group"
	if s.edit.Group != "" {
		what = "add " + s.label(s.edit.Group)
	}
	if err != nil || g.Role == "" {
		return what
	}
	return what + " for " + g.Role
}

func (s sayer) setting() string {
	set := groupSetting(s.edit.Op)
	label := s.label(s.edit.Group)
	before, after := s.edit.Before, s.edit.After
	switch {
	case s.edit.Op == SetRationale:
		return writing(before, after) + " the rationale of " + label
	case string(after) == `""`:
		return fmt.Sprintf("take the %s of %s away", set.what, label)
	case len(before) == 0 || string(before) == `""`:
		return fmt.Sprintf("set the %s of %s to %s", set.what, label, plain(after))
	}
	return fmt.Sprintf("set the %s of %s from %s to %s", set.what, label, plain(before), plain(after))
}

func writing(before, after jsontext.Value) string {
	switch {
	case string(after) == `""`:
		return "clear"
	case len(before) == 0 || string(before) == `""`:
		return "write"
	}
	return "rewrite"
}

// units names a few units and counts the rest.
func (s sayer) units(ids []string) string {
	const told = 3
	names := make([]string, 0, told+1)
	for _, id := range ids[:min(len(ids), told)] {
		names = append(names, s.name(id))
	}
	if more := len(ids) - told; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return listWords(names, "and")
}

func (s sayer) quotation(v jsontext.Value) string {
	f := &faults{}
	q, _, ok := f.quotationAt("", v)
	if !ok {
		return "a unit"
	}
	if q.LineStart == q.LineEnd {
		return fmt.Sprintf("line %d of %s", q.LineStart, s.name(q.Unit))
	}
	return fmt.Sprintf("lines %d-%d of %s", q.LineStart, q.LineEnd, s.name(q.Unit))
}

func (s sayer) branches() string {
	f := &faults{}
	switch s.edit.Op {
	case AddBranch:
		b, _, _ := f.branchAt("", s.edit.After)
		return "add the branch " + s.units(b)
	case DropBranch:
		b, at, ok := f.branchAt("", s.edit.Before)
		if !ok {
			return fmt.Sprintf("drop branch %d", at+1)
		}
		return "drop the branch " + s.units(b)
	}
	before, after := listLength(s.edit.Before), listLength(s.edit.After)
	if s.derives(f.unitSets("", s.edit.After)) {
		return "derive " + counted(after, "branch", "branches")
	}
	switch {
	case after == 0:
		return "drop all branches"
	case len(s.edit.Before) == 0:
		return "set " + counted(after, "branch", "branches")
	}
	return fmt.Sprintf("set %s in place of %d", counted(after, "branch", "branches"), before)
}

// derives reports whether branches are the minimal witnesses of the groups.
func (s sayer) derives(branches [][]string) bool {
	if len(branches) == 0 || len(s.cert.Groups) == 0 {
		return false
	}
	derived, err := Derive(s.cert)
	return err == nil && sameFamily(derived, branches)
}

func listLength(v jsontext.Value) int {
	if v.Kind() != '[' {
		return 0
	}
	return len(splitList(v))
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

func (s sayer) whole() string {
	set := certificateSetting(s.edit.Op)
	before, after := s.edit.Before, s.edit.After
	switch {
	case after.Kind() == '[':
		return s.lists(set.what)
	case after.Kind() == 'n':
		return "unset " + set.what
	case len(before) == 0 || before.Kind() == 'n':
		return fmt.Sprintf("set %s to %s", set.what, plain(after))
	}
	return fmt.Sprintf("set %s from %s to %s", set.what, plain(before), plain(after))
}

// lists says what comes and goes in a list of units.
func (s sayer) lists(what string) string {
	f := &faults{}
	var before []string
	if s.edit.Before.Kind() == '[' {
		before = f.unitIDs("", s.edit.Before)
	}
	after := f.unitIDs("", s.edit.After)
	in, out := listDifference(before, after)
	switch {
	case len(in) == 0 && len(out) == 0:
		return "reorder " + what
	case len(out) == 0:
		return "add " + s.units(in) + " to " + what
	case len(in) == 0:
		return "take " + s.units(out) + " from " + what
	}
	return fmt.Sprintf("in %s put %s in place of %s", what, s.units(in), s.units(out))
}

func (s sayer) replacing() string {
	f := &faults{}
	c := f.kept("", s.edit.After)
	if f.err() != nil {
		return "replace the certificate"
	}
	return fmt.Sprintf("replace the certificate by one with %s and %s",
		counted(len(c.Groups), "group", "groups"), counted(len(c.Branches), "branch", "branches"))
}
