package arbitration

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"suffice/certificate"
	"suffice/review"
	"suffice/tui/keys"
	"suffice/tui/part"
)

// action is what a named action does, and when it means something.
type action struct {
	do   func() (tea.Cmd, bool)
	able func() bool
}

func done(f func() tea.Cmd) func() (tea.Cmd, bool) {
	return func() (tea.Cmd, bool) { return f(), true }
}

// table binds the actions of this screen to what they do.
func (s *Screen) table() map[keys.Action]action {
	t := map[keys.Action]action{}
	for _, fill := range []func(map[keys.Action]action){s.choiceActions, s.rulingActions, s.moveActions, s.ownActions} {
		fill(t)
	}
	return t
}

func (s *Screen) choiceActions(t map[keys.Action]action) {
	for a, take := range map[keys.Action]review.Take{
		actTakeA: review.TakeA, actTakeB: review.TakeB, actUnion: review.TakeUnion,
		actIntersection: review.TakeIntersection, actNeither: review.TakeNeither,
	} {
		t[a] = action{s.decides(func() tea.Cmd { return s.takeIt(take) }), s.chooses}
	}
	t[actOwn] = action{s.decides(s.openOwn), s.chooses}
	t[actClear] = action{s.decides(s.clear), func() bool {
		pair, ok := s.current()
		_, chosen := s.choice(pair)
		return s.writable() && ok && chosen
	}}
	open := func() bool { return s.writable() && len(s.now.Open) > 0 }
	t[actRestA] = action{s.decides(func() tea.Cmd { return s.takeRest(review.TakeA) }), open}
	t[actRestB] = action{s.decides(func() tea.Cmd { return s.takeRest(review.TakeB) }), open}
	t[actQuote] = action{s.decides(s.quote), func() bool { return s.writable() && s.reader.Quotable() }}
	t[actUndo] = action{s.decides(func() tea.Cmd { return s.again("undo", s.env.Desk.Undo) }), func() bool { return s.writable() && s.now.Undo != "" }}
	t[actRedo] = action{s.decides(func() tea.Cmd { return s.again("redo", s.env.Desk.Redo) }), func() bool { return s.writable() && s.now.Redo != "" }}
	t[actRetry] = action{done(func() tea.Cmd { return s.retry(s.pending.gen) }), func() bool { return s.pending.failure != "" }}
}

// chooses reports whether a pair can be decided from here: while A, B and the
// decision are in sight a key on any of them says at least why not.
func (s *Screen) chooses() bool {
	_, ok := s.current()
	return s.writable() && (ok || !s.frame.tabbed || s.focus == paneA || s.focus == paneB)
}

// again undoes or redoes, after asking when that would be about something else
// than a choice, such as a change on my sheet, which does not show here.
func (s *Screen) again(what string, call func(context.Context, string, certificate.Revision) (review.Ack, error)) tea.Cmd {
	said, kind, question := s.clean(s.now.Undo), s.now.Next.Undo, "Take it back?"
	if what == "redo" {
		said, kind, question = s.clean(s.now.Redo), s.now.Next.Redo, "Do it again?"
	}
	a := &act{
		what: what,
		call: func(ctx context.Context, at certificate.Revision) error {
			_, err := call(ctx, s.state, at)
			return err
		},
		done: func() tea.Cmd { return toast(part.Quiet, what+": "+said) },
	}
	if kind == review.Chosen || len(s.pending.line) > 0 {
		return s.enqueue(a)
	}
	return send(part.ConfirmMsg{
		Question: "Your latest act here is no choice between A and B:\n" + said + ".\n" + question,
		Then:     s.enqueueLater(a),
	})
}

