package workbench

import (
	"fmt"
	"strings"

	"suffice/certificate/card"
	"suffice/tui/part"
)

// historyRows is the prefix of the trajectory as a timeline.
func (s *Screen) historyRows(w int) []cardRow {
	steps := s.now.State.Card.Steps
	if len(steps) == 0 {
		return s.textRows("", w, "Nothing happened before this decision.", cardText)
	}
	var rows []cardRow
	for i := range steps {
		st := &steps[i]
		sign := "▸"
		if s.card.open[i] {
			sign = "▾"
		}
		head := fmt.Sprintf("%s %s  %s", sign, s.clean(st.Label), s.clean(strings.ReplaceAll(st.Action, "_", " ")))
		rows = append(rows, cardRow{text: head, kind: cardStep, step: i})
		if !s.card.open[i] {
			if in := firstLine(st.Input); in != "" {
				in = s.clean(in)
				rows = append(rows, cardRow{text: "│ " + s.env.Width.Fit(in, clamp(s.env.Width.Of(in), 1, max(w-2, 1))), kind: cardQuiet, step: i})
			}
			continue
		}
		rows = append(rows, s.stepRows(st, i, w)...)
	}
	return rows
}

// stepFile is the file that a step read, and its lines where they are known;
// an empty path when it read none.
func stepFile(st *card.Step) card.Span {
	switch {
	case st.Read != nil:
		return *st.Read
	case st.Action == "read_file":
		return card.Span{Path: firstLine(st.Input)}
	}
	return card.Span{}
}

// stepRows are the details of a step. Neither its tool nor its model is told:
// they would name the planner.
func (s *Screen) stepRows(st *card.Step, i, w int) []cardRow {
	var rows []cardRow
	add := func(r ...cardRow) {
		for _, x := range r {
			x.text = "│ " + x.text
			if x.step < 0 && x.path == "" {
				x.step = i
			}
			rows = append(rows, x)
		}
	}
	inner := max(w-2, 1)
	if strings.TrimSpace(st.Input) != "" {
		if f := stepFile(st); f.Path != "" {
			add(s.pathRow("", f.Path, f.LineStart, f.LineEnd, inner))
		} else {
			add(s.textRows(st.Input, inner, "", cardText)...)
		}
	}
	if st.Status != "" || st.Exit != nil && *st.Exit != 0 {
		said := s.clean(st.Status)
		if st.Exit != nil {
			said = strings.TrimSpace(fmt.Sprintf("%s exit %d", said, *st.Exit))
		}
		add(cardRow{text: said, kind: cardQuiet, step: i})
	}
	if len(st.Results) > 0 {
		add(cardRow{text: part.Many(len(st.Results), "result"), kind: cardHead, step: i})
		for k, hit := range st.Results {
			add(s.pathRow(fmt.Sprintf("%d. ", k+1), hit.Path, hit.LineStart, hit.LineEnd, inner))
		}
	}
	if strings.TrimSpace(st.Output) != "" {
		add(cardRow{text: "Output", kind: cardHead, step: i})
		add(s.textRows(strings.Trim(st.Output, "\r\n"), inner, "", cardCode)...)
	}
	return rows
}
