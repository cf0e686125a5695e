package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"suffice/certificate/records"
	"suffice/scorer/methods/complement/endpoint"
	"suffice/tui/config"
)

// openEndpoint readies the endpoint from the settings file and the environment,
// the environment winning. Nothing is asked yet.
func openEndpoint(cmd *cobra.Command, s streams) (*endpoint.Service, error) {
	c := endpoint.Defaults()
	path, err := settingsPath(cmd, s)
	if err != nil {
		return nil, err
	}
	if path != "" {
		if c, err = endpointSettings(c, path); err != nil {
			return nil, err
		}
	}
	lookup := func(name string) (string, bool) {
		v := s.Getenv(name)
		return v, v != ""
	}
	if c, err = endpoint.Environment(c, lookup); err != nil {
		return nil, fmt.Errorf("the settings of the endpoint: %w", err)
	}
	service, err := endpoint.Open(c)
	if err != nil {
		return nil, hint(err, "docs/controllers.md; base URL and model stand in the settings file or the environment")
	}
	return service, nil
}

// endpointSettings reads the section of the settings file that is about it.
func endpointSettings(c endpoint.Config, path string) (endpoint.Config, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return c, fmt.Errorf("read the settings: %w", err)
	}
	file, err := config.Syntax(path, string(text))
	if err != nil {
		return c, fmt.Errorf("read the settings: %w", err)
	}
	section, there := file[endpoint.Section]
	if !there {
		return c, nil
	}
	table, ok := section.(map[string]any)
	if !ok {
		return c, atFault(path, &records.FieldError{Key: endpoint.Section, Msg: "must be a section: [" + endpoint.Section + "]"})
	}
	c, faults := endpoint.Decode(c, table)
	var found records.Error
	for _, f := range faults {
		key := endpoint.Section + "." + f.Key
		if strings.HasPrefix(f.Why, "is not known") {
			key = endpoint.Section + "." + config.Told(f.Key)
		}
		found.Add(records.Problem{File: path, Key: key, Msg: f.Why})
	}
	return c, found.Err()
}

// settingsPath is --config, or the file in the person's configuration folder;
// empty when there is none.
func settingsPath(cmd *cobra.Command, s streams) (string, error) {
	path, _ := cmd.Flags().GetString("config")
	if path != "" {
		if there, err := fileExists(path); err == nil && !there {
			return "", fmt.Errorf("there are no settings at %s, which --config names", path)
		}
		return path, nil
	}
	folder, err := configFolder(s)
	if err != nil {
		return "", nil // no home, no settings
	}
	path = filepath.Join(folder, "suffice", "config.toml")
	if there, err := fileExists(path); err != nil || !there {
		return "", nil
	}
	return path, nil
}

// resolve finds out which models really answer, before anything is run: a wrong
// key or an unknown model is told at once.
func (w *workshop) resolve(ctx context.Context) error {
	if w.service == nil || w.Controller != openaiName || !w.asks() {
		return nil
	}
	c, err := w.service.Controller()
	if err != nil {
		return err
	}
	if w.model, err = c.Resolve(ctx); err != nil {
		if errors.Is(err, context.Canceled) {
			return err
		}
		return hint(fmt.Errorf("ask the endpoint which models answer: %w", err), "docs/controllers.md")
	}
	w.Resolved = c.Resolved()
	return nil
}

// modelOf is the model key of a method: what the models behind it resolved to.
func (w *workshop) modelOf(method string) string {
	if o, _ := offerOf(method); o.Calls > 0 {
		return w.model
	}
	return ""
}
