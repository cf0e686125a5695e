package review

import (
	"context"
	"slices"
	"strings"

	"suffice/audit"
)

// Sampling asks for an audit.
type Sampling struct {
	States   int        // how many
	Auditors []PersonID // A, then B; nil: drawn from everyone who may
	Seed     uint64
	DryRun   bool
}

// Sample draws states of the frozen release uniformly and two auditors for all
// of them. Errors: *StaffingError, *DutyError, *NotFrozenError, *SampledError,
// *ForbiddenError, *UnknownPersonError.
func (d *Desk) Sample(ctx context.Context, s Sampling) (AuditBody, error) {
	b, release, err := d.release(ctx, "draw an audit")
	if err != nil {
		return AuditBody{}, err
	}
	if b.Sample != nil {
		return AuditBody{}, &SampledError{len(b.Sample.Sample.States)}
	}
	sample, err := audit.Draw(release, s.States, s.Seed)
	if err != nil {
		return AuditBody{}, err
	}
	drawn := AuditBody{Sample: sample.Record(), Auditors: s.Auditors}
	if s.Auditors == nil {
		if drawn.Auditors, err = d.drawAuditors(ctx, drawn.Sample.States, s.Seed); err != nil {
			return AuditBody{}, err
		}
	}
	if s.DryRun {
		return drawn, nil
	}
	return drawn, d.onProject(ctx, Sampled, drawn)
}

// release lists the states of the frozen release.
func (d *Desk) release(ctx context.Context, act string) (Board, []string, error) {
	if err := d.Scope().Oversee(act); err != nil {
		return Board{}, nil, err
	}
	b, err := d.board(ctx)
	if err != nil {
		return b, nil, err
	}
	if b.Freeze == nil {
		return b, nil, &NotFrozenError{act}
	}
	cases, err := d.cases(ctx)
	var release []string
	for _, k := range cases {
		if k.Course.Phase == Frozen {
			release = append(release, k.Course.State)
		}
	}
	return b, release, err
}

func (d *Desk) drawAuditors(ctx context.Context, states []string, seed uint64) ([]PersonID, error) {
	cases, err := d.cases(ctx)
	if err != nil {
		return nil, err
	}
	people, err := d.candidates(ctx, Staffing{Task: TaskAudit}, cases)
	if err != nil {
		return nil, err
	}
	plan, err := AssignAudit(states, people, seed)
	if err != nil {
		return nil, err
	}
	out := make([]PersonID, 2)
	for _, s := range plan.Seats {
		if s.Slot == SlotA {
			out[0] = s.Person
		} else {
			out[1] = s.Person
		}
	}
	return out, nil
}

// Strata are what the states of a release are divided by.
type Strata string

// The divisions of a stratified sample.
const (
	ByBoundary    Strata = "boundary"
	ByRepository  Strata = "repository"
	BySensitivity Strata = "sensitivity"
)

// SampleStrata draws a stratified sample of the frozen release; it seats
// nobody and says nothing of the release. take says how many of each stratum,
// by name; one that it does not name gives rest, or all it has if that is
// fewer. Errors: *NotFrozenError, *ForbiddenError.
func (d *Desk) SampleStrata(ctx context.Context, by Strata, take map[string]int, rest int, seed uint64) (audit.Stratified, error) {
	_, release, err := d.release(ctx, "draw a stratified sample")
	if err != nil {
		return audit.Stratified{}, err
	}
	names, err := d.strataOf(ctx, by, release)
	if err != nil {
		return audit.Stratified{}, err
	}
	var strata []audit.Stratum
	for _, id := range release {
		i := slices.IndexFunc(strata, func(s audit.Stratum) bool { return s.Name == names[id] })
		if i < 0 {
			strata = append(strata, audit.Stratum{Name: names[id]})
			i = len(strata) - 1
		}
		strata[i].States = append(strata[i].States, id)
	}
	slices.SortFunc(strata, func(a, b audit.Stratum) int { return strings.Compare(a.Name, b.Name) })
	for i, s := range strata {
		n, named := take[s.Name]
		if !named {
			n = min(rest, len(s.States))
		}
		strata[i].Take = n
	}
	for name := range take {
		if !slices.ContainsFunc(strata, func(s audit.Stratum) bool { return s.Name == name }) {
			return audit.Stratified{}, &UnknownStratumError{name, by}
		}
	}
	return audit.DrawStratified(strata, seed)
}

