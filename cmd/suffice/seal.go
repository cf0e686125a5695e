package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/spf13/cobra"

	"suffice/certificate/records"
	"suffice/scorer/methods/run"
)

// seal notes in the contracts of the experiments whose prediction files were
// scored with which label file that was, and says so on standard error. A
// contract that names another one is left alone unless that is asked for by
// anew. What goes wrong is told and spoils no score.
func seal(cmd *cobra.Command, labels string, predictions []string, anew bool) {
	p := newPrinter(cmd)
	for _, path := range predictions {
		if said := sealOne(labels, path, anew); said != "" {
			fmt.Fprintf(cmd.ErrOrStderr(), "note: %s\n", p.clean(said))
		}
	}
}

// sealOne seals the contract of one prediction file, if it has one, and returns
// what there is to say.
func sealOne(labels, predictions string, anew bool) string {
	c, root, err := contractBeside(predictions)
	if errors.Is(err, fs.ErrNotExist) {
		return "" // the file of no experiment
	}
	if err != nil {
		return fmt.Sprintf("the contract of %s does not say with which labels it was scored: %v", predictions, err)
	}
	path := run.ContractPath(root, c.Experiment)
	if labels == "-" {
		return path + " does not say with which labels its predictions were scored: these came from standard input, and no file can be named"
	}
	sum, err := fileSum(labels)
	if err == nil && c.Labels != nil {
		switch {
		case c.Labels.SHA256 == sum:
			return ""
		case !anew:
			return fmt.Sprintf("%s goes on naming %s (SHA-256 %s), with which its predictions were scored before; suffice score --reseal names %s in its place",
				path, c.Labels.Name, shortID(c.Labels.SHA256), filepath.Base(labels))
		}
	}
	if err == nil {
		err = run.SealContract(root, c.Experiment, run.LabelFile{Name: filepath.Base(labels), SHA256: sum})
	}
	if err != nil {
		return fmt.Sprintf("%s does not say with which labels its predictions were scored: %v", path, err)
	}
	return fmt.Sprintf("%s now says that its predictions were scored with %s", path, filepath.Base(labels))
}

// contractBeside is the contract of the experiment whose prediction file this
// is, and its results folder; fs.ErrNotExist for any other file. The file has to
// lie where the experiment has it, and be what the contract says.
func contractBeside(predictions string) (c run.Contract, root string, err error) {
	stem, named := strings.CutSuffix(predictions, ".jsonl")
	if !named {
		return c, "", fs.ErrNotExist
	}
	text, err := os.ReadFile(stem + ".contract.json")
	if err != nil {
		return c, "", err
	}
	if err := json.Unmarshal(text, &c); err != nil {
		return c, "", fmt.Errorf("read %s.contract.json: %w", stem, err)
	}
	root = filepath.Join(filepath.Dir(predictions), "..")
	there, err := os.Stat(run.PredictionsPath(root, c.Experiment))
	if err != nil {
		return c, "", fs.ErrNotExist
	}
	if own, err := os.Stat(predictions); err != nil || !os.SameFile(own, there) {
		return c, "", fs.ErrNotExist
	}
	sum, err := fileSum(predictions)
	if err == nil && sum != c.Predictions.SHA256 {
		err = errors.New("these are not the predictions that it was written for")
	}
	return c, root, err
}

// fileSum is the SHA-256 of a file as it lies there.
func fileSum(path string) (string, error) {
	f, err := records.Open(path, nil)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := records.NewHashed(f)
	if _, err := io.Copy(io.Discard, h); err != nil {
		return "", fmt.Errorf("read %s: %w", path, err)
	}
	sum := h.Sum()
	return hex.EncodeToString(sum[:]), nil
}
