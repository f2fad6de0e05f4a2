package main

import (
	"encoding/json"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/suppress"
)

// sarifSource has characters of one, two and four bytes before its columns.
const sarifSource = "package a\n\nvar s, x = \"ä😀\", 1\n"

// sarifOutcome is an outcome with everything that a report can have.
func sarifOutcome(t *testing.T) outcome {
	t.Helper()
	root := t.TempDir()
	name := filepath.Join(root, "dir with space", "a.go")
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, sarifSource, name)
	fset := token.NewFileSet()
	file := fset.AddFile(name, -1, len(sarifSource))
	file.SetLinesForContent([]byte(sarifSource))
	at := func(s string) token.Pos { return file.Pos(strings.Index(sarifSource, s)) }
	f := finding{
		check: "startorder", packageID: "example.com/a", fset: fset, posn: fset.Position(at("1\n")), own: map[string]bool{name: true},
		Diagnostic: analysis.Diagnostic{
			Pos: at("1\n"), End: at("1\n") + 1, Category: "late-registration", Message: "too late (startorder/late-registration)",
			Related: []analysis.RelatedInformation{{Pos: at("s,"), Message: "here"}},
			SuggestedFixes: []analysis.SuggestedFix{{Message: "Mend", TextEdits: []analysis.TextEdit{
				{Pos: at("1\n"), End: at("1\n") + 1, NewText: []byte("2")}, {Pos: at("var"), NewText: []byte("// x\n")}}}},
		},
		function: "example.com/a", shape: "1",
		witness: &report.Witness{Property: "p", Classes: 3, Violating: 1, Bound: "1 object", Steps: []report.Step{
			{Thread: "main", Text: "one", Pos: at("s,")}, {Thread: "other", Text: "two", Where: "b/b.go:3"}, {Text: "three"}, {Thread: "main", Text: "four"},
		}},
	}
	hidden := f
	hidden.witness, hidden.Category = nil, "never-started"
	hidden.directive = &suppress.Directive{Pos: at("var"), End: at("var") + 3, Reason: "meant"}
	return outcome{found: []finding{f, f}, suppressed: []finding{hidden}, trouble: []string{"package b could not be analyzed"}, root: root}
}

func TestSARIF(t *testing.T) {
	var b strings.Builder
	if err := printSARIF(&b, sarifOutcome(t)); err != nil {
		t.Fatal(err)
	}
	var log sarifLog
	if err := json.Unmarshal([]byte(b.String()), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	n := 0
	for _, c := range analyzers.Catalogue() {
		for _, r := range c.Rules {
			got := run.Tool.Driver.Rules[n]
			if got.ID != c.Name()+"/"+r.Name || got.HelpURI != report.Base+c.Name()+".md#"+r.Name || got.ShortDescription.Text == "" ||
				got.Configuration.Enabled != r.On() || got.Configuration.Level != analyzers.Level(c.Name(), r.Name) {
				t.Errorf("rule %d: %+v", n, got)
			}
			n++
		}
	}
	if len(run.Tool.Driver.Rules) != n || len(run.Results) != 3 {
		t.Fatalf("%d rules, %d results", len(run.Tool.Driver.Rules), len(run.Results))
	}
	if run.Invocations[0].ExecutionSuccessful || len(run.Invocations[0].Notifications) != 1 {
		t.Errorf("invocation %+v", run.Invocations[0])
	}
	if base := run.OriginalURIBaseIDs[srcRoot].URI; !strings.HasPrefix(base, "file:///") || !strings.HasSuffix(base, "/") {
		t.Errorf("base %q", base)
	}

	r := run.Results[0]
	if id := run.Tool.Driver.Rules[*r.RuleIndex].ID; r.RuleID != "startorder/late-registration" || id != r.RuleID || r.Level != "error" {
		t.Errorf("rule %s, by index %s, level %s", r.RuleID, id, r.Level)
	}
	loc := r.Locations[0].Physical
	if loc.Artifact != (sarifArtifact{"dir%20with%20space/a.go", srcRoot}) {
		t.Errorf("artifact %+v", loc.Artifact)
	}
	// "ä" is two bytes and one unit, the emoji is four bytes and two units.
	if want := (sarifRegion{3, 19, 3, 20}); loc.Region != want {
		t.Errorf("region %+v, want %+v", loc.Region, want)
	}
	if rs := r.Fixes[0].Changes[0].Replacements; len(rs) != 2 || rs[0].Deleted != loc.Region || rs[0].Inserted.Text != "2" || rs[1].Deleted != (sarifRegion{3, 1, 3, 1}) {
		t.Errorf("fix %+v", r.Fixes)
	}
	if len(r.Related) != 1 || r.Related[0].Message.Text != "here" {
		t.Errorf("related %+v", r.Related)
	}
	type step struct {
		order int
		text  string
	}
	var flows [][]step
	for _, th := range r.CodeFlows[0].Threads {
		var steps []step
		for _, s := range th.Locations {
			steps = append(steps, step{s.Order, s.Location.Message.Text})
		}
		flows = append(flows, steps)
	}
	if want := [][]step{{{1, "one"}, {4, "four"}}, {{2, "b/b.go:3: two"}}, {{3, "three"}}}; !reflect.DeepEqual(flows, want) {
		t.Errorf("code flow %v", flows)
	}
	if a, b := r.Fingerprints[fingerprintKey], run.Results[1].Fingerprints[fingerprintKey]; a == b {
		t.Error("two equal findings have one fingerprint")
	}
	if s := run.Results[2].Suppressions; len(s) != 1 || s[0].Kind != "inSource" || s[0].Justification != "meant" {
		t.Errorf("suppressions %+v", s)
	}
}

// Against the schema that OASIS publishes, with a validator from the module of
// the tools. A document with a mistake in it shows that it looks.
func TestSARIFSchema(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a JSON schema validator")
	}
	var b strings.Builder
	if err := printSARIF(&b, sarifOutcome(t)); err != nil {
		t.Fatal(err)
	}
	var empty strings.Builder
	if err := printSARIF(&empty, outcome{root: t.TempDir()}); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	good, none, bad := filepath.Join(dir, "good.sarif"), filepath.Join(dir, "none.sarif"), filepath.Join(dir, "bad.sarif")
	write(t, b.String(), good)
	write(t, empty.String(), none)
	write(t, strings.Replace(b.String(), `"startLine": 3`, `"startLine": 0`, 1), bad)
	schema, err := filepath.Abs(filepath.Join("testdata", "sarif-schema-2.1.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	runIn(t, "../../tools", nil, "go", "run", "./validate", schema, good, none).want(t, 0)
	runIn(t, "../../tools", nil, "go", "run", "./validate", schema, bad).want(t, 1, "startLine")
}
