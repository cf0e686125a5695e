package workbench

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"suffice/tui/keys"
	"suffice/tui/part"
)

// action is what a named action does, and when it means something.
type action struct {
	do     func() (tea.Cmd, bool)
	able   func() bool // nil: whenever a state is shown
	always bool        // even while nothing is loaded
}

// table binds the actions of this screen to what they do.
func (s *Screen) table() map[keys.Action]action {
	t := map[keys.Action]action{}
	for _, fill := range []func(map[keys.Action]action){
		s.groupActions, s.memberActions, s.branchActions, s.labelActions,
		s.poolActions, s.unitActions, s.stateActions, s.focusActions, s.textActions,
	} {
		fill(t)
	}
	return t
}

// done turns a command into the answer of an action that always means something.
func done(f func() tea.Cmd) func() (tea.Cmd, bool) {
	return func() (tea.Cmd, bool) { return f(), true }
}

// edits is an action that changes the certificate when the person may.
func (s *Screen) edits(f func() tea.Cmd, when ...func() bool) action {
	return action{do: done(f), able: func() bool { return s.mayEdit() && all(when) }}
}

func all(when []func() bool) bool {
	return !slices.ContainsFunc(when, func(ok func() bool) bool { return !ok() })
}

func (s *Screen) mayEdit() bool { return s.now.MayEdit && s.stale == nil }

func (s *Screen) groupActions(t map[keys.Action]action) {
	t[groupNew] = s.edits(s.newGroup)
	t[groupRole] = s.edits(s.renameRole, s.hasGroup)
	t[groupRationale] = s.edits(s.editRationale, s.hasKey)
	t[groupID] = s.edits(s.renameID, s.hasGroup)
	t[groupNext] = action{do: done(func() tea.Cmd { return s.stepGroup(1) }), able: s.hasGroup}
	t[groupPrevious] = action{do: done(func() tea.Cmd { return s.stepGroup(-1) }), able: s.hasGroup}
	t[groupUp] = s.edits(func() tea.Cmd { return s.shiftGroup(-1) }, s.hasTwo)
	t[groupDown] = s.edits(func() tea.Cmd { return s.shiftGroup(1) }, s.hasTwo)
	t[groupSplit] = s.edits(s.splitGroup, s.canSplit)
	t[groupMerge] = s.edits(s.mergeGroup, s.hasTwo)
	t[groupRemove] = s.edits(s.removeGroup, s.hasGroup)
	t[thresholdUp] = s.edits(func() tea.Cmd { return s.addThreshold(1) }, s.hasGroup)
	t[thresholdDown] = s.edits(func() tea.Cmd { return s.addThreshold(-1) }, s.hasGroup)
	t[weightUp] = s.edits(func() tea.Cmd { return s.addWeight(0.5) }, s.hasGroup)
	t[weightDown] = s.edits(func() tea.Cmd { return s.addWeight(-0.5) }, s.hasGroup)
	t[weightSet] = s.edits(s.typeWeight, s.hasGroup)
}

func (s *Screen) memberActions(t map[keys.Action]action) {
	t[unitToggle] = s.edits(s.toggleUnit, s.hasUnit)
	t[unitMove] = s.edits(s.moveUnit, s.hasUnit, s.hasTwo)
	t[unitOptional] = s.edits(s.toggleOptional, s.hasUnit)
	t[quoteLines] = s.edits(s.quote, s.hasLines)
	t[unquoteLines] = s.edits(s.unquote, s.onQuotation)
	t[unitMark] = action{do: done(s.toggleMark), able: s.hasUnit}
	t[unitCarry] = action{do: done(s.carry), able: s.hasUnit}
	t[rowOpen] = action{do: s.openRow, able: func() bool { return s.focus == paneCertificate }}
	t[rowRemove] = s.edits(s.removeRow, func() bool { return s.focus == paneCertificate && s.side.removable() })
}

func (s *Screen) branchActions(t map[keys.Action]action) {
	t[branchesDerive] = s.edits(s.deriveBranches, s.hasGroup)
	t[branchAdd] = s.edits(s.addBranch)
}

func (s *Screen) labelActions(t map[keys.Action]action) {
	t[labelConfidence] = s.edits(s.typeConfidence)
	t[labelScope] = s.edits(s.typeScope)
	t[labelRetrieval] = s.edits(s.chooseRetrieval)
	t[labelObserved] = s.edits(s.mendObserved, s.observedDiffers)
	t[editUndo] = action{do: done(s.undo), able: func() bool { return s.stale == nil && (s.now.Undo != "" || len(s.pending.line) > 0) }}
	t[editRedo] = action{do: done(s.redo), able: func() bool { return s.stale == nil && (s.now.Redo != "" || len(s.pending.line) > 0) }}
	t[saveRetry] = action{do: s.retryNow, able: func() bool { return s.pending.failure != "" }}
	t[keptList] = action{do: done(s.listKept), able: func() bool { return len(s.now.Mine.Kept) > 0 }}
	waiting := func() bool { return s.stale != nil && s.stale.ready }
	t[staleApply] = action{do: done(s.applyStale), able: func() bool { return waiting() && s.stale.why == "" }}
	t[staleReplace] = action{do: done(s.replaceStale), able: func() bool { return waiting() && s.stale.instead != nil }}
	t[staleKeep] = action{do: done(s.keepStale), able: waiting}
	t[staleDiscard] = action{do: done(s.discardStale), able: waiting}
}

