package format

import (
	"fmt"
	"go/token"
	"io"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/fix/apply"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/report/finding"
	"github.com/informerlint/informerlint/internal/report/page"
)

// tried is what a fix has behind it that stands beside a witness (package gate).
// How many execution classes the edited package has is not kept.
const tried = "It was tried on this package, in memory, before it was offered: with it the package type-checks, and this failing run is gone."

func printHTML(w io.Writer, o Outcome) error {
	p := page.Page{Title: "informerlint", Version: o.Tool.Version, Findings: Pages(o, o.Found), Suppressed: Pages(o, o.Suppressed)}
	h := htmlWriter{root: o.Root}
	for _, msg := range o.Trouble {
		p.Trouble = append(p.Trouble, h.within(msg))
	}
	return page.Write(w, p)
}

// Pages returns findings as the HTML form shows them.
func Pages(o Outcome, found []finding.Finding) []page.Finding {
	h := htmlWriter{tool: o.Tool, root: o.Root, texts: make(sources), names: make(map[string]string)}
	var out []page.Finding
	for _, f := range found {
		out = append(out, h.finding(f))
	}
	return out
}

type htmlWriter struct {
	tool  Tool
	root  string
	texts sources
	names map[string]string // of files, by how they are shown
}

func (h *htmlWriter) finding(f finding.Finding) page.Finding {
	posn := f.Fset.Position(f.Pos)
	out := page.Finding{
		Check: f.Check, Rule: f.Category, Severity: h.tool.level(f),
		File: h.show(posn.Filename), Line: posn.Line, Column: posn.Column,
		// The name of the rule stands above it.
		Message: h.within(strings.TrimSuffix(f.Message, " ("+f.Rule()+")")),
		URL:     f.URL,
	}
	for _, r := range h.tool.Rules {
		if r.ID == f.Rule() {
			out.Symptom, out.Summary = r.Symptom, r.Summary
			break
		}
	}
	spots := []page.Spot{h.spot(f.Fset, f.Pos, f.End, page.Primary, "")}
	for _, r := range f.Related {
		if !r.Pos.IsValid() {
			continue
		}
		at := h.spot(f.Fset, r.Pos, r.End, page.Related, h.within(r.Message))
		if f.Witness != nil && f.Directive == nil && strings.HasPrefix(r.Message, report.InRun) {
			at.Note = "" // the step itself says it
		}
		spots = append(spots, at)
	}
	if d := f.Directive; d != nil {
		at := h.spot(f.Fset, d.Pos, d.End, page.Related, "")
		spots = append(spots, at)
		out.Comment = &page.Comment{Text: d.Text, Where: fmt.Sprintf("%s:%d", at.File, at.Line)}
	} else {
		out.Fix = h.fix(f)
		var steps []page.Spot
		out.Run, steps = h.run(f)
		spots = append(spots, steps...)
	}
	out.Sources = page.Sources(spots, func(file string) []byte { return h.texts.text(h.names[file]) })
	return out
}

// run returns the witness of a finding, and where its steps stand.
func (h *htmlWriter) run(f finding.Finding) (*page.Run, []page.Spot) {
	w := f.Witness
	if w == nil {
		return nil, nil
	}
	run := &page.Run{Property: h.within(w.Property), Explored: explainedClasses(w), Fails: w.Fails}
	var spots []page.Spot
	for i, s := range w.Steps {
		step := page.Step{Thread: s.Thread, Text: h.within(s.Text), Where: s.Where}
		if s.Pos.IsValid() {
			at := h.spot(f.Fset, s.Pos, token.NoPos, "", "")
			at.Step = i + 1
			step.File, step.Line, step.Where = at.File, at.Line, ""
			spots = append(spots, at)
		}
		run.Steps = append(run.Steps, step)
	}
	return run, spots
}

// explainedClasses is explored as a sentence of its own.
func explainedClasses(w *report.Witness) string {
	return fmt.Sprintf("%d of %d execution classes fail, within %s", w.Violating, w.Classes, w.Bound)
}

// fix returns the first fix of a finding, as -diff prints it.
func (h *htmlWriter) fix(f finding.Finding) *page.Fix {
	if !f.Fixable() {
		return nil
	}
	first := f.Diagnostic
	first.SuggestedFixes = first.SuggestedFixes[:1]
	read := func(name string) ([]byte, error) { return h.texts.text(name), nil }
	files, err := apply.Fixes(f.Fset, []analysis.Diagnostic{first}, read)
	if err != nil || len(files) == 0 {
		return nil // the file is not what it was
	}
	out := &page.Fix{Message: first.SuggestedFixes[0].Message}
	if f.Witness != nil {
		out.Tried = tried
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		short := h.show(name)
		out.Diffs = append(out.Diffs, apply.Unified("a/"+short, "b/"+short, h.texts.text(name), files[name]))
	}
	return out
}

func (h *htmlWriter) spot(fset *token.FileSet, pos, end token.Pos, mark, note string) page.Spot {
	first, last := finding.Range(fset, pos, end)
	return page.Spot{
		File: h.show(first.Filename), Line: first.Line, Column: first.Column, EndLine: last.Line, EndColumn: last.Column, Mark: mark, Note: note,
	}
}

// show returns how a file is shown: relative to the root, and by the end of
// its name if it is elsewhere.
func (h *htmlWriter) show(name string) string {
	short, ok := under(h.root, name)
	if !ok && path.IsAbs(filepath.ToSlash(name)) || filepath.IsAbs(name) && !ok {
		dir, base := path.Split(short)
		short = "…/" + path.Base(dir) + "/" + base
	}
	if h.names != nil {
		h.names[short] = name
	}
	return short
}

// within takes the root out of a text that names files.
func (h *htmlWriter) within(text string) string {
	root := strings.TrimSuffix(filepath.ToSlash(h.root), "/")
	if root == "" {
		return text
	}
	text = strings.ReplaceAll(text, root+"/", "")
	return strings.ReplaceAll(text, h.root+string(filepath.Separator), "")
}
