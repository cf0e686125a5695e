package endpoint

import (
	"encoding/base64"
	"fmt"
	"log/slog"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// placeholder is what is shown in place of a secret.
const placeholder = "[secret]"

// Secret is a key or another text that must not be seen. However it is printed,
// encoded or logged, alone or inside another value, a fixed placeholder comes
// out; only this package can read it.
type Secret struct{ reveal func() string }

// NewSecret hides a text. An empty one is no secret: the zero value.
func NewSecret(text string) Secret {
	if text == "" {
		return Secret{}
	}
	return Secret{reveal: func() string { return text }}
}

// Known reports whether there is a secret at all.
func (s Secret) Known() bool { return s.reveal != nil }

func (s Secret) text() string {
	if s.reveal == nil {
		return ""
	}
	return s.reveal()
}

// String is the placeholder; empty if there is no secret.
func (s Secret) String() string {
	if !s.Known() {
		return ""
	}
	return placeholder
}

// GoString is the placeholder.
func (s Secret) GoString() string { return s.String() }

// Format prints the placeholder for every verb.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(s.String())) }

// MarshalJSON writes the placeholder.
func (s Secret) MarshalJSON() ([]byte, error) { return []byte(`"` + s.String() + `"`), nil }

// MarshalText writes the placeholder: TOML, XML and keys of maps.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// LogValue is the placeholder for structured logs.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

// shortestScrubbed keeps words such as "none" or "EMPTY", which people put
// where a local server wants any key, from being cut out of every text.
const shortestScrubbed = 8

// scrubber takes secrets out of texts that come from elsewhere.
type scrubber struct {
	words   *strings.Replacer
	address *strings.Replacer // what else an address holds; for errors alone
}

// newScrubber knows each secret as it is and in the forms in which servers and
// libraries write it. The words of addresses are taken out of errors only: they
// may be the name of a model or a word of an answer.
func newScrubber(secrets, address []string) scrubber {
	return scrubber{hiding(secrets), hiding(address)}
}

func hiding(secrets []string) *strings.Replacer {
	var forms []string
	for _, s := range secrets {
		if len(s) < shortestScrubbed {
			continue
		}
		forms = append(forms, s, url.QueryEscape(s), url.PathEscape(s), escaped(s),
			base64.StdEncoding.EncodeToString([]byte(s)), base64.URLEncoding.EncodeToString([]byte(s)))
	}
	// The longest first, so that no rest of an encoded form stays behind.
	slices.SortFunc(forms, func(a, b string) int { return len(b) - len(a) })
	var pairs []string
	for _, f := range forms {
		pairs = append(pairs, f, placeholder)
	}
	return strings.NewReplacer(pairs...)
}

// longestName is the longest segment of a path, in bytes, that is taken for a
// name wherever it stands; a longer one may be a token.
const longestName = 19

// addressWords are what servers may send back of an address although it is not
// to be shown: the user, and the path, in which some gateways have a token.
func addressWords(u *url.URL) []string {
	var words []string
	for _, path := range []string{u.Path, u.EscapedPath()} {
		for segment := range strings.SplitSeq(path, "/") {
			words = append(words, "/"+segment)
			if len(segment) > longestName {
				words = append(words, segment)
			}
		}
	}
	if u.User != nil {
		words = append(words, u.User.Username())
	}
	return words
}

// escaped is a text as it stands inside a JSON string.
func escaped(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`, "/", `\/`).Replace(s)
}

// scrub takes out this process's secrets, and nothing else.
func (s scrubber) scrub(text string) string {
	if s.words == nil {
		return text
	}
	return s.words.Replace(text)
}

// keyLike are texts in the form of keys: hosted services quote the key that
// they refuse, half of it starred out.
var keyLike = regexp.MustCompile(`(?i)\b(?:bearer|basic)\s+[\w.*~+/=-]{6,}|\b(?:sk|pk|rk|gsk|xai|hf|nvapi|pplx|fw)[-_][\w.*-]{6,}|\bAIza[\w-]{10,}|[\w-]*\*{3,}[\w-]*`)

// quote makes a text of a server fit for an error: free of secrets and of
// whatever looks like a key, on one line, without control characters, and cut.
func (s scrubber) quote(text string, most int) string {
	text = keyLike.ReplaceAllString(s.scrub(text), placeholder)
	return cut(plain(text), most)
}

// complained is quote for the words of an error, without the rest of addresses.
func (s scrubber) complained(text string, most int) string {
	text = s.scrub(text)
	if s.address != nil {
		text = s.address.Replace(text)
	}
	return s.quote(text, most)
}

// plain is a text on one line without what a terminal would act on.
func plain(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case r == '\t', r == '\n', r == '\r':
			return ' '
		case r < ' ', r >= 0x7f && r < 0xa0, r >= 0x200b && r <= 0x200f, r >= 0x2028 && r <= 0x202e, r >= 0x2066 && r <= 0x2069, r == 0xfeff, r == '\uFFFD':
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, ""))
	return strings.Join(strings.Fields(text), " ")
}

// cut is the leading runes of a text, with a mark where there was more.
func cut(text string, most int) string {
	n := 0
	for i := range text {
		if n == most {
			return text[:i] + " …"
		}
		n++
	}
	return text
}
