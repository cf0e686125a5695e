package sensitivity

import (
	"fmt"
	"strconv"

	"suffice/review"
	"suffice/scorer"
	"suffice/tui/part"
)

// meaning says what a class means.
func meaning(c scorer.Class) string {
	switch c {
	case scorer.L0:
		return "Nothing in the exported certificate changed."
	case scorer.L1:
		return "The certificate changed, but no outcome of a locked method does: the benchmark says the same of all of them."
	case scorer.L2:
		return "A locked method succeeds where it failed, or fails where it succeeded: the change decides what the benchmark says of it."
	case review.L3:
		return "The state was replaced: its decision boundary cannot be scored on its own."
	}
	return ""
}

// verdict is the class with its numbers.
func (p *picture) verdict(locked int) string {
	switch {
	case p.class == review.L3:
		return "L3"
	case !p.compared:
		return "no class"
	case locked == 0:
		return string(p.class) + "  no prediction set is locked"
	}
	return fmt.Sprintf("%s  %d of %d outcomes flip", p.class, p.flips, p.outcomes)
}

// explain says what the class means, or why there is none.
func (p *picture) explain(locked int) string {
	switch {
	case p.class != review.L3 && !p.compared:
		return "What it is held against has no groups: it asks for nothing, so every ranking completes it and nothing is learned from a comparison. The columns show the certificate as it is now."
	case p.class != review.L3 && locked == 0:
		return "Without locked rankings nothing can flip. " + meaning(p.class)
	}
	return meaning(p.class)
}

// against says what the certificate is held against.
func (p *picture) against(now review.Outcomes) string {
	text := fmt.Sprintf("revision %d against %s", now.Revision, p.base.Words)
	if p.base.Revision > 0 {
		text += fmt.Sprintf(" (revision %d)", p.base.Revision)
	}
	return text
}

// slotWords is where a ranking completes.
func slotWords(slot int) string {
	switch {
	case slot < 0:
		return "never"
	case slot == 0:
		return "at once"
	}
	return "at " + strconv.Itoa(slot)
}

// completesAt says in words that a ranking completes at a slot.
func completesAt(slot int) string {
	if slot < 0 {
		return "never completes"
	}
	return "completes " + slotWords(slot)
}

func slotSign(slot int) string {
	if slot < 0 {
		return "–"
	}
	return strconv.Itoa(slot)
}

// completes says in a sentence where a ranking completes the certificate.
func completes(l line, compared bool) string {
	text := "completes " + slotWords(l.now) + " of " + part.Many(len(l.ranked), "unit")
	if l.now < 0 {
		text = "never completes within its " + part.Many(len(l.ranked), "unit")
	}
	if compared && l.was != l.now {
		text += "; before: " + slotWords(l.was)
	}
	return text
}
