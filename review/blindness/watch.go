package blindness

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/review"
)

// Leak is something hidden that came out.
type Leak struct {
	Person string `json:"person"`
	Where  string `json:"where"` // the command or the read
	State  string `json:"state_id,omitzero"`
	What   string `json:"what"`
	Found  string `json:"found"` // the words, list or value that gave it away
}

// String is the leak in one line.
func (l Leak) String() string {
	at := ""
	if l.State != "" {
		at = " of " + l.State
	}
	return fmt.Sprintf("%s, %s: %s%s came out: %s", l.Person, l.Where, l.What, at, l.Found)
}

// Watch looks for what is hidden from one person.
type Watch struct {
	world  *World
	person review.Person
	sights map[string]sight
	hidden map[string]int             // phrase to origin
	others map[string]bool            // IDs of other people
	lists  map[string]map[string]bool // by state: lists of units that they may see, as keys
	open   map[string][][]string      // by state: the same lists
}

// Watch begins to look for what is hidden from p.
func (w *World) Watch(p review.Person) *Watch {
	x := &Watch{
		world: w, person: p, sights: map[string]sight{}, hidden: map[string]int{}, others: map[string]bool{},
		lists: map[string]map[string]bool{}, open: map[string][][]string{},
	}
	for _, id := range w.States {
		x.sights[id] = w.seeing(p, id)
	}
	readable := x.readable()
	for phrase, from := range w.vocabulary.said {
		if !slices.ContainsFunc(from, func(at int) bool { return readable[at] }) {
			x.hidden[phrase] = from[0]
		}
	}
	x.forget(readable)
	for _, q := range w.Board.People {
		if q.ID != p.ID && !p.Is(review.Organizer) && !w.vocabulary.public[string(q.ID)] && !w.vocabulary.units[string(q.ID)] {
			x.others[string(q.ID)] = true
		}
	}
	return x
}

// forget takes back what stands in a text that the person may read: a name,
// for one, that somebody wrote into a reason.
func (x *Watch) forget(readable []bool) {
	for i, o := range x.world.vocabulary.origins {
		if !readable[i] || o.sort != ofEvent {
			continue
		}
		c, _ := contentOf(x.world.Events[o.event].Body)
		for _, t := range c.texts {
			wordsOf(t).runs(func(run []byte) bool {
				delete(x.hidden, string(run))
				return true
			})
		}
	}
}

// Everything reports whether nothing is hidden from this person.
func (x *Watch) Everything() bool {
	return len(x.person.Roles) == 1 && x.person.Is(review.Organizer)
}

// Concerns reports whether a state can show the person anything: it exists for
// them, or they have done something there.
func (x *Watch) Concerns(state string) bool { return x.Exists(state) || x.acted(state) }

// Outcomes reports whether outcomes of a state are open to the person.
func (x *Watch) Outcomes(state string) bool { return x.sights[state].outcomes }

// Hidden is how many phrases are looked for.
func (x *Watch) Hidden() int { return len(x.hidden) }

// readable says of each origin whether the person may know it.
func (x *Watch) readable() []bool {
	may := make([]bool, len(x.world.vocabulary.origins))
	for i, o := range x.world.vocabulary.origins {
		switch o.sort {
		case ofEvent:
			e := x.world.Events[o.event]
			may[i] = x.Everything() || x.world.mayRead(x.person, e, x.sights[e.State])
			if may[i] {
				x.permitJSON(e.State, e.Body)
			}
		case ofSignal:
			may[i] = x.Everything()
		case ofRanking:
			may[i] = x.world.outcomesAnywhere(x.person) || x.person.Is(review.Organizer)
		case ofPerson:
			may[i] = o.who == x.person.ID || x.person.Is(review.Organizer)
		case ofTyping:
			may[i] = o.who == x.person.ID
		}
	}
	for state, s := range x.sights {
		x.permitState(state, s)
	}
	return may
}

// permitState allows the lists of the certificates that a person may see.
func (x *Watch) permitState(state string, s sight) {
	k := x.world.Cases[state]
	x.permitJSON(state, card.EncodeState(x.world.Cards[state]))
	if s.seat != nil && s.seat.Sheet() != review.Main {
		w := k.Sheets[s.seat.Sheet()]
		x.permitCertificate(state, w.Draft.Certificate())
	}
	if s.annotator || s.under || s.reviews {
		for _, sheet := range []review.Sheet{review.SheetA, review.SheetB, review.SheetSenior} {
			if w, ok := k.Sheets[sheet]; ok {
				x.permitCertificate(state, w.Base)
			}
		}
	}
	main := k.Sheets[review.Main]
	if s.release || s.annotator && k.Course.Under == 0 {
		x.permitCertificate(state, main.Draft.Certificate())
	}
	if s.annotator {
		x.permitCertificate(state, main.Base)
	}
	if s.outcomes {
		for _, p := range x.world.Ranked[state] {
			x.permit(state, p.Ranked)
		}
	}
}

func (x *Watch) permitCertificate(state string, c certificate.Certificate) {
	x.permitJSON(state, certificate.Encode(c))
}

