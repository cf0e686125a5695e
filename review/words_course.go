package review

import (
	"fmt"
	"strings"
)

// phraseCourse puts an act on a state's way to the release into words; false
// when it is none. who says how the reader knows a person.
func phraseCourse(e Event, who func(PersonID) string) (string, bool, error) {
	s, err := "", error(nil)
	switch e.Kind {
	case Assigned, Claimed, Released, Reopened, Recalled:
		s, err = phraseSeat(e, who)
	case Opened:
		s = "opened the sheet of " + sheetName(e.Sheet)
	case Submitted:
		s, err = phraseOpinion(e)
	case Judged:
		var o Outcome
		o, err = body[Outcome](e)
		s = "the reviews agree: " + o.Why
		if o.Route == ToSenior {
			s = "the reviews go to the senior: " + o.Why
		}
	case Settled:
		s = "what A and B agree on became the certificate"
	case Ruled:
		s = "the decision became the certificate"
	case Chosen:
		s, err = phraseChoice(e)
	case Decided:
		s, err = phraseRuling(e)
	case Replaced:
		var r Replacement
		r, err = body[Replacement](e)
		s = fmt.Sprintf("%s replaces %s", r.New, r.Old)
	case Reserved:
		var c Change[bool]
		c, err = body[Change[bool]](e)
		s = "keep it in reserve"
		if !c.After {
			s = "take it out of the reserve"
		}
	case Audited:
		s, err = phraseAudit(e)
	default:
		return "", false, nil
	}
	return s, true, err
}

func phraseSeat(e Event, who func(PersonID) string) (string, error) {
	s, err := body[Seated](e)
	what := taskNoun(s.Task)
	if s.Slot != "" {
		what += " " + string(s.Slot)
	}
	switch e.Kind {
	case Assigned:
		return fmt.Sprintf("assign the %s to %s", what, who(s.Person)), err
	case Claimed:
		return "claim the " + what, err
	case Reopened, Recalled:
		return "take the " + what + " back to change it", err
	}
	if s.Person != e.Who {
		return fmt.Sprintf("release the %s of %s", what, who(s.Person)), err
	}
	return "give the " + what + " back", err
}

// sheetName is whose sheet it is, as everybody may know it.
func sheetName(s Sheet) string {
	switch s {
	case SheetSenior:
		return "the senior"
	case Main:
		return "the state"
	}
	return "reviewer " + string(s)
}

func phraseOpinion(e Event) (string, error) {
	o, err := body[Opinion](e)
	s := fmt.Sprintf("submit the review: %s, confidence %d", o.Verdict, o.Confidence)
	if o.Reason != "" {
		s += ": " + o.Reason
	}
	return s, err
}

func phraseChoice(e Event) (string, error) {
	c, err := body[Change[*Choice]](e)
	if err != nil {
		return "", err
	}
	one := c.After
	if one == nil {
		one = c.Before
	}
	if one == nil {
		return "", fmt.Errorf("it chooses nothing")
	}
	what := fmt.Sprintf("difference %d", one.Pair+1)
	if one.Pair == Rest {
		what = "the keys beside the groups"
	}
	if c.After == nil {
		return "take back the choice about " + what, nil
	}
	return "take " + takeWords(one.Take) + " for " + what, nil
}

func takeWords(t Take) string {
	switch t {
	case TakeA:
		return "A"
	case TakeB:
		return "B"
	case TakeUnion:
		return "the union of A and B"
	case TakeIntersection:
		return "the intersection of A and B"
	case TakeOwn:
		return "a group of one's own"
	}
	return "neither"
}

func phraseRuling(e Event) (string, error) {
	r, err := body[Ruling](e)
	s := "decide "
	switch r.Whole {
	case ByGroup:
		s += "group by group"
	case WholeA:
		s += "for A"
	case WholeB:
		s += "for B"
	case WholeOwn:
		s += "on a certificate of one's own"
	case BothWrong:
		s += "that both are wrong"
	case ReplaceState:
		s += "to replace the state"
	}
	if r.Replacement != "" {
		s += " (by " + r.Replacement + ")"
	}
	return s + ": " + r.Reason, err
}

// phraseOffice puts an act on the project of the later stages into words;
// false when it is none.
func phraseOffice(e Event, who func(PersonID) string) (string, bool, error) {
	s, err := "", error(nil)
	switch e.Kind {
	case Rerolled:
		var c Change[Person]
		c, err = body[Change[Person]](e)
		switch {
		case c.After.Retired && !c.Before.Retired:
			s = "retired " + c.After.Name
		case c.Before.Retired && !c.After.Retired:
			s = "took the retirement of " + c.After.Name + " back"
		default:
			s = fmt.Sprintf("changed the roles of %s from %s to %s", c.After.Name, rolesOrNone(c.Before.Roles), rolesOrNone(c.After.Roles))
		}
	case Adjusted:
		var c Change[Policy]
		c, err = body[Change[Policy]](e)
		s = "changed how the project is run: " + strings.Join(policyWords(c), "; ")
	case Froze:
		var b FreezeBody
		b, err = body[FreezeBody](e)
		s = fmt.Sprintf("froze the release: %s, %d excluded, SHA-256 %s", count(b.States, "states"), b.Excluded, b.SHA256)
	case Sampled:
		var b AuditBody
		b, err = body[AuditBody](e)
		s = fmt.Sprintf("drew %s to be audited by %s, seed %d", count(len(b.Sample.States), "states"), names(b.Auditors, who), b.Sample.Seed)
	case Reported:
		var b AuditBody
		b, err = body[AuditBody](e)
		s = "reported the audit"
		if len(b.Headlines) > 0 {
			s += ": " + strings.Join(b.Headlines, "; ")
		}
	case Signalled:
		var b ImportBody
		b, err = body[ImportBody](e)
		s = fmt.Sprintf("imported %s by models%s", count(b.Counts["reviews"], "reviews"), from(" from ", b.File))
	default:
		return "", false, nil
	}
	return s, true, err
}

func rolesOrNone(rs []Role) string {
	if len(rs) == 0 {
		return "none"
	}
	return roles(rs)
}

func policyWords(c Change[Policy]) []string {
	var said []string
	if c.Before.MinorToSenior != c.After.MinorToSenior {
		said = append(said, map[bool]string{true: "weights and roles go to the senior", false: "weights and roles stay minor"}[c.After.MinorToSenior])
	}
	if c.Before.Lease != c.After.Lease {
		said = append(said, fmt.Sprintf("a claim lasts %s", count(int(c.After.Lease/60000), "minutes")))
	}
	if c.Before.Seed != c.After.Seed {
		said = append(said, fmt.Sprintf("the seed for A and B is %d", c.After.Seed))
	}
	return said
}

func names(people []PersonID, who func(PersonID) string) string {
	said := make([]string, len(people))
	for i, p := range people {
		said[i] = who(p)
	}
	return andList(said)
}

// known says an event that names people as the reader knows them; false when
// it names none.
func known(e Event, who func(PersonID) string) (string, bool) {
	s, ok, err := phraseCourse(e, who)
	if !ok {
		s, ok, err = phraseOffice(e, who)
	}
	if err != nil {
		return unreadable(e), ok
	}
	return s, ok
}

func unreadable(e Event) string { return fmt.Sprintf("%s (its content cannot be read)", e.Kind) }
