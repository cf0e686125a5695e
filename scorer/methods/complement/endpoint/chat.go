package endpoint

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/shared"

	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
)

// The services by name, as ModelCall.Service.
const (
	serviceChat   = "chat"
	serviceEmbed  = "embeddings"
	serviceRerank = "rerank"
	serviceModels = "models"
)

// schemaPrompt tells a model the schema that its server cannot hold it to.
//
//go:embed prompts/schema.txt
var schemaPrompt string

// Controller asks a chat model (complement.Controller).
type Controller struct{ s *Service }

// Controller is the chat model as a controller. The error says that a stage has
// no model.
func (s *Service) Controller() (*Controller, error) {
	for _, stage := range Stages() {
		if s.config.ModelOf(stage) == "" {
			return nil, &Fault{Key: "model", Why: fmt.Sprintf(
				"names no model for stage %s; set it, or %s, or [%s.models] for each stage", stage, EnvModel, Section)}
		}
	}
	return &Controller{s}, nil
}

// Name is ControllerName.
func (c *Controller) Name() string { return ControllerName }

// TimesRequests implements complement.SelfTimed: Config.Timeout counts from when
// a request leaves.
func (c *Controller) TimesRequests() {}

// Ask puts the question to the stage's model: one HTTP request, at temperature
// 0. A request that failed before waits first, as the server asks or longer each
// time. The response recorded is the text of the answer, without the reasoning
// that some models put before it. Errors are Failing, or that of ctx.
func (c *Controller) Ask(ctx context.Context, q complement.Question) (methods.ModelCall, error) {
	s := c.s
	model := s.config.ModelOf(q.Stage)
	call := methods.ModelCall{Service: serviceChat, Stage: q.Stage, Attempt: q.Attempt, Controller: ControllerName, Model: model}
	prompt, err := complement.Render(q)
	if err != nil {
		return call, err
	}
	w := s.habits.of(s.config, model, q.MaxTokens > 0)
	if p := methods.PlayerFrom(ctx); p != nil {
		return s.replayChat(p, call, prompt, q.MaxTokens, w)
	}
	body, err := s.prepare(&call, prompt, q.MaxTokens, w)
	if err != nil {
		return call, err
	}
	asked := request{
		service: serviceChat, line: s.chat, path: "chat/completions", model: model, body: body,
		conversation: strings.Join([]string{serviceChat, q.Method, q.Stage, q.State.ID}, "\x00"),
	}
	got, err := s.exchange(ctx, asked)
	s.note(&call, got)
	if err == nil {
		err = s.takeChat(&call, asked, got)
	}
	var status *StatusError
	if errors.As(err, &status) && s.habits.learn(s.config, model, w, status) {
		status.fatal, status.again, status.Advice = false, true, "the next attempt asks in another form"
	}
	return call, err
}

// prepare writes the body of a chat request, and what is recorded of it.
func (s *Service) prepare(call *methods.ModelCall, p complement.Prompt, most int, w way) ([]byte, error) {
	body, err := s.chatBody(call.Model, p, most, w)
	if err != nil {
		return nil, fmt.Errorf("write the chat request: %w", err)
	}
	call.Sampling = methods.Sampling{MaxTokens: most, Format: string(w.format), ServerTemperature: s.config.ServerTemperature}
	call.RequestHash, err = requestHash(body)
	return body, err
}

// chatBody is the JSON of a chat request.
func (s *Service) chatBody(model string, p complement.Prompt, most int, w way) ([]byte, error) {
	system := p.System
	params := openai.ChatCompletionNewParams{Model: model}
	switch w.format {
	case FormatSchema:
		params.ResponseFormat.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{
			JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{
				Name: p.SchemaName, Strict: openai.Bool(true), Schema: p.Schema,
			},
		}
	case FormatObject:
		params.ResponseFormat.OfJSONObject = &shared.ResponseFormatJSONObjectParam{}
		system += "\n\n" + inWords(p.Schema)
	default:
		system += "\n\n" + inWords(p.Schema)
	}
	params.Messages = []openai.ChatCompletionMessageParamUnion{openai.SystemMessage(system), openai.UserMessage(p.User)}
	if !s.config.ServerTemperature {
		params.Temperature = openai.Float(0)
	}
	switch {
	case most > 0 && w.completion:
		params.MaxCompletionTokens = openai.Int(int64(most))
	case most > 0:
		params.MaxTokens = openai.Int(int64(most))
	}
	if len(s.config.Extra) > 0 {
		params.SetExtraFields(s.config.Extra)
	}
	return params.MarshalJSON()
}

func inWords(schema jsontext.Value) string {
	return strings.TrimSpace(fmt.Sprintf(schemaPrompt, schema))
}

// requestHash is the SHA-256 of a request's canonical JSON (RFC 8785): what was
// asked, whoever was asked and with whatever key.
func requestHash(body []byte) (string, error) {
	v := jsontext.Value(body).Clone()
	if err := v.Canonicalize(); err != nil {
		return "", fmt.Errorf("hash the request: %w", err)
	}
	return hashOf(v), nil
}

func hashOf(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// note records what every exchange has.
func (s *Service) note(call *methods.ModelCall, got reply) {
	call.Status, call.Unsent = got.status, got.unsent
	if got.status != 0 || got.latency > 0 {
		ms := float64(got.latency) / float64(time.Millisecond)
		call.LatencyMS = &ms
	}
	for _, name := range []string{"X-Request-Id", "Request-Id", "Apim-Request-Id"} {
		if id := got.header.Get(name); id != "" {
			call.RequestID = s.scrub.quote(id, 200)
			break
		}
	}
}

// takeChat records what the answer says. The error tells why it cannot be read,
// or is a failure that came with a status of success: the conversation waits for
// it as for any other.
func (s *Service) takeChat(call *methods.ModelCall, q request, got reply) error {
	h, err := hear(got.body)
	if err != nil || h.failed == 0 {
		s.pace.answered(q.conversation)
	}
	if err != nil {
		return s.unusable(serviceChat, s.chat, err.Error())
	}
	call.Usage = h.usage
	call.Reported = s.reported(h.model)
	call.ServerID = s.scrub.quote(h.id, 200)
	call.Fingerprint = s.scrub.quote(h.finger, 200)
	call.StopReason = s.scrub.quote(h.stop, 100)
	if h.failed != 0 {
		return s.refused(q, reply{status: h.failed, header: got.header, body: got.body})
	}
	if h.text == "" {
		return s.unusable(serviceChat, s.chat, h.why)
	}
	call.Response = s.scrub.scrub(h.text)
	call.ResponseHash = hashOf([]byte(call.Response))
	return nil
}

// reported is a model's name as a server gives it, fit to be kept.
func (s *Service) reported(model string) string { return fileless(s.scrub.quote(model, 200)) }

func (s *Service) unusable(service string, l line, why string) error {
	return &UnusableError{Service: service, Server: l.origin, Why: s.scrub.complained(why, mostQuoted)}
}
