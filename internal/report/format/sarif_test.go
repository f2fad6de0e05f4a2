package format

import (
	"encoding/json"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/report/finding"
	"github.com/informerlint/informerlint/internal/suppress"
)

// sarifSource has characters of one, two and four bytes before its columns.
const sarifSource = "package a\n\nvar s, x = \"ä😀\", 1\n"

var theTool = Tool{
	Version: "v1.2.3", Description: "Finds mistakes.",
	Rules: []Rule{
		{ID: "startorder/never-started", Summary: "*it* never `starts`", HelpURI: "https://example.com/never", Help: "Start it.", Level: "warning"},
		{ID: "startorder/late-registration", Summary: "it is late", HelpURI: "https://example.com/late", Help: "Be early.", Level: "error", On: true},
	},
}

// sarifOutcome is an outcome with everything that a report can have.
func sarifOutcome(t *testing.T) Outcome {
	t.Helper()
	root := t.TempDir()
	name := filepath.Join(root, "dir with space", "a.go")
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, name, sarifSource)
	fset := token.NewFileSet()
	file := fset.AddFile(name, -1, len(sarifSource))
	file.SetLinesForContent([]byte(sarifSource))
	at := func(s string) token.Pos { return file.Pos(strings.Index(sarifSource, s)) }
	f := finding.Finding{
		Check: "startorder", PackageID: "example.com/a", Fset: fset, Posn: fset.Position(at("1\n")), Own: map[string]bool{name: true},
		Reported: report.Reported{
			Diagnostic: analysis.Diagnostic{
				Pos: at("1\n"), End: at("1\n") + 1, Category: "late-registration", Message: "too late (startorder/late-registration)",
				Related: []analysis.RelatedInformation{{Pos: at("s,"), Message: "here"}},
				SuggestedFixes: []analysis.SuggestedFix{{Message: "Fix it", TextEdits: []analysis.TextEdit{
					{Pos: at("1\n"), End: at("1\n") + 1, NewText: []byte("2")}, {Pos: at("var"), NewText: []byte("// x\n")}}}},
			},
			Function: "example.com/a", Shape: "1",
			Witness: &report.Witness{Property: "p", Classes: 3, Violating: 1, Bound: "1 object", Steps: []report.Step{
				{Thread: "main", Text: "one", Pos: at("s,")}, {Thread: "other", Text: "two", Where: "b/b.go:3"}, {Text: "three"}, {Thread: "main", Text: "four"},
			}},
		},
	}
	hidden := f
	hidden.Witness, hidden.Category = nil, "never-started"
	hidden.Directive = &suppress.Directive{Pos: at("var"), End: at("var") + 3, Reason: "intended"}
	return Outcome{
		Tool: theTool, Found: []finding.Finding{f, f}, Suppressed: []finding.Finding{hidden},
		Trouble: []string{"package b could not be analyzed"}, Root: root,
	}
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
	for i, want := range theTool.Rules {
		got := run.Tool.Driver.Rules[i]
		if got.ID != want.ID || got.HelpURI != want.HelpURI || got.Configuration.Enabled != want.On || got.Configuration.Level != want.Level {
			t.Errorf("rule %d: %+v", i, got)
		}
	}
	first := run.Tool.Driver.Rules[0]
	if first.ShortDescription.Text != "Startorder: never-started." || first.FullDescription.Text != "It never starts." {
		t.Errorf("descriptions %q, %q", first.ShortDescription.Text, first.FullDescription.Text)
	}
	if len(run.Tool.Driver.Rules) != len(theTool.Rules) || len(run.Results) != 3 || run.Tool.Driver.SemanticVersion != "1.2.3" {
		t.Fatalf("%d rules, %d results, version %s", len(run.Tool.Driver.Rules), len(run.Results), run.Tool.Driver.SemanticVersion)
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
	if s := run.Results[2].Suppressions; len(s) != 1 || s[0].Kind != "inSource" || s[0].Justification != "intended" {
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
	if err := printSARIF(&empty, Outcome{Tool: theTool, Root: t.TempDir()}); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	good, none, bad := filepath.Join(dir, "good.sarif"), filepath.Join(dir, "none.sarif"), filepath.Join(dir, "bad.sarif")
	write(t, good, b.String())
	write(t, none, empty.String())
	write(t, bad, strings.Replace(b.String(), `"startLine": 3`, `"startLine": 0`, 1))
	schema, err := filepath.Abs(filepath.Join("testdata", "sarif-schema-2.1.0.json"))
	if err != nil {
		t.Fatal(err)
	}
	validate := func(documents ...string) (string, error) {
		cmd := exec.Command("go", append([]string{"run", "./validate", schema}, documents...)...)
		cmd.Dir = "../../../tools"
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	if out, err := validate(good, none); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if out, err := validate(bad); err == nil || !strings.Contains(out, "startLine") {
		t.Errorf("a document with a mistake: %v\n%s", err, out)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
