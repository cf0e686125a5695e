package calibrate

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"suffice/scorer/methods"
	"suffice/scorer/methods/retrieval"
)

func frozen(t *testing.T) Frozen {
	t.Helper()
	o := options()
	o.States, o.Evaluation = 6, []string{"owner/z", "owner/x", "owner/z"}
	return choose(t, newWorld(9, func(i int) string { return []string{"u-issue", "u-state"}[i%2] }), o)
}

func TestDecodeGivesBackWhatWasEncoded(t *testing.T) {
	f := frozen(t)
	got, err := Decode(f.Encode())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, f) {
		t.Errorf("decoded:\n%+v\nencoded:\n%+v", got, f)
	}
	if got.Hash() != f.Hash() || len(f.Hash()) != 64 {
		t.Errorf("hashes %s and %s", got.Hash(), f.Hash())
	}
	f.Evaluation = nil
	if got, err = Decode(f.Encode()); err != nil || got.Evaluation != nil {
		t.Errorf("no check made: decoded as %v, %v", got.Evaluation, err)
	}
}

func TestFrozenHoldsNoLabel(t *testing.T) {
	if text := string(frozen(t).Encode()); strings.Contains(text, "u-issue") || strings.Contains(text, "u-state") {
		t.Errorf("a unit is named in what goes into public manifests:\n%s", text)
	}
}

func TestDecodeRefusesWhatDoesNotHoldTogether(t *testing.T) {
	whole := string(frozen(t).Encode())
	f := frozen(t)
	f.Choices[0].Trials[0].Completed, f.Choices[0].Trials[1].Completed = 0, 1
	f.Choices[0].Setting = f.Choices[0].Trials[0].Setting
	for name, c := range map[string]struct{ text, want string }{
		"no JSON":         {"bm25", "read the calibration"},
		"cut":             {whole[:len(whole)/2], "read the calibration"},
		"unknown key":     {strings.Replace(whole, `"seed"`, `"speed"`, 1), "speed"},
		"other schema":    {strings.Replace(whole, "calibration-v1", "calibration-v9", 1), "schema_version"},
		"other state":     {strings.Replace(whole, `"s00`, `"s10`, 1), "changed by hand"},
		"other cutoff":    {strings.Replace(whole, `"cutoff": 5`, `"cutoff": 8`, 1), "cutoff is 8"},
		"not the best":    {string(f.Encode()), "by its trials"},
		"unknown method":  {strings.Replace(whole, `"method": "bm25"`, `"method": "bm26"`, 1), "nothing to calibrate"},
		"method twice":    {strings.Replace(whole, `"method": "tfidf_word"`, `"method": "bm25"`, 1), "stands there twice"},
		"too many states": {strings.Replace(whole, `"states": 6`, `"states": 7`, 1), "the subset has 6"},
	} {
		if c.text == whole {
			t.Fatalf("%s: nothing was changed", name)
		}
		if _, err := Decode([]byte(c.text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: the error is %v; want one with %q", name, err, c.want)
		}
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"schema_version":"suffice-calibration-v1","seed":1,"cutoff":5,"asked":1,"states":[],"excluded_states":[],"states_sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","public_sha256":"","labels_sha256":"","repositories":[],"evaluation_repositories":null,"methods":[{"method":"bm25","setting":{"query":"issue"},"identity":{"method":"bm25"},"trials":[{"setting":{"query":"issue"},"complete_at_5":0,"states":0,"group_recall_at_5":0}]}]}`))
	f.Add([]byte(`{"states":null}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		v, err := Decode(b)
		if err != nil {
			return
		}
		again, err := Decode(v.Encode())
		if err != nil {
			t.Fatalf("what was decoded does not decode again: %v\n%s", err, v.Encode())
		}
		if string(again.Encode()) != string(v.Encode()) {
			t.Errorf("encoded twice:\n%s\n%s", v.Encode(), again.Encode())
		}
		_ = v.Table().String()
	})
}

