package endpoint

import (
	"fmt"
	"log/slog"
	"net/url"
)

// Address is a base URL. It may hold a user, a password or a token in its path
// or query, so only its scheme, host and port are ever printed, encoded or
// logged.
type Address struct{ whole Secret }

// NewAddress is the address that a text names; whether it is one, Config.Check
// says.
func NewAddress(text string) Address { return Address{NewSecret(text)} }

// Known reports whether there is an address at all.
func (a Address) Known() bool { return a.whole.Known() }

func (a Address) text() string { return a.whole.text() }

// String is scheme, host and port; the placeholder of secrets if the text is no
// address, and empty if there is none.
func (a Address) String() string {
	u, err := url.Parse(a.text())
	if err != nil || u.Host == "" {
		return a.whole.String()
	}
	return (&url.URL{Scheme: u.Scheme, Host: u.Host}).String()
}

// GoString is that of String.
func (a Address) GoString() string { return a.String() }

// Format prints the same for every verb.
func (a Address) Format(f fmt.State, _ rune) { _, _ = f.Write([]byte(a.String())) }

// MarshalText writes the same: JSON, TOML and keys of maps.
func (a Address) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// LogValue is the same for structured logs.
func (a Address) LogValue() slog.Value { return slog.StringValue(a.String()) }
