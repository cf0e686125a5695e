package run

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
	"suffice/scorer/methods"
)

// prepared is a plan that can be run: checked, with the lock of its experiment.
type prepared struct {
	Plan
	planned  []Planned   // of Methods, in their order
	order    []int       // of Methods: every source before what is derived from it
	whole    *Experiment // with what earlier sessions planned
	lock     *os.File
	playback *playback // of a replay
}

// check fills in what may be left out and says what is wrong with a plan.
func (p *Plan) check() error {
	switch {
	case p.Root == "":
		return &PlanError{"a plan needs a results folder"}
	case p.Experiment == "":
		return &PlanError{"an experiment needs a name"}
	case !utf8.ValidString(p.Experiment):
		return &PlanError{fmt.Sprintf("the name of experiment %q is no UTF-8 text: choose another name", p.Experiment)}
	case len(p.Methods) == 0:
		return &PlanError{"an experiment needs a method to run"}
	case len(p.States) == 0:
		return &PlanError{"an experiment needs a state to run on"}
	case p.Load == nil:
		return &PlanError{"a plan needs a way to read its states"}
	case p.Repetition < 0:
		return &PlanError{fmt.Sprintf("repetition is %d; it counts from 0", p.Repetition)}
	case p.Budget < 0:
		return &PlanError{fmt.Sprintf("the context budget is %d tokens; it is 0, for none, or more", p.Budget)}
	case p.Jobs < 0:
		return &PlanError{fmt.Sprintf("%d jobs cannot be run; it is 0, for one each core, or more", p.Jobs)}
	}
	if p.Jobs == 0 {
		p.Jobs = runtime.GOMAXPROCS(0)
	}
	if p.Now == nil {
		p.Now = time.Now
	}
	seen := map[string]bool{}
	for _, s := range p.States {
		if !utf8.ValidString(s) {
			return &PlanError{fmt.Sprintf("the ID of state %q is no UTF-8 text", s)}
		}
		if s == "" || seen[s] {
			return &PlanError{fmt.Sprintf("state %q is planned twice or has no ID", s)}
		}
		seen[s] = true
	}
	return nil
}

// describe works out the configuration of every method.
func (p *Plan) describe() ([]Planned, error) {
	var all []Planned
	for _, m := range p.Methods {
		d := Planned{ID: m.ID()}
		if d.ID == "" || slices.ContainsFunc(all, func(o Planned) bool { return o.ID == d.ID }) {
			return nil, &PlanError{fmt.Sprintf("method %q is planned twice or has no ID", d.ID)}
		}
		c, err := configuration(m.Identity())
		if err != nil {
			return nil, &PlanError{fmt.Sprintf("the configuration of %s cannot be written down: %v", d.ID, err)}
		}
		d.Configuration = c
		if from, ok := m.(methods.Derived); ok {
			d.From = from.From()
		}
		if p.Model != nil {
			d.Model = p.Model(d.ID)
		}
		all = append(all, d)
	}
	return all, nil
}

// prepare checks a plan, takes the lock of its experiment and writes down what
// is planned. Nothing is left behind when it fails on a new experiment.
func prepare(ctx context.Context, p Plan, play *playback) (*prepared, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	planned, err := p.describe()
	if err != nil {
		return nil, err
	}
	if play != nil {
		for i := range planned {
			planned[i].Model = play.models[planned[i].ID]
		}
	}
	r := &prepared{Plan: p, planned: planned, playback: play}
	dir := experimentDir(p.Root, p.Experiment)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, storage(err, "make the folder of experiment %q", p.Experiment)
	}
	if r.lock, err = acquire(ctx, dir, p.Experiment, p.Notebook); err != nil {
		return nil, err
	}
	if err := r.join(dir); err != nil {
		release(r.lock)
		return nil, err
	}
	return r, nil
}

// join begins the experiment, or brings the plan together with what is there.
func (r *prepared) join(dir string) error {
	was, err := readExperiment(r.Root, r.Experiment)
	switch {
	case errors.Is(err, fs.ErrNotExist): // new, or killed before anything was run
		r.whole = &Experiment{Schema: ExperimentSchema, ID: r.Experiment, Revision: r.Revision, Seed: r.Seed, Repetition: r.Repetition, Budget: r.Budget, Notebook: r.Notebook}
		if r.playback != nil {
			r.whole.Replay = r.playback.mark()
		}
	case err == nil && was.Notebook != r.Notebook:
		return &PlanError{fmt.Sprintf("%q is the name of a notebook, not of an experiment, or the other way round: choose another name", r.Experiment)}
	case err != nil:
		return storage(err, "read what experiment %q planned", r.Experiment)
	case !r.Resume && !r.Notebook:
		return &ExistsError{r.Root, r.Experiment}
	default:
		r.whole = was
		if err := r.same(was); err != nil && !r.Notebook {
			return err
		}
	}
	r.widen()
	if r.order, err = r.sources(); err != nil {
		return err
	}
	r.whole.Sessions = append(r.whole.Sessions, Session{Started: r.Now().UnixMilli(), Jobs: r.Jobs})
	return r.save()
}

