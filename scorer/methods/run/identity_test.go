package run

import (
	"reflect"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"
)

func someIdentity() Identity {
	return Identity{
		Experiment: "main", State: "acme__widget-12-s005", Method: "mss_complement",
		Configuration: jsontext.Value(`{"method":"mss_complement","ceiling_tokens":6144}`), Model: "qwen3-8b@q4_k_m", Budget: 6144,
		Seed: 18446744073709551615, Repetition: 2, BaseCommit: "0123456789abcdef0123456789abcdef01234567",
		Card: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", Revision: "v0.4.0",
	}
}

// The ID of a run must never change: results are found by it. What it is can be
// checked by hand: it is the SHA-256 of this text.
func TestRunIDIsPinned(t *testing.T) {
	const canonical = `{"base_commit":"0123456789abcdef0123456789abcdef01234567",` +
		`"card_sha256":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",` +
		`"configuration":{"ceiling_tokens":6144,"method":"mss_complement"},"context_budget":6144,"experiment":"main",` +
		`"method":"mss_complement","model_key":"qwen3-8b@q4_k_m","program_revision":"v0.4.0","repetition":2,` +
		`"seed":18446744073709551615,"state_id":"acme__widget-12-s005"}`
	const want = "58adb3e14b8a3c1d35a279816065ca0379a0ed53290ca6ad081e57fb0c5e44f1"
	if got := someIdentity().RunID(); got != want || got != hashOf([]byte(canonical)) {
		t.Errorf("the ID is %s, not %s; of the text it is %s", got, want, hashOf([]byte(canonical)))
	}
}

// Nothing of an identity can change without the ID changing, and the order of
// keys in a configuration does not count.
func TestEveryFieldCountsForTheID(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base := someIdentity()
		base.Seed, base.State = rapid.Uint64().Draw(t, "seed"), rapid.String().Draw(t, "state")
		seen := map[string]string{base.RunID(): "nothing"}
		kind := reflect.TypeFor[Identity]()
		for i := range kind.NumField() {
			changed := base
			switch f := reflect.ValueOf(&changed).Elem().Field(i); f.Kind() {
			case reflect.String:
				f.SetString(f.String() + rapid.StringN(1, 5, -1).Draw(t, "more"))
			case reflect.Int:
				f.SetInt(f.Int() + rapid.Int64Range(1, 99).Draw(t, "more"))
			case reflect.Uint64:
				f.SetUint(f.Uint() + rapid.Uint64Range(1, 99).Draw(t, "more"))
			case reflect.Slice:
				f.SetBytes([]byte(`{"method":"mss_complement","ceiling_tokens":6145}`))
			default:
				t.Fatalf("field %s is of a kind that the test does not change", kind.Field(i).Name)
			}
			id := changed.RunID()
			if was, ok := seen[id]; ok {
				t.Fatalf("changing %s gives the ID of changing %s", kind.Field(i).Name, was)
			}
			seen[id] = kind.Field(i).Name
		}
	})
	turned := someIdentity()
	turned.Configuration = jsontext.Value(`{ "ceiling_tokens": 6144, "method": "mss_complement" }`)
	if turned.RunID() != someIdentity().RunID() {
		t.Error("the order of keys counts")
	}
}

// The card that a method may read is part of the ID: every unit of the pool too.
func TestCardHash(t *testing.T) {
	s := madeState("made-001", 5)
	same := madeState("made-001", 5)
	if CardHash(s) != CardHash(same) {
		t.Error("equal states have different hashes")
	}
	same.Pool.Units[3].Text += " "
	if CardHash(s) == CardHash(same) {
		t.Error("the text of a unit does not count")
	}
}

// Equal configurations give equal bytes whatever they are made of.
func TestConfiguration(t *testing.T) {
	c, err := configuration(map[string]any{"b": 1, "a": struct {
		Z int `json:"z"`
		Y string
	}{1, "é"}})
	must(t, err)
	if string(c) != `{"a":{"Y":"é","z":1},"b":1}` {
		t.Error(string(c))
	}
	if _, err := configuration(func() {}); err == nil {
		t.Error("a function passes for a configuration")
	}
	p := plan(t, 1, ranked{id: "m", config: make(chan int)})
	if _, err := Start(t.Context(), p); err == nil {
		t.Error("a method whose configuration cannot be written down was run")
	}
}
