package lsp

import (
	"cmp"
	"go/token"
	"maps"
	"os"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/fix/apply"
	"github.com/informerlint/informerlint/internal/report/finding"
)

// Findings returns findings as an editor wants them, without those in files
// that have changed since.
func Findings(found []finding.Finding) []Finding {
	texts := make(sourceTexts)
	var out []Finding
	for _, f := range found {
		if l, ok := texts.finding(f); ok {
			out = append(out, l)
		}
	}
	return out
}

// sourceTexts are the texts of source files as they are now, by name.
type sourceTexts map[string]*Text

// place returns a range as an editor wants it. It fails if the file is not any
// more what was analyzed: then it will be saved again, or was.
func (t sourceTexts) place(f finding.Finding, start, end token.Pos) (Location, bool) {
	file := f.Fset.File(start)
	if file == nil {
		return Location{}, false
	}
	text := t[file.Name()]
	if text == nil {
		content, err := os.ReadFile(file.Name())
		if err != nil || len(content) != file.Size() {
			return Location{}, false
		}
		text = NewText(content)
		t[file.Name()] = text
	}
	if !end.IsValid() || f.Fset.File(end) != file {
		end = start
	}
	return Location{
		URI:   URI(file.Name()),
		Range: Range{Start: text.Position(file.Offset(start)), End: text.Position(file.Offset(end))},
	}, true
}

func (t sourceTexts) finding(f finding.Finding) (Finding, bool) {
	at, ok := t.place(f, f.Pos, f.End)
	if !ok {
		return Finding{}, false
	}
	l := Finding{
		File: f.Fset.File(f.Pos).Name(),
		Diagnostic: Diagnostic{
			Range: at.Range, Severity: severity(f), Message: f.Message,
			Code: cmp.Or(f.Category, f.Check), Source: "informerlint",
		},
	}
	if f.URL != "" {
		l.Diagnostic.CodeDescription = &CodeDescription{Href: f.URL}
	}
	for _, r := range f.Related {
		if loc, ok := t.place(f, r.Pos, r.End); ok {
			l.Diagnostic.RelatedInformation = append(l.Diagnostic.RelatedInformation, RelatedInformation{Location: loc, Message: r.Message})
		}
	}
	l.Fix = fixOf(f)
	return l, true
}

func severity(f finding.Finding) int {
	switch f.Severity {
	case "error":
		return SeverityError
	case "note":
		return SeverityInfo
	}
	return SeverityWarning
}

// fixOf returns the finding's first fix, as -fix would make it; nil if there
// is none.
func fixOf(f finding.Finding) *Fix {
	if !f.Fixable() {
		return nil
	}
	base := make(map[string][]byte)
	files, err := apply.Fixes(f.Fset, []analysis.Diagnostic{f.Diagnostic}, func(name string) ([]byte, error) {
		text, err := os.ReadFile(name)
		base[name] = text
		return text, err
	})
	if err != nil || len(files) == 0 {
		return nil
	}
	out := &Fix{Title: f.SuggestedFixes[0].Message}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if edit, ok := Difference(base[name], files[name]); ok {
			out.Files = append(out.Files, FileFix{File: name, Base: base[name], Edit: edit})
		}
	}
	return out
}