// same refuses to go on with other settings than those of earlier sessions.
func (r *prepared) same(was *Experiment) error {
	differs := func(what, key, a, b string) error {
		return &ChangedError{Experiment: r.Experiment, What: what, Key: key, Was: a, Is: b}
	}
	for _, s := range []struct{ what, was, is string }{
		{ChangedRevision, was.Revision, r.Revision},
		{"seed", strconv.FormatUint(was.Seed, 10), strconv.FormatUint(r.Seed, 10)},
		{"repetition", strconv.Itoa(was.Repetition), strconv.Itoa(r.Repetition)},
		{"context budget", strconv.Itoa(was.Budget), strconv.Itoa(r.Budget)},
	} {
		if s.was != s.is {
			return differs(s.what, "", s.was, s.is)
		}
	}
	for _, is := range r.planned {
		i := slices.IndexFunc(was.Methods, func(o Planned) bool { return o.ID == is.ID })
		if i < 0 {
			continue
		}
		old := was.Methods[i]
		if old.Model != is.Model {
			return differs("model key of "+is.ID, "", old.Model, is.Model)
		}
		if !records.Equal(old.Configuration, is.Configuration) {
			return changedConfiguration(r.Experiment, is.ID, old.Configuration, is.Configuration)
		}
	}
	return nil
}

// changedConfiguration names the first place where two configurations differ.
func changedConfiguration(experiment, method string, was, is jsontext.Value) error {
	key := records.FirstDifference(was, is)
	return &ChangedError{Experiment: experiment, What: "configuration of " + method, Key: key, Was: standing(was, key), Is: standing(is, key)}
}

// standing is what stands at a key path of plain names and positions; a dash
// when nothing does.
func standing(v jsontext.Value, path string) string {
	for _, name := range strings.FieldsFunc(path, func(c rune) bool { return c == '.' || c == '[' || c == ']' }) {
		if i, err := strconv.Atoi(name); err == nil && v.Kind() == jsontext.KindBeginArray {
			all, err := records.Elements(v)
			if err != nil || i >= len(all) {
				return "-"
			}
			v = all[i]
			continue
		}
		members, err := records.Members(v)
		i := slices.IndexFunc(members, func(m records.Member) bool { return m.Name == name })
		if err != nil || i < 0 {
			return "-"
		}
		v = members[i].Value
	}
	if len(v) > 80 {
		return string(v[:77]) + "..."
	}
	return string(v)
}

// widen adds methods and states that the experiment did not have, at the end. A
// notebook keeps the latest settings.
func (r *prepared) widen() {
	for _, m := range r.planned {
		if i := slices.IndexFunc(r.whole.Methods, func(o Planned) bool { return o.ID == m.ID }); i >= 0 {
			r.whole.Methods[i] = m
		} else {
			r.whole.Methods = append(r.whole.Methods, m)
		}
	}
	r.whole.Revision, r.whole.Seed, r.whole.Repetition, r.whole.Budget = r.Revision, r.Seed, r.Repetition, r.Budget
	there := make(map[string]bool, len(r.whole.States))
	for _, s := range r.whole.States {
		there[s] = true
	}
	for _, s := range r.States {
		if !there[s] {
			r.whole.States = append(r.whole.States, s)
		}
	}
}

// sources orders the methods so that every derived one comes after its source,
// which is among them or was run in an earlier session.
func (r *prepared) sources() ([]int, error) {
	var order []int
	placed := map[string]bool{}
	for len(order) < len(r.planned) {
		before := len(order)
		for i, m := range r.planned {
			here := slices.ContainsFunc(r.planned, func(o Planned) bool { return o.ID == m.From })
			if m.From != "" && !here && !slices.ContainsFunc(r.whole.Methods, func(o Planned) bool { return o.ID == m.From }) {
				return nil, &SourceError{m.ID, m.From}
			}
			if !placed[m.ID] && (m.From == "" || !here || placed[m.From]) {
				order, placed[m.ID] = append(order, i), true
			}
		}
		if len(order) == before {
			return nil, &PlanError{"methods are derived from each other in a circle"}
		}
	}
	return order, nil
}

// save writes experiment.json.
func (r *prepared) save() error {
	b, err := pretty(r.whole)
	if err != nil {
		return storage(err, "write down experiment %q", r.Experiment)
	}
	return replace(filepath.Join(experimentDir(r.Root, r.Experiment), experimentFile), b)
}

// finish notes how the session ended.
func (r *prepared) finish(ending string) error {
	s := &r.whole.Sessions[len(r.whole.Sessions)-1]
	s.Ended, s.Ending = r.Now().UnixMilli(), ending
	return r.save()
}
