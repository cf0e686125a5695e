package methods

// Recorder takes what happens while a method runs: the writer of a trajectory,
// a screen, or both. Record is called in order, by one goroutine at a time for
// one run.
type Recorder interface {
	Record(e Event) error
}

// RecorderFunc is a function as a Recorder.
type RecorderFunc func(e Event) error

// Record calls f.
func (f RecorderFunc) Record(e Event) error { return f(e) }

// Kind names an event of a trajectory (spec 5, the metrics note's list).
type Kind string

// The events of a trajectory. Retrieval and complement runs have no edit and no
// test_run; imported ones may.
const (
	RunStarted     Kind = "run_started"
	ModelCalled    Kind = "model_call"
	ToolCalled     Kind = "tool_call"
	CandidateFound Kind = "retrieval_candidate"
	FileRead       Kind = "file_read"
	EditMade       Kind = "edit"
	TestRun        Kind = "test_run"
	ResourceSample Kind = "resource_sample"
	StageFinished  Kind = "stage_finished" // beyond the note's list: a controller's selection after validation
	RunFinished    Kind = "run_finished"
)

// Event is one thing that happened. Body is the struct of its kind: ModelCall,
// ToolCall, Candidate, Reading, Stage, or one of the run package.
type Event struct {
	Kind Kind
	Body any
}

// ModelCall is one exchange with a controller, an embedder or a reranker: one
// attempt. A nil number was not reported, which is not zero.
type ModelCall struct {
	Service      string   `json:"service"`                  // "chat", "embeddings", "rerank"
	Stage        string   `json:"stage,omitempty"`          // StagePropose ...
	Attempt      int      `json:"attempt"`                  // from 1
	Controller   string   `json:"controller"`               // "offline" or "openai"
	Model        string   `json:"model"`                    // as asked for
	Reported     string   `json:"reported_model,omitempty"` // as the server names it
	RequestHash  string   `json:"request_sha256"`           // of the request without address and key
	Sampling     Sampling `json:"sampling"`
	Usage        Usage    `json:"usage"`
	LatencyMS    *float64 `json:"latency_ms"` // nil in replays
	StopReason   string   `json:"stop_reason,omitempty"`
	Status       int      `json:"http_status,omitzero"` // 0: no answer
	Unsent       bool     `json:"unsent,omitzero"`      // it never got to the server
	Response     string   `json:"response,omitempty"`   // the text of the answer, whole
	ResponseHash string   `json:"response_sha256,omitempty"`
	Error        string   `json:"error,omitempty"`      // no answer came: one sentence, free of secrets
	Malformed    string   `json:"malformed,omitempty"`  // an answer came that cannot be read: why
	Shared       bool     `json:"shared,omitzero"`      // made once for the state by another run of this process, and not paid for again
	ServerID     string   `json:"server_id,omitempty"`  // the server's name for the exchange
	RequestID    string   `json:"request_id,omitempty"` // the same in the answer's header, where it has one of its own
	Fingerprint  string   `json:"system_fingerprint,omitempty"`
}

// StopTimeout is the stop reason of a model call that was given up because no
// answer came in time.
const StopTimeout = "timeout"

// Sampling is how an answer was asked for.
type Sampling struct {
	Temperature float64 `json:"temperature"`
	MaxTokens   int     `json:"max_tokens,omitzero"`
	Format      string  `json:"format,omitempty"` // "json_schema" ...
	// ServerTemperature says that no temperature was asked for: the server's own holds.
	ServerTemperature bool `json:"server_temperature,omitzero"`
}

// Usage is what the server says an exchange cost, in tokens. Nil is not reported.
type Usage struct {
	Input     *int `json:"input_tokens"`
	Output    *int `json:"output_tokens"`
	Cached    *int `json:"cached_input_tokens"`
	Reasoning *int `json:"reasoning_tokens,omitempty"`
}

// ToolCall is a retrieval route that was asked: its view and query.
type ToolCall struct {
	Tool       string   `json:"tool"` // ToolRetrieve
	View       string   `json:"view"` // one of the nine views, or the name of a single retriever
	QueryForm  string   `json:"query_form,omitempty"`
	QueryHash  string   `json:"query_sha256"`
	Matched    int      `json:"matched"`         // units that it has something to say about
	ResultHash string   `json:"result_sha256"`   // of the ranked IDs, one a line
	Size       int      `json:"result_size"`     // units
	LatencyMS  *float64 `json:"latency_ms"`      // nil without a clock
	Shared     bool     `json:"shared,omitzero"` // worked out once for the state, for another run of this process
}

// ToolRetrieve is the tool of every ToolCall that is made here.
const ToolRetrieve = "retrieve"

// Candidate is a unit that retrieval puts forward, with the routes it came by.
type Candidate struct {
	ID        string  `json:"evidence_id"`
	Source    string  `json:"source"` // method or view whose ranking this is
	Query     string  `json:"query_sha256,omitempty"`
	Path      string  `json:"path"`
	Symbol    string  `json:"symbol,omitempty"`
	LineStart int     `json:"line_start,omitzero"`
	LineEnd   int     `json:"line_end,omitzero"`
	Rank      int     `json:"rank"` // from 1
	Score     float64 `json:"score"`
	Routes    []Route `json:"fusion,omitempty"`
}

// Route is the rank of a candidate in one view.
type Route struct {
	View string `json:"view"`
	Rank int    `json:"rank"`
}

// Reading is a unit that the method returned: what the next decision would
// read. Its relevance is joined after the run, never written here.
type Reading struct {
	ID        string `json:"evidence_id"`
	Path      string `json:"path"`
	Symbol    string `json:"symbol,omitempty"`
	LineStart int    `json:"line_start,omitzero"`
	LineEnd   int    `json:"line_end,omitzero"`
	Commit    string `json:"base_commit,omitempty"`
	Hash      string `json:"content_sha256"` // of the excerpt as supplied
	Tokens    int    `json:"tokens"`
	Observed  bool   `json:"observed"`
	Origin    string `json:"origin,omitempty"` // "proposal", "expansion", "reserve"
}
