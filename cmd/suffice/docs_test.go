package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"suffice/tui/app"
	"suffice/tui/config"
)

// TestConfigurationPage holds the example of docs/configuration.md to its word.
func TestConfigurationPage(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "configuration.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(page), "```toml\n")
	example, _, end := strings.Cut(rest, "```")
	if !ok || !end {
		t.Fatal("the page has no example")
	}
	c, err := config.Parse("docs/configuration.md", example)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := app.Table(stateBindings(), c); err != nil {
		t.Error(err)
	}
}

// TestCompletionHasExamples: the help of it shows how it is used in each shell.
func TestCompletionHasExamples(t *testing.T) {
	f := inFolder{t, t.TempDir()}
	for _, args := range [][]string{{"completion"}, {"completion", "bash"}, {"completion", "zsh"}, {"completion", "fish"}, {"completion", "powershell"}} {
		out := f.must("olga", append(args, "--help")...)
		if !strings.Contains(out, "EXAMPLES") {
			t.Errorf("%v has no example:\n%s", args, out)
		}
	}
}

// TestReadmeNamesEveryCommand keeps the table of commands complete.
func TestReadmeNamesEveryCommand(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range newRoot(streams{Getenv: func(string) string { return "" }}).Commands() {
		if !c.Hidden && !strings.Contains(string(page), "`"+c.Name()) && !strings.Contains(string(page), ", `"+c.Name()) {
			t.Errorf("README.md does not name the command %s", c.Name())
		}
		if c.Example == "" {
			t.Errorf("the command %s has no example", c.Name())
		}
	}
}
