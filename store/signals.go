package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"iter"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/review"
)

// signalDifference names the first key in which two signals of one identity differ.
func signalDifference(g, o review.Signal) string {
	if g.Verdict != o.Verdict {
		return "verdict"
	}
	return "note"
}

// hashSignal is the SHA-256 of a signal as
// {"note","reviewer","state_id","verdict"}, keys sorted, an empty note left out,
// without white space, strings in their shortest form (RFC 8785).
func hashSignal(g review.Signal) [32]byte {
	b, err := json.Marshal(g, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		panic("encode a signal: " + err.Error()) // strings always encode
	}
	v := jsontext.Value(b)
	if err := v.Canonicalize(); err != nil {
		panic("encode a signal: " + err.Error())
	}
	return sha256.Sum256(v)
}

// hashSignals is the SHA-256 over the hashes of all signals, in the order of
// reviewer and state: what the journal says of them after each import.
func hashSignals(ctx context.Context, q queryer) (string, error) {
	h := sha256.New()
	for g, err := range storedSignals(ctx, q) {
		if err != nil {
			return "", err
		}
		sum := hashSignal(g.Signal)
		h.Write(sum[:])
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

type storedSignal struct {
	review.Signal
	want []byte // the hash on record
}

func storedSignals(ctx context.Context, q queryer) iter.Seq2[storedSignal, error] {
	return func(yield func(storedSignal, error) bool) {
		rows, err := q.QueryContext(ctx, signalsSQL)
		if err != nil {
			yield(storedSignal{}, err)
			return
		}
		defer rows.Close()
		for rows.Next() {
			var g storedSignal
			err := rows.Scan(&g.Reviewer, &g.State, &g.Verdict, &g.Note, &g.want)
			if !yield(g, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(storedSignal{}, err)
		}
	}
}

// Signals lists what models said, by reviewer and state; nothing unless sc
// sees the whole of the project.
func (s *Store) Signals(ctx context.Context, sc review.Scope) ([]review.Signal, error) {
	if !sc.Whole() {
		return nil, nil
	}
	var all []review.Signal
	for g, err := range storedSignals(ctx, s.read) {
		if err != nil {
			return nil, wrap(err, "read the reviews by models")
		}
		all = append(all, g.Signal)
	}
	return all, nil
}

// signals compares the reviews by models with their hashes, and all of them
// with what the journal says after the last import.
func (v *verifier) signals(ctx context.Context) error {
	want, seq, err := lastSignals(ctx, v.tx)
	if err != nil {
		return err
	}
	changed := false
	for g, err := range storedSignals(ctx, v.tx) {
		if err != nil {
			return err
		}
		v.Signals++
		if sum := hashSignal(g.Signal); string(sum[:]) != string(g.want) {
			changed = true
			v.problem(Problem{What: "signals", State: g.State}, "the review of %s by %s was changed after it was imported", g.State, g.Reviewer)
		}
	}
	have, err := hashSignals(ctx, v.tx)
	if err != nil {
		return err
	}
	if have != want && !changed {
		v.problem(Problem{What: "signals", Seq: seq}, "the reviews by models are not those that event %d brought: some were changed, added or removed", seq)
	}
	return nil
}

// lastSignals is what the journal says of all signals: their hash after the
// last import, which is event seq; the hash of none before the first.
func lastSignals(ctx context.Context, q queryer) (hash string, seq uint64, err error) {
	none := sha256.Sum256(nil)
	hash = hex.EncodeToString(none[:])
	for e, err := range pages(ctx, q, review.Filter{Kind: review.Signalled}) {
		if err != nil {
			return "", 0, err
		}
		var b review.ImportBody
		if err := json.Unmarshal(e.Body, &b); err != nil {
			return "", 0, wrap(err, "read event %d", e.Seq)
		}
		hash, seq = b.Rows, e.Seq
	}
	return hash, seq, nil
}
