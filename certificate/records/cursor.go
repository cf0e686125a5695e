package records

// Cursor goes over JSON text from left to right and asks for one token after
// the other. It is for the quick readers of lines that look like nearly every
// line: when something else stands there than was asked for it says false, and
// its caller hands the whole line to the general reader, which says what is
// wrong, if anything is. On text that was checked before (see Check) it cannot
// go astray; on other text it never panics, but may jump over what is no JSON.
type Cursor struct {
	Text []byte
	At   int
}

// Space passes over JSON white space and returns the position behind it.
func (c *Cursor) Space() int {
	c.At = skipSpace(c.Text, c.At)
	return c.At
}

// Take passes over one punctuation character, with space before it.
func (c *Cursor) Take(b byte) bool {
	if c.At >= len(c.Text) || c.Text[c.At] != b {
		if c.Space() >= len(c.Text) || c.Text[c.At] != b {
			return false
		}
	}
	c.At++
	return true
}

// Ended reports whether nothing but space follows.
func (c *Cursor) Ended() bool { return c.Space() == len(c.Text) }

// Quoted passes over a string and tells where its content stands between the
// quotes, escapes as they are written.
func (c *Cursor) Quoted() (from, to int, ok bool) {
	if !c.Take('"') {
		return 0, 0, false
	}
	from = c.At
	c.At, ok = skipString(c.Text, from-1)
	return from, c.At - 1, ok
}

// Value passes over any value and tells where it stands.
func (c *Cursor) Value() (from, to int, ok bool) {
	from = c.Space()
	c.At, ok = skipValue(c.Text, from)
	return from, c.At, ok
}

// Next is what a list or object goes on with after one of its members: another
// one (true), or end, which is passed over. ok is false when it is neither.
func (c *Cursor) Next(end byte) (another, ok bool) {
	if c.Take(',') {
		return true, true
	}
	return false, c.Take(end)
}