// strataOf names the stratum of each state.
func (d *Desk) strataOf(ctx context.Context, by Strata, release []string) (map[string]string, error) {
	names := make(map[string]string, len(release))
	switch by {
	case BySensitivity:
		changes, err := d.Sensitivity(ctx)
		for _, c := range changes {
			names[c.State] = string(c.Class)
		}
		return names, err
	case ByBoundary, ByRepository:
		rows, err := d.Queue(ctx)
		for _, r := range rows {
			names[r.State] = string(r.Boundary)
			if by == ByRepository {
				names[r.State] = r.Repo
			}
		}
		return names, err
	}
	return nil, &UnknownStratumError{"", by}
}

// AuditProgress tells an organizer how far the auditors are.
type AuditProgress struct {
	Audit     AuditBody
	Submitted map[Slot]int
	Open      map[Slot][]string // states not submitted, in the order of the sample
	Reported  bool
}

// AuditStatus tells how far the audit is. Errors: *NotSampledError,
// *ForbiddenError.
func (d *Desk) AuditStatus(ctx context.Context) (AuditProgress, error) {
	p, _, err := d.auditStatus(ctx)
	return p, err
}

func (d *Desk) auditStatus(ctx context.Context) (AuditProgress, []audit.Sheet, error) {
	if err := d.Scope().Oversee("see how far the audit is"); err != nil {
		return AuditProgress{}, nil, err
	}
	b, err := d.board(ctx)
	if err != nil {
		return AuditProgress{}, nil, err
	}
	if b.Sample == nil {
		return AuditProgress{}, nil, &NotSampledError{}
	}
	cases, err := d.cases(ctx)
	if err != nil {
		return AuditProgress{}, nil, err
	}
	p := AuditProgress{Audit: *b.Sample, Submitted: map[Slot]int{}, Open: map[Slot][]string{}, Reported: b.Report != nil}
	var sheets []audit.Sheet
	for _, id := range b.Sample.Sample.States {
		k, _ := find(cases, id)
		for _, slot := range []Slot{SlotA, SlotB} {
			s := k.Course.Audits[slot]
			if !s.Submitted {
				p.Open[slot] = append(p.Open[slot], id)
				continue
			}
			p.Submitted[slot]++
			sheets = append(sheets, s)
		}
	}
	return p, sheets, nil
}

// AuditReport makes the report (table 9), and with record ends the audit: from
// then on outcomes are open to the auditors too. States that not both auditors
// submitted must be named in exclude. Errors: *AuditOpenError,
// *NotSampledError, *ForbiddenError.
func (d *Desk) AuditReport(ctx context.Context, exclude []string, r audit.Resampling, record bool) (audit.Report, error) {
	p, sheets, err := d.auditStatus(ctx)
	if err != nil {
		return audit.Report{}, err
	}
	named := func(id string) bool { return slices.Contains(exclude, id) }
	open := map[Slot][]string{}
	for slot, ids := range p.Open {
		open[slot] = slices.DeleteFunc(slices.Clone(ids), named)
	}
	if len(open[SlotA])+len(open[SlotB]) > 0 {
		return audit.Report{}, &AuditOpenError{open}
	}
	sheets = slices.DeleteFunc(sheets, func(s audit.Sheet) bool { return named(s.State) })
	_, release, err := d.release(ctx, "report the audit")
	if err != nil {
		return audit.Report{}, err
	}
	sample, err := audit.Redraw(p.Audit.Sample, release)
	if err != nil {
		return audit.Report{}, err
	}
	frozen := make([]audit.Frozen, 0, len(p.Audit.Sample.States))
	for _, id := range p.Audit.Sample.States {
		k, err := d.repo.Case(ctx, d.Scope(), id)
		if err != nil {
			return audit.Report{}, err
		}
		frozen = append(frozen, frozenState(k.Sheets[Main].Draft.Certificate()))
	}
	report, err := audit.NewReport(sample, frozen, sheets, r)
	if err != nil || !record || p.Reported {
		return report, err
	}
	body := p.Audit
	body.Excluded, body.Headlines = exclude, headlines(report)
	return report, d.onProject(ctx, Reported, body)
}

// headlines are the figures of a report that the ledger keeps.
func headlines(r audit.Report) []string {
	var lines []string
	for _, f := range []audit.Figure{r.AcceptedByBoth, r.FlaggedByAtLeastOne, r.FlaggedByBoth, r.GroupsAlikeInEight, r.State.TwicePo, r.Group.TwicePo} {
		lines = append(lines, f.Name+": "+f.Text())
	}
	return lines
}
