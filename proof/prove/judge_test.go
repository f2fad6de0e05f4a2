package prove

import (
	"bytes"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/proof/gates"
	"github.com/informerlint/informerlint/proof/scenario"
)

// A row is red for each reason there is, and green without.
func TestRowsAreJudged(t *testing.T) {
	f := &flaw{primary: []string{"main.go:7"}, related: []string{"main.go:9"}}
	bad := func(change func(*scenario.Result)) scenario.Result {
		r := scenario.Result{
			Minor: 37, Classes: 4, Violating: 1, Complete: true, SameBySleep: true, Kinds: []string{"view"}, Messages: []string{"m"},
			Shortest: &scenario.Trace{Sites: []string{"main.go:3", "main.go:7"}},
		}
		change(&r)
		return r
	}
	good := func(change func(*scenario.Result)) scenario.Result {
		r := scenario.Result{Minor: 37, Classes: 4, Complete: true, SameBySleep: true}
		change(&r)
		return r
	}
	none := func(*scenario.Result) {}
	for _, c := range []struct {
		name          string
		before, after func(*scenario.Result)
		want          string
	}{
		{"green", none, none, ""},
		{"related line", func(r *scenario.Result) { r.Shortest.Sites = []string{"main.go:9"} }, none, ""},
		{"another line", func(r *scenario.Result) { r.Shortest.Sites = []string{"main.go:8"} }, none, "does not come to main.go:7, main.go:9"},
		{"not violated", func(r *scenario.Result) { r.Violating = 0 }, none, "none of 4 classes violates"},
		{"not violated in one world", func(r *scenario.Result) { r.Innocent = []string{"2 objects, stop"} }, none, "nothing violates in a world with 2 objects, stop"},
		{"incomplete before", func(r *scenario.Result) { r.Complete, r.Why = false, "limit" }, none, "not complete: limit"},
		{"other classes before", func(r *scenario.Result) { r.SameBySleep = false }, none, "before, 0.37: a search by sleep sets"},
		{"unsupported", func(r *scenario.Result) { r.Messages[0] = "Run: proof: not supported: x" }, none, "not supported: x"},
		{"race", func(r *scenario.Result) { r.Kinds[0] = "race" }, none, "race"},
		{"violated after", none, func(r *scenario.Result) { r.Violating = 1 }, "1 of 4 classes violate"},
		{"incomplete after", none, func(r *scenario.Result) { r.Complete, r.Why = false, "limit" }, "not complete: limit"},
		{"other classes after", none, func(r *scenario.Result) { r.SameBySleep = false }, "after, 0.37: a search by sleep sets"},
		{"goal", none, func(r *scenario.Result) { r.Missing = []string{"tombstone"} }, `not reached: ["tombstone"]`},
		{"nothing ran", none, func(r *scenario.Result) { r.Classes = 0 }, "no execution"},
	} {
		row := &Row{}
		row.before([]scenario.Result{bad(c.before)}, f)
		row.after([]scenario.Result{good(c.after)})
		got := strings.Join(row.Failures, "; ")
		if row.OK() != (c.want == "") || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// The report is red if a row is, if a gated one is, or if something else is.
func TestReports(t *testing.T) {
	row := &Row{Check: "startorder", Rule: "late-registration", Scenario: "startorder/late", Property: "p", Bound: "b"}
	f := &flaw{primary: []string{"main.go:7"}}
	row.before([]scenario.Result{{Minor: 37, Classes: 4, Violating: 1, Complete: true, SameBySleep: true, Kinds: []string{"view"}, Messages: []string{"m"},
		Shortest: &scenario.Trace{Kind: "view", Msg: "<b>", Text: "<i>text", SVG: "<svg></svg>", Sites: []string{"main.go:7"}}}}, f)
	row.after([]scenario.Result{{Minor: 37, Classes: 5, Complete: true, SameBySleep: true}})
	gate := gates.Row{Check: "startorder", Scenario: "startorder/late", Version: "v0.37.2", Bound: "at most 1 delay",
		SchedulesBefore: 12, ViolationsBefore: 3, SchedulesAfter: 13, HasFix: true}
	r := &Report{Rows: []*Row{row}, Gates: []gates.Row{gate}, Records: []string{"v0.37.2"}}
	if !r.OK() {
		t.Errorf("the report is red: %+v", row)
	}
	var out bytes.Buffer
	r.Print(&out)
	fields := strings.Fields(strings.Split(out.String(), "\n")[1])
	if got, want := strings.Join(fields, " "), "startorder late-registration late 4 1 5 0 0.{37} 12 3 13 0 b"; got != want {
		t.Errorf("the table has %q, want %q", got, want)
	}
	page := string(r.HTML())
	for _, want := range []string{"<svg></svg>", "&lt;i&gt;text", "view: &lt;b&gt;", "1 of 4", "0 of 5", "3 of 12 → 0 of 13", "main.go:7", "</html>"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	p := r.Proofs()
	if len(p) != 1 || p[0].Trace != "<i>text" || len(p[0].Gated) != 1 || p[0].Gated[0].Violate != 3 || p[0].Runs[0].After != 5 {
		t.Errorf("for the documentation: %+v", p)
	}

	gate.ViolationsAfter = 1
	if (&Report{Rows: []*Row{row}, Gates: []gates.Row{gate}}).OK() {
		t.Error("a mended program that violates on client-go is green")
	}
	if (&Report{Rows: []*Row{row}, Failures: []string{"x"}}).OK() {
		t.Error("a failure beside the rows is green")
	}
	row.fail("x")
	red := &Report{Rows: []*Row{row}}
	if red.OK() {
		t.Error("a red row is green")
	}
	if err := red.Update(t.TempDir(), "", false); err == nil {
		t.Error("a red report is written into the documentation")
	}
}

// Of what is extracted some execution has to go wrong before the fix, and none after it.
func TestJudgeExtracted(t *testing.T) {
	bad, good, none := []scenario.Result{{Classes: 4, Violating: 1}}, []scenario.Result{{Classes: 3}}, []scenario.Result{{}}
	for _, test := range []struct {
		name          string
		before, after []scenario.Result
		ok            bool
	}{
		{"as it has to be", bad, good, true},
		{"no fix", bad, nil, true},
		{"nothing goes wrong before", good, good, false},
		{"something goes wrong after", bad, bad, false},
		{"no execution after", bad, none, false},
	} {
		r := &Row{Before: test.before, After: test.after}
		if r.judge(); r.OK() != test.ok {
			t.Errorf("%s: %q", test.name, r.Failures)
		}
	}
}

// A stack in a witness does not say under which number its scenario was compiled.
func TestUnplace(t *testing.T) {
	at := generated + "/s007/bad/tombstone/unchecked.Watch.func2"
	r := scenario.Response{Program: "s007/bad", Results: []scenario.Result{{}, {Shortest: &scenario.Trace{Msg: "in " + at, Text: "in " + at + "\nin " + at}}}}
	unplace(&r)
	const plain = "in tombstone/unchecked.Watch.func2"
	if w := r.Results[1].Shortest; w.Msg != plain || w.Text != plain+"\n"+plain {
		t.Errorf("the message is %q, the text %q", w.Msg, w.Text)
	}
}
