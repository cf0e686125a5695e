package main

import (
	"strings"

	"github.com/spf13/cobra"

	"suffice/tui/app"
	"suffice/tui/keys"
)

func newKeys(s streams) *cobra.Command {
	return &cobra.Command{
		Use: "keys", Short: "List every action with its name and keys", Args: noArgs,
		Long: `Lists what the keys of the terminal do, with your settings applied. The names
are what [keys] in the settings binds (docs/configuration.md).`,
		Example: "  suffice keys\n  suffice keys --json | jq -r '.[].action'",
		RunE: func(cmd *cobra.Command, _ []string) error {
			settings, err := loadConfig(cmd, s)
			if err != nil {
				return err
			}
			table, err := app.Table(stateBindings(), settings)
			if err != nil {
				return err
			}
			return printKeys(newPrinter(cmd), table.Rows())
		},
	}
}

// keyRow is one action as `keys --json` prints it.
type keyRow struct {
	Action keys.Action `json:"action"`
	Scope  keys.Scope  `json:"scope"`
	Keys   []string    `json:"keys"`
	Title  string      `json:"title"`
}

func printKeys(p *printer, bindings []keys.Binding) error {
	rows := make([]keyRow, len(bindings))
	for i, b := range bindings {
		rows[i] = keyRow{b.Action, b.Scope, append([]string{}, b.Keys...), b.Title}
	}
	return p.answer(rows, func() {
		table := make([][]string, len(rows))
		for i, r := range rows {
			table[i] = []string{string(r.Action), strings.Join(r.Keys, " "), string(r.Scope), r.Title}
		}
		p.table([]string{"action", "keys", "where", "what"}, table)
	})
}
