package main

import (
	"slices"

	"suffice/scorer/calibrate"
	"suffice/scorer/methods/complement"
	"suffice/scorer/methods/retrieval"
)

// offered is a method in words, for the list and for screens.
type offered struct {
	ID       string   `json:"method"`
	What     string   `json:"what"`
	Reads    string   `json:"reads"`
	Calls    int      `json:"calls"`               // of a controller, for one state, without repeated attempts
	From     string   `json:"from,omitzero"`       // the method whose record it is read off
	Needs    []string `json:"needs"`               // beyond the state and its pool
	Settings []string `json:"settings"`            // flags of run that it heeds
	Chosen   bool     `json:"calibrated,omitzero"` // calibrate picks its settings
}

// The things that a method may need.
const (
	needsController = "controller"
	needsReranker   = "reranker"
)

// everyMethod lists the methods that run can make, in the order to offer them:
// the paper's, what it is compared with, single retrievers.
func everyMethod() []offered {
	all := slices.Concat(stagedMethods(), plainMethods())
	for i := range all {
		if all[i].Calls > 0 {
			all[i].Needs = append(all[i].Needs, needsController)
			all[i].Settings = append(all[i].Settings, "--controller")
		}
		all[i].Chosen = slices.Contains(calibrate.Methods(), all[i].ID)
		if all[i].Chosen {
			all[i].Settings = append(all[i].Settings, "--calibration")
		}
		all[i].Needs, all[i].Settings = some(all[i].Needs), some(all[i].Settings)
	}
	return all
}

const (
	nineViews = "nine views of the pool, fused"
	embedder  = "--embedder"
	limited   = "--limit"
	ceiled    = "--ceiling"
)

// stagedMethods are MSS-Complement and the methods that ask what it asks.
func stagedMethods() []offered {
	dense, derived := []string{embedder, ceiled}, []string{ceiled}
	return []offered{
		{ID: complement.MethodComplement, Calls: 3, Reads: nineViews, Settings: dense,
			What: "MSS-Complement: propose 8, expand by up to 48, finalize 4 to 8 that are checked jointly"},
		{ID: complement.MethodIndependent, Calls: 3, Reads: nineViews, Settings: dense,
			What: "three calls with no set objective and no feedback, then exactly 7"},
		{ID: complement.MethodNoFeedback7, Calls: 3, Reads: nineViews, Settings: dense,
			What: "three proposals over static ranked prefixes, fused; exactly 7"},
		{ID: complement.MethodNoFeedback, Calls: 3, Reads: nineViews, Settings: dense,
			What: "the same, as many as its third call keeps"},
		{ID: complement.MethodSingleStage, From: complement.MethodComplement, Reads: "the record of mss_complement", Settings: derived,
			What: "the first selection of MSS-Complement"},
		{ID: complement.MethodFixedTop8, From: complement.MethodComplement, Reads: "the record of mss_complement", Settings: derived,
			What: "all 8 ranked by the last stage of MSS-Complement"},
		{ID: complement.MethodSSR, Calls: 1, Reads: "10 units of each of two lexical routes, re-ordered by the dense view", Settings: dense,
			What: "one call that selects 5"},
		{ID: complement.MethodRerank, Reads: "the leading 100 of the nine views, fused", Needs: []string{needsReranker}, Settings: []string{embedder, "--query"},
			What: "a rerank endpoint re-orders them"},
	}
}

// plainMethods are the retrievers that ask nobody.
func plainMethods() []offered {
	query := []string{"--query", limited}
	return []offered{
		{ID: retrieval.MethodFused, Reads: nineViews, Settings: []string{embedder, limited},
			What: "reciprocal-rank fusion (k = 60) of the nine views"},
		{ID: retrieval.MethodMMR, Reads: nineViews, Settings: []string{"--lambda", embedder, limited},
			What: "maximal marginal relevance over the fused ranking"},
		{ID: retrieval.MethodBM25, Reads: "texts of the pool", Settings: query,
			What: "BM25"},
		{ID: retrieval.MethodStarter, Reads: "texts of the pool", Settings: []string{limited},
			What: "the public onboarding baseline, exact"},
		{ID: retrieval.MethodTFIDFWord, Reads: "texts of the pool", Settings: query,
			What: "cosine of words and parts of identifiers"},
		{ID: retrieval.MethodTFIDFChar, Reads: "texts of the pool", Settings: query,
			What: "cosine of character n-grams"},
		{ID: retrieval.MethodDense, Reads: "texts of the pool", Settings: []string{"--query", embedder, limited},
			What: "cosine of embeddings"},
		{ID: retrieval.MethodRandom, Reads: "nothing", Settings: []string{"--seed", limited},
			What: "a seeded order"},
	}
}

// offerOf finds a method by its name.
func offerOf(id string) (offered, bool) {
	all := everyMethod()
	i := slices.IndexFunc(all, func(o offered) bool { return o.ID == id })
	if i < 0 {
		return offered{}, false
	}
	return all[i], true
}

// methodNames are the names of all methods.
func methodNames() []string {
	var names []string
	for _, o := range everyMethod() {
		names = append(names, o.ID)
	}
	return names
}
