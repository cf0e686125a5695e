package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"suffice/certificate/records"
	"suffice/scorer/calibrate"
	"suffice/scorer/methods/complement"
	"suffice/scorer/methods/retrieval"
	"suffice/scorer/methods/run"
)

// recipe is what a person chose about the methods of an experiment. It is kept
// beside the experiment's predictions, so that going on and replaying need no
// more than its name.
type recipe struct {
	Schema      string              `json:"schema"`
	Methods     []string            `json:"methods"`
	Controller  string              `json:"controller"`
	Embedder    string              `json:"embedder"`
	Query       retrieval.QueryForm `json:"query,omitzero"`
	Lambda      *float64            `json:"lambda,omitzero"`
	Limit       *int                `json:"limit,omitzero"`   // units that single retrievers return; 0: all that they rank
	Ceiling     *int                `json:"ceiling,omitzero"` // source tokens of the sets of methods that ask
	Budget      int                 `json:"context_budget,omitzero"`
	Seed        uint64              `json:"seed"`
	Repetition  int                 `json:"repetition"`
	Calibration jsontext.Value      `json:"calibration,omitzero"`
	Resolved    map[string]string   `json:"resolved_models,omitzero"` // by model as asked for
	States      []string            `json:"states"`
	Items       string              `json:"items,omitzero"` // the file of states, where it is no project
}

const recipeSchema = "suffice-order-v1"

// The controllers and embedders by name.
const (
	offlineName = "offline"
	openaiName  = "openai"
	latentName  = "latent"
)

// methodFlags are the flags that say how methods are made.
func methodFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.String("controller", offlineName, "who answers the methods that ask: `NAME` is offline (no network) or openai (docs/controllers.md)")
	f.String("embedder", latentName, "what dense similarity rests on: `NAME` is latent (no network) or openai")
	f.Uint64("seed", 0, "`SEED` of the random order, and of the experiment")
	f.String("query", "", "`FORM` of what single retrievers ask with: issue or state (default state)")
	f.Float64("lambda", 1, "mmr: 1 is relevance alone, 0 diversity alone")
	f.Int("limit", 100, "single retrievers return `N` units; 0 is all that they rank")
	f.Int("ceiling", complement.Defaults().Ceiling, "cut the sets of methods that ask a controller at `N` source tokens")
	f.Int("budget", 0, "context budget: every method returns at most `N` source tokens; 0 is none")
	f.String("calibration", "", "query forms and lambda as suffice calibrate froze them, a `FILE`")
	complete(cmd, "controller", offlineName, openaiName)
	complete(cmd, "embedder", latentName, openaiName)
	complete(cmd, "query", string(retrieval.QueryIssue), string(retrieval.QueryState))
}

// complete lets a shell complete a flag with one of a few words.
func complete(cmd *cobra.Command, flag string, words ...string) {
	if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(fmt.Sprintf("complete --%s: %v", flag, err)) // the flag is not there
	}
}

// recipeFlags reads them.
func recipeFlags(cmd *cobra.Command, s streams, names []string) (recipe, error) {
	f := cmd.Flags()
	r := recipe{Schema: recipeSchema}
	r.Controller, _ = f.GetString("controller")
	r.Embedder, _ = f.GetString("embedder")
	r.Seed, _ = f.GetUint64("seed")
	query, _ := f.GetString("query")
	r.Query = retrieval.QueryForm(query)
	if err := r.readNumbers(f); err != nil {
		return r, err
	}
	for _, one := range []struct {
		flag, found string
		known       []string
	}{
		{"--controller", r.Controller, []string{offlineName, openaiName}},
		{"--embedder", r.Embedder, []string{latentName, openaiName}},
		{"--query", query, []string{string(retrieval.QueryIssue), string(retrieval.QueryState)}},
	} {
		if one.found != "" && !slices.Contains(one.known, one.found) {
			return r, unknownWord(one.flag, one.found, one.known)
		}
	}
	var err error
	if r.Methods, err = wholeMethods(names); err != nil {
		return r, err
	}
	path, _ := f.GetString("calibration")
	if path == "" {
		return r, nil
	}
	if r.Query != "" || r.Lambda != nil {
		return r, errors.New("--calibration chooses query forms and lambda; leave out --query and --lambda, or leave it out")
	}
	r.Calibration, err = readCalibration(path, s)
	return r, err
}

// readNumbers reads the flags that are numbers. One that is left out stays so: it
// is the method's to know what it is then.
func (r *recipe) readNumbers(f *pflag.FlagSet) error {
	if f.Changed("lambda") {
		lambda, _ := f.GetFloat64("lambda")
		if !(lambda >= 0 && lambda <= 1) {
			return fmt.Errorf("--lambda is a number from 0 to 1; found %g", lambda)
		}
		r.Lambda = &lambda
	}
	if f.Changed("limit") {
		limit, _ := f.GetInt("limit")
		if limit < 0 {
			return fmt.Errorf("--limit is a number of units, 0 or more; found %d", limit)
		}
		r.Limit = &limit
	}
	if f.Changed("ceiling") {
		ceiling, _ := f.GetInt("ceiling")
		if ceiling < 1 {
			return fmt.Errorf("--ceiling is a number of source tokens, 1 or more; found %d", ceiling)
		}
		r.Ceiling = &ceiling
	}
	if r.Budget, _ = f.GetInt("budget"); r.Budget < 0 {
		return fmt.Errorf("--budget is a number of source tokens, 0 (none) or more; found %d", r.Budget)
	}
	return nil
}

