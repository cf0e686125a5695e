package certificate

import (
	"bytes"
	"math"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// setting is an operation that sets one key of a T from Before to After.
type setting[T any] struct {
	field  string
	what   string              // the thing set, for people
	want   string              // what After holds
	take   func(to, from *T)   // copies the value
	valid  func(now *T) string // why an expert may not set it so; empty when fine
	clears bool                // null unsets it
}

func groupSetting(op Op) setting[Group] {
	switch op {
	case SetGroupID:
		return setting[Group]{field: "group_id", what: "group_id", want: "a string",
			take: func(to, from *Group) { to.ID = from.ID },
			valid: func(now *Group) string {
				if now.ID != "" && strings.TrimSpace(now.ID) == "" {
					return "a group_id cannot be blank"
				}
				return ""
			}}
	case SetRole:
		return setting[Group]{field: "role", what: "role", want: "a string",
			take: func(to, from *Group) { to.Role = from.Role },
			valid: func(now *Group) string {
				if strings.TrimSpace(now.Role) == "" {
					return "a role cannot be blank"
				}
				return ""
			}}
	case SetRationale:
		return setting[Group]{field: "rationale", what: "rationale", want: "a string",
			take:  func(to, from *Group) { to.Rationale = from.Rationale },
			valid: func(*Group) string { return "" }}
	case SetThreshold:
		return setting[Group]{field: "minimum_required", what: "threshold", want: "a whole number from 1",
			take: func(to, from *Group) { to.Threshold = from.Threshold },
			valid: func(now *Group) string {
				if now.Threshold < 1 {
					return "a threshold is at least 1"
				}
				return ""
			}}
	}
	return setting[Group]{field: "necessity_weight", what: "weight", want: "a number above 0",
		take: func(to, from *Group) { to.Weight = from.Weight },
		valid: func(now *Group) string {
			if !(now.Weight > 0) || math.IsInf(now.Weight, 0) {
				return "a weight is a number above 0"
			}
			return ""
		}}
}

// setOfGroup applies the operations that set one value of a group.
func (w *change) setOfGroup() error {
	s := groupSetting(w.edit.Op)
	if err := w.needAfter(s.want); err != nil {
		return err
	}
	i, err := w.group(&w.edit.Group)
	if err != nil {
		return err
	}
	fd := named(groupFields(), s.field)
	g, label := &w.next.cert.Groups[i], w.label(i)
	to := *g
	if err := w.read(func(f *faults) { fd.read(f, "after", w.edit.After, &to) }); err != nil {
		return err
	}
	have := orEmptyText(fd.write(nil, g))
	if err := w.expect(have, "the "+s.what+" of "+label); err != nil {
		return err
	}
	if bytes.Equal(orEmptyText(fd.write(nil, &to)), have) {
		return w.invalid("%s already has %s", label, settingNow(s.what, have))
	}
	if err := w.allowed(s.valid(&to)); err != nil {
		return err
	}
	if err := w.freeID(i, to.ID); err != nil {
		return err
	}
	w.edit.After = orEmptyText(fd.write(nil, &to))
	s.take(g, &to)
	return nil
}

// settingNow says "threshold 2" or, for long text, "this rationale".
func settingNow(what string, have jsontext.Value) string {
	if string(have) == `""` {
		return "no " + what
	}
	if len(have) > 40 {
		return "this " + what
	}
	return what + " " + plain(have)
}

// plain shows a string without its quotes and everything else as it stands.
func plain(v jsontext.Value) string {
	if v.Kind() == '"' {
		return unquote(v)
	}
	return string(v)
}

func orEmptyText(v []byte) jsontext.Value {
	if len(v) == 0 {
		return jsontext.Value(`""`)
	}
	return v
}

// allowed refuses what an expert may not ask for; a completed edit may
// restore what an import brought.
func (w *change) allowed(why string) error {
	if why == "" || w.completed {
		return nil
	}
	return w.invalid("%s", why)
}

// freeID refuses a group_id that another group has.
func (w *change) freeID(i int, id string) error {
	if w.completed || id == "" {
		return nil
	}
	for j, g := range w.next.cert.Groups {
		if j != i && g.ID == id {
			return w.invalid("another group has the group_id %q already", id)
		}
	}
	return nil
}

func certificateSetting(op Op) setting[Certificate] {
	none := func(*Certificate) string { return "" }
	switch op {
	case SetBranches:
		return setting[Certificate]{field: "alternative_minimal_sets", what: "the list of branches", want: "a list of lists of evidence IDs",
			take: func(to, from *Certificate) { to.Branches = from.Branches }, valid: validBranches}
	case SetOptional:
		return setting[Certificate]{field: "optional_evidence_ids", what: "the optional evidence", want: "a list of evidence IDs",
			take:  func(to, from *Certificate) { to.Optional = from.Optional },
			valid: func(now *Certificate) string { return repeated("the optional evidence", now.Optional) }}
	case SetObserved:
		return setting[Certificate]{field: "observed_evidence_ids", what: "the observed list", want: "a list of evidence IDs",
			take:  func(to, from *Certificate) { to.Observed = from.Observed },
			valid: func(now *Certificate) string { return repeated("the observed list", now.Observed) }}
	case SetRetrieval:
		return setting[Certificate]{field: "retrieval_needed", clears: true, what: "retrieval_needed", want: "true, false or null",
			take: func(to, from *Certificate) { to.Retrieval = from.Retrieval }, valid: none}
	case SetScope:
		return setting[Certificate]{field: "label_scope", clears: true, what: "the label scope", want: "a string or null",
			take: func(to, from *Certificate) { to.Scope = from.Scope },
			valid: func(now *Certificate) string {
				if now.Scope != nil && strings.TrimSpace(*now.Scope) == "" {
					return "a label scope cannot be blank"
				}
				return ""
			}}
	}
	return setting[Certificate]{field: "label_confidence", clears: true, what: "the confidence", want: "a number from 0 to 1 or null",
		take: func(to, from *Certificate) { to.Confidence = from.Confidence },
		valid: func(now *Certificate) string {
			if c := now.Confidence; c != nil && !(*c >= 0 && *c <= 1) {
				return "a confidence is a number from 0 to 1"
			}
			return ""
		}}
}

func validBranches(now *Certificate) string {
	for _, b := range now.Branches {
		if len(b) == 0 {
			return "a branch needs at least one unit"
		}
		if why := repeated("a branch", b); why != "" {
			return why
		}
	}
	return ""
}

// repeated says which ID stands in a list twice.
func repeated(what string, ids []string) string {
	if id, ok := twice(ids); ok {
		return what + " names " + id + " twice"
	}
	return ""
}

// setOfCertificate applies the operations that set one key of the certificate.
func (w *change) setOfCertificate() error {
	s := certificateSetting(w.edit.Op)
	if err := w.needAfter(s.want); err != nil {
		return err
	}
	fd := named(certificateFields(), s.field)
	to := w.next.cert
	s.take(&to, &Certificate{})
	err := w.read(func(f *faults) {
		if !s.clears || w.edit.After.Kind() != 'n' {
			fd.read(f, "after", w.edit.After, &to)
		}
	})
	if err != nil {
		return err
	}
	have := orNull(fd.write(nil, &w.next.cert))
	if err := w.expect(have, s.what); err != nil {
		return err
	}
	w.edit.After = orNull(fd.write(nil, &to))
	if bytes.Equal(w.edit.After, have) {
		return w.invalid("%s already is as asked", s.what)
	}
	if err := w.allowed(s.valid(&to)); err != nil {
		return err
	}
	s.take(&w.next.cert, &to)
	return nil
}

func orNull(v []byte) jsontext.Value {
	if len(v) == 0 {
		return jsontext.Value("null")
	}
	return v
}
