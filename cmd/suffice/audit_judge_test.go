package main

import (
	"testing"

	"github.com/go-json-experiment/json"

	"suffice/audit"
	"suffice/review"
)

// FuzzJudgments: whatever a file of judgments holds is refused, or becomes a
// sheet that is printed and read again as it was.
func FuzzJudgments(f *testing.F) {
	f.Add(`{"verdict":"accept","confidence":4,"groups":{"G1":{"necessity":{"answer":"ok"}}}}`)
	f.Add(`{"verdict":"revise","confidence":1,"groups":{"G2":{"necessity":{"answer":"not ok","note":"u1 alone"}},"G1":{}}}`)
	f.Add(`{"groups":{"G1":{"taste":{"answer":"ok"}}}}`)
	f.Add(`{"groups":{"G1":null},"verdict":7}`)
	v := review.AuditView{Frozen: audit.Frozen{State: "s1", Groups: []string{"G1", "G2"}}, Sheet: audit.Sheet{Auditor: audit.RaterA, State: "s1"}}
	f.Fuzz(func(t *testing.T, raw string) {
		j, err := decodeJudgments([]byte(raw))
		if err != nil {
			return
		}
		sheet, err := j.sheet(v)
		if err != nil || len(sheet.Check(v.Frozen)) > 0 {
			return
		}
		read := v
		read.Sheet = sheet
		text, err := json.Marshal(judgmentsOf(read))
		if err != nil {
			t.Fatal(err)
		}
		again, err := decodeJudgments(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		back, err := again.sheet(v)
		if err != nil || back.Verdict != sheet.Verdict || back.Confidence != sheet.Confidence || len(back.Groups) != len(sheet.Groups) {
			t.Fatalf("%s comes back as %+v: %v", text, back, err)
		}
		for i, g := range sheet.Groups {
			if back.Groups[i] != g {
				t.Fatalf("%+v comes back as %+v", g, back.Groups[i])
			}
		}
	})
}