// wholeMethods checks names of methods, and puts before each that is read off
// another one's record that other one.
func wholeMethods(names []string) ([]string, error) {
	var all []string
	for i, name := range names {
		o, known := offerOf(name)
		switch {
		case !known:
			return nil, hint(fmt.Errorf("there is no method %q", name), "suffice methods lists them: %s", strings.Join(methodNames(), ", "))
		case slices.Contains(names[:i], name):
			return nil, fmt.Errorf("the method %s is named twice", name)
		case o.From != "" && !slices.Contains(names, o.From) && !slices.Contains(all, o.From):
			all = append(all, o.From)
		}
		all = append(all, name)
	}
	return all, nil
}

func readCalibration(path string, s streams) (jsontext.Value, error) {
	raw, err := readObject(path, s)
	if err != nil {
		return nil, fmt.Errorf("read the calibration: %w", err)
	}
	frozen, err := calibrate.Decode(raw)
	if err != nil {
		return nil, fmt.Errorf("read the calibration %s: %w", path, err)
	}
	return frozen.Encode(), nil
}

// asks reports whether a method of the recipe asks a controller.
func (r recipe) asks() bool {
	return slices.ContainsFunc(r.Methods, func(name string) bool {
		o, _ := offerOf(name)
		return o.Calls > 0
	})
}

// needsEndpoint reports whether a server has a part in it.
func (r recipe) needsEndpoint() bool {
	return r.Embedder == openaiName || r.Controller == openaiName && r.asks() || slices.Contains(r.Methods, complement.MethodRerank)
}

// recipePath is where the recipe of an experiment is kept.
func recipePath(results, experiment string) string {
	return strings.TrimSuffix(run.ContractPath(results, experiment), ".contract.json") + ".order.json"
}

// keep writes the recipe beside the predictions of its experiment.
func (r recipe) keep(results, experiment string) error {
	text, err := json.Marshal(r, json.Deterministic(true), jsontext.WithIndent("  "))
	if err != nil {
		return fmt.Errorf("encode the order of %s: %w", experiment, err)
	}
	path := recipePath(results, experiment)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return fmt.Errorf("keep the order of %s: %w", experiment, err)
	}
	f, err := records.Create(path, true)
	if err != nil {
		return err
	}
	defer f.Close()
	if _, err := f.Write(append(text, '\n')); err != nil {
		return fmt.Errorf("keep the order of %s: %w", experiment, err)
	}
	return f.Commit()
}

// recipeOf reads the recipe of an experiment, with the methods and states that
// are planned by now. One that a screen began has none: then the settings are
// those that screens use.
func recipeOf(results, experiment string) (recipe, error) {
	r, err := readRecipe(results, experiment)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return plannedRecipe(results, experiment)
	case err != nil:
		return r, err
	}
	_ = r.planned(results, experiment) // a plan that cannot be read is told by who goes on with it
	return r, nil
}

// readRecipe reads a recipe as it is kept.
func readRecipe(results, experiment string) (recipe, error) {
	var r recipe
	text, err := os.ReadFile(recipePath(results, experiment))
	if err != nil {
		return r, fmt.Errorf("read the order of %s: %w", experiment, err)
	}
	if err := json.Unmarshal(text, &r, json.RejectUnknownMembers(true)); err != nil {
		return r, noOrder(fmt.Errorf("read the order of %s in %s: %w", experiment, recipePath(results, experiment), err))
	}
	if r.Schema != recipeSchema {
		return r, noOrder(fmt.Errorf("the order of %s in %s has the schema %q; this program reads %s", experiment, recipePath(results, experiment), r.Schema, recipeSchema))
	}
	return r, nil
}

// noOrder says what to do without an order that can be read.
func noOrder(err error) error {
	return hint(err, "put the file back from a copy; suffice run METHOD... --resume --experiment NAME goes on without it, with the methods and settings that it was begun with")
}

func plannedRecipe(results, experiment string) (recipe, error) {
	x, err := run.ReadExperiment(results, experiment)
	if err != nil {
		return recipe{}, err
	}
	r := recipe{
		Schema: recipeSchema, Controller: offlineName, Embedder: latentName,
		Seed: x.Seed, Repetition: x.Repetition, Budget: x.Budget, States: x.States,
	}
	for _, m := range x.Methods {
		r.Methods = append(r.Methods, m.ID)
		if m.Model != "" {
			r.Controller = openaiName // what works offline has no model on a server
		}
	}
	return r, nil
}
