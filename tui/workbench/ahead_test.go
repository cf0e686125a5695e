package workbench

import "testing"

// What is typed in one go after the key of a prompt is meant for the prompt, also
// where it comes over a line that hands over several keys at once: the prompt is
// there before the next key counts.
func TestAPromptIsThereBeforeTheNextKey(t *testing.T) {
	r := newRig(t, harbour(6))
	r.press("n")
	r.typeChoice("bug_location")
	for k, asks := range map[string]func() bool{
		"w": func() bool { return r.prompt != nil },
		"I": func() bool { return r.prompt != nil },
		"n": func() bool { return r.choose != nil },
		"o": func() bool { return r.choose != nil },
	} {
		r.prompt, r.choose = nil, nil
		a, ok := r.env.Keys.Lookup(r.s.Scopes(), k)
		if !ok {
			t.Fatalf("%s is no key", k)
		}
		if cmd, did := r.s.Do(a); !did || cmd != nil {
			t.Errorf("%s leaves what it asks to a command", k)
		}
		if r.take(r.s.Opens()); !asks() {
			t.Errorf("%s asks nothing before the next key", k)
		}
	}
}
