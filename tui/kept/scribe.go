package kept

import (
	"errors"
	"sync"

	"suffice/review"
)

// scribe sees to it that of two saves of a text the older one never overwrites
// the newer, and that no save overwrites what was typed in another window.
type scribe struct {
	mu   sync.Mutex     // held while writing
	made int            // saves numbered so far, in Update
	last map[string]int // the newest save written

	know sync.Mutex
	was  map[string]string // what is on disk, as far as this window knows
	sent map[string]string // by the last save, should its answer have got lost
}

func newScribe() *scribe {
	return &scribe{last: map[string]int{}, was: map[string]string{}, sent: map[string]string{}}
}

// learn takes up what was read from the disk.
func (s *scribe) learn(name, text string) {
	s.know.Lock()
	defer s.know.Unlock()
	s.was[name] = text
}

func (s *scribe) known(name string) (was, sent string) {
	s.know.Lock()
	defer s.know.Unlock()
	return s.was[name], s.sent[name]
}

func (s *scribe) sends(name, text string) {
	s.know.Lock()
	defer s.know.Unlock()
	s.sent[name] = text
}

// wrote is what became of a save.
type wrote struct {
	disk   string   // what is on disk now
	theirs []string // what other windows had put there
	old    bool     // nothing was written: a newer save has been
	err    error
}

// crossings bounds how often one save is tried against a window that saves all
// the time; then it is a failed save and tried again later.
const crossings = 4

// write saves a text. What another window has saved meanwhile is kept: joined
// to the text, so that nothing is lost even when the screen is being left.
func (s *scribe) write(number int, name, text string, join func(mine, theirs string) string, replace func(was, text string) error) wrote {
	s.mu.Lock()
	defer s.mu.Unlock()
	if number < s.last[name] {
		return wrote{old: true}
	}
	s.last[name] = number
	was, sent := s.known(name)
	var w wrote
	for range crossings {
		s.sends(name, text)
		w.err = replace(was, text)
		var other *review.TypedElsewhereError
		if !errors.As(w.err, &other) {
			break
		}
		was = other.Text
		if was == sent { // mine: it was saved, and the answer lost
			continue
		}
		w.theirs = append(w.theirs, was)
		text = join(text, was)
		if text == was {
			w.err = nil
			break
		}
	}
	if w.err == nil {
		w.disk = text
		s.learn(name, text)
	}
	return w
}