func (x *Watch) permitJSON(state string, v []byte) {
	c, _ := contentOf(v)
	for _, l := range c.lists {
		x.permit(state, l)
	}
}

func (x *Watch) permit(state string, list []string) {
	if !x.ofUnits(list) {
		return
	}
	key := listKey(list)
	if x.lists[state] == nil {
		x.lists[state] = map[string]bool{}
	}
	if !x.lists[state][key] {
		x.lists[state][key] = true
		x.open[state] = append(x.open[state], slices.Clone(list))
	}
}

func listKey(list []string) string { return strings.Join(slices.Sorted(slices.Values(list)), "\x00") }

// ofUnits reports whether a list holds IDs of units and nothing else.
func (x *Watch) ofUnits(list []string) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(id string) bool { return !x.world.vocabulary.units[id] })
}

// Text looks through text that was printed.
func (x *Watch) Text(where, state, text string) []Leak {
	if x.Everything() || x.world.vocabulary.public[text] {
		return nil
	}
	var found []Leak
	told := map[string]bool{}
	wordsOf(text).runs(func(run []byte) bool {
		if at, ok := x.hidden[string(run)]; ok {
			o := x.world.vocabulary.origins[at]
			if l := x.leak(where, o.state, o.what, string(run)); !told[l.State+l.What] {
				told[l.State+l.What] = true
				found = append(found, l)
			}
		}
		return true
	})
	return found
}

// JSON looks through a JSON value that was printed; text that is none is
// looked through as text.
func (x *Watch) JSON(where, state string, v []byte) []Leak {
	c, ok := contentOf(v)
	if !ok {
		return x.Text(where, state, string(v))
	}
	return x.content(where, state, c)
}

func (x *Watch) content(where, state string, c content) []Leak {
	if x.Everything() {
		return nil
	}
	var found []Leak
	for _, t := range slices.Concat(c.texts, c.names) {
		if x.others[t] {
			found = append(found, x.leak(where, state, "the ID of somebody else", t))
		}
		found = append(found, x.Text(where, state, t)...)
	}
	for _, l := range c.lists {
		if x.ofUnits(l) && !x.mayList(state, l) {
			found = append(found, x.leak(where, state, "a list of units that stands in no certificate they may see", strings.Join(l, ", ")))
		}
	}
	return found
}

// mayList reports whether a list of units is one that the person may see, or
// part of one. Who sees both reviews sees what follows from them.
func (x *Watch) mayList(state string, list []string) bool {
	states := []string{state}
	if state == "" {
		states = x.world.States
	}
	for _, id := range states {
		if x.sights[id].reviews || x.lists[id][listKey(list)] {
			return true
		}
		for _, may := range x.open[id] {
			if !slices.ContainsFunc(list, func(u string) bool { return !slices.Contains(may, u) }) {
				return true
			}
		}
	}
	return false
}

func (x *Watch) leak(where, state, what, found string) Leak {
	return Leak{Person: x.person.Name, Where: where, State: state, What: what, Found: found}
}

// Exists reports whether a state exists for the person at all, as something
// more than a card that they may claim.
func (x *Watch) Exists(state string) bool {
	s := x.sights[state]
	return s.everything || s.annotator || s.under || s.reviews || s.release || s.seat != nil
}

// Blank holds the answer about a state that does not exist for the person
// against the one about a state that nobody has: they must be alike but for
// the name. What they did there themselves they may look at.
func (x *Watch) Blank(where, state, answer, nobody, unknown string) []Leak {
	if x.Exists(state) || x.acted(state) || strings.ReplaceAll(answer, state, nobody) == unknown {
		return nil
	}
	return []Leak{x.leak(where, state, "a state that does not exist for them", answer)}
}

// Alike holds the answer about something that does not exist for the person
// against the one about what nobody has: they must be alike but for the name.
func (x *Watch) Alike(where, what, name, answer, nobody, unknown string) []Leak {
	if strings.ReplaceAll(answer, name, nobody) == unknown {
		return nil
	}
	return []Leak{x.leak(where, "", what, answer)}
}

// Told is a leak of what was worked out elsewhere.
func (x *Watch) Told(where, what, found string) Leak { return x.leak(where, "", what, found) }

// acted reports whether the person has ever done anything on a state.
func (x *Watch) acted(state string) bool {
	return slices.ContainsFunc(x.world.Events, func(e review.Event) bool { return e.State == state && e.Who == x.person.ID })
}

// Unknown holds the refusal of an event against the one of an event that
// nobody has.
func (x *Watch) Unknown(where string, e review.Event, err error) []Leak {
	unknown := new(review.UnknownEventError)
	if errors.As(err, &unknown) && unknown.Seq == e.Seq {
		return nil
	}
	return []Leak{x.leak(where, e.State, "an event that does not exist for them", err.Error())}
}

// Event tells of an event that came out although it is hidden.
func (x *Watch) Event(where string, e review.Event) []Leak {
	if x.Everything() || x.world.mayRead(x.person, e, x.sights[e.State]) {
		return nil
	}
	return []Leak{x.leak(where, e.State, eventWords(e), "the event was shown")}
}
