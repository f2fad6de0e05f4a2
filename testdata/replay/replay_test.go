// Package replay plays findings of informerlint on real repositories as small
// programs on real client-go.
//
// findings.json has, for each finding, what its witness says, in acts: who
// registers, starts, waits and reads, in which order; or what happens to an
// object and its watch, which calls reach the handler, and what the user's
// handler does with them. The acts are done in that order, on unmodified
// client-go, and what the witness says must be seen: a lister that stays empty,
// an entry of an object that is gone, a process that ends. A control does the
// same with the mend, and must see the object, or keep what there is.
//
// There is one list of acts, and one of a handler's instructions, for all
// findings. Nothing here knows a finding.
package replay

import (
	"encoding/json"
	"io"
	"os"
	"regexp"
	"testing"
)

// A finding is one report with its witness.
type finding struct {
	Repository string    `json:"repository"`
	Commit     string    `json:"commit"`
	At         string    `json:"at"`   // file:line of the report
	Rule       string    `json:"rule"` // check/rule
	Property   string    `json:"property"`
	Ordering   *ordering `json:"ordering,omitempty"`
	Handling   *handling `json:"handling,omitempty"`
}

func (f finding) String() string { return f.Repository + ":" + f.At }

func findings(t *testing.T) []finding {
	file, err := os.Open("findings.json")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var all []finding
	d := json.NewDecoder(file)
	d.DisallowUnknownFields()
	if err := d.Decode(&all); err != nil {
		t.Fatal(err)
	}
	if _, err := d.Token(); err != io.EOF {
		t.Fatal("findings.json goes on after the list")
	}
	return all
}

// The rules that have a witness of one kind or the other.
var (
	commit   = regexp.MustCompile(`^[0-9a-f]{40}$`)
	place    = regexp.MustCompile(`^[^:]+\.go:[0-9]+$`)
	ordered  = regexp.MustCompile(`^(startorder|goroutinestart)/[a-z-]+$`)
	handlers = regexp.MustCompile(`^(tombstone|uidcheck)/[a-z-]+$`)
)

// TestFindings looks whether the records are ones: each a finding, at most
// once, with acts that show something.
func TestFindings(t *testing.T) {
	all := findings(t)
	if len(all) < 20 {
		t.Errorf("there are %d findings, want 20", len(all))
	}
	seen := make(map[string]bool)
	for _, f := range all {
		if seen[f.String()] {
			t.Errorf("%s is there twice", f)
		}
		seen[f.String()] = true
		if !commit.MatchString(f.Commit) || !place.MatchString(f.At) || f.Property == "" {
			t.Errorf("%s: a commit, a line or the property is missing", f)
		}
		switch {
		case ordered.MatchString(f.Rule) && f.Ordering != nil && f.Handling == nil:
			f.Ordering.check(t, f)
		case handlers.MatchString(f.Rule) && f.Handling != nil && f.Ordering == nil:
			f.Handling.check(t, f)
		default:
			t.Errorf("%s: %s does not go with what is recorded", f, f.Rule)
		}
	}
}
