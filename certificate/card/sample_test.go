package card

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

// sample reads the three public example states, which lie beside the checkout
// and are not part of it.
func sample(t *testing.T) (states []State, raw []jsontext.Value) {
	t.Helper()
	path := filepath.Join("..", "..", "..", "shared", "data", "serbench-example", "items.jsonl")
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the public example states are not at %s", path)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	err = records.Read(context.Background(), path, f,
		func(r records.Record) (State, error) {
			s, err := DecodeState(r.Raw)
			return s, err
		},
		func(_ int, s State) error { states = append(states, s); return nil })
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Seek(0, 0); err != nil {
		t.Fatal(err)
	}
	err = records.Read(context.Background(), path, f,
		func(r records.Record) (jsontext.Value, error) { return r.Raw.Clone(), nil },
		func(_ int, v jsontext.Value) error { raw = append(raw, v); return nil })
	if err != nil {
		t.Fatal(err)
	}
	return states, raw
}

func TestSampleComesBack(t *testing.T) {
	states, raw := sample(t)
	for i, s := range states {
		if out := EncodeState(s); !records.Equal(out, raw[i]) {
			t.Errorf("%s differs in %s", s.Card.ID, records.FirstDifference(raw[i], out))
		}
		if Fingerprint(s) != FingerprintRecord(raw[i]) {
			t.Errorf("%s has two fingerprints", s.Card.ID)
		}
	}
}

// TestSampleObserved: alignment alone finds exactly the units that the release
// flags (spec 1.1a).
func TestSampleObserved(t *testing.T) {
	states, _ := sample(t)
	want := []struct{ pool, flagged int }{{65, 0}, {120, 20}, {79, 0}}
	if len(states) != len(want) {
		t.Fatalf("%d states", len(states))
	}
	for i, s := range states {
		flagged, aligned := 0, 0
		seen := Observe(s)
		for _, u := range s.Pool.Units {
			o := seen[u.ID]
			if u.Observed {
				flagged++
			}
			if len(o.Aligned) > 0 {
				aligned++
			}
			if u.Observed != (len(o.Aligned) > 0) || o.Flagged != u.Observed || o.Listed {
				t.Errorf("%s: unit %s is flagged %v, but %+v", s.Card.ID, u.ID, u.Observed, o)
			}
		}
		if s.Pool.Len() != want[i].pool || flagged != want[i].flagged || aligned != want[i].flagged {
			t.Errorf("%s: %d flagged and %d aligned of %d, want %+v", s.Card.ID, flagged, aligned, s.Pool.Len(), want[i])
		}
	}
}

// TestSampleExcerpts: the 136 excerpts that the release cut are told from the
// 128 whole ones, the one cut inside its last line too.
func TestSampleExcerpts(t *testing.T) {
	states, _ := sample(t)
	cut, whole := 0, 0
	for _, s := range states {
		for _, u := range s.Pool.Units {
			shown, of := u.LineNumbers()
			if u.Cut() {
				cut++
				continue
			}
			if whole++; shown != of {
				t.Errorf("%s is whole and shows %d of %d lines", u.ID, shown, of)
			}
		}
	}
	if cut != 136 || whole != 128 {
		t.Errorf("%d cut and %d whole, want 136 and 128", cut, whole)
	}
}

func TestSampleReads(t *testing.T) {
	states, _ := sample(t)
	want := []Span{
		{`django_celery_beat\admin.py`, 1, 79}, {`django_celery_beat\__init__.py`, 1, 29}, {`.github\workflows\test.yml`, 1, 61},
		{`arrow\arrow.py`, 1492, 1612}, {`tests\test_arrow.py`, 1, 61}, {`tests\utils.py`, 1, 16},
		{`doc\reference\algorithms\clique.rst`, 1, 16}, {`doc\release\report_functions_without_rst_generated.py`, 1, 30}, {`.circleci\config.yml`, 1, 61},
	}
	var got []Span
	for _, s := range states {
		for _, step := range s.Card.Steps {
			if step.Read != nil {
				got = append(got, *step.Read)
			}
			if step.Action == "plan_update" && step.Tool != "" {
				t.Errorf("%s of %s tells its planner: %q", step.Label, s.Card.ID, step.Tool)
			}
		}
	}
	if len(got) != len(want) {
		t.Fatalf("got %v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("read %d is %+v, want %+v", i, got[i], want[i])
		}
	}
}