func TestApplySetsWhatWasPickedAndNothingElse(t *testing.T) {
	f := frozen(t)
	with := retrieval.Defaults()
	with.Query, with.Lambda, with.Limit, with.Seed = "", 0.33, 12, 99
	for _, c := range f.Choices {
		got, err := f.Apply(c.Method, with)
		if err != nil {
			t.Fatal(err)
		}
		if c.Setting.Query != "" && got.Query != c.Setting.Query || c.Setting.Lambda != nil && got.Lambda != *c.Setting.Lambda {
			t.Errorf("%s: applied %+v; picked was %s", c.Method, got, c.Setting)
		}
		if got.Limit != 12 || got.Seed != 99 || got.Base != with.Base {
			t.Errorf("%s: limit %d, seed %d, base %s changed", c.Method, got.Limit, got.Seed, got.Base)
		}
	}
	if got, err := f.Apply(retrieval.MethodFused, with); err != nil || !reflect.DeepEqual(got, with) {
		t.Errorf("a method that was not calibrated: %+v, %v", got, err)
	}
}

// other is an embedder by another name.
type other struct{ retrieval.Latent }

func (other) Name() string { return "text-embedding" }

func TestApplyRefusesSettingsThatWereNotCalibrated(t *testing.T) {
	f := frozen(t)
	with := retrieval.Defaults()
	with.Embedder = other{}
	for _, m := range []string{retrieval.MethodDense, retrieval.MethodMMR} {
		if _, err := f.Apply(m, with); err == nil || !strings.Contains(err.Error(), "embedder") || !strings.Contains(err.Error(), "calibrate again") {
			t.Errorf("%s with another embedder: %v", m, err)
		}
	}
	if _, err := f.Apply(retrieval.MethodBM25, with); err != nil {
		t.Errorf("bm25 reads no embedder: %v", err)
	}
	with = retrieval.Defaults()
	with.Base = retrieval.MethodBM25
	if _, err := f.Apply(retrieval.MethodMMR, with); err == nil || !strings.Contains(err.Error(), "base") {
		t.Errorf("mmr over another base: %v", err)
	}
}

// still is a method that returns nothing.
type still struct{ id string }

func (s still) ID() string    { return s.id }
func (s still) Identity() any { return map[string]string{"method": s.id} }
func (s still) Run(context.Context, *methods.Input, methods.Recorder) (methods.Output, error) {
	return methods.Output{}, nil
}

func TestMarkPutsTheCalibrationIntoTheIdentity(t *testing.T) {
	f := frozen(t)
	text := func(m methods.Method) string {
		b, err := json.Marshal(m.Identity(), json.Deterministic(true))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	bm25 := f.Mark(still{retrieval.MethodBM25})
	if want := `{"calibrated":{"method":"bm25"},"calibration_sha256":"` + f.Hash() + `"}`; text(bm25) != want {
		t.Errorf("identity %s; want %s", text(bm25), want)
	}
	if bm25.ID() != retrieval.MethodBM25 {
		t.Errorf("the method is called %s now", bm25.ID())
	}
	if got := text(f.Mark(still{retrieval.MethodFused})); got != `{"method":"fused"}` {
		t.Errorf("identity of a method that was not calibrated: %s", got)
	}
}

func TestTableNamesEveryTrialAndTheOneChosen(t *testing.T) {
	f := frozen(t)
	text := f.Table().String()
	if got := strings.Count(text, "(chosen)"); got != len(f.Choices) {
		t.Errorf("%d settings are marked as chosen; want one for each of %d methods:\n%s", got, len(f.Choices), text)
	}
	for _, want := range []string{"tfidf_char, query issue", "mmr, lambda 0.3", "seed 7", "disjoint by repository from 2 repositories"} {
		if !strings.Contains(text, want) {
			t.Errorf("the table does not say %q:\n%s", want, text)
		}
	}
}
