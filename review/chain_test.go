package review

import (
	"bytes"
	"encoding/hex"
	"errors"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"
)

func sampleEvent() Event {
	return Event{
		Seq: 7, Who: "p-ada", At: 1767603600000, Kind: Edited, State: "s1", From: 3, To: 4,
		Body: jsontext.Value(`{"op": "set_weight", "group":"g2", "before": 1.0, "after": 2.50}`),
	}
}

// The form that is hashed is written out: changing it breaks every journal.
func TestCanonicalForm(t *testing.T) {
	want := `{"at":1767603600000,"body":{"after":2.50,"before":1.0,"group":"g2","op":"set_weight"},"from":3,"kind":"edited","seq":7,"state":"s1","to":4,"who":"p-ada"}`
	if got := sampleEvent().canonical(); string(got) != want {
		t.Errorf("hashed is\n%s\nwant\n%s", got, want)
	}
	chained := Chain([32]byte{1, 2, 3}, sampleEvent())
	got := hex.EncodeToString(chained.Hash[:])
	if want := "3b62a7a421784958ace8250816107d27daeadc3083c34351227d0449959e10ca"; got != want {
		t.Errorf("hash %s, want %s", got, want)
	}
}

func TestCanonicalIgnoresOnlySpelling(t *testing.T) {
	same := sampleEvent()
	same.Body = jsontext.Value(`{"after":2.50,"before":1.0,"op":"set_\u0077eight","group":"g2"}`)
	if Chain([32]byte{}, same).Hash != Chain([32]byte{}, sampleEvent()).Hash {
		t.Error("white space, order and escapes of the body change the hash")
	}
	for name, body := range map[string]string{
		"a number's text": `{"op": "set_weight", "group":"g2", "before": 1.0, "after": 2.5}`,
		"a value":         `{"op": "set_weight", "group":"g2", "before": 1.0, "after": 2.51}`,
		"a name":          `{"op": "set_weight", "group":"g2", "before": 1.0, "Äfter": 2.50}`,
		"no JSON":         `{"op": "set_weight"`,
		"a repeated name": `{"op": "set_weight", "op": "set_role"}`,
	} {
		other := sampleEvent()
		other.Body = jsontext.Value(body)
		if Chain([32]byte{}, other).Hash == Chain([32]byte{}, sampleEvent()).Hash {
			t.Errorf("%s can be changed without changing the hash", name)
		}
	}
	big, bigger := sampleEvent(), sampleEvent()
	big.Body, bigger.Body = jsontext.Value(`9007199254740993`), jsontext.Value(`9007199254740992`)
	if Chain([32]byte{}, big).Hash == Chain([32]byte{}, bigger).Hash {
		t.Error("integers beyond 2^53 fall together")
	}
}

// A later program may know more fields; the events of today keep their hash.
func TestNewOptionalFieldKeepsHashes(t *testing.T) {
	type later struct {
		Event
		Why string `json:"why,omitzero"`
	}
	b, err := json.Marshal(later{Event: sampleEvent()})
	must(t, err)
	got, err := canonicalJSON(b)
	must(t, err)
	if !bytes.Equal(got, sampleEvent().canonical()) {
		t.Errorf("with a new field unset the form is\n%s\nit was\n%s", got, sampleEvent().canonical())
	}
}

// Changing, dropping, swapping or repeating any event is found, and the first
// that does not fit is named.
func TestVerifyChainFindsTampering(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j := newJournal()
		for i := range rapid.IntRange(3, 12).Draw(t, "events") {
			if err := j.add(ada, Noted, Change[string]{j.work.Mine[ada].Note, string(rune('a' + i))}, 0); err != nil {
				t.Fatal(err)
			}
		}
		head, n, err := VerifyChain(j.all())
		if err != nil || n != uint64(len(j.events)) || head != j.events[n-1].Hash {
			t.Fatalf("an untouched journal: %d events, %v", n, err)
		}
		i := rapid.IntRange(0, len(j.events)-2).Draw(t, "victim") // the last can be dropped unseen; the stored head tells
		first := uint64(i + 1)
		switch e := &j.events[i]; rapid.SampledFrom([]string{"who", "at", "kind", "state", "from", "undoes", "body", "break", "hash", "drop", "swap", "repeat"}).Draw(t, "how") {
		case "who":
			e.Who = bea
		case "at":
			e.At++
		case "kind":
			e.Kind = Flagged
		case "state":
			e.State = "s2"
		case "from":
			e.From, e.To = 1, 1
		case "undoes":
			e.Undoes = 1
		case "body":
			e.Body = jsontext.Value(`{"before":"","after":"forged"}`)
		case "break":
			e.Body = e.Body[:len(e.Body)-1]
		case "hash":
			e.Hash[31] ^= 1
		case "drop":
			j.events = append(j.events[:i], j.events[i+1:]...)
		case "swap":
			j.events[i], j.events[i+1] = j.events[i+1], j.events[i]
		case "repeat":
			j.events[i+1] = j.events[i]
			first++
		}
		var broken *BrokenChainError
		if _, _, err := VerifyChain(j.all()); !errors.As(err, &broken) || broken.Seq != first {
			t.Fatalf("tampering with event %d is told as %v", first, err)
		}
	})
}

// Rewriting an event together with its own hash is found at the next one.
func TestVerifyChainFindsRewriting(t *testing.T) {
	j := newJournal()
	for i := range 3 {
		must(t, j.add(ada, Noted, Change[string]{j.work.Mine[ada].Note, string(rune('a' + i))}, 0))
	}
	j.events[1].At++
	j.events[1] = Chain(j.events[0].Hash, j.events[1])
	var broken *BrokenChainError
	if _, _, err := VerifyChain(j.all()); !errors.As(err, &broken) || broken.Seq != 3 {
		t.Fatalf("got %v, want event 3 named", err)
	}
}

func TestChainOfNothing(t *testing.T) {
	head, n, err := VerifyChain((&journal{}).all())
	if err != nil || n != 0 || head != [32]byte{} {
		t.Errorf("an empty journal: %x, %d, %v", head, n, err)
	}
}
