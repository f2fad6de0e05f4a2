package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"go/token"
	"io"

	"golang.org/x/tools/go/analysis"
)

// printText writes one line a finding, and below it, indented, one line for
// each other place that belongs to the story.
func printText(w io.Writer, found []finding, withWitness bool) {
	for _, f := range found {
		fmt.Fprintf(w, "%s: %s\n", shortPosition(f.posn), f.Message)
		for _, r := range f.Related {
			fmt.Fprintf(w, "\t%s: %s\n", shortPosition(f.fset.Position(r.Pos)), r.Message)
		}
		if withWitness {
			printWitness(w, f)
		}
	}
}

func shortPosition(p token.Position) token.Position {
	p.Filename = relative(p.Filename)
	return p
}

// The types below are the JSON form that go vet -json and the other drivers
// of go/analysis print: by package, then by check.
type (
	jsonFinding struct {
		Category       string        `json:"category,omitempty"`
		Posn           string        `json:"posn"`
		End            string        `json:"end"`
		Message        string        `json:"message"`
		SuggestedFixes []jsonFix     `json:"suggested_fixes,omitempty"`
		Related        []jsonRelated `json:"related,omitempty"`
		Witness        *jsonWitness  `json:"witness,omitempty"` // not in go vet's
	}
	jsonFix struct {
		Message string     `json:"message"`
		Edits   []jsonEdit `json:"edits"`
	}
	jsonEdit struct { // start and end are byte offsets
		Filename string `json:"filename"`
		Start    int    `json:"start"`
		End      int    `json:"end"`
		New      string `json:"new"`
	}
	jsonRelated struct {
		Posn    string `json:"posn"`
		End     string `json:"end"`
		Message string `json:"message"`
	}
)

// printJSON writes all findings as one JSON object.
func printJSON(w io.Writer, found []finding) error {
	tree := make(map[string]map[string][]jsonFinding)
	for _, f := range found {
		if tree[f.packageID] == nil {
			tree[f.packageID] = make(map[string][]jsonFinding)
		}
		posn := func(pos token.Pos) string { return f.fset.Position(pos).String() }
		j := jsonFinding{
			Category: f.Category,
			Posn:     posn(f.Pos),
			End:      posn(cmp.Or(f.End, f.Pos)),
			Message:  f.Message,
		}
		if f.fixable() {
			for _, fix := range f.SuggestedFixes {
				j.SuggestedFixes = append(j.SuggestedFixes, jsonFix{fix.Message, jsonEdits(f.fset, fix.TextEdits)})
			}
		}
		for _, r := range f.Related {
			j.Related = append(j.Related, jsonRelated{posn(r.Pos), posn(cmp.Or(r.End, r.Pos)), r.Message})
		}
		j.Witness = newJSONWitness(f)
		tree[f.packageID][f.check] = append(tree[f.packageID][f.check], j)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "\t")
	return enc.Encode(tree)
}

func jsonEdits(fset *token.FileSet, edits []analysis.TextEdit) []jsonEdit {
	var out []jsonEdit
	for _, e := range edits {
		out = append(out, jsonEdit{
			Filename: fset.Position(e.Pos).Filename,
			Start:    fset.Position(e.Pos).Offset,
			End:      fset.Position(cmp.Or(e.End, e.Pos)).Offset,
			New:      string(e.NewText),
		})
	}
	return out
}
