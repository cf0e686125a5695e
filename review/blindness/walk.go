package blindness

import (
	"fmt"
	"reflect"

	"suffice/audit"
	"suffice/certificate/card"
	"suffice/review"
	"suffice/scorer"
)

// Value looks through a value in memory: everything that can be reached from
// it, in unexported fields too. So what a screen is built from is held to the
// same as what a command prints.
func (x *Watch) Value(where, state string, v any) []Leak {
	if x.Everything() || v == nil {
		return nil
	}
	k := walker{watch: x, where: where, state: state, seen: map[visit]bool{}}
	k.walk(reflect.ValueOf(v))
	return append(k.found, x.content(where, state, k.content)...)
}

type walker struct {
	watch        *Watch
	where, state string
	seen         map[visit]bool
	content      content
	found        []Leak
}

// visit is a place in memory that was looked at already.
type visit struct {
	at  uintptr
	len int
	t   reflect.Type
}

func (k *walker) walk(v reflect.Value) {
	if !v.IsValid() {
		return
	}
	k.typed(v)
	switch v.Kind() {
	case reflect.String:
		if s := v.String(); s != "" {
			k.content.texts = append(k.content.texts, s)
		}
	case reflect.Pointer:
		if !v.IsNil() && k.first(v, v.Pointer(), 1) {
			k.walk(v.Elem())
		}
	case reflect.Interface:
		k.walk(v.Elem())
	case reflect.Struct:
		for i := range v.NumField() {
			k.walk(v.Field(i))
		}
	case reflect.Slice:
		if v.Len() > 0 && k.first(v, v.Pointer(), v.Len()) {
			k.list(v)
		}
	case reflect.Array:
		k.list(v)
	case reflect.Map:
		if !v.IsNil() && k.first(v, v.Pointer(), v.Len()) {
			for _, key := range v.MapKeys() {
				k.walk(key)
				k.walk(v.MapIndex(key))
			}
		}
	}
}

// first reports whether a place is looked at for the first time.
func (k *walker) first(v reflect.Value, at uintptr, n int) bool {
	key := visit{at, n, v.Type()}
	if k.seen[key] {
		return false
	}
	k.seen[key] = true
	return true
}

// list looks through the elements of a slice or an array. Bytes are JSON, or
// nothing that says anything.
func (k *walker) list(v reflect.Value) {
	switch v.Type().Elem().Kind() {
	case reflect.Uint8:
		if v.Kind() == reflect.Slice {
			if c, ok := contentOf(v.Bytes()); ok {
				k.content.texts = append(k.content.texts, c.texts...)
				k.content.lists = append(k.content.lists, c.lists...)
			}
		}
		return
	case reflect.String:
		texts := make([]string, v.Len())
		for i := range texts {
			texts[i] = v.Index(i).String()
		}
		k.content.texts = append(k.content.texts, texts...)
		k.content.lists = append(k.content.lists, texts)
		if v.Type().Elem() != reflect.TypeFor[review.PersonID]() {
			return
		}
	case reflect.Bool, reflect.Int, reflect.Int64, reflect.Float64, reflect.Uint64:
		return
	}
	for i := range v.Len() {
		k.walk(v.Index(i))
	}
}

// typed tells values that give something away by what they are.
func (k *walker) typed(v reflect.Value) {
	s := k.watch.sights[k.state]
	tell := func(what string, detail ...any) {
		k.found = append(k.found, k.watch.leak(k.where, k.state, what, fmt.Sprint(detail...)))
	}
	switch v.Type() {
	case reflect.TypeFor[review.PersonID]():
		if id := v.String(); id != "" && id != string(review.Rules) && id != string(k.watch.person.ID) && !k.watch.person.Is(review.Organizer) {
			tell("the ID of somebody else", id)
		}
	case reflect.TypeFor[review.Opinion]():
		if o := v.FieldByName("Verdict").String(); o != "" && !s.reviews && !k.watch.said(k.state, v) {
			tell("a review", o)
		}
	case reflect.TypeFor[review.Outcome](), reflect.TypeFor[review.Agreement](), reflect.TypeFor[review.Ruling]():
		if !v.IsZero() && !s.reviews {
			tell("what became of the reviews", v.Type().Name())
		}
	case reflect.TypeFor[audit.Sheet]():
		if who := v.FieldByName("Auditor").String(); who != "" && (s.seat == nil || s.seat.Task != review.TaskAudit || string(s.seat.Slot) != who) {
			tell("the judgments of another auditor", who)
		}
	case reflect.TypeFor[card.Prediction](), reflect.TypeFor[scorer.Outcome]():
		if !v.IsZero() && !s.outcomes {
			tell("an outcome", v.FieldByName("Method").String())
		}
	case reflect.TypeFor[review.Signal](), reflect.TypeFor[review.SignalCount]():
		tell("a review by a model", v.FieldByName("Reviewer").String())
	}
}

// said reports whether a review is the person's own.
func (x *Watch) said(state string, opinion reflect.Value) bool {
	s := x.sights[state]
	if s.seat == nil || s.seat.Task != review.TaskReview {
		return false
	}
	own, ok := x.world.Cases[state].Course.Opinions[s.seat.Slot]
	return ok && string(own.Verdict) == opinion.FieldByName("Verdict").String() && own.Reason == opinion.FieldByName("Reason").String()
}
