package part

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"suffice/tui/cell"
)

func plainLines(lines []string) string { return cell.Strip(strings.Join(lines, "\n")) }

func TestPane(t *testing.T) {
	e := env(ansi.WcWidth)
	p := Pane{Title: "Pool", Note: "120 · 20 observed", Right: "py", Foot: "3/120", Focus: true, Bar: Scroll{Top: 0, Shown: 2, Total: 4}}
	lines := FitAll(e.Width, []string{"one", "two"}, 38, 2)
	want := strings.Join([]string{
		"╭─ Pool 120 · 20 observed ──────── py ─╮",
		"│one                                   ┃",
		"│two                                   │",
		"╰────────────────────────────── 3/120 ─╯",
	}, "\n")
	if got := plainLines(p.Draw(e, 40, 4, lines)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	// What does not fit goes: first the right end, then the end of the title.
	got := plainLines(p.Draw(e, 19, 3, []string{cell.Spaces(17)}))
	if want = "╭─ Pool 120 · 2… ─╮"; !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant first\n%s", got, want)
	}
}

func TestPaneIsAlwaysItsSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := env(ansi.WcWidth)
		w, h := rapid.IntRange(0, 60).Draw(t, "w"), rapid.IntRange(0, 12).Draw(t, "h")
		text := rapid.SampledFrom([]string{"", "Pool", "漢字 of the state", strings.Repeat("long ", 20)})
		p := Pane{Title: text.Draw(t, "title"), Note: text.Draw(t, "note"), Right: text.Draw(t, "right"), Foot: text.Draw(t, "foot"), Left: text.Draw(t, "left"),
			Focus: rapid.Bool().Draw(t, "focus"), Bar: Scroll{rapid.IntRange(0, 99).Draw(t, "top"), rapid.IntRange(0, 9).Draw(t, "shown"), rapid.IntRange(0, 99).Draw(t, "total")}}
		lines := p.Draw(e, w, h, FitAll(e.Width, nil, max(w-2, 0), max(h-2, 0)))
		if len(lines) != h {
			t.Fatalf("%d lines, want %d", len(lines), h)
		}
		for _, l := range lines {
			if e.Width.Of(l) != w {
				t.Fatalf("%q is %d cells, want %d", l, e.Width.Of(l), w)
			}
		}
	})
}

func TestSplits(t *testing.T) {
	whole := Rect{X: 2, Y: 1, W: 100, H: 30}
	for _, c := range []struct {
		sizes []Size
		want  []int
	}{
		{[]Size{Fill(1)}, []int{100}},
		{[]Size{Fixed(30), Fill(1)}, []int{30, 70}},
		{[]Size{Percent(25), Fill(1), Fixed(20)}, []int{25, 55, 20}},
		{[]Size{Fill(1), Fill(2)}, []int{33, 67}},
		{[]Size{Fill(1), Fixed(10), Fill(1), Fill(1)}, []int{30, 10, 30, 30}},
		{[]Size{Fixed(80), Fixed(80), Fill(1)}, []int{80, 20, 0}},
		{[]Size{Fixed(-3), Fill(1)}, []int{0, 100}},
	} {
		x := whole.X
		for i, r := range Columns(whole, c.sizes...) {
			if r.W != c.want[i] || r.X != x || r.Y != 1 || r.H != 30 {
				t.Errorf("%v: part %d is %+v, want width %d at %d", c.sizes, i, r, c.want[i], x)
			}
			x += r.W
		}
	}
	rows := Stack(whole, Fixed(1), Fill(1), Fixed(1))
	if rows[1] != (Rect{X: 2, Y: 2, W: 100, H: 28}) || rows[2].Y != 30 {
		t.Errorf("got %+v", rows)
	}
	if !whole.Has(2, 1) || whole.Has(102, 1) || whole.Has(2, 31) || (whole.Inner() != Rect{X: 3, Y: 2, W: 98, H: 28}) {
		t.Error("edges of the rectangle")
	}
}

