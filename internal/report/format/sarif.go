package format

import (
	"encoding/json"
	"go/token"
	"io"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/report/finding"
)

// This file writes SARIF 2.1.0, by hand: it is one structure, and the
// libraries for it print every default. sarif_types.go has its parts.

const (
	sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	homepage    = "https://github.com/informerlint/informerlint"
	srcRoot     = "%SRCROOT%"
)

// fingerprintKey names the algorithm of finding.Identity and its fingerprint.
const fingerprintKey = "informerlint/v1"

func printSARIF(w io.Writer, o Outcome) error {
	s := &sarifWriter{tool: o.Tool, root: o.Root, texts: make(sources), index: make(map[string]int), seen: make(map[finding.Identity]int)}
	driver := sarifDriver{Name: "informerlint", InformationURI: homepage, FullDescription: sarifMessage{o.Tool.Description}, Rules: []sarifRule{}}
	driver.SemanticVersion = strings.TrimPrefix(o.Tool.Version, "v")
	for _, r := range o.Tool.Rules {
		s.index[r.ID] = len(driver.Rules)
		driver.Rules = append(driver.Rules, ruleOf(r))
	}
	run := sarifRun{
		OriginalURIBaseIDs: map[string]sarifArtifact{srcRoot: {URI: strings.TrimSuffix(fileURI(o.Root), "/") + "/"}},
		ColumnKind:         "utf16CodeUnits",
		Results:            []sarifResult{},
		Invocations:        []sarifInvocation{{ExecutionSuccessful: len(o.Trouble) == 0}},
	}
	for _, msg := range o.Trouble {
		run.Invocations[0].Notifications = append(run.Invocations[0].Notifications, sarifNotification{Level: "error", Message: sarifMessage{msg}})
	}
	for _, f := range o.Found {
		run.Results = append(run.Results, s.result(f))
	}
	for _, f := range o.Suppressed {
		run.Results = append(run.Results, s.result(f))
	}
	run.Tool.Driver = driver
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
}

func ruleOf(r Rule) sarifRule {
	check, name, _ := strings.Cut(r.ID, "/")
	rule := sarifRule{
		ID:               r.ID,
		ShortDescription: sarifMessage{plain(check + ": " + name)},
		FullDescription:  sarifMessage{plain(r.Summary)},
		HelpURI:          r.HelpURI,
		Help:             sarifMessage{r.Help},
	}
	rule.Configuration.Level, rule.Configuration.Enabled = r.Level, r.On
	rule.Properties.Tags = []string{"correctness", "kubernetes"}
	return rule
}

// plain takes the marks of Markdown out of a sentence and ends it.
func plain(s string) string {
	s = strings.NewReplacer("`", "", "*", "").Replace(s)
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

type sarifWriter struct {
	tool  Tool
	root  string
	texts sources
	index map[string]int           // of the rules
	seen  map[finding.Identity]int // how many of them there were
}

func (s *sarifWriter) result(f finding.Finding) sarifResult {
	id := f.Identity()
	r := sarifResult{
		RuleID:       f.Rule(),
		Level:        s.tool.level(f),
		Message:      sarifMessage{f.Message},
		Fingerprints: map[string]string{fingerprintKey: id.Fingerprint(s.seen[id])},
	}
	s.seen[id]++
	if i, ok := s.index[f.Rule()]; ok {
		r.RuleIndex = &i
	}
	loc := s.location(f.Fset, f.Pos, f.End)
	if f.Function != "" {
		loc.Logical = []sarifLogical{{Name: f.Function, Kind: "function"}}
	}
	r.Locations = []sarifLocation{loc}
	for i, rel := range f.Related {
		l := s.location(f.Fset, rel.Pos, rel.End)
		l.ID, l.Message = i+1, &sarifMessage{rel.Message}
		r.Related = append(r.Related, l)
	}
	if f.Fixable() {
		for _, fix := range f.SuggestedFixes {
			r.Fixes = append(r.Fixes, s.fix(f.Fset, fix))
		}
	}
	if f.Witness != nil {
		r.CodeFlows = []sarifCodeFlow{s.codeFlow(f)}
	}
	if f.Directive != nil {
		at := s.location(f.Fset, f.Directive.Pos, f.Directive.End)
		r.Suppressions = []sarifSuppression{{Kind: "inSource", Justification: f.Directive.Reason, Location: &at}}
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
	first, last := finding.Range(fset, pos, end)
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
func (s *sarifWriter) codeFlow(f finding.Finding) sarifCodeFlow {
	flow := sarifCodeFlow{Message: sarifMessage{f.Witness.Property + "; " + explored(f.Witness)}, Threads: []sarifThread{}}
	at := make(map[string]int)
	for n, step := range f.Witness.Steps {
		i, ok := at[step.Thread]
		if !ok {
			i = len(flow.Threads)
			at[step.Thread] = i
			flow.Threads = append(flow.Threads, sarifThread{ID: step.Thread})
		}
		text := step.Text
		var loc sarifLocation
		if step.Pos.IsValid() {
			loc = s.location(f.Fset, step.Pos, token.NoPos)
		} else if step.Where != "" {
			text = step.Where + ": " + text
		}
		loc.Message = &sarifMessage{text}
		flow.Threads[i].Locations = append(flow.Threads[i].Locations, sarifStep{Location: loc, Order: n + 1})
	}
	return flow
}