func (s *Screen) poolActions(t map[keys.Action]action) {
	t[poolFilter] = action{do: done(s.startFilter)}
	t[poolClear] = action{do: done(s.clearFilter), able: func() bool { return s.pool.filter.source != "" }}
	t[poolOrder] = action{do: done(s.chooseOrder)}
	t[poolOpen] = action{do: done(func() tea.Cmd { return s.focusOn(paneUnit) }), able: s.hasUnit}
	t[unitNext] = action{do: done(func() tea.Cmd { return s.stepInFile(1) }), able: s.hasNeighbours}
	t[unitPrevious] = action{do: done(func() tea.Cmd { return s.stepInFile(-1) }), able: s.hasNeighbours}
	t[unitNear] = action{do: done(s.listNeighbours), able: s.hasNeighbours}
}

func (s *Screen) unitActions(t map[keys.Action]action) {
	t[unitSearch] = action{do: done(s.startSearch), able: s.hasUnit}
	t[searchNext] = action{do: done(func() tea.Cmd { return s.unit.stepHit(s, 1) }), able: s.searching}
	t[searchPrev] = action{do: done(func() tea.Cmd { return s.unit.stepHit(s, -1) }), able: s.searching}
	t[selectLines] = action{do: done(s.startSelection), able: s.hasLines}
	t[lineStart] = action{do: done(func() tea.Cmd { s.unit.x = 0; return nil }), able: s.hasLines}
	t[lineEnd] = action{do: done(func() tea.Cmd { s.unit.toEnd(s); return nil }), able: s.hasLines}
	t[unitDown] = action{do: done(func() tea.Cmd { s.unit.list.Scroll(3); return nil }), able: s.hasUnit}
	t[unitUp] = action{do: done(func() tea.Cmd { s.unit.list.Scroll(-3); return nil }), able: s.hasUnit}
}

func (s *Screen) stateActions(t map[keys.Action]action) {
	t[pathOpen] = action{do: s.openPath, able: func() bool { return s.focus == paneState && s.cardOpens() }}
	t[stateNote] = action{do: done(s.editNote)}
	t[stateFlag] = action{do: done(s.flag)}
	t[stateSkip] = action{do: done(s.skip)}
	t[stateFinish] = action{do: done(s.finish), able: s.mayFinish}
	t[stateNext] = action{do: done(func() tea.Cmd { return s.goTo(s.place.next) }), able: func() bool { return s.place.next.State != "" }, always: true}
	t[statePrevious] = action{do: done(func() tea.Cmd { return s.goTo(s.place.previous) }), able: func() bool { return s.place.previous.State != "" }, always: true}
	t[stateOutcomes] = action{do: done(func() tea.Cmd { return s.open(part.OpenSensitivityMsg{State: s.state}) }), able: func() bool { return s.now.Outcomes }}
	t[stateLedger] = action{do: done(func() tea.Cmd { return s.open(part.OpenLedgerMsg{State: s.state}) })}
	t[findingNext] = action{do: done(s.nextFinding), able: func() bool { return len(s.facts.findings) > 0 }}
	t[findingList] = action{do: done(func() tea.Cmd { return s.listFindings("Findings", s.facts.findings, nil) }), able: func() bool { return len(s.facts.findings) > 0 }}
}

func (s *Screen) focusActions(t map[keys.Action]action) {
	t[focusNext] = action{do: done(func() tea.Cmd { return s.cycle(1) })}
	t[focusPrevious] = action{do: done(func() tea.Cmd { return s.cycle(-1) })}
	for a, p := range map[keys.Action]pane{focusState: paneState, focusPool: panePool, focusUnit: paneUnit, focusCertificate: paneCertificate} {
		t[a] = action{do: done(func() tea.Cmd { return s.focusOn(p) })}
	}
	t[paneZoom] = action{do: done(func() tea.Cmd { s.zoom = !s.zoom; return nil })}
	t[goBack] = action{do: s.back, always: true}
	t[moveLeft] = action{do: func() (tea.Cmd, bool) { return s.sideways(-1) }}
	t[moveRight] = action{do: func() (tea.Cmd, bool) { return s.sideways(1) }}
	for _, b := range part.ListBindings(scopeBase) {
		t[b.Action] = action{do: func() (tea.Cmd, bool) { return s.vertical(b.Action) }}
	}
}

func (s *Screen) textActions(t map[keys.Action]action) {
	t[lineAccept] = action{do: done(s.acceptLine), able: s.line.active}
	t[lineCancel] = action{do: done(s.cancelLine), able: func() bool { return s.line.active() || s.unit.selecting }}
	t[fieldLeave] = action{do: done(s.leaveField), able: s.field.active}
	for _, b := range part.FieldBindings(scopeField, true) {
		t[b.Action] = action{do: func() (tea.Cmd, bool) { return s.edit(b.Action) }, able: s.Typing}
	}
	t[fieldForget] = action{do: done(s.forgetField), able: s.field.active}
}

func send(m tea.Msg) tea.Cmd { return func() tea.Msg { return m } }

// hasGroup reports whether there is a current group, or one on its way.
func (s *Screen) hasGroup() bool { return s.current.key != "" || s.making() }

// hasKey reports whether the current group is on disk.
func (s *Screen) hasKey() bool { return s.current.key != "" }

func (s *Screen) hasTwo() bool { return len(s.cert.Groups) > 1 }

func (s *Screen) hasUnit() bool { _, ok := s.unitAt(); return ok }

func (s *Screen) hasLines() bool { return s.unit.text != nil && len(s.unit.text.Lines) > 0 }

func (s *Screen) searching() bool { return len(s.unit.hits) > 0 }

func (s *Screen) hasNeighbours() bool {
	i, ok := s.unitAt()
	return ok && len(s.shelf.file[fileKey(s.shelf.pool.Units[i].Path)]) > 1
}
