package dataset

import (
	"suffice/scorer/methods/run"
)

// Groups of columns that are no metrics.
const (
	groupIdentity = "identity"
	groupState    = "state"
	groupLabel    = "label"
)

// runFields are the columns of the run sheet: what a run is, what its state is,
// what the certificate asks, and then every metric of the registry in its order.
func runFields() []field[*artifacts] {
	out := identityFields()
	out = append(out, stateFields()...)
	out = append(out, labelFields()...)
	for _, m := range run.Metrics() {
		out = append(out, metricField(m))
	}
	return out
}

func identityField(name string, kind Kind, doc string, of func(*artifacts) Value) field[*artifacts] {
	return field[*artifacts]{Column{Name: name, Kind: kind, Group: groupIdentity, Doc: doc}, of}
}

// identityFields tell which run a row is and how it ended.
func identityFields() []field[*artifacts] {
	of := identityField
	return []field[*artifacts]{
		of("run_id", Text, "the run's ID: the SHA-256 of its identity", func(a *artifacts) Value { return text(a.entry.RunID) }),
		of("experiment", Text, "the experiment that the run is part of", func(a *artifacts) Value { return text(a.experiment) }),
		of("method", Text, "the method, or harness", func(a *artifacts) Value { return text(a.entry.Method) }),
		of("state_id", Text, "the state, or task", func(a *artifacts) Value { return text(a.entry.State) }),
		of("repetition", Integer, "the repetition, from 0", manifested(func(m *run.Manifest) Value { return integer(m.Identity.Repetition) })),
		of("seed", Integer, "the seed", manifested(func(m *run.Manifest) Value { return unsigned(m.Identity.Seed) })),
		of("context_budget", Integer, "source tokens that the run was bounded to beyond its method's own ceiling; missing when it was not", manifested(func(m *run.Manifest) Value {
			if m.Identity.Budget == 0 {
				return Value{}
			}
			return integer(m.Identity.Budget)
		})),
		of("program_revision", Text, "revision of the program that made the run", manifested(func(m *run.Manifest) Value { return text(m.Identity.Revision) })),
		of("derived_from", Text, "the method whose recorded runs this one is read off; missing for a method that ran itself", manifested(func(m *run.Manifest) Value { return text(m.From) })),
		of("replayed", Flag, "whether recordings answered in place of a server", manifested(func(m *run.Manifest) Value { return boolean(m.Replay != nil) })),
		of("controller", Text, "what answered the method's questions, such as offline; missing for methods that ask nobody", func(a *artifacts) Value { return text(a.controller()) }),
		of("models", JSON, "models that were asked, as the server names them, sorted", func(a *artifacts) Value { return list(a.models()) }),
		of("configuration_sha256", Text, "hash of the canonical configuration of the method and its models; dataset.json has the configuration", manifested(func(m *run.Manifest) Value { return text(configurationHash(m)) })),
		of("query", Text, "factor: query form of a single retriever", func(a *artifacts) Value { return text(a.factors.query) }),
		of("embedder", Text, "factor: embedder of the dense view; missing without one", func(a *artifacts) Value { return text(a.factors.embedder) }),
		of("reranker", Text, "factor: reranker; missing without one", func(a *artifacts) Value { return text(a.factors.reranker) }),
		of("base", Text, "factor: method whose ranking is re-ordered", func(a *artifacts) Value { return text(a.factors.base) }),
		of("lambda", Number, "factor: coefficient of MMR, 1 for relevance alone", func(a *artifacts) Value { return measured(a.factors.lambda) }),
		of("ceiling", Integer, "factor: source tokens that the method's set is cut at", func(a *artifacts) Value { return counted(a.factors.ceiling) }),
		of("base_commit", Text, "commit of the repository", manifested(func(m *run.Manifest) Value { return text(m.Identity.BaseCommit) })),
		of("card_sha256", Text, "hash of the card and pool that the run saw", func(a *artifacts) Value { return text(a.cardHash()) }),
		of("tokenizer", Text, "what source tokens are counted with", manifested(func(m *run.Manifest) Value { return text(m.Tokenizer) })),
		of("started_ms", Integer, "when the run began, milliseconds since 1970", func(a *artifacts) Value {
			if a.begun == 0 {
				return Value{}
			}
			return integer(a.begun)
		}),
		of("outcome", Text, "finished, failed or half-done", func(a *artifacts) Value { return text(a.entry.Outcome) }),
		of("failure_kind", Text, "why a run failed, as failures are counted: see the taxonomy", func(a *artifacts) Value { return text(string(a.failureKind())) }),
		of("failure", Text, "why a run failed, in a sentence", func(a *artifacts) Value {
			if f, failed := a.failure(); failed {
				return text(f.Err)
			}
			return Value{}
		}),
		of("labels", Text, "whether labels were joined, or why not", func(a *artifacts) Value { return text(string(a.joined)) }),
	}
}