func (s *Screen) rulingActions(t map[keys.Action]action) {
	t[actWhole] = action{s.decides(s.chooseWhole), s.writable}
	t[actReason] = action{done(s.writeReason), s.writable}
	t[actCauses] = action{s.decides(s.chooseCauses), s.writable}
	t[actSheet] = action{done(s.openSheet), s.writable}
	t[actStart] = action{s.decides(s.startSheet), s.writable}
	t[actSubmit] = action{s.decides(s.submit), s.writable}
	t[actRecall] = action{s.decides(s.recall), func() bool { return s.decided() && len(s.pending.line) == 0 }}
	t[actDone] = action{done(s.closeReason), func() bool { return s.reason != nil }}
	for _, b := range part.FieldBindings(scopeReason, true) {
		t[b.Action] = action{func() (tea.Cmd, bool) { return s.editReason(b.Action) }, func() bool { return s.reason != nil }}
	}
}

func (s *Screen) editReason(a keys.Action) (tea.Cmd, bool) {
	before := s.reason.Value()
	did := s.reason.Do(a)
	if s.reason.Value() == before {
		return nil, did
	}
	return s.reasonChanged(), true
}

func (s *Screen) moveActions(t map[keys.Action]action) {
	loaded := func() bool { return s.loaded }
	t[actDiffers] = action{done(func() tea.Cmd { return s.stepDiffering(1) }), loaded}
	t[actDiffersBack] = action{done(func() tea.Cmd { return s.stepDiffering(-1) }), loaded}
	t[actLook] = action{done(s.nextLook), func() bool { return s.loaded && s.looks() > 0 }}
	t[actOpen] = action{s.openRow, loaded}
	t[actSelect] = action{func() (tea.Cmd, bool) { return nil, s.reader.Select() }, loaded}
	t[actUnselect] = action{done(func() tea.Cmd { s.reader.Unselect(); return nil }), loaded}
	for a, p := range map[keys.Action]pane{actFocusA: paneA, actFocusB: paneB, actFocusDecide: paneDecision, actFocusWords: paneWords} {
		t[a] = action{done(func() tea.Cmd { s.focusOn(p); return s.showRow() }), loaded}
	}
	for a, p := range s.readerPanes() {
		t[a] = action{done(func() tea.Cmd { return s.read(p) }), loaded}
	}
	t[actNextPane] = action{done(func() tea.Cmd { return s.cycle(1) }), loaded}
	t[actPreviousPane] = action{done(func() tea.Cmd { return s.cycle(-1) }), loaded}
	t[actZoom] = action{done(func() tea.Cmd { s.zoom = !s.zoom; return nil }), loaded}
	t[actLeft] = action{func() (tea.Cmd, bool) { return s.sideways(paneA) }, loaded}
	t[actRight] = action{func() (tea.Cmd, bool) { return s.sideways(paneB) }, loaded}
	t[actNext] = action{done(s.next), func() bool { return true }}
	t[actLedger] = action{done(func() tea.Cmd { s.opens = part.OpenLedgerMsg{State: s.state}; return nil }), loaded}
	t[actBack] = action{s.back, loaded}
	for _, b := range part.ListBindings(scopeBase) {
		t[b.Action] = action{func() (tea.Cmd, bool) { return s.vertical(b.Action) }, loaded}
	}
}

func (s *Screen) ownActions(t map[keys.Action]action) {
	t[actTakeOwn] = action{s.decides(s.takeOwn), func() bool { return s.own != nil && s.own.pair != noPair }}
	t[actLeaveOwn] = action{done(s.leaveOwn), func() bool { return s.own != nil }}
}

// Do performs an action of the arbitration, of the reader in it, or of the
// workbench on the senior's sheet while that is open.
func (s *Screen) Do(a keys.Action) (tea.Cmd, bool) {
	if s.own != nil {
		return s.doOwn(a)
	}
	if act, ok := s.actions[a]; ok && !s.readers(a) {
		if !act.able() {
			return nil, false
		}
		return act.do()
	}
	if s.reader == nil {
		return nil, false
	}
	return s.reader.Do(a)
}

// Opens is what the last key opens, here or on my sheet, once.
func (s *Screen) Opens() tea.Msg {
	if s.own != nil {
		return s.own.bench.Opens()
	}
	m := s.opens
	s.opens = nil
	return m
}

