package scorer

import (
	"errors"
	"fmt"
	"io"

	"suffice/certificate"
	"suffice/certificate/card"
	"suffice/certificate/records"
)

// corpus is what has been read of a set of files so far: the certificates, the
// pools, and everything that is wrong, so that one run tells it all.
type corpus struct {
	stdin   io.Reader
	strict  bool                                    // refuse what the format forbids though the reference scores it
	pooled  bool                                    // items are at hand
	scoring func(certificate.Certificate) *Standard // nil when only validating
	facts   func(card.State)                        // told of every state of the items; nil when nobody asks

	labelsName  string
	labels      map[string]*label // by state
	states      []string          // of the labels, in the order of the file
	labelsWhole bool              // all of them could be read
	itemsName   string
	known       card.Known // states of the items; pools hold IDs and nothing else
	itemsWhole  bool
	units       int

	problems records.Error
	notices  []string
	untold   int // notices beyond the first few
}

func newCorpus(stdin io.Reader, strict, pooled bool) *corpus {
	return &corpus{stdin: stdin, strict: strict, pooled: pooled, labels: map[string]*label{}, known: card.Known{}}
}

// gather takes over the problems of a file; any other error is handed back.
func (c *corpus) gather(err error) error {
	var e *records.Error
	if !errors.As(err, &e) {
		return err
	}
	for _, p := range e.Problems {
		c.problems.Add(p)
	}
	c.problems.More += e.More
	return nil
}

// notice notes what a person should know though nothing is wrong.
func (c *corpus) notice(format string, args ...any) {
	if len(c.notices) >= records.MaxTold {
		c.untold++
		return
	}
	c.notices = append(c.notices, fmt.Sprintf(format, args...))
}

// told is the notices, those beyond the first few as a count.
func (c *corpus) told() []string {
	if c.untold > 0 {
		return append(c.notices, fmt.Sprintf("and %d more notices", c.untold))
	}
	return c.notices
}
