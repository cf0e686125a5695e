package calibrate

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"suffice/certificate"
)

// draw picks n certificates, all when there are fewer, and returns them by
// state ID. Every state draws a lot of its own from the seed and its ID, so the
// subset depends neither on the order of the file nor on how lots are made
// elsewhere, and a greater n only adds states.
func draw(certs []certificate.Certificate, n int, seed uint64) ([]certificate.Certificate, error) {
	if len(certs) == 0 {
		return nil, fmt.Errorf("the split has no certificates; calibration needs labelled states")
	}
	type lot struct {
		cert certificate.Certificate
		hash [sha256.Size]byte
	}
	lots := make([]lot, len(certs))
	for i, c := range certs {
		salted := binary.BigEndian.AppendUint64([]byte("calibrate\x00"), seed)
		lots[i] = lot{c, sha256.Sum256(append(salted, c.State...))}
	}
	slices.SortFunc(lots, func(a, b lot) int {
		return cmp.Or(slices.Compare(a.hash[:], b.hash[:]), cmp.Compare(a.cert.State, b.cert.State))
	})
	for i := 1; i < len(lots); i++ {
		if lots[i].cert.State == lots[i-1].cert.State {
			return nil, fmt.Errorf("state %q has two certificates", lots[i].cert.State)
		}
	}
	out := make([]certificate.Certificate, 0, n)
	for _, l := range lots[:min(n, len(lots))] {
		out = append(out, l.cert)
	}
	slices.SortFunc(out, func(a, b certificate.Certificate) int { return cmp.Compare(a.State, b.State) })
	return out, nil
}

// OverlapError says that the subset is not disjoint by repository from what is
// to be evaluated.
type OverlapError struct {
	Repositories []string // in both, sorted
	States       []string // of the subset, in these repositories, sorted
	Unknown      []string // of the subset, whose repository the card does not name, sorted
}

func (e *OverlapError) Error() string {
	var parts []string
	if len(e.Repositories) > 0 {
		parts = append(parts, fmt.Sprintf("%s of the subset come from repositories that are evaluated: %s; calibrate on a split of other repositories, or leave these states out of it",
			counted(len(e.States), "state", "states"), few(e.Repositories)))
	}
	if len(e.Unknown) > 0 {
		parts = append(parts, fmt.Sprintf("the cards of %s of the subset name no repository, so they cannot be told from those evaluated: %s",
			counted(len(e.Unknown), "state", "states"), few(e.Unknown)))
	}
	return strings.Join(parts, "; ")
}

func counted(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, more)
}

// few names the first of a list.
func few(names []string) string {
	const most = 5
	text := strings.Join(names[:min(most, len(names))], ", ")
	if len(names) > most {
		text += fmt.Sprintf(" and %d more", len(names)-most)
	}
	return text
}

// disjoint refuses a subset that shares a repository with the evaluation.
func disjoint(states []judged, evaluation []string) error {
	if evaluation == nil {
		return nil
	}
	e := &OverlapError{}
	for _, s := range states {
		switch {
		case s.card.Card.Repo == "":
			e.Unknown = append(e.Unknown, s.cert.State)
		case slices.Contains(evaluation, s.card.Card.Repo):
			e.States = append(e.States, s.cert.State)
			e.Repositories = append(e.Repositories, s.card.Card.Repo)
		}
	}
	if len(e.States)+len(e.Unknown) == 0 {
		return nil
	}
	slices.Sort(e.Repositories)
	e.Repositories = slices.Compact(e.Repositories)
	return e
}
