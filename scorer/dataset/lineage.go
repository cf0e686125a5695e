package dataset

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/certificate/records"
	"suffice/scorer/methods/retrieval/tokens"
)

// world reads the states of the runs, once each, and makes their certificates
// ready.
func (s *Sources) world(ctx context.Context, runs []listing) (*world, Set, error) {
	w := &world{labelled: s.Certificates != nil, states: map[string]*stateFacts{}, labels: map[string]*labelFacts{}, faults: map[string]string{}}
	var set Set
	certs := map[string]*certificate.Certificate{}
	for i, c := range s.Certificates {
		if certs[c.State] != nil {
			return nil, set, fmt.Errorf("state %q has two certificates", c.State)
		}
		certs[c.State] = &s.Certificates[i]
	}
	if s.Load == nil {
		return w, set, nil
	}
	var hashes []string
	states := map[string]bool{}
	for _, l := range runs {
		states[l.entry.State] = true
	}
	type ready struct {
		state card.State
		facts *stateFacts // nil when there is no such state
	}
	err := inOrder(ctx, sorted(states), s.Jobs, func(ctx context.Context, id string) (ready, error) {
		state, err := s.Load(ctx, id)
		if errors.Is(err, fs.ErrNotExist) {
			return ready{}, nil
		}
		if err != nil {
			return ready{}, fmt.Errorf("read state %q: %w", id, err)
		}
		facts, err := readState(state, s.Tokens)
		return ready{state, facts}, err
	}, func(r ready) error {
		if r.facts == nil {
			return nil
		}
		w.judge(r.state, r.facts, certs[r.state.Card.ID])
		hashes = append(hashes, r.facts.hash)
		return nil
	})
	if err != nil {
		return nil, set, err
	}
	set.Lineage.States = &Given{len(hashes), hashLines(hashes)}
	if s.Tokens != nil {
		name := tokens.Tokenizer
		set.Lineage.Tokenizer = &name
	}
	if w.labelled {
		var labels []string
		for _, id := range sorted(certs) {
			labels = append(labels, string(records.Canonical(certificate.Encode(*certs[id]))))
		}
		set.Lineage.Labels = &Given{len(labels), hashLines(labels)}
	}
	return w, set, nil
}

// hashLines is the SHA-256 of lines, each ended by LF.
func hashLines(lines []string) string {
	h := sha256.New()
	for _, l := range lines {
		h.Write([]byte(l))
		h.Write([]byte{'\n'})
	}
	return hex.EncodeToString(h.Sum(nil))
}

// lineage gathers what the runs tell of themselves.
type lineage struct {
	of      *Lineage
	joins   map[Join]int
	configs map[string]Configuration
}

func newLineage(of *Lineage) *lineage {
	return &lineage{of, map[Join]int{}, map[string]Configuration{}}
}

func (l *lineage) add(a *artifacts) {
	l.of.RunIDs = append(l.of.RunIDs, a.entry.RunID)
	l.of.Inputs = append(l.of.Inputs, a.inputs...)
	l.joins[a.joined]++
	if a.manifest == nil {
		return
	}
	if hash := configurationHash(a.manifest); hash != "" {
		l.configs[hash] = Configuration{hash, a.entry.Method, records.Canonical(a.manifest.Identity.Configuration)}
	}
}

func (l *lineage) done() {
	for _, j := range []Join{Joined, NoLabels, NoState, NoCertificate, NotScorable, OtherState, Unknowable} {
		if n := l.joins[j]; n > 0 {
			l.of.Joins = append(l.of.Joins, JoinCount{j, n})
		}
	}
	for _, hash := range sorted(l.configs) {
		l.of.Configurations = append(l.of.Configurations, l.configs[hash])
	}
	slices.SortFunc(l.of.Inputs, func(a, b Input) int { return cmp.Compare(a.Path, b.Path) })
}
