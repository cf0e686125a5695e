package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

func newMethods(s streams) *cobra.Command {
	return &cobra.Command{
		Use: "methods", Short: "List the methods that can be run, with what each needs", Args: noArgs,
		Long: `A method reads the public state and its pool and nothing else. Those that make
calls ask a controller: offline, which needs no network and is the default, or
openai, any OpenAI-compatible endpoint (docs/controllers.md). Every output says
which one answered; what the offline controller answers is never the paper's
result. docs/methods.md has what each reads and its settings.

Learned baselines come in as predictions: suffice import predictions FILE.`,
		Example: "  suffice methods\n  suffice methods --json | jq -r '.[] | select(.calls > 0) | .method'",
		RunE: func(cmd *cobra.Command, _ []string) error {
			all := everyMethod()
			p := newPrinter(cmd)
			return p.answer(all, func() { printMethods(p, all) })
		},
	}
}

func printMethods(p *printer, all []offered) {
	rows := make([][]string, len(all))
	for i, o := range all {
		rows[i] = []string{o.ID, callWords(o), dash(needWords(o)), dash(strings.Join(o.Settings, " ")), o.What}
	}
	p.table([]string{"method", "calls", "needs", "settings", "what it is"}, rows)
	p.line("")
	p.line("controllers: %s (default; no network, not the paper's model), %s (docs/controllers.md)", offlineName, openaiName)
}

func callWords(o offered) string {
	switch {
	case o.From != "":
		return "none"
	case o.Calls == 0:
		return "-"
	}
	return fmt.Sprint(o.Calls)
}

func needWords(o offered) string {
	words := append([]string{}, o.Needs...)
	if o.From != "" {
		words = append(words, "a run of "+o.From)
	}
	return strings.Join(words, ", ")
}
