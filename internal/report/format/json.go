package format

import (
	"cmp"
	"encoding/json"
	"go/token"
	"io"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/report/finding"
)

// The types below are the JSON form that go vet -json and the other drivers
// of go/analysis print: by package, then by check.
type (
	// JSONFinding is one finding.
	JSONFinding struct {
		Category       string        `json:"category,omitempty"`
		Severity       string        `json:"severity,omitempty"` // of a note or warning; not in go vet's
		Posn           string        `json:"posn"`
		End            string        `json:"end"`
		Message        string        `json:"message"`
		SuggestedFixes []JSONFix     `json:"suggested_fixes,omitempty"`
		Related        []JSONRelated `json:"related,omitempty"`
		Witness        *JSONWitness  `json:"witness,omitempty"` // not in go vet's
	}
	JSONFix struct {
		Message string     `json:"message"`
		Edits   []JSONEdit `json:"edits"`
	}
	JSONEdit struct { // start and end are byte offsets
		Filename string `json:"filename"`
		Start    int    `json:"start"`
		End      int    `json:"end"`
		New      string `json:"new"`
	}
	JSONRelated struct {
		Posn    string `json:"posn"`
		End     string `json:"end"`
		Message string `json:"message"`
	}
)

// printJSON writes all findings as one JSON object.
func printJSON(w io.Writer, found []finding.Finding) error {
	tree := make(jsonTree)
	for _, f := range found {
		j := jsonFinding(f.Fset, f.Diagnostic, f.Fixable())
		j.Severity = minor(f)
		j.Witness = newJSONWitness(f)
		tree.add(f.PackageID, f.Check, j)
	}
	return tree.print(w)
}

// VetJSON writes the findings of one package, by the names of their checks, as
// go vet's driver does.
func VetJSON(w io.Writer, packageID string, fset *token.FileSet, found map[string][]analysis.Diagnostic) error {
	tree := make(jsonTree)
	for check, ds := range found {
		for _, d := range ds {
			tree.add(packageID, check, jsonFinding(fset, d, true))
		}
	}
	return tree.print(w)
}

// A jsonTree has findings by package and check.
type jsonTree map[string]map[string][]JSONFinding

func (t jsonTree) add(packageID, check string, j JSONFinding) {
	if t[packageID] == nil {
		t[packageID] = make(map[string][]JSONFinding)
	}
	t[packageID][check] = append(t[packageID][check], j)
}

func (t jsonTree) print(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "\t")
	return enc.Encode(t)
}

func jsonFinding(fset *token.FileSet, d analysis.Diagnostic, fixable bool) JSONFinding {
	posn := func(pos token.Pos) string { return fset.Position(pos).String() }
	j := JSONFinding{Category: d.Category, Posn: posn(d.Pos), End: posn(cmp.Or(d.End, d.Pos)), Message: d.Message}
	if fixable {
		for _, fix := range d.SuggestedFixes {
			j.SuggestedFixes = append(j.SuggestedFixes, JSONFix{fix.Message, jsonEdits(fset, fix.TextEdits)})
		}
	}
	for _, r := range d.Related {
		j.Related = append(j.Related, JSONRelated{posn(r.Pos), posn(cmp.Or(r.End, r.Pos)), r.Message})
	}
	return j
}

// minor is the severity of what is no error.
func minor(f finding.Finding) string {
	if f.Severity == "error" {
		return ""
	}
	return string(f.Severity)
}

func jsonEdits(fset *token.FileSet, edits []analysis.TextEdit) []JSONEdit {
	var out []JSONEdit
	for _, e := range edits {
		out = append(out, JSONEdit{
			Filename: fset.Position(e.Pos).Filename,
			Start:    fset.Position(e.Pos).Offset,
			End:      fset.Position(cmp.Or(e.End, e.Pos)).Offset,
			New:      string(e.NewText),
		})
	}
	return out
}

// The types below are a witness as JSON.
type (
	JSONWitness struct {
		Property  string     `json:"property"`
		Classes   int        `json:"classes"`
		Violating int        `json:"violating"`
		Bound     string     `json:"bound"`
		Steps     []JSONStep `json:"steps"`
	}
	JSONStep struct {
		Thread string `json:"thread"`
		Text   string `json:"text"`
		Posn   string `json:"posn,omitempty"` // "file:line:col", in another package "file:line"
	}
)

func newJSONWitness(f finding.Finding) *JSONWitness {
	if f.Witness == nil {
		return nil
	}
	w := &JSONWitness{Property: f.Witness.Property, Classes: f.Witness.Classes, Violating: f.Witness.Violating, Bound: f.Witness.Bound, Steps: []JSONStep{}}
	for _, s := range f.Witness.Steps {
		posn := s.Where
		if s.Pos.IsValid() {
			posn = f.Fset.Position(s.Pos).String()
		}
		w.Steps = append(w.Steps, JSONStep{s.Thread, s.Text, posn})
	}
	return w
}
