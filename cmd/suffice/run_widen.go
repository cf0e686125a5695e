package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"suffice/scorer/calibrate"
	"suffice/scorer/methods/complement"
	"suffice/scorer/methods/run"
)

// begunWith is the order that an experiment was begun with; false where there is
// none that can be read, which a new one then replaces, and where the experiment
// itself is gone.
func begunWith(results, experiment string) (recipe, bool) {
	was, err := readRecipe(results, experiment)
	if err != nil {
		return was, false
	}
	_, err = run.ReadExperiment(results, experiment)
	return was, !errors.As(err, new(*run.NotFoundError))
}

// fits refuses to go on, with some methods named, in a way that the others of
// the experiment could not be gone on with or replayed afterwards: an order has
// every setting once.
func (o ordered) fits(was recipe, have []string) error {
	for _, s := range methodSettings() {
		before, now := s.of(was), s.of(o.recipe)
		for _, name := range was.Methods {
			if about, _ := offerOf(name); before != now && !slices.Contains(o.Methods, name) && slices.Contains(about.Settings, s.flag) {
				return hint(fmt.Errorf("experiment %q has runs of %s %s, which would become %s", o.experiment, name, s.said(before), s.said(now)),
					"the same %s, or --experiment with another name", s.flag)
			}
		}
	}
	if was.Items == "" && o.Items == "" {
		return nil
	}
	for _, state := range was.States {
		if !slices.Contains(have, state) {
			return hint(fmt.Errorf("experiment %q was run on state %q, which is not among these", o.experiment, state),
				"one file with all of its states, or --experiment with another name")
		}
	}
	return nil
}

// methodSetting is a setting that all methods of an order share, as it takes
// effect. Seed, repetition and budget are the experiment's own, which looks at
// them itself.
type methodSetting struct {
	flag string
	of   func(recipe) string // empty: none
}

func methodSettings() []methodSetting {
	with := complement.Defaults()
	return []methodSetting{
		{"--controller", func(r recipe) string { return r.Controller }},
		{"--embedder", func(r recipe) string { return r.Embedder }},
		{"--query", func(r recipe) string { return cmp.Or(string(r.Query), string(with.Retrieval.Query)) }},
		{"--lambda", func(r recipe) string {
			return strconv.FormatFloat(*cmp.Or(r.Lambda, &with.Retrieval.Lambda), 'g', -1, 64)
		}},
		{"--limit", func(r recipe) string { return strconv.Itoa(*cmp.Or(r.Limit, &with.Retrieval.Limit)) }},
		{"--ceiling", func(r recipe) string { return strconv.Itoa(*cmp.Or(r.Ceiling, &with.Ceiling)) }},
		{"--calibration", func(r recipe) string {
			frozen, err := calibrate.Decode(r.Calibration)
			if r.Calibration == nil || err != nil {
				return ""
			}
			return "of SHA-256 " + shortID(frozen.Hash())
		}},
	}
}

func (s methodSetting) said(value string) string {
	if value == "" {
		return "without " + s.flag
	}
	return "with " + s.flag + " " + value
}

// sameModels refuses to go on when a name means another model by now than it
// did for the methods that are not run again.
func (o ordered) sameModels(was recipe) error {
	others := was
	others.Methods = slices.DeleteFunc(slices.Clone(was.Methods), func(name string) bool { return slices.Contains(o.Methods, name) })
	if !others.asks() {
		return nil
	}
	for _, asked := range slices.Sorted(maps.Keys(o.Resolved)) {
		if before, there := was.Resolved[asked]; there && before != o.Resolved[asked] {
			return &run.ChangedError{Experiment: o.experiment, What: "model behind the name " + asked, Was: before, Is: o.Resolved[asked]}
		}
	}
	return nil
}

// keepWhole keeps the order with the methods and states that the experiment has
// by now, those of earlier sessions first, so that its name is enough for all of
// them.
func (o ordered) keepWhole(results string) error {
	r := o.recipe
	if err := r.planned(results, o.experiment); err != nil {
		return fmt.Errorf("keep the order of %s: %w", o.experiment, err)
	}
	if was, there := begunWith(results, o.experiment); there {
		models := maps.Clone(was.Resolved)
		if models == nil {
			models = map[string]string{}
		}
		maps.Copy(models, r.Resolved)
		if len(models) > 0 {
			r.Resolved = models
		}
	}
	return r.keep(results, o.experiment)
}

// planned takes over which methods and states an experiment has.
func (r *recipe) planned(results, experiment string) error {
	x, err := run.ReadExperiment(results, experiment)
	if err != nil {
		return err
	}
	r.Methods, r.States = nil, x.States
	for _, m := range x.Methods {
		r.Methods = append(r.Methods, m.ID)
	}
	return nil
}
