package endpoint

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// vectorForm names how vectors are recorded: one after the other, 32-bit IEEE
// 754 numbers, little endian, in base64 of the standard alphabet.
const vectorForm = "float32-le-base64"

// recordedVectors is the response of an embedding exchange as a trace keeps it.
type recordedVectors struct {
	Form       string `json:"form"`
	Dimensions int    `json:"dimensions"`
	Count      int    `json:"count"`
	Data       string `json:"data"`
}

// EncodeVectors writes vectors of one length in the form in which traces keep
// them.
func EncodeVectors(vectors [][]float32) string {
	r := recordedVectors{Form: vectorForm, Count: len(vectors)}
	var raw []byte
	for _, v := range vectors {
		r.Dimensions = len(v)
		for _, x := range v {
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(x))
		}
	}
	r.Data = base64.StdEncoding.EncodeToString(raw)
	text, err := json.Marshal(r)
	if err != nil {
		panic("endpoint: vectors that do not encode: " + err.Error()) // numbers and ASCII always do
	}
	return string(text)
}

// DecodeVectors reads what EncodeVectors wrote, bit by bit the same. The error
// says what is wrong with the record.
func DecodeVectors(response string) ([][]float32, error) {
	var r recordedVectors
	if err := json.Unmarshal([]byte(response), &r); err != nil {
		return nil, fmt.Errorf("the recorded vectors are no JSON object of their form: %w", err)
	}
	if r.Form != vectorForm {
		return nil, fmt.Errorf("the recorded vectors have the form %q, not %q", r.Form, vectorForm)
	}
	raw, err := base64.StdEncoding.Strict().DecodeString(r.Data)
	if err != nil {
		return nil, fmt.Errorf("the recorded vectors are no base64: %w", err)
	}
	if r.Count < 0 || r.Dimensions < 1 && r.Count > 0 || r.Count > len(raw) || r.Dimensions > len(raw) || 4*r.Count*r.Dimensions != len(raw) {
		return nil, fmt.Errorf("the record says %d vectors of %d numbers and holds %d bytes", r.Count, r.Dimensions, len(raw))
	}
	out := make([][]float32, r.Count)
	for i := range out {
		out[i] = make([]float32, r.Dimensions)
		for j := range out[i] {
			at := 4 * (i*r.Dimensions + j)
			out[i][j] = math.Float32frombits(binary.LittleEndian.Uint32(raw[at:]))
		}
	}
	return out, nil
}

// embeddings is the answer to an embedding request.
type embeddings struct {
	Model string `json:"model"`
	Data  []struct {
		Index  *int           `json:"index"`
		Vector jsontext.Value `json:"embedding"`
	} `json:"data"`
}

// readVectors reads an answer for so many texts, in their order: what the server
// says of the order counts, not the order in which it says it.
func readVectors(body []byte, texts int) (vectors [][]float32, model string, err error) {
	var e embeddings
	if err := json.Unmarshal(body, &e, lenient()); err != nil {
		if !jsontext.Value(body).IsValid(lenient()) {
			return nil, "", notJSON(body)
		}
		return nil, "", errors.New("it has not the form of embeddings")
	}
	if len(e.Data) != texts {
		return nil, e.Model, fmt.Errorf("it holds %d vectors for %d texts", len(e.Data), texts)
	}
	vectors = make([][]float32, texts)
	for i, d := range e.Data {
		at := i
		if d.Index != nil {
			at = *d.Index
		}
		if at < 0 || at >= texts || vectors[at] != nil {
			return nil, e.Model, fmt.Errorf("it numbers a vector %d, which is out of place", at)
		}
		if vectors[at], err = vectorOf(d.Vector); err != nil {
			return nil, e.Model, fmt.Errorf("vector %d %w", at, err)
		}
	}
	for i, v := range vectors {
		if len(v) != len(vectors[0]) {
			return nil, e.Model, fmt.Errorf("vector %d has %d dimensions where the first has %d", i, len(v), len(vectors[0]))
		}
	}
	return vectors, e.Model, nil
}

// vectorOf reads a vector: a list of numbers, a list of one such list, as older
// llama.cpp servers write it, or base64 of 32-bit numbers.
func vectorOf(v jsontext.Value) ([]float32, error) {
	if v.Kind() == '"' {
		raw, err := base64.StdEncoding.DecodeString(textOf(v))
		if err != nil || len(raw) == 0 || len(raw)%4 != 0 {
			return nil, errors.New("is no base64 of 32-bit numbers")
		}
		out := make([]float32, len(raw)/4)
		for i := range out {
			out[i] = math.Float32frombits(binary.LittleEndian.Uint32(raw[4*i:]))
		}
		return out, finite(out)
	}
	var list []float64
	if err := json.Unmarshal(v, &list); err != nil {
		var nested [][]float64
		if json.Unmarshal(v, &nested) != nil {
			return nil, errors.New("is no list of numbers")
		}
		if len(nested) != 1 {
			return nil, fmt.Errorf("holds %d vectors: the server does not pool its tokens", len(nested))
		}
		list = nested[0]
	}
	if len(list) == 0 {
		return nil, errors.New("is empty")
	}
	out := make([]float32, len(list))
	for i, x := range list {
		out[i] = float32(x)
	}
	return out, finite(out)
}

func finite(v []float32) error {
	for _, x := range v {
		if f := float64(x); math.IsNaN(f) || math.IsInf(f, 0) {
			return fmt.Errorf("holds %v, which is no number to reckon with", f)
		}
	}
	return nil
}
