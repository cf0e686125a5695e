package review

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate"
)

// encode writes the body of an event. Bytes of a name or note that are no
// UTF-8 become U+FFFD, so that no text a person can type or a file can be
// called stops an event from being recorded.
func encode(v any) (jsontext.Value, error) {
	b, err := json.Marshal(v, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return nil, fmt.Errorf("encode an event: %w", err)
	}
	return b, nil
}

// invert is the body of the event that takes e back.
func invert(e Event) (jsontext.Value, error) {
	switch e.Kind {
	case Edited:
		edit, err := body[certificate.Edit](e)
		if err != nil {
			return nil, err
		}
		return encode(edit.Invert())
	case Noted, Flagged, Skipped, Carried, Finished, Kept, Chosen:
		c, err := body[Change[jsontext.Value]](e)
		if err != nil {
			return nil, err
		}
		return encode(Change[jsontext.Value]{Before: c.After, After: c.Before})
	}
	return nil, fmt.Errorf("an event of kind %q cannot be undone", e.Kind)
}
