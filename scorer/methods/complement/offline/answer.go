package offline

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/card"
	"suffice/scorer/methods/complement"
)

// selection is the answer of a stage that only names units.
type selection struct {
	IDs []string `json:"ids"`
}

// delivery is the answer of finalize.
type delivery struct {
	Ranked []string `json:"ranked_ids"`
	Keep   int      `json:"keep"`
}

// encode writes an answer. IDs come from JSON, so only one made by hand can
// hold bytes that are no text; they are replaced and then name no unit.
func encode(answer any) (string, error) {
	text, err := json.Marshal(answer, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return "", fmt.Errorf("write the answer: %w", err)
	}
	return string(text), nil
}

// requestHash is the SHA-256 over everything that was asked: the question, the
// parts of the state that are read, and the cards in the order shown. Every
// text is preceded by its length and every list by its count, so that different
// questions never run together to the same bytes.
func requestHash(q complement.Question) string {
	w := digest{sha256.New()}
	w.texts(Model, q.Method, q.Stage)
	w.numbers(q.Attempt, q.Min, q.Max, q.MinKeep, q.MaxKeep, q.MaxTokens, len(q.Cards))
	w.state(q.State)
	for _, c := range q.Cards {
		w.texts(c.ID, c.Path, c.Symbol, c.Text, string(c.Origin))
		w.numbers(c.LineStart, c.LineEnd, bit(c.Observed))
	}
	return hex.EncodeToString(w.Sum(nil))
}

func textHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

type digest struct{ hash.Hash }

func (d digest) numbers(list ...int) {
	var b [8]byte
	for _, n := range list {
		binary.BigEndian.PutUint64(b[:], uint64(int64(n)))
		d.Write(b[:])
	}
}

func (d digest) texts(list ...string) {
	for _, t := range list {
		d.numbers(len(t))
		d.Write([]byte(t))
	}
}

// state takes in what the policy reads of a state: never who planned it.
func (d digest) state(s card.StateCard) {
	d.texts(s.ID, s.Need, s.Subgoal, s.Hypothesis, s.Observation, s.Issue, s.Diff, s.TestOutput)
	for _, list := range [][]string{s.OpenedFiles, s.Queries} {
		d.numbers(len(list))
		d.texts(list...)
	}
	d.numbers(len(s.Steps))
	for _, step := range s.Steps {
		d.texts(step.Action, step.Input, step.Output)
		d.numbers(len(step.Results), bit(step.Read != nil))
		for _, h := range step.Results {
			d.texts(h.Path, h.Symbol, h.Content)
			d.numbers(h.LineStart, h.LineEnd)
		}
		if step.Read != nil {
			d.texts(step.Read.Path)
			d.numbers(step.Read.LineStart, step.Read.LineEnd)
		}
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}
