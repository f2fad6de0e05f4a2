// Package page writes findings as one HTML page that needs nothing else: no
// network, no script or font of others, and no server. It knows neither checks
// nor where findings come from; what it shows is handed in as plain data, which
// can be kept as JSON as well.
//
// Messages, file names and source are not trusted. html/template escapes them,
// and a content security policy lets only the page's own script and style run.
package page

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A Page is what is shown, from top to bottom.
type Page struct {
	Title   string
	Version string // of informerlint; "" if it is not known
	Intro   string // Markdown
	// Text is what is said before the findings, if anything.
	Text       []Section
	Trouble    []string // why the answer is incomplete, if it is
	Findings   []Finding
	Suppressed []Finding // by comments
	// Examples says that the findings are not the reader's own: there is nothing
	// to filter, and they stand under their rules.
	Examples bool
}

// A Section is a piece of text under a heading.
type Section struct {
	Heading string
	Text    []string // paragraphs of Markdown
	List    []string // of Markdown
	Code    string   // Go source
}

// A Finding is one finding, with all that is known of it.
type Finding struct {
	Check, Rule  string // Rule is without the check
	Severity     string
	File         string // as it is shown
	Line, Column int
	Message      string
	Symptom      string   `json:",omitempty"` // what a user sees at run time, in Markdown
	Summary      string   `json:",omitempty"` // what the rule reports, in Markdown
	URL          string   `json:",omitempty"` // of the rule's documentation
	Sources      []Source `json:",omitempty"`
	Run          *Run     `json:",omitempty"`
	Fix          *Fix     `json:",omitempty"`
	Comment      *Comment `json:",omitempty"` // that suppresses it
}

// A Run is a failing run.
type Run struct {
	Property string // what goes wrong
	Explored string // "1 of 2 execution classes fail, within ..."
	Fails    int    // the step at which it is seen, from 1; 0: it is not known
	Steps    []Step
}

// A Step is one step of a run. File and Line are empty where it stands at none
// of the user's lines that can be shown; Where is what is known then.
type Step struct {
	Thread string // "" for what is said of all threads
	Text   string
	File   string `json:",omitempty"`
	Line   int    `json:",omitempty"`
	Where  string `json:",omitempty"`
}

// A Fix is a suggested fix.
type Fix struct {
	Message string
	Diffs   []string // one for each file, in the unified format
	Tried   string   // what was seen of the program with it; "" for nothing
}

// A Comment is one that suppresses a finding; Text is all of it.
type Comment struct{ Text, Where string }

// rule returns CHECK/RULE.
func (f *Finding) rule() string {
	if f.Rule == "" {
		return f.Check
	}
	return f.Check + "/" + f.Rule
}

// A lane is one thread of a run.
type lane struct{ Name, Role string }

// lanes returns the threads of a run: first the user's, then what they talk to,
// outwards; each kind in the order in which they appear.
func (r *Run) lanes() []lane {
	var out []lane
	for _, s := range r.Steps {
		if s.Thread != "" && !slices.ContainsFunc(out, func(l lane) bool { return l.Name == s.Thread }) {
			out = append(out, lane{s.Thread, role(s.Thread)})
		}
	}
	slices.SortStableFunc(out, func(a, b lane) int { return cmp.Compare(rank(a.Name), rank(b.Name)) })
	return out
}

// kinds are the threads that do not belong to the user, from the inside out, by
// the name or the end of the name that a witness gives them.
var kinds = []struct{ name, role string }{
	{"the informer", ""},
	{".run", "informer"},
	{".sync", "informer, HasSynced"},
	{"the reflector", ""},
	{".reflector", "reflector"},
	{"the network", ""},
	{"the API server", ""},
	{"somebody else", ""},
	{"another reader", ""},
	{"another handler", ""},
}

func kindOf(thread string) int {
	for i, k := range kinds {
		if thread == k.name || k.role != "" && strings.HasSuffix(thread, k.name) {
			return i
		}
	}
	return -1
}

func rank(thread string) int {
	if thread == "the program" || thread == "main" {
		return -2
	}
	return kindOf(thread) // -1 for the user's other threads
}

func role(thread string) string {
	if i := kindOf(thread); i >= 0 {
		return kinds[i].role
	}
	return ""
}

// shortNames returns how files are named in a run: by their last elements,
// unless two of them share it.
func (r *Run) shortNames() map[string]string {
	short, of := make(map[string]string), make(map[string]string)
	for _, s := range r.Steps {
		base := path.Base(s.File)
		if other, ok := of[base]; ok && other != s.File {
			short[s.File], short[other] = s.File, other
			continue
		}
		of[base] = s.File
		if short[s.File] == "" {
			short[s.File] = base
		}
	}
	return short
}

// count says how many there are of something.
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}
