package review

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"suffice/certificate"
)

// phrase puts an event into a few words without saying who. What one person
// does to a state is said as an act ("finish the certificate"), so that it
// fits behind "undo" and "undid:"; what happened to the project as a fact
// ("imported items: 3 states"). c is the certificate as it was before, for the
// labels of groups; name says how people know a unit.
func phrase(e Event, c certificate.Certificate, name func(unit string) string) string {
	if s, ok := known(e, func(p PersonID) string { return string(p) }); ok {
		return s
	}
	var s string
	var err error
	switch e.Kind {
	case Edited, Labelled:
		s, err = phraseEdit(e, c, name)
	case Noted:
		s, err = phraseNote(e)
	case Flagged:
		s, err = phraseReason(e, "flag it", "take the flag away")
	case Skipped:
		s, err = phraseReason(e, "skip it", "put it back into the queue")
	case Carried:
		s, err = phraseCarry(e, name)
	case Finished:
		s, err = phraseFinish(e)
	case Kept:
		s, err = phraseKept(e, c, name)
	default:
		s, err = phraseProject(e)
	}
	if err != nil {
		return unreadable(e)
	}
	return s
}

func phraseEdit(e Event, c certificate.Certificate, name func(string) string) (string, error) {
	edit, err := body[certificate.Edit](e)
	if err != nil {
		return "", err
	}
	if e.Kind == Edited {
		return edit.Say(c, name), nil
	}
	imported, err := applied(certificate.NewDraft(certificate.Certificate{}), e)
	if err != nil {
		return "", err
	}
	c = imported.Certificate()
	return fmt.Sprintf("imported a certificate: %s, %s", count(len(c.Groups), "groups"), count(len(c.Branches), "branches")), nil
}

func phraseNote(e Event) (string, error) {
	c, err := body[Change[string]](e)
	switch {
	case err != nil:
		return "", err
	case c.After == "":
		return "delete the note", nil
	case c.Before == "":
		return "note: " + c.After, nil
	}
	return "change the note to: " + c.After, nil
}

func phraseReason(e Event, set, unset string) (string, error) {
	c, err := body[Change[*string]](e)
	switch {
	case err != nil:
		return "", err
	case c.After == nil:
		return unset, nil
	case *c.After == "":
		return set, nil
	}
	return set + ": " + *c.After, nil
}

func phraseCarry(e Event, name func(string) string) (string, error) {
	c, err := body[Change[*Carry]](e)
	switch {
	case err != nil:
		return "", err
	case c.After != nil:
		s := fmt.Sprintf("note that %s carries what was seen in %s", name(c.After.Unit), name(c.After.In))
		if c.After.Reason != "" {
			s += ": " + c.After.Reason
		}
		return s, nil
	case c.Before != nil:
		return fmt.Sprintf("take back the note that %s carries what was seen in %s", name(c.Before.Unit), name(c.Before.In)), nil
	}
	return "", fmt.Errorf("it changes nothing")
}

func phraseFinish(e Event) (string, error) {
	c, err := body[Change[bool]](e)
	switch {
	case err != nil:
		return "", err
	case c.After:
		return "finish the certificate", nil
	}
	return "reopen the certificate", nil
}

func phraseKept(e Event, cert certificate.Certificate, name func(string) string) (string, error) {
	c, err := body[Change[*KeptEdit]](e)
	switch {
	case err != nil:
		return "", err
	case c.After != nil:
		return fmt.Sprintf("keep for later, made on revision %d: %s", c.After.At, c.After.Edit.Say(cert, name)), nil
	case c.Before != nil:
		return fmt.Sprintf("drop the kept edit, made on revision %d: %s", c.Before.At, c.Before.Edit.Say(cert, name)), nil
	}
	return "", fmt.Errorf("it changes nothing")
}

// phraseProject puts an act on the project into words.
func phraseProject(e Event) (string, error) {
	switch e.Kind {
	case Created:
		p, err := body[Project](e)
		return fmt.Sprintf("created the project %s (%s)", p.Name, p.Mode), err
	case Joined:
		p, err := body[Person](e)
		return fmt.Sprintf("added %s (%s)", p.Name, roles(p.Roles)), err
	case Imported:
		b, err := body[ImportBody](e)
		return fmt.Sprintf("imported %s%s%s", b.What, counted(": ", b.Counts), from(" from ", b.File)), err
	case Exported:
		b, err := body[ExportBody](e)
		to := " to " + b.File
		if b.File == "-" {
			to = " to standard output"
		}
		return fmt.Sprintf("exported %s: %s%s", b.What, count(b.Rows, "rows"), to), err
	case Locked:
		b, err := body[LockBody](e)
		return fmt.Sprintf("locked the predictions %s: %s, SHA-256 %s", b.Set, count(b.Rows, "rows"), b.SHA256), err
	case Unlocked:
		b, err := body[LockBody](e)
		return fmt.Sprintf("unlocked the predictions %s: %s, SHA-256 %s", b.Set, count(b.Rows, "rows"), b.SHA256), err
	}
	return string(e.Kind), nil
}

func roles(rs []Role) string {
	names := make([]string, len(rs))
	for i, r := range rs {
		names[i] = string(r)
	}
	return strings.Join(names, ", ")
}

func from(word, file string) string {
	if file == "" || file == "-" {
		return ""
	}
	return word + file
}

// counted lists counts, the larger things first: "3 states, 264 units".
func counted(lead string, counts map[string]int) string {
	order := []string{"states", "units", "certificates", "groups", "branches", "methods", "predictions"}
	counts = maps.Clone(counts)
	for n := range counts {
		if strings.HasPrefix(n, "method ") { // the rows of one method: told as how many methods there are
			delete(counts, n)
			counts["methods"]++
		}
	}
	names := slices.Collect(maps.Keys(counts))
	slices.SortFunc(names, func(a, b string) int {
		i, j := slices.Index(order, a), slices.Index(order, b)
		switch {
		case i >= 0 && j >= 0:
			return i - j
		case i >= 0:
			return -1
		case j >= 0:
			return 1
		}
		return strings.Compare(a, b)
	})
	if len(names) == 0 {
		return ""
	}
	for i, n := range names {
		names[i] = count(counts[n], n)
	}
	return lead + strings.Join(names, ", ")
}

// count is a number with its noun, given in the plural.
func count(n int, plural string) string {
	if n == 1 {
		switch {
		case plural == "branches":
			plural = "branch"
		default:
			plural = strings.TrimSuffix(plural, "s")
		}
	}
	return fmt.Sprintf("%d %s", n, strings.ReplaceAll(plural, "_", " "))
}