// manifested reads a value off the manifest; it is missing where there is none.
func manifested(of func(*run.Manifest) Value) func(*artifacts) Value {
	return func(a *artifacts) Value {
		if a.manifest == nil {
			return Value{}
		}
		return of(a.manifest)
	}
}

// started reads a value off run_started.
func started(of func(*run.Started) Value) func(*artifacts) Value {
	return func(a *artifacts) Value {
		if a.started == nil {
			return Value{}
		}
		return of(a.started)
	}
}

// stateFields tell what the state is like, apart from its certificate.
func stateFields() []field[*artifacts] {
	of := func(name string, kind Kind, needs Need, doc string, of func(*artifacts) Value) field[*artifacts] {
		return field[*artifacts]{Column{Name: name, Kind: kind, Group: groupState, Needs: needs, Doc: doc}, of}
	}
	public := func(of func(*stateFacts) Value) func(*artifacts) Value {
		return func(a *artifacts) Value {
			if a.state == nil {
				return Value{}
			}
			return of(a.state)
		}
	}
	return []field[*artifacts]{
		of("repo", Text, NeedsRun, "repository: the cluster for resampling", started(func(s *run.Started) Value { return text(s.Task.Repo) })),
		of("boundary", Text, NeedsRun, "decision boundary at which the state was captured", started(func(s *run.Started) Value { return text(s.Task.Boundary) })),
		of("pool_units", Integer, NeedsRun, "units in the pool", started(func(s *run.Started) Value { return integer(s.Task.Pool) })),
		of("pool_truncated", Flag, NeedsRun, "whether the release cut the pool", started(func(s *run.Started) Value { return boolean(s.Task.Truncated) })),
		of("pool_files", Integer, NeedsStates, "distinct files in the pool", public(func(f *stateFacts) Value { return integer(f.files) })),
		of("pool_tokens", Integer, NeedsStates, "source tokens of the pool; missing when they were not counted", public(func(f *stateFacts) Value { return counted(f.tokens) })),
		of("language", Text, NeedsStates, "language of most units of the pool, lower-cased, as the ending of the path says where a unit does not tell; of equals the first by name", public(func(f *stateFacts) Value { return text(f.language) })),
		of("observed_in_pool", Integer, NeedsStates, "units of the pool that the state has observed, by flag or by ID; overlap is 1 or more", public(func(f *stateFacts) Value { return integer(f.observed) })),
	}
}

// labelFields tell what the certificate asks.
func labelFields() []field[*artifacts] {
	of := func(name string, kind Kind, doc string, of func(*labelFacts) Value) field[*artifacts] {
		return field[*artifacts]{Column{Name: name, Kind: kind, Group: groupLabel, Needs: NeedsLabels, Doc: doc}, func(a *artifacts) Value {
			if a.labels == nil {
				return Value{}
			}
			return of(a.labels)
		}}
	}
	return []field[*artifacts]{
		of("groups", Integer, "required groups", func(l *labelFacts) Value { return integer(len(l.cert.Groups)) }),
		of("groups_of_many", Integer, "groups that ask for more than one unit", func(l *labelFacts) Value { return integer(l.many()) }),
		of("branches", Integer, "listed alternative minimal sets", func(l *labelFacts) Value { return integer(len(l.cert.Branches)) }),
		of("acceptable_units", Integer, "distinct acceptable units over all groups", func(l *labelFacts) Value { return integer(len(l.acceptable)) }),
		of("gold_files", Integer, "distinct files of acceptable units", func(l *labelFacts) Value { return integer(l.files) }),
		of("gold_functions", Integer, "distinct functions of acceptable units with a symbol; 0 excludes the state at the level of functions", func(l *labelFacts) Value { return integer(l.functions) }),
		of("smallest_set", Integer, "units of the smallest completing set; missing when it is not proven", func(l *labelFacts) Value {
			if !l.oracle.Found || !l.oracle.Proven {
				return Value{}
			}
			return integer(l.oracle.Units)
		}),
	}
}

// metricField is the column of a metric.
func metricField(m run.Metric) field[*artifacts] {
	c := Column{Name: m.Name, Kind: Number, Group: string(m.Group), Doc: m.How + " (" + m.Unit + ")"}
	switch m.Need {
	case run.FromLabels:
		c.Needs = NeedsLabels
		return field[*artifacts]{c, func(a *artifacts) Value { return a.scores[m.Name] }}
	case run.FromTests:
		return field[*artifacts]{c, func(a *artifacts) Value { return a.tested(m.Name) }}
	case run.FromPatch:
		return field[*artifacts]{c, func(a *artifacts) Value { return a.patched(m.Name) }}
	}
	if m.Unit == "name" {
		c.Kind = Text
	}
	return field[*artifacts]{c, func(a *artifacts) Value {
		v := a.measures[m.Name]
		if v.Value == nil {
			return text(v.Text)
		}
		return number(*v.Value)
	}}
}
