package endpoint

import (
	"context"
	"errors"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
)

// Resolve finds out, before an experiment, which models really answer, and in
// which form the server wants to be asked: it reads the list of models and puts
// one small question to each. The result names every model as the server does,
// for the identity of runs, and stands in Identity from then on; a second call
// gives the same.
//
// An error is worth stopping for: a refused key, an unknown model, a server
// that cannot be reached.
func (c *Controller) Resolve(ctx context.Context) (string, error) {
	s := c.s
	s.resolving.Lock()
	defer s.resolving.Unlock()
	if known := s.resolved(); known != nil {
		return s.resolution(known), nil
	}
	listed, err := s.listed(ctx)
	if err != nil {
		return "", err
	}
	found := map[string]string{}
	for _, model := range s.config.chatModels() {
		reported, err := s.probe(ctx, model)
		if err != nil {
			return "", err
		}
		found[model] = resolvedName(model, reported, listed)
	}
	s.Adopt(found)
	return s.resolution(found), nil
}

// Adopt takes over what an earlier Resolve found, by model as configured, in
// place of asking: a replay has no network.
func (s *Service) Adopt(resolved map[string]string) {
	s.names.Store(new(maps.Clone(resolved)))
}

// Resolved is what Resolve found, by model as configured; nil before that.
func (c *Controller) Resolved() map[string]string { return maps.Clone(c.s.resolved()) }

func (s *Service) resolved() map[string]string {
	if m := s.names.Load(); m != nil {
		return *m
	}
	return nil
}

// resolution is one text for all models: the one name, or stage=name for every
// stage.
func (s *Service) resolution(found map[string]string) string {
	var parts, names []string
	for _, stage := range Stages() {
		name := found[s.config.ModelOf(stage)]
		parts = append(parts, stage+"="+name)
		names = append(names, name)
	}
	if len(slices.Compact(slices.Sorted(slices.Values(names)))) == 1 {
		return names[0]
	}
	return strings.Join(parts, " ")
}

// resolvedName is the name of a model that tells it apart best: a server with a
// single model answers to any name, so what it lists counts; one with many
// answers to an alias, so what it reports does.
func resolvedName(model, reported string, listed []string) string {
	if len(listed) == 1 && listed[0] != model {
		return listed[0]
	}
	if reported != "" {
		return reported
	}
	return model
}

// fileless is a model's name without the folders of the machine that it is
// served from.
func fileless(name string) string {
	if slashed := strings.ReplaceAll(name, `\`, "/"); strings.HasPrefix(slashed, "/") || strings.Contains(slashed, ":/") {
		return path.Base(slashed)
	}
	return name
}

// listed are the models that the server says it has; none when it does not say.
func (s *Service) listed(ctx context.Context) ([]string, error) {
	got, err := s.exchange(ctx, request{service: serviceModels, line: s.chat, path: "models", conversation: serviceModels})
	var status *StatusError
	switch {
	case errors.As(err, &status) && (status.Status == 401 || status.Status == 403):
		return nil, err
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, nil // many servers have no list; the question to the model decides
	}
	var list struct {
		Data []struct {
			ID string `json:"id"`
		} `json:"data"`
	}
	if json.Unmarshal(got.body, &list, lenient()) != nil {
		return nil, nil
	}
	var out []string
	for _, m := range list.Data {
		if name := s.reported(m.ID); name != "" {
			out = append(out, name)
		}
	}
	return out, nil
}

// probeQuestion is the small question that a model is asked once.
func probeQuestion() complement.Prompt {
	return complement.Prompt{
		System:     `Answer with a single JSON object and nothing else.`,
		User:       `Answer {"ok": true}.`,
		SchemaName: "ready",
		Schema:     jsontext.Value(`{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"],"additionalProperties":false}`),
	}
}

// How often a model is asked the small question: while the server is busy, as
// when it loads the model, and after other failures.
const (
	mostProbes   = 8
	mostFailures = 3
)

// probe asks a model the small question until it answers, in whatever words, and
// gives the name that it answers under.
func (s *Service) probe(ctx context.Context, model string) (string, error) {
	failures := 0
	for n := 1; ; n++ {
		w := s.habits.of(s.config, model, true)
		call := methods.ModelCall{Model: model}
		body, err := s.prepare(&call, probeQuestion(), 64, w)
		if err != nil {
			return "", err
		}
		asked := request{
			service: serviceChat, line: s.chat, path: "chat/completions", model: model, body: body,
			conversation: "probe\x00" + model,
		}
		got, err := s.exchange(ctx, asked)
		if err == nil {
			err = s.takeChat(&call, asked, got)
		}
		var unusable *UnusableError
		if err == nil || errors.As(err, &unusable) && call.Reported != "" {
			return call.Reported, nil // it answers; what it says is not the point
		}
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		var status *StatusError
		if errors.As(err, &status) && s.habits.learn(s.config, model, w, status) {
			continue
		}
		if status == nil || !status.busy() {
			failures++
		}
		var f Failing
		if n == mostProbes || failures == mostFailures || errors.As(err, &f) && !f.Retryable() {
			return "", err
		}
	}
}
