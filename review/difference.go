package review

import (
	"fmt"
	"strings"

	"suffice/certificate"
)

// Difference says in sentences what came since an edit was made and whether it
// meets the same fields: the edit itself first, then one sentence a revision.
// c is the newest certificate, name how people know a unit.
func Difference(mine certificate.Edit, since []Event, c certificate.Certificate, name func(unit string) string) []string {
	said := []string{"yours: " + mine.Say(c, name)}
	for _, e := range since {
		s := fmt.Sprintf("revision %d: %s", e.To, phrase(e, c, name))
		if edit, err := body[certificate.Edit](e); err == nil {
			if both := overlap(mine.Touches(), edit.Touches()); len(both) > 0 {
				s += " (yours changes the same: " + strings.Join(fieldNames(both, c), ", ") + ")"
			}
		}
		said = append(said, s)
	}
	return said
}

// overlap lists the fields of mine that theirs changes too; a field covers
// those under it, as "g2" covers "g2.role", and "certificate" covers all.
func overlap(mine, theirs []string) []string {
	covers := func(a, b string) bool {
		return a == "certificate" || a == b || strings.HasPrefix(b, a+".")
	}
	var both []string
	for _, m := range mine {
		for _, t := range theirs {
			if covers(m, t) || covers(t, m) {
				both = append(both, m)
				break
			}
		}
	}
	return both
}

// fieldNames puts fields as Touches names them into words: "the threshold of G2".
func fieldNames(fields []string, c certificate.Certificate) []string {
	words := make([]string, len(fields))
	for i, f := range fields {
		key, field, inGroup := strings.Cut(f, ".")
		label := key
		if _, at, ok := c.Group(certificate.GroupKey(key)); ok {
			label = c.Label(at)
		}
		switch {
		case inGroup:
			words[i] = "the " + fieldName(field) + " of " + label
		case label != key:
			words[i] = label
		default:
			words[i] = "the " + fieldName(key)
		}
	}
	return words
}

// fieldName is what people call a field of the format.
func fieldName(field string) string {
	switch field {
	case "minimum_required":
		return "threshold"
	case "necessity_weight":
		return "weight"
	case "acceptable_evidence_ids":
		return "acceptable evidence"
	case "source_quotations":
		return "quotations"
	case "groups":
		return "order of groups"
	case "optional_evidence_ids":
		return "optional evidence"
	case "observed_evidence_ids":
		return "observed list"
	case "label_confidence":
		return "confidence"
	}
	return strings.ReplaceAll(field, "_", " ") // role, rationale, branches, label_scope, ...
}
