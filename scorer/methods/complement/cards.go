package complement

import (
	"unicode/utf8"

	"suffice/certificate/card"
	"suffice/scorer/methods"
)

// Header is the line above a card's text: where the unit stands and what it is
// called.
func (c SourceCard) Header() string {
	head := place(c.Path, c.LineStart, c.LineEnd)
	if c.Symbol != "" {
		head += " " + c.Symbol
	}
	return head
}

// sourceCards shows units of the state's pool, cut to so many characters each.
//
// Characters are Unicode code points. They cover what is shown of the source:
// header, line break, text and the mark of a cut. The evidence ID, the origin
// and the lines that mark a card off are form, and not counted.
func sourceCards(in *methods.Input, ids []string, characters int, origin Origin) []SourceCard {
	cards := make([]SourceCard, 0, len(ids))
	for _, id := range ids {
		c := sourceCard(in.Pool().Unit(id), characters)
		c.Observed, c.Origin = in.Observed(id), origin
		cards = append(cards, c)
	}
	return cards
}

func sourceCard(u *card.Unit, characters int) SourceCard {
	c := SourceCard{
		ID: u.ID, Path: trailing(u.Path, characters/2), Symbol: leading(u.Symbol, characters/4),
		LineStart: u.LineStart, LineEnd: u.LineEnd,
	}
	left := characters - utf8.RuneCountInString(c.Header()) - 1
	c.Text = leading(u.Text, max(left, 0))
	c.Cut = c.Text != u.Text
	return c
}

// cutMark stands where something was left out.
const cutMark = "…"

// leading are the first characters of a text, the last of them the mark when
// there were more.
func leading(text string, most int) string {
	if len(text) <= most {
		return text
	}
	if most == 0 {
		return ""
	}
	last := 0 // where the last character that fits beside the mark ends
	count := 0
	for at := range text {
		if count == most-1 {
			last = at
		}
		if count == most {
			return text[:last] + cutMark
		}
		count++
	}
	return text
}

// trailing are the last characters of a text, the first of them the mark when
// there were more.
func trailing(text string, most int) string {
	over := utf8.RuneCountInString(text) - most
	if over <= 0 {
		return text
	}
	if most == 0 {
		return ""
	}
	for at := range text {
		if over < 0 {
			return cutMark + text[at:]
		}
		over--
	}
	return cutMark
}
