package run

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/card"
	"suffice/certificate/records"
)

// publish writes the prediction file of all that is finished, by method and
// state in the order of the plan, and the contract. It is called with failures
// too, and when an experiment ends early.
func (r *prepared) publish() error {
	entries, err := collect(context.Background(), r.Root, r.whole, func(string) bool { return true }, whole)
	if err != nil {
		return storage(err, "collect the finished runs")
	}
	b := predictions(entries)
	path := PredictionsPath(r.Root, r.Experiment)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return storage(err, "make the folder of predictions")
	}
	if err := replace(path, b); err != nil {
		return err
	}
	c := r.contract(entries, hashOf(b))
	if was, err := ReadContract(r.Root, r.Experiment); err == nil && was.Predictions.SHA256 == c.Predictions.SHA256 {
		c.Labels = was.Labels // scored before, and nothing came since
	}
	contract, err := pretty(c)
	if err != nil {
		return storage(err, "write down the contract")
	}
	return replace(ContractPath(r.Root, r.Experiment), contract)
}

// predictions is the prediction file of runs, in their order.
func predictions(entries []Entry) []byte {
	var b bytes.Buffer
	for _, e := range entries {
		if e.Outcome == OutcomeFinished {
			b.Write(row(e))
			b.WriteByte('\n')
		}
	}
	return b.Bytes()
}

// row is a finished run as a prediction. It holds nothing that differs from one
// execution of the run to the next.
func row(e Entry) jsontext.Value {
	normalized, fallback := 0, 0
	for _, s := range e.Output.Stages {
		normalized += one(s.Normalized)
		fallback += one(s.Fallback)
	}
	controller := jsontext.Value("null")
	if e.Output.Controller != "" {
		controller = records.String(e.Output.Controller)
	}
	number := func(n int) jsontext.Value { return jsontext.Value(strconv.Itoa(n)) }
	v := card.EncodePrediction(card.Prediction{State: e.State, Method: e.Method, Ranked: e.Output.Ranked})
	members, _ := records.Members(v)
	return records.Object(append(members,
		records.Member{Name: "labels_read_at_inference", Value: jsontext.Value("false")},
		records.Member{Name: "controller", Value: controller},
		records.Member{Name: "run_id", Value: records.String(e.RunID)},
		records.Member{Name: "source_tokens", Value: number(e.Output.Tokens)},
		records.Member{Name: "normalized", Value: number(normalized)},
		records.Member{Name: "fallback", Value: number(fallback)},
	))
}
