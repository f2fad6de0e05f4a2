package conform

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/reference/script"
)

// A Record is what one version of client-go showed.
type Record struct {
	ClientGo string // "v0.37.2"
	Minor    int

	// Scripts has the traces seen, by name of the script: each a list of lines
	// (see script.Trace), sorted, none twice.
	Scripts map[string][]Lines
}

// Lines is the text of a trace, one line per observer.
type Lines []string

// Text is the identity of a trace.
func (l Lines) Text() string { return strings.Join(l, "\n") }

// Load reads a record.
func Load(file string) (*Record, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var r Record
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return &r, nil
}

// Save writes a record.
func (r *Record) Save(file string) error {
	data, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	return os.WriteFile(file, append(data, '\n'), 0o666)
}

// Has reports whether a trace of a script is in the record.
func (r *Record) Has(name string, trace Lines) bool {
	_, found := r.find(name, trace)
	return found
}

// Add puts a trace into the record, unless it is there.
func (r *Record) Add(name string, trace Lines) {
	if r.Scripts == nil {
		r.Scripts = map[string][]Lines{}
	}
	if i, found := r.find(name, trace); !found {
		r.Scripts[name] = slices.Insert(r.Scripts[name], i, trace)
	}
}

func (r *Record) find(name string, trace Lines) (int, bool) {
	return slices.BinarySearchFunc(r.Scripts[name], trace, func(a, b Lines) int { return slices.Compare(a, b) })
}

// Classes returns the distinct lives of handlers in the record: each handler's
// line without its name. What was seen in one script counts for all, so that a
// race may be realised by another script that forces it.
func (r *Record) Classes() map[string]bool {
	classes := map[string]bool{}
	for _, traces := range r.Scripts {
		for _, t := range traces {
			for _, line := range t {
				if c, ok := Class(line); ok {
					classes[c] = true
				}
			}
		}
	}
	return classes
}

// Class returns what a line says about a handler, without its name; false for
// the line of the environment.
func Class(line string) (string, bool) {
	name, life, _ := strings.Cut(line, ":")
	return strings.TrimSpace(life), name != script.Env
}
