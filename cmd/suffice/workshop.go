package main

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"

	"suffice/scorer/calibrate"
	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
	"suffice/scorer/methods/complement/endpoint"
	"suffice/scorer/methods/complement/offline"
	"suffice/scorer/methods/run"
)

// workshop makes methods ready to run by a recipe.
type workshop struct {
	recipe
	s       streams
	frozen  *calibrate.Frozen
	service *endpoint.Service // nil while nothing needs it
	model   string            // what the models of the controller resolved to
}

// newWorkshop opens what the methods of the recipe need, and no more.
func newWorkshop(cmd *cobra.Command, r recipe, s streams) (*workshop, error) {
	w, err := closedWorkshop(r, s)
	if err != nil || !r.needsEndpoint() {
		return w, err
	}
	if w.service, err = openEndpoint(cmd, s); err != nil {
		return nil, err
	}
	if r.Resolved != nil {
		w.service.Adopt(r.Resolved)
	}
	return w, nil
}

// closedWorkshop has everything but the endpoint.
func closedWorkshop(r recipe, s streams) (*workshop, error) {
	w := &workshop{recipe: r, s: s}
	if r.Calibration != nil {
		frozen, err := calibrate.Decode(r.Calibration)
		if err != nil {
			return nil, fmt.Errorf("read the calibration: %w", err)
		}
		w.frozen = &frozen
	}
	return w, nil
}

// recordedWorkshop is that of a replay. Servers, models and the way of asking are
// those of the record, whatever the settings say by now; no key is read, since
// nobody is asked.
func recordedWorkshop(r recipe, s streams, x run.Experiment) (*workshop, error) {
	w, err := closedWorkshop(r, s)
	if err != nil || !r.needsEndpoint() {
		return w, err
	}
	identities := make([]jsontext.Value, len(x.Methods))
	for i, m := range x.Methods {
		identities[i] = m.Configuration
	}
	c, resolved, err := endpoint.Recorded(identities)
	if err != nil {
		return nil, err
	}
	if w.service, err = endpoint.Open(c); err != nil {
		return nil, fmt.Errorf("the recorded configuration: %w", err)
	}
	w.service.Adopt(resolved)
	if c.Embedding.Model == "" { // chosen, and no method embeds
		w.Embedder = latentName
	}
	return w, nil
}

// all makes every method of the recipe.
func (w *workshop) all() ([]methods.Method, error) {
	var all []methods.Method
	for _, name := range w.Methods {
		m, err := w.method(name)
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	return all, nil
}

// method makes one.
func (w *workshop) method(name string) (methods.Method, error) {
	with, err := w.settings(name)
	if err != nil {
		return nil, err
	}
	if w.frozen == nil {
		return complement.New(name, with)
	}
	if with.Retrieval, err = w.frozen.Apply(name, with.Retrieval); err != nil {
		return nil, err
	}
	m, err := complement.New(name, with)
	if err != nil {
		return nil, err
	}
	return w.frozen.Mark(m), nil
}

// settings are those of a method before any calibration.
func (w *workshop) settings(name string) (complement.Settings, error) {
	with := complement.Defaults()
	with.Retrieval.Seed = w.Seed
	if w.Query != "" {
		with.Retrieval.Query = w.Query
	}
	if w.Limit != nil {
		with.Retrieval.Limit = *w.Limit
	}
	if w.Ceiling != nil {
		with.Ceiling = *w.Ceiling
	}
	if w.Lambda != nil {
		with.Retrieval.Lambda = *w.Lambda
	}
	var err error
	if w.Embedder == openaiName {
		if with.Retrieval.Embedder, err = w.service.Embedder(); err != nil {
			return with, err
		}
	}
	switch {
	case w.Controller == openaiName && w.asks():
		with.Controller, err = w.service.Controller()
	default:
		with.Controller = offline.New(offline.Options{Clock: w.s.Now, Weights: offline.Defaults()})
	}
	if err == nil && name == complement.MethodRerank {
		with.Reranker, err = w.service.Reranker()
	}
	return with, err
}
