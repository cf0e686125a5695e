package endpoint

import (
	"net/http"
	"slices"
	"sync"
)

// habits are what this process has learned of how a server wants to be asked,
// for each model: a server that refused a form is not asked in it again.
type habits struct {
	mu    sync.Mutex
	known map[string]*habit
}

// habit is what was learned of one model.
type habit struct {
	refused    int // how many of formats(), from the strictest, are not taken
	completion bool
	limits     int // how often the name of the limit was refused
}

// way is how a request is put.
type way struct {
	format     Format
	limited    bool // the length of the response is bounded
	completion bool // the bound is called max_completion_tokens, not max_tokens
}

// of is how to ask a model: as the configuration wants it, or as was learned.
func (h *habits) of(c Config, model string, limited bool) way {
	h.mu.Lock()
	defer h.mu.Unlock()
	known := h.get(c, model)
	w := way{format: c.Format, limited: limited, completion: known.completion}
	if c.Format == FormatAuto {
		w.format = formats()[known.refused]
	}
	return w
}

// get is what is known of a model. OpenAI itself wants the newer name of the
// limit; most others only know the older.
func (h *habits) get(c Config, model string) *habit {
	known := h.known[model]
	if known == nil {
		known = &habit{completion: c.BaseURL.text() == HostedBaseURL}
		h.known[model] = known
	}
	return known
}

// learn takes a refusal for a lesson: true if the model is asked in another way
// from now on, so that asking again can help.
func (h *habits) learn(c Config, model string, asked way, e *StatusError) bool {
	statuses := []int{http.StatusBadRequest, http.StatusUnprocessableEntity, http.StatusInternalServerError, http.StatusNotImplemented}
	if !slices.Contains(statuses, e.Status) || e.lesson.length {
		return false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	known := h.get(c, model)
	switch {
	case asked.limited && e.lesson.limit:
		if known.completion == asked.completion { // not learned by another state since
			known.completion = !asked.completion
			known.limits++
		}
		return known.limits < 2 // refused by both names: it is about something else
	case c.Format == FormatAuto && asked.format != FormatText && e.lesson.format:
		known.refused = max(known.refused, slices.Index(formats(), asked.format)+1)
		return true
	}
	return false
}
