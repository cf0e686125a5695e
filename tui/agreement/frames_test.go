package agreement_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"suffice/certificate"
	"suffice/review"
	"suffice/review/reviewtest"
	"suffice/tui/agreement"
	"suffice/tui/tuitest"
)

// disputes is a project in which reviewers differ in every field.
func disputes(t testing.TB) *reviewtest.Office {
	t.Helper()
	return reviewtest.MidReview(t, reviewtest.Calibration())
}

func looks() []struct{ name, keys string } {
	return []struct{ name, keys string }{
		{"fields", ""}, {"table", "enter"}, {"figures", "tab tab"}, {"behind", "enter enter"},
		{"units", "j j j"}, {"groups", "j j enter"}, {"audit", "3"},
	}
}

func TestGoldenFrames(t *testing.T) {
	o, frozen := disputes(t), reviewtest.FrozenWithAudit(t, reviewtest.Calibration())
	for _, size := range [][2]int{{80, 24}, {120, 40}, {160, 50}} {
		for _, look := range looks() {
			d := o.Olga
			if look.name == "audit" {
				d = frozen.Olga
			}
			s := open(t, d, size[0], size[1])
			s.Keys(look.keys)
			s.CheckSize()
			s.Golden(fmt.Sprintf("%s_%dx%d", look.name, size[0], size[1]))
		}
	}
}

func TestEverySizeIsExact(t *testing.T) {
	o := disputes(t)
	for _, look := range looks() {
		s := open(t, o.Olga, 160, 50)
		s.Keys(look.keys)
		for _, size := range tuitest.Sizes() {
			s.Resize(size[0], size[1])
			s.CheckSize()
		}
	}
}

func TestEveryKeyInEveryPane(t *testing.T) {
	o := disputes(t)
	for _, prefix := range []string{"", "tab", "tab tab"} {
		s := open(t, o.Olga, 80, 24)
		for _, b := range agreement.Bindings() {
			for _, k := range b.Keys[:1] {
				s.Keys(prefix)
				s.Keys(k)
				s.CheckSize()
				s.Keys("esc esc esc esc esc")
				if !strings.Contains(s.Screen(), "Latest reviews") {
					s = open(t, o.Olga, 80, 24)
				}
			}
		}
	}
}

func TestMouse(t *testing.T) {
	s := open(t, disputes(t).Olga, 160, 50)
	s.Click(5, 5) // the second field
	s.Shows("▌confidence")
	s.Click(30, 1)
	s.Shows("▌2 Latest reviews")
	s.Click(5, 1)
	s.Shows("▌1 First reviews")
	for y := 0; y < 50; y += 3 {
		for x := 0; x < 160; x += 23 {
			s.Click(x, y)
			s.Wheel(x, y, 1)
			if !strings.Contains(s.Screen(), "reviews") {
				s.Keys("esc")
			}
		}
	}
	s.CheckSize()
}

// hostile is text that must reach no terminal as it is.
const hostile = "a\x1b]52;c;aGk=\x07b\x1b[2J\u009b31md\u202ee\u200bf\x07g\r\ttab 漢字🙂\u0301 \U000e0001"

var sgr = regexp.MustCompile("\x1b\\[[0-9;:]*m")

func TestHostileRoles(t *testing.T) {
	o := reviewtest.NewOffice(t, reviewtest.Calibration(), 2)
	o.Annotate(t, "s1", "s2")
	reviewtest.Review(t, o.Rita, "s1", reviewtest.Revises(hostile, review.Plurality), certificate.SetRoleEdit("g1", hostile), certificate.SetGroupIDEdit("g2", hostile))
	reviewtest.Review(t, o.Ralf, "s1", reviewtest.Accepts())
	reviewtest.Review(t, o.Ralf, "s2", reviewtest.Revises(hostile, review.Plurality), certificate.SetRoleEdit("g1", hostile), certificate.SetGroupIDEdit("g2", hostile))
	s := open(t, o.Olga, 160, 50)
	for _, keys := range []string{"", "j j j j j j", "tab", "n", "tab", "G", "tab", "1"} {
		s.Keys(keys)
		for _, size := range [][2]int{{80, 24}, {120, 40}, {160, 50}} {
			s.Resize(size[0], size[1])
			s.CheckSize()
			for i, line := range strings.Split(sgr.ReplaceAllString(s.Model.View().Content, ""), "\n") {
				for _, r := range line {
					if r < 0x20 || r >= 0x7f && r < 0xa0 || r >= 0x200b && r <= 0x200f || r >= 0x202a && r <= 0x202e || r >= 0xe0000 && r <= 0xe007f {
						t.Fatalf("line %d shows %U: %q", i, r, line)
					}
				}
			}
		}
	}
}
