package review

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate"
	"suffice/certificate/card"
)

// Problem is one thing that stands in the way of freezing.
type Problem struct {
	State string `json:"state_id"`
	Text  string `json:"text"`
}

// FreezeCheck is one check with how many states it looked at.
type FreezeCheck struct {
	Name     string    `json:"name"`
	Title    string    `json:"title"` // in a few words, what is wrong where it fails
	Checked  int       `json:"checked"`
	Problems []Problem `json:"problems"`
}

// FreezeChecks runs every check of spec 3.6 that can be made before the
// archives are, in a fixed order. It opens every state of the release.
// Errors: *ForbiddenError.
func (d *Desk) FreezeChecks(ctx context.Context) ([]FreezeCheck, error) {
	checks, _, err := d.checkRelease(ctx)
	return checks, err
}

// Freeze freezes every closed state. Errors: *FreezeError with the checks that
// fail, *FrozenError, *ForbiddenError.
func (d *Desk) Freeze(ctx context.Context) (FreezeBody, error) {
	b, err := d.board(ctx)
	if err != nil {
		return FreezeBody{}, err
	}
	if b.Freeze != nil {
		return *b.Freeze, &FrozenError{}
	}
	checks, freeze, err := d.checkRelease(ctx)
	if err != nil {
		return FreezeBody{}, err
	}
	if slices.ContainsFunc(checks, func(c FreezeCheck) bool { return len(c.Problems) > 0 }) {
		return FreezeBody{}, &FreezeError{checks}
	}
	return freeze, d.onProject(ctx, Froze, freeze)
}

// inspection is a walk over the release.
type inspection struct {
	checks []*FreezeCheck
	labels strings.Builder
	prints map[[32]byte]string
	splits map[string][2]string // what must stay in one split: the split and the state that said so
}

func (d *Desk) checkRelease(ctx context.Context) ([]FreezeCheck, FreezeBody, error) {
	if err := d.Scope().Oversee("freeze the release"); err != nil {
		return nil, FreezeBody{}, err
	}
	cases, err := d.cases(ctx)
	if err != nil {
		return nil, FreezeBody{}, err
	}
	in := &inspection{prints: map[[32]byte]string{}, splits: map[string][2]string{}}
	var freeze FreezeBody
	for _, k := range cases {
		switch {
		case k.Course.Phase == Excluded:
			freeze.Excluded++
			continue
		case k.Course.Reserve:
			continue
		}
		freeze.States++
		in.course(k.Course)
		whole, err := d.repo.Case(ctx, d.Scope(), k.Course.State)
		if err != nil {
			return nil, freeze, fmt.Errorf("check %s: %w", k.Course.State, err)
		}
		st, err := d.repo.State(ctx, d.Scope(), k.Course.State)
		if err != nil {
			return nil, freeze, fmt.Errorf("check %s: %w", k.Course.State, err)
		}
		in.certificate(st, whole.Sheets[Main])
		in.card(st)
	}
	if freeze.States == 0 {
		in.check("release", "the release holds no state").add("", "there is no state to freeze")
	}
	sum := sha256.Sum256([]byte(in.labels.String()))
	freeze.SHA256 = hex.EncodeToString(sum[:])
	checks := make([]FreezeCheck, len(in.checks))
	for i, c := range in.checks {
		checks[i] = *c
	}
	return checks, freeze, nil
}

// check finds a check by name, or begins it.
func (in *inspection) check(name, title string) *FreezeCheck {
	for _, c := range in.checks {
		if c.Name == name {
			return c
		}
	}
	c := &FreezeCheck{Name: name, Title: title, Problems: []Problem{}}
	in.checks = append(in.checks, c)
	return c
}

func (c *FreezeCheck) add(state, format string, args ...any) {
	c.Problems = append(c.Problems, Problem{state, fmt.Sprintf(format, args...)})
}

// course checks how far a state has come.
func (in *inspection) course(c Course) {
	open := in.check("open", "states that are not closed")
	open.Checked++
	arbitration := in.check("arbitration", "arbitrations that are not decided")
	arbitration.Checked++
	replacement := in.check("replacement", "replacements that are not reviewed")
	if c.Replaces != "" {
		replacement.Checked++
	}
	why := unfinished(c)
	switch {
	case why == "":
	case c.Phase == Arbitrate:
		arbitration.add(c.State, "%s: %s", c.State, why)
	case c.Replaces != "":
		replacement.add(c.State, "%s, which replaces %s: %s", c.State, c.Replaces, why)
	default:
		open.add(c.State, "%s: %s", c.State, why)
	}
}

