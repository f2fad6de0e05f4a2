package main

import (
	"encoding/json"
	"go/token"
	"io"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/check"
)

// This file writes SARIF 2.1.0, by hand: it is one structure, and the
// libraries for it print every default. sarif_types.go has its parts.

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	homepage    = "https://github.com/informerlint/informerlint"
	srcRoot     = "%SRCROOT%"
)

// fingerprintKey names the algorithm of identity and fingerprint.
const fingerprintKey = "informerlint/v1"

func printSARIF(w io.Writer, o outcome) error {
	s := &sarifWriter{root: o.root, texts: make(sources), index: make(map[string]int), seen: make(map[identity]int)}
	driver := sarifDriver{Name: "informerlint", InformationURI: homepage, FullDescription: sarifMessage{analyzers.Description()}, Rules: []sarifRule{}}
	if v := moduleVersion(); v != "(devel)" {
		driver.SemanticVersion = strings.TrimPrefix(v, "v")
	}
	for _, c := range analyzers.Catalogue() {
		for _, r := range c.Rules {
			s.index[c.Name()+"/"+r.Name] = len(driver.Rules)
			driver.Rules = append(driver.Rules, ruleOf(c, r))
		}
	}
	run := sarifRun{
		OriginalURIBaseIDs: map[string]sarifArtifact{srcRoot: {URI: strings.TrimSuffix(fileURI(o.root), "/") + "/"}},
		ColumnKind:         "utf16CodeUnits",
		Results:            []sarifResult{},
		Invocations:        []sarifInvocation{{ExecutionSuccessful: len(o.trouble) == 0}},
	}
	for _, msg := range o.trouble {
		run.Invocations[0].Notifications = append(run.Invocations[0].Notifications, sarifNotification{Level: "error", Message: sarifMessage{msg}})
	}
	for _, f := range o.found {
		run.Results = append(run.Results, s.result(f))
	}
	for _, f := range o.suppressed {
		run.Results = append(run.Results, s.result(f))
	}
	run.Tool.Driver = driver
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
}

func ruleOf(c check.Check, r check.Rule) sarifRule {
	rule := sarifRule{
		ID:               c.Name() + "/" + r.Name,
		ShortDescription: sarifMessage{plain(c.Name() + ": " + r.Name)},
		FullDescription:  sarifMessage{plain(r.Summary)},
		HelpURI:          c.HelpURI(r),
		Help:             sarifMessage{analyzers.Text(c, r.Name)},
	}
	rule.Configuration.Level = analyzers.Level(c.Name(), r.Name)
	rule.Configuration.Enabled = r.On()
	rule.Properties.Tags = []string{"correctness", "kubernetes"}
	return rule
}

// plain takes the marks of Markdown out of a sentence and ends it.
func plain(s string) string {
	s = strings.NewReplacer("`", "", "*", "").Replace(s)
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

type sarifWriter struct {
	root  string
	texts sources
	index map[string]int   // of the rules
	seen  map[identity]int // how many of them there were
}

func (s *sarifWriter) result(f finding) sarifResult {
	id := f.identity()
	r := sarifResult{
		RuleID:       f.rule(),
		Level:        analyzers.Level(f.check, f.Category),
		Message:      sarifMessage{f.Message},
		Fingerprints: map[string]string{fingerprintKey: id.fingerprint(s.seen[id])},
	}
	s.seen[id]++
	if i, ok := s.index[f.rule()]; ok {
		r.RuleIndex = &i
	}
	loc := s.location(f.fset, f.Pos, f.End)
	if f.function != "" {
		loc.Logical = []sarifLogical{{Name: f.function, Kind: "function"}}
	}
	r.Locations = []sarifLocation{loc}
	for i, rel := range f.Related {
		l := s.location(f.fset, rel.Pos, rel.End)
		l.ID, l.Message = i+1, &sarifMessage{rel.Message}
		r.Related = append(r.Related, l)
	}
	if f.fixable() {
		for _, fix := range f.SuggestedFixes {
			r.Fixes = append(r.Fixes, s.fix(f.fset, fix))
		}
	}
	if f.witness != nil {
		r.CodeFlows = []sarifCodeFlow{s.codeFlow(f)}
	}
	if f.directive != nil {
		at := s.location(f.fset, f.directive.Pos, f.directive.End)
		r.Suppressions = []sarifSuppression{{Kind: "inSource", Justification: f.directive.Reason, Location: &at}}
	}
	return r
}

func (s *sarifWriter) artifact(name string) sarifArtifact {
	if rel, ok := under(s.root, name); ok {
		return sarifArtifact{URI: strings.TrimPrefix(fileURI("/"+rel), "file:///"), URIBaseID: srcRoot}
	}
	return sarifArtifact{URI: fileURI(name)}
}

func (s *sarifWriter) region(fset *token.FileSet, pos, end token.Pos) sarifRegion {
	first, last := rangeOf(fset, pos, end)
	r := sarifRegion{StartLine: first.Line, EndLine: last.Line}
	if first.Column > 0 && last.Column > 0 { // cgo's line directives have no columns
		r.StartColumn, r.EndColumn = s.texts.utf16Column(first), s.texts.utf16Column(last)
	}
	return r
}

func (s *sarifWriter) location(fset *token.FileSet, pos, end token.Pos) sarifLocation {
	return sarifLocation{Physical: &sarifPhysical{s.artifact(fset.Position(pos).Filename), s.region(fset, pos, end)}}
}

func (s *sarifWriter) fix(fset *token.FileSet, sf analysis.SuggestedFix) sarifFix {
	out := sarifFix{Description: sarifMessage{sf.Message}}
	at := make(map[string]int)
	for _, e := range sf.TextEdits {
		name := fset.Position(e.Pos).Filename
		i, ok := at[name]
		if !ok {
			i = len(out.Changes)
			at[name] = i
			out.Changes = append(out.Changes, sarifChange{Artifact: s.artifact(name)})
		}
		end := e.End
		if !end.IsValid() {
			end = e.Pos
		}
		out.Changes[i].Replacements = append(out.Changes[i].Replacements,
			sarifReplacement{Deleted: s.region(fset, e.Pos, end), Inserted: sarifMessage{string(e.NewText)}})
	}
	return out
}

// codeFlow writes a witness: one thread flow a goroutine, whose steps are
// numbered in the order in which they happen.
func (s *sarifWriter) codeFlow(f finding) sarifCodeFlow {
	flow := sarifCodeFlow{Message: sarifMessage{f.witness.Property + "; " + explored(f.witness)}, Threads: []sarifThread{}}
	at := make(map[string]int)
	for n, step := range f.witness.Steps {
		i, ok := at[step.Thread]
		if !ok {
			i = len(flow.Threads)
			at[step.Thread] = i
			flow.Threads = append(flow.Threads, sarifThread{ID: step.Thread})
		}
		text := step.Text
		var loc sarifLocation
		if step.Pos.IsValid() {
			loc = s.location(f.fset, step.Pos, token.NoPos)
		} else if step.Where != "" {
			text = step.Where + ": " + text
		}
		loc.Message = &sarifMessage{text}
		flow.Threads[i].Locations = append(flow.Threads[i].Locations, sarifStep{Location: loc, Order: n + 1})
	}
	return flow
}
