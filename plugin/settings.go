package plugin

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"

	"github.com/informerlint/informerlint/internal/config"
)

// Settings are what .golangci.yml can say below settings.custom.informerlint.
// If it says anything, .informerlint.yaml is not read.
//
//	settings:
//	  checks:
//	    tombstone: false            # a check
//	    goroutinestart:
//	      redundant-go: true        # a rule
//	  severity:
//	    tombstone/dropped: note
//	  exclude:
//	    - test/e2e                  # relative to .golangci.yml
//	  functions:
//	    - name: example.com/app/start.All
//	      does: starts 1
//
// Functions are a list and not, as in the file, a mapping: golangci-lint reads
// keys without regard to case, and takes them apart at dots.
type Settings struct {
	Checks    map[string]any `json:"checks"`
	Severity  map[string]any `json:"severity"`
	Exclude   any            `json:"exclude"`
	Functions []Function     `json:"functions"`
}

// A Function is what a function does that the analysis cannot see.
type Function struct {
	Name string `json:"name"`
	Does any    `json:"does"` // a sentence, or a list of them
}

// use makes the settings count.
func (s Settings) use() error {
	file := make(map[string]any)
	if len(s.Checks) > 0 {
		file["checks"] = s.Checks
	}
	if len(s.Severity) > 0 {
		file["severity"] = s.Severity
	}
	if s.Exclude != nil {
		file["exclude"] = s.Exclude
	}
	if len(s.Functions) > 0 {
		does := make(map[string][]any)
		for _, f := range s.Functions {
			list, ok := f.Does.([]any)
			if !ok {
				list = []any{f.Does}
			}
			does[f.Name] = append(does[f.Name], list...)
		}
		file["functions"] = does
	}
	if len(file) == 0 {
		config.Use(nil)
		return nil
	}
	text, err := json.Marshal(file) // which is YAML as well
	if err != nil {
		return err
	}
	dir, err := baseDir()
	if err != nil {
		return err
	}
	c, err := config.Parse(filepath.Join(dir, ".golangci.yml"), text)
	if bad, ok := errors.AsType[*config.Error](err); ok {
		return errors.New(bad.Msg) // its line is none of the user's
	}
	if err != nil {
		return err
	}
	config.Use(c)
	return nil
}

// baseDir returns the directory that excluded paths are relative to. A plugin
// is not told where its settings come from: this is where golangci-lint looks
// for them, if it is not told otherwise.
func baseDir() (string, error) {
	start, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := start; ; {
		for _, ext := range []string{".yml", ".yaml", ".toml", ".json"} {
			if _, err := os.Stat(filepath.Join(dir, ".golangci"+ext)); err == nil {
				return dir, nil
			}
		}
		up := filepath.Dir(dir)
		if up == dir {
			return start, nil
		}
		dir = up
	}
}
