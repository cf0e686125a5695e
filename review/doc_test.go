package review

import (
	"os"
	"strings"
	"testing"
)

// docs/journal.md is a documented format: its example is the one tested here,
// and it names every kind.
func TestJournalIsDocumented(t *testing.T) {
	b, err := os.ReadFile("../docs/journal.md")
	must(t, err)
	doc := string(b)
	for _, want := range []string{
		string(sampleEvent().canonical()),
		"3b62a7a421784958ace8250816107d27daeadc3083c34351227d0449959e10ca",
	} {
		if !strings.Contains(doc, want) {
			t.Errorf("docs/journal.md does not show %s", want)
		}
	}
	for _, k := range []Kind{Created, Joined, Imported, Labelled, Exported, Locked, Unlocked, Edited, Noted, Flagged, Skipped, Carried, Finished, Kept} {
		if !strings.Contains(doc, "`"+string(k)+"`") {
			t.Errorf("docs/journal.md does not explain %s", k)
		}
	}
}
