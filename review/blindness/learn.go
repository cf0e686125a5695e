package blindness

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
)

// origin is where a text that may have to be hidden comes from.
type origin struct {
	event int // index into World.Events, -1 for what is beside the journal
	what  string
	state string
	sort  sort
	who   review.PersonID // whose it is
}

// sort says what kind of thing an origin is.
type sort int

const (
	ofEvent   sort = iota
	ofSignal       // a review by a model
	ofRanking      // the name of a prediction set or a method
	ofPerson       // somebody's name
	ofTyping       // text in the middle of being typed
)

// vocabulary is everything that may have to be hidden, by phrase.
type vocabulary struct {
	origins []origin
	said    map[string][]int // phrase to origins
	public  map[string]bool  // whole texts that are public
	units   map[string]bool  // IDs of units of any pool
}

func (w *World) learn() *vocabulary {
	v := &vocabulary{said: map[string][]int{}, public: map[string]bool{}, units: map[string]bool{}}
	for i, e := range w.Events {
		c, _ := contentOf(e.Body)
		if e.Kind == review.Judged { // put together by the program: only its sentences are telling
			c.texts = slices.DeleteFunc(c.texts, func(t string) bool { return len(wordsOf(t).spans) < sentenceWords })
		}
		v.add(origin{event: i, what: eventWords(e), state: e.State}, c.texts...)
	}
	for _, s := range w.Signal {
		v.add(origin{event: -1, what: "a review by a model", state: s.State, sort: ofSignal}, s.Note, s.Reviewer)
	}
	for who, all := range w.Typing {
		for _, t := range all {
			v.add(origin{event: -1, what: "text that somebody is typing", state: t.State, sort: ofTyping, who: who}, t.Text)
		}
	}
	for _, n := range w.Names {
		v.name(origin{event: -1, what: "the name of a method", sort: ofRanking}, n)
	}
	for _, p := range w.Board.People {
		v.name(origin{event: -1, what: "somebody's name", sort: ofPerson, who: p.ID}, p.Name)
	}
	for _, id := range w.States {
		v.publish(w.Cards[id])
	}
	v.publishText(w.Board.Project.ID, w.Board.Project.Name, w.Board.Project.LabelScope)
	v.publishText(ownPhrases()...)
	return v
}

// eventWords says what an event is about, for a report that must not say more.
func eventWords(e review.Event) string {
	switch e.Sheet {
	case review.SheetA, review.SheetB:
		return fmt.Sprintf("%s on the sheet of reviewer %s", e.Kind, e.Sheet)
	case review.SheetSenior:
		return fmt.Sprintf("%s on the sheet of the senior", e.Kind)
	}
	return string(e.Kind)
}

func (v *vocabulary) add(o origin, texts ...string) {
	v.origins = append(v.origins, o)
	at := len(v.origins) - 1
	for _, t := range texts {
		wordsOf(t).phrases(func(p string) { v.note(p, at) })
	}
}

func (v *vocabulary) note(phrase string, at int) {
	if list := v.said[phrase]; len(list) == 0 || list[len(list)-1] != at {
		v.said[phrase] = append(list, at)
	}
}

// name is a word or two that are hidden whole, however short they are, unless
// they are words that the program itself uses.
func (v *vocabulary) name(o origin, name string) {
	v.origins = append(v.origins, o)
	w := wordsOf(name)
	n := len(w.spans)
	if n == 0 || n > phraseWords || slices.Contains(ownWords(), string(w.run(0, n))) || len(name) < 2 {
		return
	}
	v.note(string(w.run(0, n)), len(v.origins)-1)
}

// ownWords are words of the program that somebody may be called by.
func ownWords() []string {
	return []string{"organizer", "annotator", "reviewer", "senior", "auditor", "A", "B", "S", "you", "rules", "demo"}
}

// ownPhrases are runs of words that the program itself puts together, so that
// they say nothing where an event holds them too.
func ownPhrases() []string { return []string{"the certificate under review"} }

// publish takes everything back that a state card and its pool say.
func (v *vocabulary) publish(s card.State) {
	c, _ := contentOf(card.EncodeState(s))
	v.publishText(c.texts...)
	for _, u := range s.Pool.Units {
		v.units[u.ID] = true
	}
}

func (v *vocabulary) publishText(texts ...string) {
	for _, t := range texts {
		if v.public[t] {
			continue
		}
		v.public[t] = true
		wordsOf(t).runs(func(run []byte) bool {
			delete(v.said, string(run))
			return true
		})
	}
}

func opinionOf(e review.Event) (o review.Opinion, err error) { return o, json.Unmarshal(e.Body, &o) }

func sameOpinion(a, b review.Opinion) bool {
	return a.Verdict == b.Verdict && a.Confidence == b.Confidence && a.Reason == b.Reason &&
		slices.Equal(a.Causes, b.Causes) && string(certificate.Encode(a.Certificate)) == string(certificate.Encode(b.Certificate))
}
