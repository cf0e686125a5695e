// Package endpoint asks OpenAI-compatible servers, hosted or local: a chat model
// as the controller of package complement, /v1/embeddings as the embedder of the
// dense view, /v1/rerank as the reranker. It is built on the official client.
//
// What it asks and what it is told is recorded whole; keys, addresses and
// headers never are. In a run that is replayed (methods.WithPlayer) it gives
// back what was recorded and never touches the network.
package endpoint

import (
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// ControllerName labels every output of a controller of this package.
const ControllerName = "openai"

// Service is what the controller, the embedder and the reranker of one process
// share: the pace, and what is known of the servers. Safe for concurrent use.
type Service struct {
	config Config
	pace   *pace
	scrub  scrubber
	chat   line
	embed  line
	rerank line
	habits habits

	resolving sync.Mutex
	names     atomic.Pointer[map[string]string] // what Resolve found
}

// Open readies a configuration. The error says everything that is wrong with it:
// joined *Fault.
func Open(c Config) (*Service, error) {
	if c.Now == nil || c.Sleep == nil {
		d := Defaults()
		c.Now, c.Sleep = d.Now, d.Sleep
	}
	if err := c.Check(); err != nil {
		return nil, fmt.Errorf("the settings of the endpoint: %w", err)
	}
	s := &Service{config: c, pace: newPace(c)}
	s.habits.known = map[string]*habit{}
	var secrets, address []string
	own, embed, rerank := c.servers()
	for _, l := range []struct {
		to     *line
		server Server
	}{{&s.chat, own}, {&s.embed, embed}, {&s.rerank, rerank}} {
		var found []string
		*l.to, found = newLine(l.server, c.Transport)
		secrets = append(secrets, found...)
		if u, err := url.Parse(l.server.BaseURL.text()); err == nil {
			address = append(address, addressWords(u)...)
		}
	}
	s.scrub = newScrubber(secrets, address)
	return s, nil
}

// line is the way to one server.
type line struct {
	client openai.Client
	origin string // scheme, host and port: all of the address that is ever shown
	keyed  bool   // a key or another credential is sent
	bare   bool   // the base URL has no path
}

// newLine sets up the official client for one server, and lists the secrets that
// it was given. The client's own defaults come from the environment and may hold
// credentials of other servers; they are not asked for.
func newLine(s Server, transport http.RoundTripper) (line, []string) {
	u, err := url.Parse(s.BaseURL.text())
	if err != nil {
		u = &url.URL{} // Check refuses it
	}
	l := line{
		origin: s.BaseURL.String(),
		keyed:  s.Key.Known(),
		bare:   strings.Trim(u.Path, "/") == "",
	}
	base := url.URL{Scheme: u.Scheme, Host: u.Host, Path: strings.TrimRight(u.Path, "/") + "/"}
	opts := []option.RequestOption{
		option.WithBaseURL(base.String()),
		option.WithHTTPClient(&http.Client{Transport: bounded{transport}, CheckRedirect: stay}),
		option.WithMaxRetries(0), // attempts are counted by who asks
	}
	secrets := []string{s.Key.text()}
	if s.Key.Known() {
		opts = append(opts, option.WithAPIKey(s.Key.text()))
	}
	if u.User != nil {
		password, _ := u.User.Password()
		pair := u.User.Username() + ":" + password
		secrets = append(secrets, password, pair, u.User.String())
		opts = append(opts, option.WithHeader("Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(pair))))
		l.keyed = true
	}
	query := u.Query()
	for _, k := range slices.Sorted(maps.Keys(query)) {
		for _, v := range query[k] {
			secrets = append(secrets, v)
			opts = append(opts, option.WithQueryAdd(k, v))
		}
	}
	for _, h := range slices.Sorted(maps.Keys(s.Headers)) {
		v := s.Headers[h].text()
		secrets = append(secrets, v, strings.TrimSpace(v[strings.LastIndex(v, " ")+1:]))
		opts = append(opts, option.WithHeader(h, v))
		l.keyed = true
	}
	l.client = openai.Client{Options: opts}
	return l, secrets
}

// stay follows no redirect: a key must not travel to another server, and a
// request that became a GET on the way would be answered by something else.
func stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// longestBody is the most that is read of an answer, in bytes.
const longestBody = 64 << 20

// errLongBody says that an answer does not end.
var errLongBody = errors.New("the answer is longer than 64 MiB")

// bounded reads no endless answer.
type bounded struct{ next http.RoundTripper }

func (b bounded) RoundTrip(r *http.Request) (*http.Response, error) {
	next := b.next
	if next == nil {
		next = http.DefaultTransport
	}
	res, err := next.RoundTrip(r)
	if err == nil {
		res.Body = &boundedBody{ReadCloser: res.Body, left: longestBody}
	}
	return res, err
}

type boundedBody struct {
	io.ReadCloser
	left int64
}

func (b *boundedBody) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, errLongBody
	}
	n, err := b.ReadCloser.Read(p[:min(int64(len(p)), b.left)])
	b.left -= int64(n)
	return n, err
}
