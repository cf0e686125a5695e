package records

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Fields reads the members of one JSON object by name and type and collects
// everything that is wrong with them, so that a decoder reads like a list of
// its keys and asks once, at the end, for Err:
//
//	f := records.FieldsOf(rec.Raw)
//	id := f.ID("state_id")
//	weight := f.Number("necessity_weight")
//	for _, g := range f.Objects("required_evidence_groups") {
//		role := g.String("role")
//	}
//	return x, f.Err()
//
// A getter that fails notes a *FieldError with the full key and returns the
// zero value. Getters whose name begins with Optional take null for missing.
// Strings are copies; everything of type jsontext.Value points into the object.
type Fields struct {
	members []Member
	path    string // "" for the record itself
	notes   *notes
}

// notes is what a tree of Fields shares: the faults so far, and the key names
// seen, so that a name that recurs in every unit is allocated once.
type notes struct {
	faults []*FieldError
	names  map[string]string
	usual  int // members of the object before: the next one tends to have as many
}

// maxFaults bounds the faults kept for one record; a file of garbage need not
// fill the memory with complaints.
const maxFaults = 1000

// FieldsOf splits v, which is trusted to be valid JSON (every Record is). When
// v is no object, every getter finds nothing and Err says why.
func FieldsOf(v jsontext.Value) *Fields {
	f := &Fields{notes: &notes{names: make(map[string]string)}}
	f.split(v)
	return f
}

func (f *Fields) split(v jsontext.Value) {
	f.members = make([]Member, 0, f.notes.usual)
	whole := walkObject(v, func(name, value []byte) bool {
		s, seen := f.notes.names[string(name)]
		if !seen {
			s, _ = text(name)
			f.notes.names[string(name)] = s
		}
		f.members = append(f.members, Member{Name: s, Value: value})
		return true
	})
	if !whole {
		f.members = nil
		f.Fail("", "%s", expected("an object", v))
	}
	f.notes.usual = len(f.members)
}

// Err returns nil, the one *FieldError, or errors.Join of several.
func (f *Fields) Err() error {
	switch faults := f.notes.faults; len(faults) {
	case 0:
		return nil
	case 1:
		return faults[0]
	default:
		errs := make([]error, len(faults))
		for i, e := range faults {
			errs[i] = e
		}
		return errors.Join(errs...)
	}
}

// Fail notes a fault of a key of this object, or of the object itself when key
// is empty. The key may go deeper: "ids[3]".
func (f *Fields) Fail(key, format string, args ...any) {
	if len(f.notes.faults) >= maxFaults {
		return
	}
	e := &FieldError{Key: key, Msg: fmt.Sprintf(format, args...)}
	if f.path != "" {
		e = e.In(f.path)
	}
	f.notes.faults = append(f.notes.faults, e)
}

// Path is where this object stands in its record, such as
// "candidate_evidence[3]"; empty for the record itself.
func (f *Fields) Path() string { return f.path }

// Members are the members in order. Values point into the object.
func (f *Fields) Members() []Member { return f.members }

// Kept returns copies of the members whose names are not among those left out.
func (f *Fields) Kept(leftOut ...string) []Member {
	kept := make([]Member, 0, len(f.members))
	size := 0
	for _, m := range f.members {
		if !slices.Contains(leftOut, m.Name) {
			kept = append(kept, m)
			size += len(m.Value)
		}
	}
	return intoOwn(kept, size)
}

// Value returns a member as written, null included, and whether it is there.
func (f *Fields) Value(key string) (jsontext.Value, bool) {
	for _, m := range f.members {
		if m.Name == key {
			return m.Value, true
		}
	}
	return nil, false
}

// Has reports whether a member is there and not null.
func (f *Fields) Has(key string) bool {
	v, ok := f.Value(key)
	return ok && v.Kind() != jsontext.KindNull
}

// want returns a member that is there and not null; when it must be there and
// is not, that is noted.
func (f *Fields) want(key, what string, required bool) (jsontext.Value, bool) {
	v, ok := f.Value(key)
	if ok && v.Kind() != jsontext.KindNull {
		return v, true
	}
	if required && ok {
		f.Fail(Key(key), "%s is expected, found null", what)
	} else if required {
		f.Fail(Key(key), "is missing; %s is expected", what)
	}
	return nil, false
}

// String returns a string that must be there; it may be empty.
func (f *Fields) String(key string) string { s, _ := f.str(key, true); return s }

// OptionalString returns a string, "" when missing or null.
func (f *Fields) OptionalString(key string) string { s, _ := f.str(key, false); return s }

// OptionalText returns a string, nil when missing or null, for where "" and
// nothing are not the same.
func (f *Fields) OptionalText(key string) *string {
	if s, ok := f.str(key, false); ok {
		return &s
	}
	return nil
}