// doOwn performs an action over the open sheet; what goes back from the
// workbench goes back to the arbitration.
func (s *Screen) doOwn(a keys.Action) (tea.Cmd, bool) {
	if act, ok := s.actions[a]; ok && (a == actTakeOwn || a == actLeaveOwn) {
		if !act.able() {
			return nil, false
		}
		return act.do()
	}
	cmd, ok := s.own.bench.Do(a)
	if !ok && a == "back" {
		return s.leaveOwn(), true
	}
	return cmd, ok
}

// readers reports whether an action of a shared name is the reader's now.
func (s *Screen) readers(a keys.Action) bool {
	if s.reader == nil {
		return false
	}
	if s.reader.Typing() {
		return true
	}
	list := func(b keys.Binding) bool { return b.Action == a }
	return s.focus == paneUnit && slices.ContainsFunc(part.ListBindings(scopeBase), list)
}

// Able reports whether an action means something now.
func (s *Screen) Able(a keys.Action) bool {
	act, mine := s.actions[a]
	switch {
	case s.own != nil:
		return mine && (a == actTakeOwn || a == actLeaveOwn) && act.able() || s.own.bench.Able(a)
	case mine && !s.readers(a):
		return act.able()
	}
	return s.reader != nil && s.reader.Able(a)
}

// Scopes lists the key scopes in force, innermost first.
func (s *Screen) Scopes() []keys.Scope {
	switch {
	case s.own != nil && s.own.bench.Occupied():
		return s.own.bench.Scopes()
	case s.own != nil:
		return append([]keys.Scope{scopeOwn}, s.own.bench.Scopes()...)
	case s.reason != nil:
		return []keys.Scope{scopeReason}
	case s.reader == nil:
		return []keys.Scope{scopeBase}
	case s.reader.Typing():
		inner, _ := s.reader.Scopes()
		return inner
	}
	inner, base := s.reader.Scopes()
	if s.focus != paneUnit {
		return []keys.Scope{scopeBase, base}
	}
	var list []keys.Scope
	if s.reader.Selecting() {
		list = append(list, scopeSelect)
	}
	if s.reader.Quotable() {
		list = append(list, scopeUnit)
	}
	return append(append(list, inner...), scopeBase, base)
}

// Hints are the actions worth the footer that mean something now, most useful first.
func (s *Screen) Hints() []keys.Action {
	var list []keys.Action
	switch {
	case s.own != nil && s.own.bench.Occupied():
		return s.own.bench.Hints()
	case s.own != nil:
		list = append([]keys.Action{actTakeOwn, actLeaveOwn}, s.own.bench.Hints()...)
	case !s.loaded, s.gone != "":
		list = []keys.Action{actNext}
	case s.reason != nil:
		list = []keys.Action{actDone, "text.newline"}
	case s.decided():
		list = []keys.Action{actRecall, actNext, actDiffers, actOpen, actLook, actNextPane}
	case s.focus == paneUnit && s.reader.Selecting():
		list = []keys.Action{actQuote, actUnselect}
	case s.focus == paneUnit && s.reader.Typing():
		list = s.reader.Hints()
	case s.focus == paneUnit:
		list = append([]keys.Action{actSelect, actQuote}, append(s.reader.Hints(), actBack, actFocusA, actFocusDecide)...)
	case s.focus == paneDecision:
		list = []keys.Action{actOpen, actReason, actCauses, actWhole, actSubmit, actUndo, actFocusA}
	default:
		list = []keys.Action{actTakeA, actTakeB, actUnion, actOwn, actNeither, actOpen, actReason, actSubmit, actUndo, actLook, actWhole}
	}
	return slices.DeleteFunc(list, func(a keys.Action) bool { return !s.Able(a) })
}

// keyFor is the key of an action of this screen as people write it.
func (s *Screen) keyFor(a keys.Action) string {
	return s.env.Keys.Key([]keys.Scope{scopeBase}, a)
}
