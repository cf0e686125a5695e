package main

import "github.com/spf13/cobra"

func runTerminal(cmd *cobra.Command, s streams, ses *session) error {
	return printHere(cmd.Context(), cmd, ses)
}
