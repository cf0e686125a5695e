package scorer

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate"
	"suffice/certificate/records"
)

// label is one certificate of the labels file.
type label struct {
	line     int
	cert     certificate.Certificate
	text     string                // set when cert holds values only: the label as it stands in the file
	standard *Standard             // nil when only validating
	oracle   Oracle                // zero when only validating
	faults   []certificate.Finding // what stops it from being scored, found with its pool
}

// readLabels reads the certificates. Without items, what can be judged of them
// by themselves is judged while reading.
func (c *corpus) readLabels(ctx context.Context, path string) error {
	r, err := records.Open(path, c.stdin)
	if err != nil {
		return err
	}
	defer r.Close()
	c.labelsName = records.Name(path)
	source := records.Source[*label]{
		Name: c.labelsName, Reader: r,
		Decode: c.decodeLabel,
		Check:  func(_ int, l *label) error { return c.keepLabel(l) },
	}
	err = source.Read(ctx)
	c.labelsWhole = err == nil
	return c.gather(err)
}

// whole is the certificate with all that its file says about it.
func (l *label) whole() certificate.Certificate {
	if l.text == "" {
		return l.cert
	}
	c, err := certificate.Decode(jsontext.Value(l.text))
	if err != nil {
		return l.cert // it was taken once, so this does not happen
	}
	return c
}

// decodeLabel runs in several goroutines.
func (c *corpus) decodeLabel(rec records.Record) (*label, error) {
	l := &label{line: rec.Line}
	var ok bool
	if l.cert, l.text, ok = certificate.DecodeValues(rec.Raw); !ok {
		var err error
		if l.cert, err = certificate.Decode(rec.Raw); err != nil {
			return nil, err
		}
	}
	if c.strict && !c.pooled {
		if faults := alone(l.cert); len(faults) > 0 {
			return nil, refusal(l.whole(), faults)
		}
	}
	if c.scoring != nil {
		l.standard = c.scoring(l.cert)
		l.oracle = l.standard.oracle(l.cert, certificate.DefaultBudget())
	}
	return l, nil
}

// keepLabel adds a label; a state that comes twice with equal content is
// passed over with a notice.
func (c *corpus) keepLabel(l *label) error {
	first, twice := c.labels[l.cert.State]
	if !twice {
		c.labels[l.cert.State] = l
		c.states = append(c.states, l.cert.State)
		return nil
	}
	before, now := certificate.Encode(first.whole()), certificate.Encode(l.whole())
	if records.Equal(before, now) {
		c.notice("%s:%d: the certificate of state %q is the same as on line %d; ignored", c.labelsName, l.line, l.cert.State, first.line)
		return nil
	}
	msg := fmt.Sprintf("state %q has a certificate on line %d already, with other content", l.cert.State, first.line)
	if key := records.FirstDifference(before, now); key != "" {
		msg += "; they differ first in " + key
	}
	return &records.FieldError{Key: "state_id", Msg: msg}
}

// refusal turns findings into faults of the record that holds the certificate.
func refusal(c certificate.Certificate, findings []certificate.Finding) error {
	errs := make([]error, len(findings))
	for i, f := range findings {
		errs[i] = &records.FieldError{Key: place(c, f), Msg: fault(c, f)}
	}
	return errors.Join(errs...)
}

func fault(c certificate.Certificate, f certificate.Finding) string {
	return fmt.Sprintf("the certificate of state %q cannot be scored: %s", c.State, f.Text)
}

// place is the key of the record at which a finding points.
func place(c certificate.Certificate, f certificate.Finding) string {
	key := ""
	switch {
	case f.Branch > 0:
		key = "alternative_minimal_sets[" + strconv.Itoa(f.Branch-1) + "]"
	case f.Code == certificate.CodeNoGroups:
		key = "required_evidence_groups"
	case f.Code == certificate.CodeObservedMismatch:
		key = "observed_evidence_ids"
	}
	for i := range c.Groups {
		if f.Label != "" && c.Label(i) == f.Label {
			key = "required_evidence_groups[" + strconv.Itoa(i) + "]"
			break
		}
	}
	if key == "" {
		return "" // the sentence says which list it is
	}
	if c.Envelope != nil {
		key = "graded_labels." + key
	}
	return key
}
