package workbench

import (
	"fmt"
	"strings"
	"testing"
)

// Whoever types a filter sees every qualifier there is, wherever it fits.
func TestTheFilterTellsAllOfItsWords(t *testing.T) {
	r := newRig(t, harbour(12))
	r.press("/")
	for _, size := range [][2]int{{80, 22}, {110, 30}, {120, 38}, {160, 48}, {200, 58}} {
		w, h := size[0], size[1]
		screen := strings.Join(strings.Fields(strings.NewReplacer("│", " ", "┃", " ").Replace(r.screen(w, h))), " ")
		for word := range strings.FieldsSeq(filterHint) {
			if !strings.Contains(screen, word) {
				t.Errorf("%s: %q is not shown", fmt.Sprintf("%dx%d", w, h), word)
			}
		}
	}
}
