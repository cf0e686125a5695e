package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"
)

// demoFolder is where the demo project goes when no folder is named.
const demoFolder = "suffice-demo"

func newDemo(s streams) *cobra.Command {
	return &cobra.Command{
		Use: "demo [DIR]", Short: "Open the demo project",
		Long: `Makes the demo project in DIR (default: suffice-demo in this folder) and opens
it; the next time it opens what is there, with everything you did. Its people
are organizer-1 and annotator-1; you are annotator-1 unless --as says
otherwise. Remove the folder to start over.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) <= 1 {
				return nil
			}
			return exactArgs("a folder")(cmd, args)
		},
		Example: "  suffice demo\n  suffice demo --as organizer-1\n  suffice demo /tmp/look | less",
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := demoFolder
			if len(args) == 1 {
				dir = args[0]
			}
			path := filepath.Join(dir, defaultProject)
			there, err := fileExists(path)
			if err != nil {
				return fmt.Errorf("open the demo project: %w", err)
			}
			if !there {
				if err := makeDemo(cmd.Context(), path, s); err != nil {
					return fmt.Errorf("make the demo project: %w", err)
				}
			}
			name, _ := cmd.Flags().GetString("as")
			if name == "" {
				name = demoAnnotator
			}
			return openProject(cmd, s, path, name)
		},
	}
}

// makeDemo builds the project beside its place and moves it there whole, so
// that an interrupted start leaves no half of a demo.
func makeDemo(ctx context.Context, path string, s streams) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(filepath.Dir(path), ".making-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	made := filepath.Join(tmp, defaultProject)
	if err := buildDemo(ctx, made, s); err != nil {
		return err
	}
	return os.Rename(made, path)
}