func TestFilledSplitsCover(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.Custom(func(t *rapid.T) Size {
			n := rapid.IntRange(0, 120).Draw(t, "n")
			return []Size{Fixed(n), Percent(n), Fill(n)}[rapid.IntRange(0, 2).Draw(t, "kind")]
		})
		sizes := append(rapid.SliceOf(size).Draw(t, "sizes"), Fill(1))
		total := rapid.IntRange(0, 200).Draw(t, "total")
		sum := 0
		for _, r := range Columns(Rect{W: total, H: 1}, sizes...) {
			if r.W < 0 {
				t.Fatalf("a part of width %d", r.W)
			}
			sum += r.W
		}
		if sum != total {
			t.Fatalf("parts make %d of %d", sum, total)
		}
	})
}

func TestComposeKeepsColumns(t *testing.T) {
	e := env(ansi.WcWidth)
	base := []string{"漢字十字漢字", "\x1b[31mabcdefghijkl\x1b[m", "            "}
	got := Compose(e.Width, base, 12, []string{"[##]", "[##]"}, 4, 3, 0)
	if s := cell.Strip(got[0]); s != "漢 [##] 漢字" {
		t.Errorf("got %q", s)
	}
	if s := cell.Strip(got[1]); s != "abc[##]hijkl" {
		t.Errorf("got %q", s)
	}
	if !strings.Contains(got[1], "\x1b[31mhijkl") {
		t.Errorf("the colour behind the box is lost: %q", got[1])
	}
	if got[2] != base[2] {
		t.Error("a line without the box changed")
	}
}

func TestQuery(t *testing.T) {
	for _, c := range []struct {
		query, better, worse string
	}{
		{"gr", "Group", "New group"},
		{"gr", "New group", "Ungroup"},
		{"new group", "New group", ""},
		{"up", "Up", "Group"},
	} {
		q := NewQuery(c.query)
		if q.Score(c.better) == 0 || c.worse != "" && q.Score(c.better) <= q.Score(c.worse) {
			t.Errorf("%q: %q scores %d, %q scores %d", c.query, c.better, q.Score(c.better), c.worse, q.Score(c.worse))
		}
	}
	if q := NewQuery("ngr"); q.Score("New group") != 0 || !q.Loose("New group") || q.Loose("Group new") {
		t.Error("letters in order are what to fall back on")
	}
	q := NewQuery("TZ arrow")
	if !q.In("arrow tz") || q.In("arrow") || q.Score("arrow") != 0 || !NewQuery("  ").Empty() {
		t.Error("every word has to occur")
	}
	th := env(ansi.WcWidth).Theme
	if got := NewQuery("gr").Highlight("New group", th.Text, th.Bad); cell.Strip(got) != "New group" || !strings.Contains(got, th.Bad.Render("gr")) {
		t.Errorf("got %q", got)
	}
}

func TestNames(t *testing.T) {
	m := &cell.Width{}
	for _, c := range []struct{ got, want string }{
		{StateName("arrow-py/arrow", "arrow-py__arrow-1217"), "arrow-py/arrow #1217"},
		{StateName("arrow-py/arrow", "other"), "arrow-py/arrow other"},
		{StateName("", "other"), "other"},
		{FitName(m, "celery/django-celery-beat #900", 20), "celery/django-… #900"},
		{FitName(m, "arrow-py/arrow #1217", 22), "arrow-py/arrow #1217  "},
		{FitName(m, "arrow-py/arrow other", 10), "arr… other"},
		{FitName(m, "a/b #12345678901234567890", 10), "a/b #1234…"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}

func TestWords(t *testing.T) {
	for _, c := range []struct{ got, want string }{
		{Many(1, "group"), "1 group"}, {Many(2, "branch"), "2 branches"}, {Many(0, "entry"), "0 entries"}, {Many(3, "witness"), "3 witnesses"},
		{Spent(0), ""}, {Spent(30_000), "<1m"}, {Spent(12 * 60_000), "12m"}, {Spent(65 * 60_000), "1h05"}, {Spent(100 * 3600_000), "100h"},
		{Count(3, 12), "3 of 12"}, {Count(12, 12), "12"},
	} {
		if c.got != c.want {
			t.Errorf("got %q, want %q", c.got, c.want)
		}
	}
}
