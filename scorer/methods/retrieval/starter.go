package retrieval

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/card"
	"suffice/certificate/records"
)

// StarterQuery is the query of the benchmark's onboarding baseline: repository,
// issue, information need, observation, hypothesis, subgoal, opened files and
// search queries of the card, one a line. Lists are read from the card as it
// was imported when there is such a record, so that strings inside nested
// lists count as they do there.
func StarterQuery(s card.StateCard) string {
	var b strings.Builder
	line := func(text string) { b.WriteString(text); b.WriteByte('\n') }
	for _, text := range []string{s.Repo, s.Issue, s.Need, s.Observation, s.Hypothesis, s.Subgoal} {
		line(text)
	}
	for _, list := range []struct {
		key     string
		decoded []string
	}{{"opened_files", s.OpenedFiles}, {"search_queries", s.Queries}} {
		if raw := member(s.Raw, list.key); raw != nil {
			eachString(raw, line)
			continue
		}
		for _, text := range list.decoded {
			line(text)
		}
	}
	return b.String()
}

func member(raw []records.Member, key string) jsontext.Value {
	for _, m := range raw {
		if m.Name == key {
			return m.Value
		}
	}
	return nil
}

// eachString hands over every string of a JSON string or of a list at any
// depth; objects, numbers and the rest are passed by.
func eachString(v jsontext.Value, yield func(string)) {
	d := jsontext.NewDecoder(strings.NewReader(string(v)))
	for {
		switch d.PeekKind() {
		case '"':
			t, err := d.ReadToken()
			if err != nil {
				return
			}
			yield(t.String())
		case '{':
			if d.SkipValue() != nil {
				return
			}
		case jsontext.KindInvalid:
			return
		default:
			if _, err := d.ReadToken(); err != nil {
				return
			}
		}
	}
}
