package review

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"suffice/audit"
)

// phraseAudit says what an auditor has judged when nothing is known of before.
func phraseAudit(e Event) (string, error) {
	s, err := body[audit.Sheet](e)
	return sayAudit(s, judgedSince(audit.Sheet{}, s)), err
}

// said is one thing that an auditor says otherwise than before.
type said struct {
	group, what string // the judgment of a group, or what is said of the whole state
	was, is     string
	answer      audit.Answer
}

func (c said) about() string { return strings.TrimSpace(c.group + " " + c.what) }

// judgedSince lists what differs between two sheets of one auditor: the
// judgments of the groups in their order, then verdict, confidence and whether
// they are handed in.
func judgedSince(was, is audit.Sheet) []said {
	var all []said
	for _, g := range is.Groups {
		i := slices.IndexFunc(was.Groups, func(o audit.GroupSheet) bool { return o.Group == g.Group })
		for _, f := range audit.AllFields() {
			old, now := audit.Judgment{}, g.Fields[f]
			if i >= 0 {
				old = was.Groups[i].Fields[f]
			}
			if old != now {
				all = append(all, said{g.Group, f.Title(), judgmentWords(old), judgmentWords(now), now.Answer})
			}
		}
	}
	for _, c := range []said{
		{what: "verdict", was: orNone(string(was.Verdict)), is: orNone(string(is.Verdict))},
		{what: "confidence", was: confidenceWords(was.Confidence), is: confidenceWords(is.Confidence)},
		{what: "handed in", was: yesOrNo(was.Submitted), is: yesOrNo(is.Submitted)},
	} {
		if c.was != c.is {
			all = append(all, c)
		}
	}
	return all
}

func judgmentWords(j audit.Judgment) string {
	if j.Note == "" {
		return orNone(string(j.Answer))
	}
	return orNone(string(j.Answer)) + ": " + j.Note
}

func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

func confidenceWords(n int) string {
	if n == 0 {
		return "none"
	}
	return strconv.Itoa(n)
}

func yesOrNo(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// sayAudit says in one sentence what an auditor did to their sheet.
func sayAudit(s audit.Sheet, all []said) string {
	var judged, whole []said
	for _, c := range all {
		switch {
		case c.group != "":
			judged = append(judged, c)
		case c.what == "handed in" && !s.Submitted:
			return fmt.Sprintf("take the audit %s back to change it", s.Auditor)
		case c.what != "handed in":
			whole = append(whole, c)
		}
	}
	if s.Submitted {
		return fmt.Sprintf("submit the audit %s: %s, confidence %d", s.Auditor, s.Verdict, s.Confidence)
	}
	var words []string
	switch {
	case len(judged) == 1:
		words = append(words, judged[0].about()+": "+judged[0].is)
	case len(judged) > 1:
		words = append(words, sayJudged(judged))
	}
	for _, c := range whole {
		words = append(words, c.what+" "+c.is)
	}
	if len(words) == 0 {
		words = []string{"nothing new"}
	}
	return fmt.Sprintf("audit %s: %s", s.Auditor, strings.Join(words, ", "))
}

// sayJudged counts judgments by answer, and names those that are not ok.
func sayJudged(judged []said) string {
	groups, oks := []string{}, 0
	var not []string
	for _, c := range judged {
		if !slices.Contains(groups, c.group) {
			groups = append(groups, c.group)
		}
		switch c.answer {
		case audit.OK:
			oks++
		case audit.NotOK:
			not = append(not, c.about())
		}
	}
	s := fmt.Sprintf("%s of %s: %d ok", count(len(judged), "judgments"), andList(groups), oks)
	if len(not) > 0 {
		s += fmt.Sprintf(", %d not ok (%s)", len(not), andList(not))
	}
	if none := len(judged) - oks - len(not); none > 0 {
		s += fmt.Sprintf(", %d taken back", none)
	}
	return s
}

// audited is the sheet of one auditor on one state.
type audited struct {
	state   string
	auditor audit.Rater
}

// judged says an act of an auditor by what it changed, with what was said of
// that before and after.
func (t *teller) judged(ctx context.Context, e Event) (text, was, is string, err error) {
	s, err := body[audit.Sheet](e)
	if err != nil {
		return "", "", "", err
	}
	before, err := t.sheetBefore(ctx, e, s)
	if err != nil {
		return "", "", "", err
	}
	t.sheets[audited{e.State, s.Auditor}] = s
	all := judgedSince(before, s)
	var old, now []string
	for _, c := range all {
		old, now = append(old, c.about()+": "+c.was), append(now, c.about()+": "+c.is)
	}
	return sayAudit(s, all), strings.Join(old, "\n"), strings.Join(now, "\n"), nil
}

// sheetBefore is what the auditor had said before e: as it was told last, or
// looked up where the telling begins in between.
func (t *teller) sheetBefore(ctx context.Context, e Event, s audit.Sheet) (audit.Sheet, error) {
	last, ok := t.sheets[audited{e.State, s.Auditor}]
	if ok && last.Revision+1 == s.Revision || s.Revision <= 1 {
		return last, nil
	}
	var before audit.Sheet
	for o, err := range t.desk.repo.Events(ctx, t.desk.Scope(), Filter{State: e.State, Kind: Audited}) {
		if err != nil {
			return before, err
		}
		if o.Seq >= e.Seq {
			break
		}
		other, err := body[audit.Sheet](o)
		if err != nil {
			return before, err
		}
		if other.Auditor == s.Auditor {
			before = other
		}
	}
	return before, nil
}
