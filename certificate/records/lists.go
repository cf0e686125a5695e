package records

import (
	"slices"

	"github.com/go-json-experiment/json/jsontext"
)

// Strings returns a list of strings that must be there; it may be empty.
func (f *Fields) Strings(key string) []string { return f.strings(key, true) }

// OptionalStrings returns a list of strings, nil when missing or null.
func (f *Fields) OptionalStrings(key string) []string { return f.strings(key, false) }

func (f *Fields) strings(key string, required bool) []string {
	v, ok := f.want(key, "a list of strings", required)
	if !ok {
		return nil
	}
	return f.stringsIn(Key(key), v)
}

func (f *Fields) stringsIn(place string, v jsontext.Value) []string {
	out := []string{}
	if !walkArray(v, func(e []byte) bool {
		s, ok := f.notes.text(e)
		if !ok {
			f.Fail(element(place, len(out)), "%s", expected("a string", e))
		}
		out = append(out, s)
		return true
	}) {
		f.Fail(place, "%s", expected("a list of strings", v))
		return nil
	}
	return out
}

// IDs returns a list of non-empty strings that must be there, each once.
func (f *Fields) IDs(key string) []string { return f.ids(key, true) }

// OptionalIDs is IDs for a list that may be missing or null.
func (f *Fields) OptionalIDs(key string) []string { return f.ids(key, false) }

func (f *Fields) ids(key string, required bool) []string {
	before := len(f.notes.faults)
	ids := f.strings(key, required)
	if len(f.notes.faults) > before {
		return ids // a member that is no string is told once, not as empty as well
	}
	at := func(i int) string { return element(Key(key), i) }
	for i, first := range firstPlaces(ids) {
		switch {
		case ids[i] == "":
			f.Fail(at(i), "must not be empty")
		case first != i:
			f.Fail(at(i), "%s stands in the list twice, first at [%d]", quote(ids[i]), first)
		}
	}
	return ids
}

// firstPlaces gives for every string the first position where it stands.
func firstPlaces(ids []string) []int {
	out := make([]int, len(ids))
	if len(ids) <= 16 { // a map costs more than it saves
		for i, id := range ids {
			out[i] = slices.Index(ids[:i+1], id)
		}
		return out
	}
	at := make(map[string]int, len(ids))
	for i, id := range ids {
		first, seen := at[id]
		if !seen {
			at[id], first = i, i
		}
		out[i] = first
	}
	return out
}

// OptionalLists returns a list of lists of strings, nil when missing or null.
func (f *Fields) OptionalLists(key string) [][]string {
	var out [][]string
	for i, v := range f.list(key, "a list of lists", false) {
		out = append(out, f.stringsIn(element(Key(key), i), v))
	}
	return out
}

// LooseStrings returns the members of a list that are strings and passes over
// the others; nil when missing or null.
func (f *Fields) LooseStrings(key string) []string {
	var out []string
	for _, v := range f.list(key, "a list", false) {
		if s, ok := text(v); ok {
			out = append(out, s)
		}
	}
	return out
}

func (f *Fields) list(key, what string, required bool) []jsontext.Value {
	v, ok := f.want(key, what, required)
	if !ok {
		return nil
	}
	vs, err := Elements(v)
	if err != nil {
		f.Fail(Key(key), "%s", expected(what, v))
	}
	return vs
}

// Objects returns a list of objects that must be there; it may be empty.
// Faults found in them are told by Err of any Fields of the record.
func (f *Fields) Objects(key string) []*Fields { return f.objects(key, true) }

// OptionalObjects returns a list of objects, nil when missing or null.
func (f *Fields) OptionalObjects(key string) []*Fields { return f.objects(key, false) }

func (f *Fields) objects(key string, required bool) []*Fields {
	vs := f.list(key, "a list of objects", required)
	store := make([]Fields, len(vs))
	out := make([]*Fields, len(vs))
	for i, v := range vs {
		out[i] = &store[i]
		*out[i] = Fields{notes: f.notes, parent: f, key: key, index: i}
		out[i].split(v)
	}
	return out
}

// Object returns a nested object that must be there; when it is not, an empty one.
func (f *Fields) Object(key string) *Fields {
	child := &Fields{notes: f.notes, parent: f, key: key, index: -1}
	if v, ok := f.want(key, "an object", true); ok {
		child.split(v)
	}
	return child
}

// OptionalObject returns a nested object, nil when missing or null.
func (f *Fields) OptionalObject(key string) *Fields {
	if !f.Has(key) {
		return nil
	}
	return f.Object(key)
}
