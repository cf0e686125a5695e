package run

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
)

// The longest part of a folder name that spells out a name, in bytes. With the
// hash behind it, it fits every common file system, and a file beside it may
// have an ending.
const longestName = 150

// Names that some file system or this package itself keeps for something else.
var reservedNames = []string{"con", "prn", "aux", "nul", "experiment.json"}

// folder is the name of the folder or file of an experiment, method or state.
// Small ASCII letters, digits and a few signs stand for themselves, everything
// else as %XX. A name with a capital letter, which some file systems take for
// the small one, and a name that had to be cut end in ~ and the first ten hex
// digits of the SHA-256 of the name. Different names give different folders.
func folder(name string) string {
	var b strings.Builder
	mark := name == ""
	for i := range len(name) {
		c := name[i]
		plain := plainByte(c) && !(c == '.' && (i == 0 || i == len(name)-1)) && !(i == 0 && reserved(name))
		if b.Len() > longestName-3 {
			mark = true
			break
		}
		mark = mark || 'A' <= c && c <= 'Z'
		if plain {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	if mark {
		b.WriteString("~" + nameHash(name))
	}
	return b.String()
}

// nameOf is the name that folder was given; false when the folder shows only
// the beginning of it, or is none of ours.
func nameOf(dir string) (string, bool) {
	body, hash, marked := strings.Cut(dir, "~")
	var b strings.Builder
	for i := 0; i < len(body); i++ {
		if body[i] != '%' {
			b.WriteByte(body[i])
			continue
		}
		if i+2 >= len(body) {
			return "", false
		}
		c, err := hex.DecodeString(body[i+1 : i+3])
		if err != nil {
			return "", false
		}
		b.WriteByte(c[0])
		i += 2
	}
	name := b.String()
	if marked && hash != nameHash(name) || folder(name) != dir {
		return "", false
	}
	return name, true
}

func nameHash(name string) string {
	sum := sha256.Sum256([]byte(name))
	return hex.EncodeToString(sum[:5])
}

func plainByte(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	return strings.IndexByte("._-+=,@", c) >= 0
}

// reserved reports whether a name means a device to some system, with or
// without an ending, or a file of this package.
func reserved(name string) bool {
	low := strings.ToLower(name)
	stem, _, _ := strings.Cut(low, ".")
	if slices.Contains(reservedNames, low) || slices.Contains(reservedNames, stem) {
		return true
	}
	return len(stem) == 4 && (strings.HasPrefix(stem, "com") || strings.HasPrefix(stem, "lpt")) && '0' <= stem[3] && stem[3] <= '9'
}

// The files of an experiment and of a run.
const (
	experimentFile = "experiment.json"
	lockFile       = ".lock"
	manifestFile   = "run_manifest.json"
	trajectoryFile = "trajectory.jsonl"
	metricsFile    = "final_metrics.json"
	aside          = ".aside-" // between the ID of a run set aside and its number
)

func experimentDir(root, experiment string) string {
	return filepath.Join(root, "raw", folder(experiment))
}

func stateDir(root, experiment, method, state string) string {
	return filepath.Join(experimentDir(root, experiment), folder(method), folder(state))
}

// Dir is the folder of a run under a results folder.
func Dir(root, experiment, method, state, runID string) string {
	return filepath.Join(stateDir(root, experiment, method, state), runID)
}

// PredictionsPath is the prediction file of an experiment.
func PredictionsPath(root, experiment string) string {
	return filepath.Join(root, "predictions", folder(experiment)+".jsonl")
}

// ContractPath is the contract file of an experiment.
func ContractPath(root, experiment string) string {
	return filepath.Join(root, "predictions", folder(experiment)+".contract.json")
}
