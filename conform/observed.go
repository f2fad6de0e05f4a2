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

// smallScripts is how many random scripts (script.Small) are recorded: the first
// ones, as they fall.
const smallScripts = 48

// Scripts returns the scripts that a version has the means for: the suite, those
// in which something fails, and random ones.
func Scripts(minor int) []script.Script {
	return append(able(slices.Concat(script.Suite(), script.Faulty()), minor), Hunt(minor, smallScripts)...)
}

// Hunt returns the first n random scripts, to look for disagreements.
func Hunt(minor, n int) []script.Script {
	var all []script.Script
	for seed := range uint64(n) {
		all = append(all, script.Small(seed))
	}
	return able(all, minor)
}

func able(scripts []script.Script, minor int) []script.Script {
	return slices.DeleteFunc(scripts, func(s script.Script) bool { return minor < s.Since })
}

// Classes returns what observers have seen: the distinct lines of the record,
// those of handlers without the handler's name. What was seen in one script
// counts for all, so that what is a race in one may be shown by another.
func (r *Record) Classes() map[string]bool {
	classes := map[string]bool{}
	for _, traces := range r.Scripts {
		for _, t := range traces {
			for _, line := range t {
				classes[Class(line)] = true
			}
		}
	}
	return classes
}

// Class returns a line without the name of the handler, or as it is if it is
// the environment's.
func Class(line string) string {
	name, life, _ := strings.Cut(line, ":")
	if name == script.Env {
		return line
	}
	return strings.TrimSpace(life)
}
