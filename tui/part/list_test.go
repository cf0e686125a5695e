package part

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"suffice/tui/cell"
	"suffice/tui/keys"
)

// counted counts how often a row is drawn.
type counted struct {
	n, drawn int
	version  uint64
}

func (c *counted) Len() int         { return c.n }
func (c *counted) Key(i int) uint64 { return uint64(i)<<8 | c.version }
func (c *counted) Line(i, w int) string {
	c.drawn++
	return (&cell.Width{}).Fit(fmt.Sprintf("row %d", i), w)
}

func TestListDrawsOnlyWhatIsInSightAndOnce(t *testing.T) {
	rows := &counted{n: 5000}
	l, e := List{Rows: rows, Margin: 2}, env(ansi.WcWidth)
	l.View(e, 20, 10, true)
	if rows.drawn != 10 {
		t.Fatalf("%d rows drawn, want 10", rows.drawn)
	}
	l.Do("list.down")
	l.View(e, 20, 10, true)
	if rows.drawn != 10 {
		t.Errorf("moving the cursor drew %d rows again", rows.drawn-10)
	}
	for range 7 {
		l.Do("list.down")
	}
	l.View(e, 20, 10, true)
	if rows.drawn != 11 || l.Top != 1 {
		t.Errorf("one line scrolled: %d rows drawn, top %d; want 11 and 1", rows.drawn, l.Top)
	}
	rows.version++
	l.View(e, 20, 10, true)
	if rows.drawn != 21 {
		t.Errorf("a new version drew %d rows, want 10", rows.drawn-11)
	}
	l.View(e, 30, 10, true)
	if rows.drawn != 31 {
		t.Errorf("a new width drew %d rows, want 10", rows.drawn-21)
	}
}

func TestListMoves(t *testing.T) {
	l, e := List{Rows: &counted{n: 100}, Margin: 1}, env(ansi.WcWidth)
	l.View(e, 10, 10, true)
	for _, c := range []struct {
		do          keys.Action
		cursor, top int
	}{
		{"list.up", 0, 0}, {"list.down", 1, 0}, {"list.pagedown", 10, 2}, {"list.halfdown", 14, 6}, {"list.halfup", 10, 6},
		{"list.bottom", 99, 90}, {"list.down", 99, 90}, {"list.pageup", 90, 89}, {"list.top", 0, 0},
	} {
		if !l.Do(c.do) || l.Cursor != c.cursor || l.Top != c.top {
			t.Errorf("%s: cursor %d top %d, want %d and %d", c.do, l.Cursor, l.Top, c.cursor, c.top)
		}
	}
	if l.Do("group.new") {
		t.Error("took an action that is not its own")
	}
	if i, ok := l.At(3); !ok || i != 3 {
		t.Errorf("line 3 is row %d", i)
	}
	if _, ok := l.At(10); ok {
		t.Error("there is a row below the last line")
	}
}

func TestListWheelKeepsTheCursorWhereItCan(t *testing.T) {
	l, e := List{Rows: &counted{n: 100}}, env(ansi.WcWidth)
	l.View(e, 10, 10, true)
	l.To(5)
	l.Scroll(3)
	if l.Top != 3 || l.Cursor != 5 {
		t.Errorf("top %d cursor %d, want 3 and 5", l.Top, l.Cursor)
	}
	l.Scroll(3)
	if l.Top != 6 || l.Cursor != 6 {
		t.Errorf("top %d cursor %d, want 6 and 6", l.Top, l.Cursor)
	}
	l.Scroll(1000)
	if l.Top != 90 {
		t.Errorf("top %d, want 90", l.Top)
	}
}

func TestListCursorHasASign(t *testing.T) {
	l, e := List{Rows: &counted{n: 3}}, env(ansi.WcWidth)
	l.To(1)
	for focus, sign := range map[bool]string{true: "▌", false: "▏"} {
		lines := l.View(e, 10, 3, focus)
		if got := cell.Strip(lines[1]); !strings.HasPrefix(got, sign) {
			t.Errorf("focus %v: %q", focus, got)
		}
	}
}

func TestListProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rows := &counted{n: rapid.IntRange(0, 40).Draw(t, "n")}
		l, e := List{Rows: rows, Margin: rapid.IntRange(0, 5).Draw(t, "margin")}, env(ansi.WcWidth)
		for range rapid.IntRange(1, 20).Draw(t, "steps") {
			w, h := rapid.IntRange(0, 20).Draw(t, "w"), rapid.IntRange(0, 12).Draw(t, "h")
			for _, line := range l.View(e, w, h, true) {
				if e.Width.Of(line) != w {
					t.Fatalf("%q is not %d cells", line, w)
				}
			}
			if rows.n > 0 && w > 0 && h > 0 && (l.Cursor < l.Top || l.Cursor >= l.Top+h) {
				t.Fatalf("cursor %d out of sight: top %d of %d", l.Cursor, l.Top, h)
			}
			switch rapid.IntRange(0, 2).Draw(t, "what") {
			case 0:
				l.Do(rapid.SampledFrom([]keys.Action{"list.up", "list.down", "list.pagedown", "list.halfup", "list.bottom", "list.top"}).Draw(t, "a"))
			case 1:
				l.Scroll(rapid.IntRange(-9, 9).Draw(t, "by"))
			case 2:
				rows.n = rapid.IntRange(0, 40).Draw(t, "n")
			}
		}
	})
}
