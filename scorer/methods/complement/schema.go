package complement

import (
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
)

// schema is the JSON schema of the answer to a question. It bounds the number of
// IDs, so that a small local model cannot write a list without end, and does
// not list them: membership is for validation, and a grammar of 120 long names
// costs more than it saves.
func schema(q Question) jsontext.Value {
	list := fmt.Sprintf(`{"type":"array","description":"evidence IDs as they stand on the cards, each once","minItems":%d,"maxItems":%d,"items":{"type":"string"}}`, q.Min, q.Max)
	key := listKey(q.Stage)
	if !keeps(q.Stage) {
		return jsontext.Value(fmt.Sprintf(`{"type":"object","properties":{%q:%s},"required":[%q],"additionalProperties":false}`, key, list, key))
	}
	keep := fmt.Sprintf(`{"type":"integer","description":"how many leading IDs are delivered","minimum":%d,"maximum":%d}`, q.MinKeep, q.MaxKeep)
	return jsontext.Value(fmt.Sprintf(`{"type":"object","properties":{%q:%s,%q:%s},"required":[%q,%q],"additionalProperties":false}`, key, list, keyKeep, keep, key, keyKeep))
}
