package auditing_test

import (
	"reflect"
	"testing"

	"suffice/audit"
	"suffice/review"
)

// Once the audit is reported nothing of it changes, and no key offers to.
func TestAReportedAuditIsOnlyRead(t *testing.T) {
	r := begin(t, 120, 40)
	if _, err := r.office.Olga.AuditReport(t.Context(), r.states[1:], audit.Resampling{Draws: 10}, true); err != nil {
		t.Fatal(err)
	}
	r.Keys("f5")
	const reported = "The audit is reported: what was judged stays as it is."
	for _, state := range []string{r.states[0], r.last()} { // submitted, and half judged
		before := r.stored(state, review.SlotA)
		r.open(state)
		r.Shows("the audit is reported")
		r.Hides("takes it back", "R reopen")
		for _, key := range []string{"1", "8", "v", "s", "R", "n", "u"} {
			r.Keys(key)
			r.Shows(reported)
			r.Keys("tab shift+tab")
			r.Hides(reported)
		}
		if now := r.stored(state, review.SlotA); !reflect.DeepEqual(now, before) {
			t.Errorf("%s is judged as\n%+v\nand was\n%+v", state, now, before)
		}
	}
}
