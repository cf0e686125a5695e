package run

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"

	"suffice/certificate/records"
	"suffice/scorer/methods/complement"
)

// ContractSchema is the version of contract files.
const ContractSchema = "suffice-contract-v1"

// Contract ties a prediction file to what made it (paper E.4). It holds no
// time, so that the same runs give the same contract.
type Contract struct {
	Schema         string         `json:"schema"`
	Experiment     string         `json:"experiment"`
	Configuration  string         `json:"configuration_sha256"` // of the methods with their configurations, budget, seed and repetition
	Implementation Implementation `json:"implementation"`
	PublicInput    PublicInput    `json:"public_input"`
	Labels         *LabelFile     `json:"private_labels"` // null until the predictions are scored
	Predictions    PredictionFile `json:"predictions"`
	Counts         Counts         `json:"counts"`
}

// Implementation is what ran.
type Implementation struct {
	Revision string    `json:"program_revision"`
	Prompts  string    `json:"prompts_sha256"` // of all prompts of the program
	Replay   *Replayed `json:"replay"`         // null: the controllers were asked
}

// PublicInput is what methods could read: the states with a finished run.
type PublicInput struct {
	States int    `json:"states"`
	SHA256 string `json:"sha256"` // of one line a state, in the order of the plan: its ID, a tab, the SHA-256 of its card
}

// LabelFile is the private file that the predictions were scored with.
type LabelFile struct {
	Name   string `json:"file"`
	SHA256 string `json:"sha256"`
}

// PredictionFile is the file that the contract is about.
type PredictionFile struct {
	File       string   `json:"file"`
	SHA256     string   `json:"sha256"`
	Rows       int      `json:"rows"`
	Methods    []string `json:"methods"` // in the order of the file
	LabelsRead bool     `json:"labels_read_at_inference"`
}

// Counts are what a reader of the predictions has to know of the runs.
type Counts struct {
	Planned    int `json:"runs_planned"`
	Finished   int `json:"runs_finished"`
	Failed     int `json:"runs_failed"`
	HalfDone   int `json:"runs_half_done"`
	Calls      int `json:"model_calls"`
	Stages     int `json:"stages"`
	Normalized int `json:"normalized_stages"`
	Fallback   int `json:"fallback_stages"`
}

func (r *prepared) contract(entries []Entry, predictions string) Contract {
	x := r.whole
	c := Contract{
		Schema: ContractSchema, Experiment: x.ID,
		Configuration:  configurationHash(x),
		Implementation: Implementation{Revision: x.Revision, Prompts: complement.PromptsHash(), Replay: x.Replay},
		Predictions:    PredictionFile{File: filepath.Base(PredictionsPath(r.Root, x.ID)), SHA256: predictions, Methods: []string{}},
		Counts:         Counts{Planned: len(x.States) * len(x.Methods)},
	}
	cards := map[string]string{}
	for _, e := range entries {
		c.Counts.add(e)
		if e.Outcome != OutcomeFinished {
			continue
		}
		c.Predictions.Rows++
		cards[e.State] = e.Final.Card
		if !slices.Contains(c.Predictions.Methods, e.Method) {
			c.Predictions.Methods = append(c.Predictions.Methods, e.Method)
		}
	}
	h := sha256.New()
	for _, s := range x.States {
		if card, ok := cards[s]; ok {
			fmt.Fprintf(h, "%s\t%s\n", s, card)
		}
	}
	c.PublicInput = PublicInput{States: len(cards), SHA256: hex.EncodeToString(h.Sum(nil))}
	return c
}

func (c *Counts) add(e Entry) {
	switch e.Outcome {
	case OutcomeFinished:
		c.Finished++
	case OutcomeFailed:
		c.Failed++
	default:
		c.HalfDone++
	}
	c.Calls += e.Tokens.Calls
	c.Stages += e.Tokens.Stages
	c.Normalized += e.Tokens.Normalized
	c.Fallback += e.Tokens.Fallback
}

// configurationHash is the SHA-256 of all settings of an experiment.
func configurationHash(x *Experiment) string {
	b, err := encode(struct {
		Methods    []Planned `json:"methods"`
		Budget     int       `json:"context_budget"`
		Seed       uint64    `json:"seed"`
		Repetition int       `json:"repetition"`
	}{x.Methods, x.Budget, x.Seed, x.Repetition})
	if err != nil { // configurations were read or written as JSON before
		b = fmt.Append(nil, x)
	}
	return hashOf(records.Canonical(b))
}

// ReadContract reads the contract of an experiment.
func ReadContract(root, experiment string) (Contract, error) {
	var c Contract
	err := readJSON(ContractPath(root, experiment), ContractSchema, &c, &c.Schema)
	return c, err
}

// SealContract notes with which private label file the predictions of an
// experiment were scored. The caller has read the labels; here only the name
// and the SHA-256 of the file arrive. Predictions that are not those of the
// contract any more are an error.
func SealContract(root, experiment string, labels LabelFile) error {
	c, err := ReadContract(root, experiment)
	if err != nil {
		return fmt.Errorf("note the label file in the contract: %w", err)
	}
	sum, err := hashFile(PredictionsPath(root, experiment))
	if err != nil {
		return fmt.Errorf("note the label file in the contract: %w", err)
	}
	if sum != c.Predictions.SHA256 {
		return fmt.Errorf("the predictions of experiment %q were changed since its contract was written: their SHA-256 is %s, not %s", experiment, sum, c.Predictions.SHA256)
	}
	c.Labels = &labels
	b, err := pretty(c)
	if err != nil {
		return fmt.Errorf("write down the contract: %w", err)
	}
	return replace(ContractPath(root, experiment), b)
}
