package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"suffice/tui/app"
	"suffice/tui/arbitration"
	"suffice/tui/auditing"
	"suffice/tui/config"
	"suffice/tui/keys"
	"suffice/tui/part"
	"suffice/tui/reviewing"
	"suffice/tui/runs"
	"suffice/tui/workbench"
)

// runTerminal shows the project on the terminal until the person leaves.
func runTerminal(cmd *cobra.Command, s streams, ses *session) error {
	settings, err := loadConfig(cmd, s)
	if err != nil {
		return err
	}
	tried := experiments(cmd, s, ses)
	ctx, input, stop := watched(cmd.Context(), s.In)
	defer stop()
	err = app.Run(ctx, app.Options{
		Desk:        ses.desk,
		Runs:        tried,
		Workbench:   func(e *part.Env, state string) part.Screen { return workbench.New(e, state) },
		Review:      func(e *part.Env, state string) part.Screen { return reviewing.New(e, state) },
		Arbitration: func(e *part.Env, state string) part.Screen { return arbitration.New(e, state) },
		Audit:       func(e *part.Env, state string) part.Screen { return auditing.New(e, state) },
		Bindings:    stateBindings(),
		Config:      settings,
		Changed:     ses.store.DataVersion,
		Now:         s.Now,
		Input:       input,
		Output:      s.Out,
	})
	return errors.Join(err, endExperiments(cmd.Context(), tried))
}

// patience is how long leaving waits for runs at work to come to an end.
const patience = 5 * time.Second

// endExperiments ends what was begun on screens: finished runs are kept, and
// the others can be resumed.
func endExperiments(ctx context.Context, tried *runs.Service) error {
	ctx, stop := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer stop()
	return tried.Close(ctx)
}

// stateBindings are the keys of the screens that work on one state.
func stateBindings() []keys.Binding {
	return slices.Concat(workbench.Bindings(), workbench.ReaderBindings(),
		reviewing.Bindings(), arbitration.Bindings(), auditing.Bindings())
}

// loadConfig reads --config, or the file in the person's configuration folder
// if there is one.
func loadConfig(cmd *cobra.Command, s streams) (config.Config, error) {
	path, err := settingsPath(cmd, s)
	if err != nil {
		return config.Config{}, err
	}
	if path == "" {
		return config.Default(), nil
	}
	c, err := config.Load(path)
	if err != nil {
		return c, fmt.Errorf("read the settings: %w", err)
	}
	return c, nil
}

func configFolder(s streams) (string, error) {
	if dir := s.Getenv("XDG_CONFIG_HOME"); dir != "" {
		return dir, nil
	}
	return os.UserConfigDir()
}