// certificate checks the label of a state against its card and pool.
func (in *inspection) certificate(st card.State, w Work) {
	c := w.Draft.Certificate()
	in.labels.Write(certificate.Encode(bare(c)))
	in.labels.WriteByte('\n')
	join := in.check("labels", "states without the label that belongs to them")
	join.Checked++
	if c.State != st.Card.ID || len(c.Groups) == 0 {
		join.add(st.Card.ID, "%s has no certificate of its own", st.Card.ID)
	}
	found := certificate.Findings(c, st.Card, &st.Pool, card.Observe(st), certificate.Compile(c))
	for _, check := range findingChecks() {
		one := in.check(check.name, check.title)
		one.Checked++
		for _, f := range found {
			if check.takes(w, f) {
				one.add(st.Card.ID, "%s: %s", st.Card.ID, strings.TrimSuffix(f.Text, "."))
			}
		}
	}
}

// findingCheck is a check that findings answer.
type findingCheck struct {
	name, title string
	takes       func(Work, certificate.Finding) bool
}

// findingChecks sort the findings; what is in none of the named ones and stops
// a certificate is a blocking finding.
func findingChecks() []findingCheck {
	named := [][]string{
		{certificate.CodeUnknownUnit},
		{certificate.CodeObservedUnit, certificate.CodeObservedMismatch},
		{certificate.CodeQuotationNotFound},
		{certificate.CodeEmptyBranch, certificate.CodeBranchDuplicate},
	}
	of := func(i int) func(Work, certificate.Finding) bool {
		return func(_ Work, f certificate.Finding) bool { return slices.Contains(named[i], f.Code) }
	}
	return []findingCheck{
		{"evidence", "evidence IDs that are not in the pool", of(0)},
		{"observed", "observed units that differ from the card or are accepted", of(1)},
		{"quotations", "quotations that are not found in the source", of(2)},
		{"branches", "branches that are empty or repeated", of(3)},
		{"blocking", "findings that block", func(w Work, f certificate.Finding) bool {
			for i := range named {
				if of(i)(w, f) {
					return false
				}
			}
			return f.Severity == certificate.Blocking || f.Severity == certificate.Freezing && w.Made()
		}},
	}
}

// card checks what the release says of a state without its label.
func (in *inspection) card(st card.State) {
	id := st.Card.ID
	provenance := in.check("provenance", "states or units that do not say where they come from")
	provenance.Checked++
	if st.Card.Repo == "" {
		provenance.add(id, "%s names no repository", id)
	}
	for _, u := range st.Pool.Units {
		if u.Path == "" {
			provenance.add(id, "%s: the unit %s names no source file", id, u.ID)
		}
	}
	unique := in.check("unique", "states that show the same as another one")
	unique.Checked++
	sum := visibleSum(st)
	if first, twice := in.prints[sum]; twice {
		unique.add(id, "%s shows the same as %s", id, first)
	} else {
		in.prints[sum] = id
	}
	splits := in.check("splits", "instances or repositories in two splits")
	splits.Checked++
	for _, kept := range []string{"the instance " + st.Card.InstanceID, "the repository " + st.Card.Repo} {
		if strings.HasSuffix(kept, " ") {
			continue
		}
		switch first, known := in.splits[kept]; {
		case !known:
			in.splits[kept] = [2]string{st.Card.Split, id}
		case first[0] != st.Card.Split:
			splits.add(id, "%s is in the split %q with %s and in %q with %s", kept, first[0], first[1], st.Card.Split, id)
		}
	}
}

// visibleSum is SHA-256 over the canonical JSON of what a state shows, without
// its IDs: two states with the same sum are the same decision.
func visibleSum(st card.State) [32]byte {
	type unit struct {
		Path     string
		From, To int
		Text     string
	}
	c := st.Card
	c.ID, c.ItemID, c.InstanceID, c.Split, c.Observed, c.Raw = "", "", "", "", nil, nil
	units := make([]unit, 0, len(st.Pool.Units))
	for _, u := range st.Pool.Units {
		units = append(units, unit{u.Path, u.LineStart, u.LineEnd, u.Text})
	}
	raw, err := json.Marshal(struct {
		Card  card.StateCard
		Units []unit
	}{c, units}, json.Deterministic(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return sha256.Sum256([]byte(st.Card.ID)) // only its own: it equals no other
	}
	return sha256.Sum256(raw)
}