// ID returns a string that must be there and not be empty.
func (f *Fields) ID(key string) string {
	s, ok := f.str(key, true)
	if ok && s == "" {
		f.Fail(Key(key), "must not be empty")
	}
	return s
}

func (f *Fields) str(key string, required bool) (string, bool) {
	v, ok := f.want(key, "a string", required)
	if !ok {
		return "", false
	}
	s, ok := text(v)
	if !ok {
		f.Fail(Key(key), "%s", expected("a string", v))
	}
	return s, ok
}

// Int returns a whole number that must be there. 1.0 and 1e0 are not whole
// numbers here: who writes them means a measurement, not a count.
func (f *Fields) Int(key string) int { n, _ := f.integer(key, true); return n }

// OptionalInt returns a whole number, nil when missing or null.
func (f *Fields) OptionalInt(key string) *int {
	if n, ok := f.integer(key, false); ok {
		return &n
	}
	return nil
}

func (f *Fields) integer(key string, required bool) (int, bool) {
	v, ok := f.want(key, "a whole number", required)
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(string(v))
	switch {
	case err == nil:
		return n, true
	case errors.Is(err, strconv.ErrRange):
		f.Fail(Key(key), "%s is too large; a whole number of 64 bits is expected", excerpt(v))
	default:
		f.Fail(Key(key), "%s", expected("a whole number", v))
	}
	return 0, false
}

// Number returns a finite number that must be there.
func (f *Fields) Number(key string) float64 { n, _ := f.number(key, true); return n }

// OptionalNumber returns a finite number, nil when missing or null.
func (f *Fields) OptionalNumber(key string) *float64 {
	if n, ok := f.number(key, false); ok {
		return &n
	}
	return nil
}

func (f *Fields) number(key string, required bool) (float64, bool) {
	v, ok := f.want(key, "a number", required)
	if !ok {
		return 0, false
	}
	if v.Kind() != jsontext.KindNumber {
		f.Fail(Key(key), "%s", expected("a number", v))
		return 0, false
	}
	n, err := strconv.ParseFloat(string(v), 64)
	if err != nil {
		f.Fail(Key(key), "%s", tooLarge(v))
		return 0, false
	}
	return n, true
}

// Bool returns true or false, which must be there.
func (f *Fields) Bool(key string) bool { b, _ := f.boolean(key, true); return b }

// OptionalBool returns true or false, nil when missing or null.
func (f *Fields) OptionalBool(key string) *bool {
	if b, ok := f.boolean(key, false); ok {
		return &b
	}
	return nil
}

func (f *Fields) boolean(key string, required bool) (bool, bool) {
	v, ok := f.want(key, "true or false", required)
	if !ok {
		return false, false
	}
	switch v.Kind() {
	case jsontext.KindTrue:
		return true, true
	case jsontext.KindFalse:
		return false, true
	}
	f.Fail(Key(key), "%s", expected("true or false", v))
	return false, false
}

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
		s, ok := text(e)
		if !ok {
			f.Fail(fmt.Sprintf("%s[%d]", place, len(out)), "%s", expected("a string", e))
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
	at := func(i int) string { return fmt.Sprintf("%s[%d]", Key(key), i) }
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
		out = append(out, f.stringsIn(fmt.Sprintf("%s[%d]", Key(key), i), v))
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
	out := make([]*Fields, len(vs))
	for i, v := range vs {
		out[i] = f.child(fmt.Sprintf("%s[%d]", Key(key), i), v)
	}
	return out
}

// Object returns a nested object that must be there; when it is not, an empty one.
func (f *Fields) Object(key string) *Fields {
	v, ok := f.want(key, "an object", true)
	if !ok {
		return &Fields{notes: f.notes, path: place(f.path, key)}
	}
	return f.child(Key(key), v)
}

// OptionalObject returns a nested object, nil when missing or null.
func (f *Fields) OptionalObject(key string) *Fields {
	v, ok := f.want(key, "an object", false)
	if !ok {
		return nil
	}
	return f.child(Key(key), v)
}

func (f *Fields) child(key string, v jsontext.Value) *Fields {
	c := &Fields{notes: f.notes, path: key}
	if f.path != "" {
		c.path = (&FieldError{Key: key}).In(f.path).Key
	}
	c.split(v)
	return c
}

// Key writes a member name as it stands in a key path: as it is when it is
// plain, else quoted in brackets, so that a hostile name cannot pass for a path.
func Key(name string) string {
	if name == "" || len(name) > 100 || strings.ContainsFunc(name, func(r rune) bool {
		plain := r == '_' || r == '-' || r == '$' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		return !plain
	}) {
		return "[" + quote(name) + "]"
	}
	return name
}

func place(parent, name string) string {
	if parent == "" {
		return Key(name)
	}
	return (&FieldError{Key: Key(name)}).In(parent).Key
}
