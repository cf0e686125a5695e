package records

import (
	"bytes"
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
	notes   *notes
	// The place in the record is put into words only when there is something to say.
	parent *Fields
	key    string
	index  int // of the element of the list key; -1 when key is no list
}

// notes is what a tree of Fields shares: the faults so far, and the key names
// seen, so that a name that recurs in every unit is allocated once.
type notes struct {
	faults  []*FieldError
	names   map[string]string // nil until there is an object within the record
	store   []Member          // of all objects one after the other; each holds its part
	scratch []byte            // where strings with escapes are decoded
}

// name is the text of a quoted name. Those of the record itself come once and
// are not remembered.
func (n *notes) name(quoted []byte) string {
	s, seen := n.names[string(quoted)]
	if !seen {
		s, _ = text(quoted)
		if n.names != nil {
			n.names[string(quoted)] = s
		}
	}
	return s
}

// text is the text of a quoted string, copied once.
func (n *notes) text(quoted []byte) (string, bool) {
	if len(quoted) < 2 || quoted[0] != '"' || bytes.IndexByte(quoted, '\\') < 0 {
		return text(quoted)
	}
	var err error
	n.scratch, err = jsontext.AppendUnquote(n.scratch[:0], quoted)
	return string(n.scratch), err == nil
}

// maxFaults bounds the faults kept for one record; a file of garbage need not
// fill the memory with complaints.
const maxFaults = 1000

// FieldsOf splits v, which is trusted to be valid JSON (every Record is). When
// v is no object, every getter finds nothing and Err says why.
func FieldsOf(v jsontext.Value) *Fields {
	f := &Fields{notes: &notes{}}
	f.split(v)
	return f
}

func (f *Fields) split(v jsontext.Value) {
	n := f.notes
	switch room := cap(n.store) - len(n.store); {
	case n.store == nil:
		n.store = make([]Member, 0, 16) // there may be no object within this one
	case room < 32:
		n.store = make([]Member, 0, 256) // objects split before keep the old one
	}
	if f.parent != nil && n.names == nil {
		n.names = make(map[string]string)
	}
	at := len(n.store)
	whole := walkObject(v, func(name, value []byte) bool {
		n.store = append(n.store, Member{Name: n.name(name), Value: value})
		return true
	})
	if !whole {
		n.store = n.store[:at]
		f.Fail("", "%s", expected("an object", v))
	}
	f.members = n.store[at:len(n.store):len(n.store)]
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
	if path := f.Path(); path != "" {
		e = e.In(path)
	}
	f.notes.faults = append(f.notes.faults, e)
}

// Path is where this object stands in its record, such as
// "candidate_evidence[3]"; empty for the record itself.
func (f *Fields) Path() string {
	if f.parent == nil {
		return ""
	}
	key := Key(f.key)
	if f.index >= 0 {
		key = element(key, f.index)
	}
	if above := f.parent.Path(); above != "" {
		return (&FieldError{Key: key}).In(above).Key
	}
	return key
}

// element is the key path of an element of a list.
func element(list string, index int) string { return list + "[" + strconv.Itoa(index) + "]" }

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
