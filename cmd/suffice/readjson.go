package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"suffice/certificate/records"
)

// readObject reads a file that holds one JSON object, over as many lines as
// it likes; "-" is standard input. The error is a *records.Error when the file
// is at fault.
func readObject(path string, s streams) (jsontext.Value, error) {
	r, err := records.Open(path, s.In)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	text, err := io.ReadAll(io.LimitReader(r, records.MaxLine+1))
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	switch {
	case len(text) > records.MaxLine:
		return nil, atFault(path, &records.FieldError{Msg: "this is too large to be one JSON object of this kind"})
	case len(bytes.TrimSpace(text)) == 0:
		return nil, atFault(path, &records.FieldError{Msg: "it is empty; one JSON object is expected"})
	}
	if err := records.Check(text); err != nil {
		return nil, atFault(path, err)
	}
	return jsontext.Value(bytes.TrimSpace(text)), nil
}

// atFault puts the name of the file before what a decoder says of its keys;
// any other error comes back as it is.
func atFault(path string, err error) error {
	all := new(records.Error)
	for _, e := range apart(err) {
		field := new(records.FieldError)
		if !errors.As(e, &field) {
			return err
		}
		all.Add(records.Problem{File: records.Name(path), Key: field.Key, Msg: field.Msg})
	}
	if all.Err() == nil {
		return err
	}
	return all
}

// apart lists the errors of an errors.Join.
func apart(err error) []error {
	if err == nil {
		return nil
	}
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		var all []error
		for _, e := range many.Unwrap() {
			all = append(all, apart(e)...)
		}
		return all
	}
	return []error{err}
}
