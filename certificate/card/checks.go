package card

import (
	"fmt"
	"maps"
	"slices"

	"suffice/certificate/records"
)

// Row is a prediction with the place it was read from.
type Row struct {
	Prediction
	File string
	Line int
}

// Known says which states there are, and their pools. A nil map means that no
// states are at hand, a nil pool that this state's units are not: then what
// needs them is not checked, and whoever asks should say so (spec 1.4).
type Known map[string]*Pool

// KnownStates takes states and their pools from read states.
func KnownStates(states []State) Known {
	k := make(Known, len(states))
	for i := range states {
		k[states[i].Card.ID] = &states[i].Pool
	}
	return k
}

// CheckPredictions tells what is wrong with a set of predictions as a whole
// (spec 1.3): a (state, method) that stands twice, an ID twice in one ranking,
// an unknown state, an ID outside the pool and, unless the set is partial, a
// state that a method leaves out. An empty ranking is an abstention and fine.
// Problems come in the order of the rows, missing states last.
func CheckPredictions(rows []Row, known Known, partial bool) *records.Error {
	var errs records.Error
	first := make(map[pair]int32, len(rows))
	var methods []string
	for i := range rows {
		r := &rows[i]
		say := func(key, format string, args ...any) {
			errs.Add(records.Problem{File: r.File, Line: r.Line, Key: key, Msg: fmt.Sprintf(format, args...)})
		}
		at := pair{r.State, r.Method}
		if before, twice := first[at]; twice {
			say("", "method %q has two rankings for state %q, the first on %s", r.Method, r.State, rows[before].place(r.File))
			continue
		}
		first[at] = int32(i)
		if !slices.Contains(methods, r.Method) {
			methods = append(methods, r.Method)
		}
		pool, ok := known[r.State]
		if known != nil && !ok {
			say("state_id", "there is no state %q", r.State)
		}
		r.CheckRanking(pool, say)
	}
	if known != nil && !partial {
		missing(&errs, rows, known, methods, first)
	}
	return &errs
}

// pair is what may have one ranking only.
type pair struct{ state, method string }

// missing tells which states a method leaves out.
func missing(errs *records.Error, rows []Row, known Known, methods []string, first map[pair]int32) {
	states := slices.Sorted(maps.Keys(known))
	for _, m := range methods {
		for _, id := range states {
			if _, ok := first[pair{id, m}]; ok {
				continue
			}
			errs.Add(records.Problem{File: fileOf(rows, m), Msg: fmt.Sprintf("method %q has no ranking for state %q; every state is expected unless the set is said to be partial", m, id)})
		}
	}
}

func fileOf(rows []Row, method string) string {
	for _, r := range rows {
		if r.Method == method {
			return r.File
		}
	}
	return ""
}

// place names where a row stands, for a reader who is looking at file.
func (r Row) place(file string) string {
	if r.File == file {
		return fmt.Sprintf("line %d", r.Line)
	}
	return fmt.Sprintf("%s:%d", r.File, r.Line)
}

// CheckRanking says what is wrong within one ranking: an ID that stands twice,
// an empty one, one outside the pool. A nil pool is not at hand.
func (r Prediction) CheckRanking(pool *Pool, say func(key, format string, args ...any)) {
	key := func(i int) string { return fmt.Sprintf("ranked_evidence_ids[%d]", i) }
	if i, j, twice := FirstRepeat(r.Ranked); twice {
		say(key(j), "the ranking of state %q names %q twice, at positions %d and %d", r.State, r.Ranked[j], i+1, j+1)
	}
	for i, id := range r.Ranked {
		if id == "" {
			say(key(i), "the ranking of state %q has an empty ID at position %d", r.State, i+1)
			return
		}
		if pool == nil {
			continue
		}
		if _, ok := pool.Find(id); !ok {
			say(key(i), "the ranking of state %q names %q at position %d, which is not in the pool", r.State, id, i+1)
			return
		}
	}
}

// FirstRepeat finds the first ID of a ranking that stood there before, and
// both positions from 0.
func FirstRepeat(ids []string) (first, again int, found bool) {
	if len(ids) > 48 {
		return firstRepeatOfMany(ids)
	}
	// Comparing each with each is quickest for a short ranking when the last
	// bytes, where IDs differ, are compared as one number first.
	var tails [48]uint64
	for j, id := range ids {
		t := tail(id)
		tails[j] = t
		for i := range j {
			if tails[i] == t && ids[i] == id {
				return i, j, true
			}
		}
	}
	return 0, 0, false
}

func firstRepeatOfMany(ids []string) (first, again int, found bool) {
	at := make(map[string]int, len(ids))
	for j, id := range ids {
		if i, seen := at[id]; seen {
			return i, j, true
		}
		at[id] = j
	}
	return 0, 0, false
}

// tail packs the last eight bytes of a string into a number.
func tail(s string) uint64 {
	var t uint64
	for _, b := range []byte(s[max(0, len(s)-8):]) {
		t = t<<8 | uint64(b)
	}
	return t
}
