package format

import (
	"encoding/json"
	"go/token"
	"io"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/report/finding"
)

// The types below are reviewdog's diagnostic format, as a single JSON object
// (rdjson). Columns are in bytes, from 1; paths as seen from the current
// directory.
type (
	rdResult struct {
		Source      rdSource       `json:"source"`
		Diagnostics []rdDiagnostic `json:"diagnostics"`
	}
	rdSource struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	}
	rdDiagnostic struct {
		Message     string         `json:"message"`
		Location    rdLocation     `json:"location"`
		Severity    string         `json:"severity"`
		Code        rdCode         `json:"code"`
		Suggestions []rdSuggestion `json:"suggestions,omitempty"`
		Related     []rdRelated    `json:"related_locations,omitempty"`
	}
	rdLocation struct {
		Path  string  `json:"path"`
		Range rdRange `json:"range"`
	}
	rdRange struct {
		Start rdPosition `json:"start"`
		End   rdPosition `json:"end"`
	}
	rdPosition struct {
		Line   int `json:"line"`
		Column int `json:"column"`
	}
	rdCode struct {
		Value string `json:"value"`
		URL   string `json:"url,omitempty"`
	}
	rdSuggestion struct {
		Range rdRange `json:"range"`
		Text  string  `json:"text"`
	}
	rdRelated struct {
		Message  string     `json:"message"`
		Location rdLocation `json:"location"`
	}
)

func printRDJSON(w io.Writer, o Outcome) error {
	texts := make(sources)
	out := rdResult{Source: rdSource{"informerlint", homepage}, Diagnostics: []rdDiagnostic{}}
	for _, f := range o.Found {
		d := rdDiagnostic{
			Message: f.Message, Location: rdPlace(f.Fset, f.Pos, f.End), Severity: "WARNING",
			Code: rdCode{f.Rule(), f.URL},
		}
		switch o.Tool.level(f) {
		case "error":
			d.Severity = "ERROR"
		case "note":
			d.Severity = "INFO"
		}
		if f.Fixable() {
			if s, ok := suggestion(f.Fset, f.SuggestedFixes[0], texts); ok {
				d.Suggestions = []rdSuggestion{s}
			}
		}
		for _, r := range f.Related {
			d.Related = append(d.Related, rdRelated{r.Message, rdPlace(f.Fset, r.Pos, r.End)})
		}
		out.Diagnostics = append(out.Diagnostics, d)
	}
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func rdPlace(fset *token.FileSet, pos, end token.Pos) rdLocation {
	first, last := finding.Range(fset, pos, end)
	return rdLocation{filepath.ToSlash(finding.Relative(first.Filename)), rdBetween(first, last)}
}

func rdBetween(first, last token.Position) rdRange {
	return rdRange{rdPosition{first.Line, first.Column}, rdPosition{last.Line, last.Column}}
}

// suggestion makes one replacement of a fix: reviewdog takes each suggestion
// for an alternative of its own, so all edits and what is between them become
// one. A fix of several files has none.
func suggestion(fset *token.FileSet, sf analysis.SuggestedFix, texts sources) (rdSuggestion, bool) {
	edits := slices.Clone(sf.TextEdits)
	if len(edits) == 0 {
		return rdSuggestion{}, false
	}
	slices.SortStableFunc(edits, func(a, b analysis.TextEdit) int { return int(a.Pos) - int(b.Pos) })
	tf := fset.File(edits[0].Pos)
	text := texts.text(tf.Name())
	var out []byte
	at := edits[0].Pos
	for _, e := range edits {
		if !e.End.IsValid() {
			e.End = e.Pos
		}
		if fset.File(e.Pos) != tf || fset.File(e.End) != tf || e.Pos < at || tf.Offset(e.End) > len(text) {
			return rdSuggestion{}, false
		}
		out = append(append(out, text[tf.Offset(at):tf.Offset(e.Pos)]...), e.NewText...)
		at = e.End
	}
	return rdSuggestion{rdBetween(fset.Position(edits[0].Pos), fset.Position(at)), string(out)}, true
}
