package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
)

// demoFolder is where the demo projects go when no folder is named, and
// auditedProject the file of the second one.
const (
	demoFolder     = "suffice-demo"
	auditedProject = "audited.db"
)

func newDemo(s streams) *cobra.Command {
	cmd := &cobra.Command{
		Use: "demo [DIR]", Short: "Open the demo project",
		Long: `Makes the demo project in DIR (default: suffice-demo in this folder) and opens
it; the next time it opens what is there, with everything you did. You are
annotator-1 unless --as says otherwise:

` + demoRoles() + `
The project is in the middle of the work: certificates under way, reviews open,
three disagreements of different causes, one state replaced by a reserve. Only a
frozen release can be audited, and a frozen release has no work left in it; the
finished audit is therefore that of a second small project with the same people,
which --audited opens: a pilot that was reviewed, frozen, audited and reported.
Remove the folder to start over.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) <= 1 {
				return nil
			}
			return exactArgs("a folder")(cmd, args)
		},
		Example: "  suffice demo\n  suffice demo --as senior-1\n  suffice demo --audited --as organizer-1\n  suffice demo /tmp/look | less",
		RunE: func(cmd *cobra.Command, args []string) error {
			dir := demoFolder
			if len(args) == 1 {
				dir = args[0]
			}
			return openDemo(cmd, s, dir)
		},
	}
	cmd.Flags().Bool("audited", false, "open the pilot, whose audit is finished")
	return cmd
}

// demoRoles lists the people of the demo by role.
func demoRoles() string {
	var b strings.Builder
	for _, p := range demoPeople() {
		fmt.Fprintf(&b, "  %-12s %s\n", p.Name, demoTask(p.Name))
	}
	return b.String()
}

// demoTask says what somebody finds to do in the demo project.
func demoTask(name string) string {
	switch name {
	case demoOrganizer:
		return "organizer: sees everything, runs the project"
	case demoAnnotator:
		return "annotator: builds certificates"
	case "senior-1":
		return "senior: two disagreements open, one of them begun"
	case "reviewer-1":
		return "reviewer: one review open, one to claim"
	case "reviewer-2":
		return "reviewer: two reviews begun"
	case "reviewer-3":
		return "reviewer: one review to claim"
	}
	return "auditor: six states judged, with --audited"
}

func openDemo(cmd *cobra.Command, s streams, dir string) error {
	name, _ := cmd.Flags().GetString("as")
	audited, _ := cmd.Flags().GetBool("audited")
	file, build := defaultProject, func(ctx context.Context, path string) error {
		return buildDemo(ctx, path, "Tideline (demo)", s, demoMiddle(s.Now))
	}
	if audited {
		file, build = auditedProject, func(ctx context.Context, path string) error {
			return buildDemo(ctx, path, "Tideline pilot (demo)", s, demoAudited)
		}
	}
	switch {
	case name == "" && audited:
		name = demoOrganizer
	case name == "":
		name = demoAnnotator
	}
	path := filepath.Join(dir, file)
	there, err := fileExists(path)
	if err != nil {
		return fmt.Errorf("open the demo project: %w", err)
	}
	if !there {
		if err := makeDemo(cmd.Context(), path, build); err != nil {
			return fmt.Errorf("make the demo project: %w", err)
		}
	}
	if !isInDemo(name) {
		return hint(fmt.Errorf("%q is not in the demo project; its people are %s", name, demoNames()), "--as %s", demoOrganizer)
	}
	return openProject(cmd, s, path, name)
}

func isInDemo(name string) bool { return strings.Contains(", "+demoNames()+", ", ", "+name+", ") }

func demoNames() string {
	var names []string
	for _, p := range demoPeople() {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

// makeDemo builds the project beside its place and moves it there whole, so
// that an interrupted start leaves no half of a demo.
func makeDemo(ctx context.Context, path string, build func(context.Context, string) error) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp(filepath.Dir(path), ".making-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	made := filepath.Join(tmp, filepath.Base(path))
	if err := build(ctx, made); err != nil {
		return err
	}
	return os.Rename(made, path)
}
