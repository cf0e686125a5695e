package auditing_test

import (
	"reflect"
	"testing"

	"suffice/review"
	"suffice/tui/tuitest"
)

// A key typed without waiting for another audit judges nothing in the one that
// was left.
func TestKeysTypedAheadOfAnotherAuditSpareThisOne(t *testing.T) {
	r := begin(t, 160, 50)
	r.open(r.last())
	before := r.stored(r.last(), review.SlotA)
	_, opens := r.Model.Update(tuitest.Press("["))
	_, judges := r.Model.Update(tuitest.Press("1"))
	r.Run(judges) // commands promise no order
	r.Run(opens)
	if now := r.stored(r.last(), review.SlotA); !reflect.DeepEqual(now, before) {
		t.Errorf("it is judged as\n%+v\nand was\n%+v", now, before)
	}
	r.Shows("audit 3 of 4")
	r.Keys("]")
	r.Shows("audit 4 of 4")
}
