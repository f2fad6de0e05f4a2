package handler_test

import (
	"fmt"
	"go/token"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"

	"github.com/informerlint/informerlint/analyzers/tombstone"
	"github.com/informerlint/informerlint/analyzers/uidcheck"
	"github.com/informerlint/informerlint/internal/checktest"
	"github.com/informerlint/informerlint/internal/fix/try"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/judge"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/witness/handler"
)

// A result is what is known of one package of the testdata module.
type result struct {
	name     string // below the module
	fset     *token.FileSet
	handlers *resolve.Package // nil: it has none
	findings map[string][]report.Reported
}

// analyzed are the programs of both checks, with what the checks say.
var analyzed = sync.OnceValue(func() (out []result) {
	t := onlyTest
	dir := checktest.Dir(t)
	pkgs := checktest.Programs(t, dir, "./tombstone/...", "./uidcheck/...")
	for _, own := range []struct{ name, text string }{
		{"choices", choices()}, {"many", many}, {"halved", halved()}, {"othered", othered()}, {"otherkey", otherwise()}, {"keeping", keeping()},
		{"sweeping", sweeping()}, {"queueing", queueing()}, {"certain", certain()}, {"elsewhere", beside()}, {"branching", branching()}, {"recreated", recreated}, {"pointing", pointing()}, {"kinds", kinds()},
	} {
		pkgs = append(pkgs, checktest.Source(t, pkgs, "example.com/informers/"+own.name, own.text))
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{resolve.Analyzer, tombstone.Analyzer, uidcheck.Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	index := make(map[string]int)
	for _, act := range graph.Roots {
		if act.Err != nil || len(act.Package.Errors) > 0 {
			t.Fatal(act, act.Err, act.Package.Errors)
		}
		name := strings.TrimPrefix(act.Package.ID, "example.com/informers/")
		if _, ok := index[name]; !ok {
			index[name] = len(out)
			out = append(out, result{name: name, fset: act.Package.Fset, findings: make(map[string][]report.Reported)})
		}
		r := &out[index[name]]
		switch res := act.Result.(type) {
		case *resolve.Package:
			r.handlers = res
		case *report.Result:
			r.findings[act.Analyzer.Name] = res.Findings
		}
	}
	return out
})

// onlyTest is the test that loads the programs for all.
var onlyTest testing.TB

func programs(t testing.TB) []result {
	if onlyTest == nil {
		onlyTest = t
	}
	return analyzed()
}

func program(t testing.TB, name string) result {
	for _, r := range programs(t) {
		if r.name == name {
			return r
		}
	}
	t.Fatalf("no program %s", name)
	return result{}
}

// nowhere are the programs that are on no disk.
var nowhere = []string{"choices", "many", "keeping", "sweeping", "queueing", "halved", "othered", "otherkey", "certain", "elsewhere", "branching", "recreated", "pointing", "kinds"}

// unfollowed are the programs whose handlers are given up: nothing is said of them.
var unfollowed = []string{"tombstone/ok/recovered"}

// refuted are the programs in which something is found without a run that is not so: a
// worker looks after it.
var refuted = []string{"uidcheck/ok/replaced", "uidcheck/ok/settings"}

// relieved are the programs in which a handler that is run alone loses a deletion:
// another one of the same informer sees to it.
var relieved = []string{"tombstone/ok/chained"}

// emptied are handlers that take a whole map away, with what is left in it: a run does
// not look into it.
var emptied = []string{"uidcheck/ok/maps, the handlers of line 17"}

// All is everything that the opt-in rules ask for.
var all = handler.Assume{EqualContents: true, DeleteWork: true, NoUpdate: true}

// What the analysis of handlers finds goes wrong on the runtime, by the line
// that is found; and where it finds nothing, nothing goes wrong. The runtime is
// not told which is which.
func TestPrograms(t *testing.T) {
	shown, silent, optional, kept, alone := 0, 0, 0, 0, 0
	for _, r := range programs(t) {
		if r.handlers == nil || slices.Contains(nowhere, r.name) {
			continue
		}
		if n := len(r.findings["tombstone"]) + len(r.findings["uidcheck"]); n > 0 && strings.Contains(r.name, "/ok/") {
			t.Errorf("%s: %d findings", r.name, n)
		}
		for _, g := range r.handlers.Groups {
			where := fmt.Sprintf("%s, the handlers of line %d", r.name, r.fset.Position(g.Pos).Line)
			// What stands in front of a Delete is not its own defect, but is
			// one that comes to light when the filter is mended.
			v := handler.Deletions(r.handlers.Program(g))
			tombs := judge.Tombs(r.handlers, g)
			if v.Cut != slices.Contains(unfollowed, r.name) && (!g.Process || len(tombs) > 0) { // what unwraps in place is not followed
				t.Errorf("%s: too many ways: %v", where, v.Cut)
			}
			if v.Cut {
				continue
			}
			for _, tomb := range tombs {
				w := v.Witness(tomb.Pos)
				if w == nil {
					t.Errorf("%s: %s at line %d is not shown: %v", where, tomb.Kind, r.fset.Position(tomb.Pos).Line, v)
					continue
				}
				shown++
				wellTold(t, where, w)
			}
			if len(tombs) == 0 {
				silent++
				if v.Violations() > 0 && slices.Contains(relieved, r.name) {
					alone++
				} else if v.Violations() > 0 {
					t.Errorf("%s: a deletion goes wrong that nobody has found\n%s", where, text(v.Witness()))
				}
			}

			v, worst := recreations(r.handlers)(r.handlers, g), handler.Recreations(r.handlers.Program(g), all)
			found := 0
			for _, u := range judge.UIDs(r.handlers, g) {
				var points []token.Pos
				if u.Pos.IsValid() && u.Kind != judge.NoUpdate && u.Kind != judge.WrittenOnce {
					points = append(points, u.Pos)
				}
				switch u.Kind {
				case judge.EqualityDropped, judge.DeleteWorkSkipped, judge.NoUpdate:
					optional++
					if worst.Witness(points...) == nil {
						t.Errorf("%s: %s is not shown, whatever is assumed: %v", where, u.Kind, worst)
					}
				default:
					found++
					w := v.Witness(points...)
					if (w == nil) != slices.Contains(refuted, r.name) {
						t.Errorf("%s: %s is shown: %v: %v", where, u.Kind, w != nil, v)
					}
					if w == nil {
						continue
					}
					shown++
					wellTold(t, where, w)
				}
			}
			for _, u := range v.Kept() {
				found++
				var points []token.Pos
				if u.Pos.IsValid() {
					points = append(points, u.Pos)
				}
				w := v.Witness(points...)
				if w == nil {
					t.Fatalf("%s: %s is not shown: %v", where, u.Kind, v)
				}
				kept++
				wellTold(t, where, w)
			}
			if found == 0 {
				silent++
				if v.Violations() > 0 != slices.Contains(emptied, where) {
					t.Errorf("%s: a recreation goes wrong that nobody has found\n%s", where, text(v.Witness()))
				}
			}
		}
	}
	t.Logf("%d findings shown, %d of what is kept, %d of opt-in rules, %d silences", shown, kept, optional, silent)
	if alone != len(relieved) {
		t.Errorf("%d handlers need another one", alone)
	}
	if shown < 25 || silent < 60 || optional < 10 || kept < 8 {
		t.Errorf("only %d findings, %d of opt-in rules, %d silences", shown, optional, silent)
	}
}

// wellTold holds a witness to what every one has.
func wellTold(t *testing.T, where string, w *report.Witness) {
	t.Helper()
	if w.Property == "" || w.Bound != handler.Bound || w.Violating == 0 || w.Violating > w.Classes {
		t.Errorf("%s: %q in %d of %d, %q", where, w.Property, w.Violating, w.Classes, w.Bound)
	}
	if len(w.Steps) == 0 {
		t.Fatalf("%s: a witness without steps", where)
	}
	for _, s := range w.Steps {
		if s.Thread == "" || s.Text == "" || s.Pos.IsValid() != (s.Where != "") {
			t.Errorf("%s: step %+v", where, s)
		}
	}
	if last := w.Steps[len(w.Steps)-1]; !last.Pos.IsValid() {
		t.Errorf("%s: the last step is not in the program: %+v", where, last)
	}
}

func text(w *report.Witness) string {
	var b strings.Builder
	for _, s := range w.Steps {
		fmt.Fprintf(&b, "%s: %s", s.Thread, s.Text)
		if s.Where != "" {
			fmt.Fprintf(&b, " [%s]", s.Where)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// Reported findings have their witnesses, and key steps of them as related
// positions: each line once.
func TestFindings(t *testing.T) {
	n := 0
	for _, r := range programs(t) {
		for check, findings := range r.findings {
			for _, f := range findings {
				n++
				if f.Witness == nil {
					t.Errorf("%s: %s without a witness: %s", r.name, check, f.Message)
					continue
				}
				lines := map[string]bool{}
				for i, rel := range f.Related {
					line := r.fset.Position(rel.Pos).String()
					line = line[:strings.LastIndexByte(line, ':')]
					if lines[line] && i > 1 {
						t.Errorf("%s: %s is related twice", r.name, line)
					}
					lines[line] = true
				}
				if at := r.fset.Position(f.Pos); !slices.ContainsFunc(f.Witness.Steps, func(s report.Step) bool {
					return r.fset.Position(s.Pos).Line == at.Line
				}) && !slices.Contains([]string{"uid-keyed-state", "generation-remembered", "expectations-remembered", "written-once"}, f.Category) && !throughCall(r, f) {
					t.Errorf("%s: no step of the witness is on the reported line %d\n%s", r.name, at.Line, text(f.Witness))
				}
			}
		}
	}
	if n < 25 {
		t.Errorf("only %d findings", n)
	}
}

// throughCall reports whether a finding marks a call, in which the steps are.
func throughCall(r result, f report.Reported) bool {
	return len(f.Related) > 0 && slices.ContainsFunc(f.Witness.Steps, func(s report.Step) bool {
		return s.Pos == f.Related[0].Pos
	})
}

func TestSteps(t *testing.T) {
	for _, test := range []struct{ program, check, count, want string }{
		{"tombstone/partial", "tombstone", "8 of 102", `the reflector: lists the object
the informer: calls Add with the object
the Add handler: calls Set [main.go:16]
the API server: the object is deleted
the network: the watch is interrupted
the API server: the event log is compacted
the reflector: lists again: the object is gone, and its deletion was not seen
the informer: calls Delete with a DeletedFinalStateUnknown that holds the object
the Delete handler: calls Set [main.go:20]
the Delete handler: does not expect a DeletedFinalStateUnknown here [main.go:21]
at rest: the Delete handler has returned; not done is Remove (main.go:22) [main.go:22]
`},
		{"uidcheck/early", "uidcheck", "32 of 7680", `the reflector: lists the object
the informer: calls Add with the object
the Add handler: this condition is true [main.go:29]
the Add handler: changes early.index.byUID, by the UID [main.go:37]
the API server: the object is deleted
the API server: an object of the same name is created, with another UID
the network: the watch is interrupted
the API server: the event log is compacted
the reflector: lists again: the object has another UID, and neither deletion nor creation were seen
the informer: calls Update with the old and the new object: two UIDs
the Update handler: this condition is true [main.go:67]
at rest: the Update handler has returned; for the UID that is gone, not done is Delete's early.index.byUID (main.go:51) [main.go:51]
`},
	} {
		findings := program(t, test.program).findings[test.check]
		if len(findings) != 1 {
			t.Errorf("%s: %d findings", test.program, len(findings))
			continue
		}
		w := findings[0].Witness
		if got := text(w); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.program, got, test.want)
		}
		// The world has 102 classes, of which 8 show a tombstone, and as many an
		// update of two UIDs; each counts as often as there are ways through the
		// handlers that are called in it.
		if got := fmt.Sprintf("%d of %d", w.Violating, w.Classes); got != test.count {
			t.Errorf("%s: %s executions, want %s", test.program, got, test.count)
		}
	}
}

// does takes apart what a step says that the program does: what is called, changed
// or sent to.
func does(text string) (name string, is bool) {
	for _, what := range []string{"calls ", "changes ", "takes an entry out of ", "sends to "} {
		if name, is := strings.CutPrefix(text, what); is {
			name, _, _ = strings.Cut(name, ", by the ")
			return name, true
		}
	}
	return "", false
}

// No step is made up: on the line that it names stands what it says is done.
func TestStepsAreThere(t *testing.T) {
	lines := make(map[string][]string)
	line := func(p token.Position) string {
		if lines[p.Filename] == nil {
			text, err := os.ReadFile(p.Filename)
			if err != nil {
				t.Fatal(err)
			}
			lines[p.Filename] = strings.Split(string(text), "\n")
		}
		return lines[p.Filename][p.Line-1]
	}
	n := 0
	for _, r := range programs(t) {
		if slices.Contains(nowhere, r.name) {
			continue // they are nowhere on disk
		}
		for _, f := range slices.Concat(r.findings["tombstone"], r.findings["uidcheck"]) {
			for _, s := range f.Witness.Steps {
				if !s.Pos.IsValid() {
					if strings.HasSuffix(s.Thread, "handler") || s.Thread == "the filter" {
						t.Errorf("%s: %s: %q is nowhere", r.name, s.Thread, s.Text)
					}
					continue
				}
				var want []string
				switch name, work := does(s.Text); {
				case work:
					want = []string{name[strings.LastIndexByte(name, '.')+1:]}
				case strings.HasPrefix(s.Text, "compares the UIDs"):
					want = []string{"UID", "DeepEqual"}
				case strings.HasPrefix(s.Text, "compares the Generations"):
					want = []string{"Generation"}
				case strings.HasPrefix(s.Text, "does not expect a DeletedFinalStateUnknown"):
					want = []string{".(", "case ", "KeyFunc", "Accessor", "Pod(", "names.Of(", "records.Gone(", "keys.Gone"} // the last are helpers of other packages, and a method of one
				case strings.HasPrefix(s.Text, "this condition"):
					want = []string{"if ", "for ", "case ", "&&", "||"}
				default:
					continue
				}
				n++
				if got := line(r.fset.Position(s.Pos)); !slices.ContainsFunc(want, func(w string) bool { return strings.Contains(got, w) }) {
					t.Errorf("%s: %q at %q", r.name, s.Text, strings.TrimSpace(got))
				}
			}
		}
	}
	if n < 60 {
		t.Errorf("only %d steps", n)
	}
}

// What a verdict counts without the program's functions in the world is what
// the explorer counts with them.
func TestLiterally(t *testing.T) {
	numbers, deleted := make(map[string]bool), make(map[string]bool)
	for _, name := range []string{"tombstone/partial", "tombstone/unchecked", "tombstone/filter", "tombstone/filterpanic", "tombstone/derefs", "tombstone/listed", "tombstone/cleanup", "tombstone/ok/reflected", "uidcheck/generation", "uidcheck/changed", "uidcheck/inherited", "uidcheck/inverted", "uidcheck/onlydelete", "uidcheck/wrongkey", "uidcheck/equal"} {
		r := program(t, name)
		for _, g := range r.handlers.Groups {
			for _, v := range []*handler.Verdict{deletions(r.handlers, g), recreations(r.handlers)(r.handlers, g)} {
				for i := range v.Faults() {
					classes, violating := v.Counted(i)
					if c, n := v.Literally(i); c != classes || n != violating || n == 0 {
						t.Errorf("%s: fault %d in %d of %d executions, counted as %d of %d", name, i, n, c, violating, classes)
					}
					t.Logf("%s: fault %d in %d of %d executions", name, i, violating, classes)
					numbers[fmt.Sprint(classes, violating)] = true
					if strings.HasPrefix(name, "tombstone/") {
						deleted[fmt.Sprint(classes, violating)] = true
					}
				}
			}
		}
	}
	if len(numbers) < 6 || len(deleted) < 3 {
		t.Errorf("the programs have the same numbers: %v, those of deletions %v", numbers, deleted)
	}
}

// What no run shows is not reported.
func TestUnreproduced(t *testing.T) {
	r := program(t, "tombstone/ok/value")
	trial := &handler.Trial{Package: r.handlers, Try: deletions, Find: tombs}
	g := r.handlers.Groups[0]
	out := trial.Gate().Decide([]gate.Claim{{
		Finding: report.Finding{Pos: g.Pos, Rule: "made-up"},
		Case:    &handler.Case{Trial: trial, Groups: []int{0}, Points: []token.Pos{g.Pos}},
	}})[0]
	if out.Witness != nil || out.Unshown != "nothing goes wrong" {
		t.Errorf("a made-up finding: witness %v, %q", out.Witness, out.Unshown)
	}
}

// Work of Delete that is done is not lost, whoever says so: the calls and the store are
// asked at rest.
func TestNotLost(t *testing.T) {
	asked := 0
	for _, r := range programs(t) {
		if r.handlers == nil || !strings.HasPrefix(r.name, "tombstone/") {
			continue
		}
		for _, g := range r.handlers.Groups {
			faults, violating := handler.Falsely(r.handlers.Program(g))
			if asked += faults; violating > 0 {
				t.Errorf("%s: of %d pieces of work that a tombstone has done, some are lost in %d executions", r.name, faults, violating)
			}
		}
	}
	t.Logf("%d pieces of work", asked)
	if asked < 30 {
		t.Error("too few to say much")
	}
}

// A fix after which reflection decides what a tombstone comes to is not offered: no
// finding would say that it is the wrong way round.
func TestFixByReflection(t *testing.T) {
	r := program(t, "tombstone/unchecked")
	trial := &handler.Trial{Package: r.handlers, Try: deletions, Find: tombs}
	f := r.findings["tombstone"][0]
	start := r.handlers.Pass().Files[0].Imports[0].Pos()
	offered := func(cond string) (bool, string) {
		fix := analysis.SuggestedFix{Message: "a fix"}
		for _, e := range f.SuggestedFixes[0].TextEdits {
			if cond != "" {
				e.NewText = []byte("if " + cond + " {\n" + string(e.NewText) + "}\n")
				fix.TextEdits = append(fix.TextEdits, analysis.TextEdit{Pos: start, End: start, NewText: []byte("\"reflect\"\n\t")})
			}
			fix.TextEdits = append(fix.TextEdits, e)
		}
		out := trial.Gate().Decide([]gate.Claim{{
			Finding: report.Finding{Pos: f.Pos, Rule: f.Category, Fixes: []analysis.SuggestedFix{fix}},
			Case:    &handler.Case{Trial: trial, Groups: []int{0}},
		}})[0]
		return len(out.Fixes) > 0, out.Refused
	}
	if ok, refused := offered(""); !ok {
		t.Errorf("the fix itself is not offered: %s", refused)
	}
	for _, kind := range []string{"== reflect.Struct", "== reflect.Pointer"} { // the second is the wrong way round
		ok, refused := offered("reflect.TypeOf(obj).Kind() " + kind)
		if ok || !strings.Contains(refused, "the end of the process") {
			t.Errorf("%s: offered %v, refused: %s", kind, ok, refused)
		}
	}
}

func deletions(p *resolve.Package, g *registered.Group) *handler.Verdict {
	return handler.Deletions(p.Program(g))
}

// recreations tries a group as by default, of a package or of an edited copy.
func recreations(was *resolve.Package) func(*resolve.Package, *registered.Group) *handler.Verdict {
	var all []*judge.UID
	if was != nil {
		for _, g := range was.Groups {
			all = append(all, judge.UIDs(was, g)...)
		}
	}
	a := handler.Assume{Forgets: handler.Forgets(all), Worked: handler.Worked(all), WrittenOnce: handler.WrittenOnce(all)}
	return func(p *resolve.Package, g *registered.Group) *handler.Verdict {
		a := a
		a.Tells = judge.Tells(p, g)
		return handler.Recreations(p.Program(g), a)
	}
}

func tombs(p *resolve.Package, g *registered.Group) int { return len(judge.Tombs(p, g)) }

func uids(p *resolve.Package, g *registered.Group) int {
	for _, u := range judge.UIDs(p, g) {
		switch u.Kind {
		case judge.EqualityDropped, judge.DeleteWorkSkipped, judge.NoUpdate:
		default:
			return 1
		}
	}
	return min(1, len(recreations(p)(p, g).Kept()))
}

// A mutant is a fix with something wrong in it.
type mutant struct {
	name  string
	edits []analysis.TextEdit
}

// slips are what is wrong in a mutant: a text that the fix writes, and what
// somebody might write by mistake.
var slips = [][2]string{
	// The unwrapping of a tombstone.
	{"; ok {", "; !ok {"},
	{", ok := $(cache.DeletedFinalStateUnknown); ok {", ", _ := $(cache.DeletedFinalStateUnknown); true {"},
	{", ok := $(cache.DeletedFinalStateUnknown); ok {", " := $(cache.DeletedFinalStateUnknown); true {"},
	{"cache.DeletedFinalStateUnknown", "*cache.DeletedFinalStateUnknown"},
	{"= tombstone.Obj", "= any(tombstone)"},
	{"= tombstone.Obj", "= tombstone.Key"},
	{"= tombstone.Obj", "= nil"},
	{"= tombstone.Obj\n", "= tombstone.Obj\nreturn\n"},
	{"= tombstone.Obj\n", "= tombstone.Obj\nreturn false\n"},
	{"= tombstone.Obj\n", "= tombstone.Obj\nreturn true\n"},
	{"= tombstone.Obj\n", "= tombstone.Obj\npanic(0)\n"},
	{"obj = tombstone.Obj", "_ = tombstone.Obj"},
	{"DeletionHandling", ""},
	// The comparison of UIDs beside that of generations.
	{" && ", " || "}, {" || ", " && "},
	{".UID == ", ".UID != "}, {".UID != ", ".UID == "},
	{".UID == ", ".ResourceVersion == "}, {".UID != ", ".ResourceVersion == "}, {".UID != ", ".ResourceVersion != "},
	{".UID == $.UID", ".Name == $.Name"}, {".UID != $.UID", ".Name != $.Name"},
	{"Generation == ", "Generation != "}, {"Generation != ", "Generation == "},
	{"pod.UID", "before.UID"}, {"before.UID", "pod.UID"}, {"pod.GetUID()", "before.GetUID()"},
	{".GetUID() != ", ".GetUID() == "}, {" || before.GetUID() != pod.GetUID()", " || true"},
	{" && before.UID == pod.UID", " && false"}, {" || before.UID != pod.UID", " || true"},
	// The Delete of the old and the Add of the new object.
	{"ok && ", "!ok && "}, {"ok && ", "ok || "},
	{"i.remove(old)\n", ""}, {"i.add(obj)\n", ""}, {"return\n", ""},
	{"i.remove(old)", "i.remove(obj)"}, {"i.add(obj)", "i.add(old)"}, {"i.add(obj)", "i.remove(obj)"}, {"i.remove(old)", "i.add(old)"},
	{"i.remove(old)\ni.add(obj)\n", "i.add(obj)\ni.remove(old)\n"},
	{"i.remove(old)", "go i.remove(old)"}, {"i.remove(old)", "defer i.remove(old)"}, {"i.add(obj)", "go i.add(obj)"},
	{"i.remove(old)\n", "return\ni.remove(old)\n"}, {"i.add(obj)\n", "return\ni.add(obj)\n"},
	{"i.remove(old)\n", "i.remove(old)\ni.remove(old)\n"},
}

// slip writes the one text for the other. $ is what stands between its two
// parts: a name and a selector or an assertion.
func slip(text string, m [2]string) (string, bool) {
	before, after, gap := strings.Cut(m[0], "$")
	i := strings.Index(text, before)
	if i < 0 {
		return "", false
	}
	end, middle := i+len(before), ""
	if gap {
		n := strings.Index(text[end:], after)
		if n < 0 || n > 20 {
			return "", false
		}
		middle = text[end : end+n]
		end += n + len(after)
	}
	return text[:i] + strings.Replace(m[1], "$", middle, 1) + text[end:], true
}

// mutants leaves out each edit of a fix, and mistakes what it writes.
func mutants(f analysis.SuggestedFix) (out []mutant) {
	for i := range f.TextEdits {
		out = append(out, mutant{fmt.Sprintf("without edit %d", i), slices.Delete(slices.Clone(f.TextEdits), i, i+1)})
		for _, m := range slips {
			text := string(f.TextEdits[i].NewText)
			if m[0] == "cache.DeletedFinalStateUnknown" && strings.Contains(text, m[1]) {
				continue
			}
			wrong, ok := slip(text, m)
			if !ok {
				continue
			}
			edits := slices.Clone(f.TextEdits)
			edits[i].NewText = []byte(wrong)
			out = append(out, mutant{fmt.Sprintf("%q for %q", m[1], m[0]), edits})
		}
	}
	return out
}

// Every fix that is offered passes, also when only what handlers need is
// looked at again; with an edit dropped or a mistake in it, it is not offered.
// The runs refuse mutants by themselves: the judge sees nothing in what was edited.
func TestMutants(t *testing.T) {
	fixes, killed := 0, 0
	why := make(map[string]int)
	for _, r := range programs(t) {
		if r.name == "many" {
			continue // see TestTooManyWays
		}
		for check, trial := range map[string]*handler.Trial{
			"tombstone": {Package: r.handlers, Try: deletions, Find: tombs},
			"uidcheck":  {Package: r.handlers, Try: recreations(r.handlers), Find: uids, Of: handler.OfRecreations},
		} {
			find := trial.Find
			trial.Find = func(p *resolve.Package, g *registered.Group) int {
				if p != r.handlers {
					return 0
				}
				return find(p, g)
			}
			for _, f := range r.findings[check] {
				if len(f.SuggestedFixes) == 0 {
					continue
				}
				fixes++
				var groups []int
				for i, g := range r.handlers.Groups {
					if trial.Find(r.handlers, g) > 0 {
						groups = append(groups, i)
					}
				}
				offered := func(edits []analysis.TextEdit) (bool, string) {
					out := trial.Gate().Decide([]gate.Claim{{
						Finding: report.Finding{Pos: f.Pos, Rule: f.Category, Fixes: []analysis.SuggestedFix{{Message: "a fix", TextEdits: edits}}},
						Case:    &handler.Case{Trial: trial, Groups: groups},
					}})
					return len(out[0].Fixes) > 0, out[0].Refused
				}
				if len(r.findings[check]) > 1 {
					continue // several defects in one program: one fix is not enough
				}
				if ok, refused := offered(f.SuggestedFixes[0].TextEdits); !ok {
					t.Errorf("%s: the fix is not offered: %s", r.name, refused)
				}
				shadow, err := try.Partly(r.handlers.Pass(), r.handlers.Needs, f.SuggestedFixes[0])
				if err != nil {
					t.Errorf("%s: %v", r.name, err)
				} else if after, err := resolve.Again(shadow); err != nil || after == nil || len(after.Groups) != len(r.handlers.Groups) || after.Incomplete() {
					t.Errorf("%s: what handlers need is not enough (%v)", r.name, err)
				}
				for _, m := range mutants(f.SuggestedFixes[0]) {
					ok, refused := offered(m.edits)
					if ok {
						t.Errorf("%s: the fix is offered with %s", r.name, m.name)
					}
					if strings.HasPrefix(refused, "with it, ") {
						killed++ // it compiles
					}
					why[strings.SplitN(refused, ":", 2)[0]]++
				}
			}
		}
	}
	t.Logf("%d fixes, %d mutants that compile", fixes, killed)
	for _, refused := range slices.Sorted(maps.Keys(why)) {
		t.Logf("%4d %s", why[refused], refused)
	}
	if fixes < 20 || killed < 150 {
		t.Errorf("only %d fixes and %d mutants", fixes, killed)
	}
}

// choices is a package of the snippets of TestChoices, each the Delete and
// Update of a handler of its own. It is nowhere on disk.
func choices() string {
	text := `package choices

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
)

type queue interface{ Add(key string) }
`
	for i, c := range snippets {
		text += strings.ReplaceAll(`
type state struct {
	queue
	byUID   map[types.UID]string
	enabled bool
	unknown func(any) bool
	both    func(a, b any) bool
}

func Watchstate(informer cache.SharedIndexInformer, s *state) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.add, UpdateFunc: s.update, DeleteFunc: s.remove})
}

func (s *state) add(obj any) { s.Add(obj.(*corev1.Pod).Name) }
`+c.code, "state", fmt.Sprintf("state%d", i))
	}
	return text
}

// The snippets, and whether deletions and recreations go wrong.
const update = "func (s *state) update(old, obj any) { s.Add(obj.(*corev1.Pod).Name) }\n"
const remove = "func (s *state) remove(obj any) { if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { obj = t.Obj }; s.Add(obj.(*corev1.Pod).Name); delete(s.byUID, obj.(*corev1.Pod).UID) }\n"

var snippets = []struct {
	name                   string
	code                   string
	deletions, recreations bool // goes wrong
}{
	{"a choice before the panic", update + `func (s *state) remove(obj any) { if s.enabled { s.Add(obj.(*corev1.Pod).Name) } }`, true, false},
	{"something unknown was asked before the panic", update + `func (s *state) remove(obj any) { if s.unknown(obj) { return }; s.Add(obj.(*corev1.Pod).Name) }`, false, false},
	{"two choices that may be one", update + `func (s *state) remove(obj any) {
		if s.enabled { if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { obj = t.Obj } }
		if pod, ok := obj.(*corev1.Pod); ok && s.enabled { s.Add(pod.Name) } }`, false, false},
	{"the work is done after another choice", update + `func (s *state) remove(obj any) {
		if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { if s.enabled { s.Add(t.Key) }; return }
		s.Add(obj.(*corev1.Pod).Name) }`, false, false},
	{"other work for a tombstone", update + `func (s *state) remove(obj any) {
		if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { s.unknown(t.Key); return }
		s.Add(obj.(*corev1.Pod).Name) }`, false, false},
	{"nothing for a tombstone", update + `func (s *state) remove(obj any) {
		if _, ok := obj.(cache.DeletedFinalStateUnknown); ok { return }
		s.Add(obj.(*corev1.Pod).Name) }`, true, false},
	{"by UID, and Update asks nobody", remove + update, false, true},
	{"by UID, and Update may forget the old one", remove + `func (s *state) update(old, obj any) { if s.enabled { delete(s.byUID, old.(*corev1.Pod).UID) }; s.Add(obj.(*corev1.Pod).Name) }`, false, false},
	{"by UID, and Update may panic", remove + `func (s *state) update(old, obj any) {
		if old.(*corev1.Pod).Spec.NodeName != "" && obj.(*corev1.Pod).Spec.NodeName == "" { panic("unreachable") }
		s.Add(obj.(*corev1.Pod).Name) }`, false, true},
	{"by UID, and somebody gets both", remove + `func (s *state) update(old, obj any) { if s.both(old, obj) { return }; s.Add(obj.(*corev1.Pod).Name) }`, false, false},
	{"equal generations after another choice", remove + `func (s *state) update(old, obj any) { a, b := old.(*corev1.Pod), obj.(*corev1.Pod)
		if a.UID != b.UID { delete(s.byUID, a.UID) }
		if s.enabled && a.Generation == b.Generation { return }; s.Add(b.Name) }`, false, false},
	{"equal generations, and a part of the specification", `func (s *state) remove(any) {}
		func (s *state) update(old, obj any) { a, b := old.(*corev1.Pod), obj.(*corev1.Pod)
		if a.Generation == b.Generation && a.Spec.Hostname == b.Spec.Hostname { return }; s.Add(b.Name) }`, false, true},
	{"equal generations, but the work may be done all the same", `func (s *state) remove(any) {}
		func (s *state) update(old, obj any) { a, b := old.(*corev1.Pod), obj.(*corev1.Pod)
		if a.Generation == b.Generation && !s.enabled { return }; s.Add(b.Name) }`, false, false},
	{"equal labels only", `func (s *state) remove(any) {}
		func (s *state) update(old, obj any) { a, b := old.(*corev1.Pod), obj.(*corev1.Pod)
		if a.Labels["x"] == b.Labels["x"] { return }; s.Add(b.Name) }`, false, false},
}

// How free choices count: each snippet has a choice that the analysis cannot
// know, and goes wrong or not as the package's documentation says.
func TestChoices(t *testing.T) {
	p := program(t, "choices").handlers
	if p == nil || len(p.Groups) != len(snippets) {
		t.Fatal("not all handlers were found")
	}
	for i, c := range snippets {
		t.Run(c.name, func(t *testing.T) {
			d, r := deletions(p, p.Groups[i]), recreations(p)(p, p.Groups[i])
			if d.Cut || r.Cut {
				t.Error("too many ways")
			}
			if got := d.Violations() > 0; got != c.deletions {
				t.Errorf("deletions go wrong: %t", got)
			}
			if got := r.Violations() > 0; got != c.recreations {
				t.Errorf("recreations go wrong: %t", got)
			}
			if got := uids(p, p.Groups[i]) > 0; got != c.recreations {
				t.Errorf("uidcheck reports it: %t", got)
			}
		})
	}
}

// many is a program with more ways through Update than can be told apart.
const many = `package many

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

type state struct{ queue interface{ Add(string) } }

func Watch(informer cache.SharedIndexInformer, s *state) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.add, UpdateFunc: s.update, DeleteFunc: s.remove})
}

func (s *state) add(obj any) { s.queue.Add(obj.(*corev1.Pod).Name) }

func (s *state) remove(obj any) {
	s.queue.Add(obj.(*corev1.Pod).Name)
}

func (s *state) update(_, obj any) {
	a, b, c, d, e, f, g, h := flags(obj.(*corev1.Pod))
	if a && b && c && d && e && f && g && h {
		s.queue.Add(obj.(*corev1.Pod).Name)
	}
}

func flags(pod *corev1.Pod) (a, b, c, d, e, f, g, h bool) {
	a, b, c, d, e, f, g, h = pod.Name == "a", pod.Name == "b", pod.Name == "c", pod.Name == "d", pod.Name == "e", pod.Name == "f", pod.Name == "g", pod.Name == "h"
	if a { a = true } else { a = false }
	if b { b = true } else { b = false }
	if c { c = true } else { c = false }
	if d { d = true } else { d = false }
	if e { e = true } else { e = false }
	if f { f = true } else { f = false }
	if g { g = true } else { g = false }
	if h { h = true } else { h = false }
	return
}
`

// Where an Update has too many ways, a fix of Delete is offered if it does not
// touch what Update calls, and only then.
func TestTooManyWays(t *testing.T) {
	r := program(t, "many")
	g, pass := r.handlers.Groups[0], r.handlers.Pass()
	if !r.handlers.Program(g).Ways(interp.UpdateSpec).Cut {
		t.Fatal("Update has not too many ways")
	}
	findings := r.findings["tombstone"]
	if len(findings) != 1 {
		t.Fatalf("%d findings", len(findings))
	}
	pass.ReadFile = func(string) ([]byte, error) { return []byte(many), nil }
	begin := pass.Files[0].FileStart
	edit := func(before, text string) analysis.TextEdit {
		pos := begin + token.Pos(strings.Index(many, before))
		return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}
	}
	unwrap := edit("s.queue.Add(obj.(*corev1.Pod).Name)\n}\n\nfunc (s *state) update", "if d, ok := obj.(cache.DeletedFinalStateUnknown); ok {\nobj = d.Obj\n}\n")
	trial := &handler.Trial{Package: r.handlers, Try: deletions, Find: tombs}
	for _, test := range []struct {
		edits []analysis.TextEdit
		want  string
	}{
		{[]analysis.TextEdit{unwrap}, ""},
		{[]analysis.TextEdit{unwrap, edit("	return\n}", "h = !h\n")}, "with it, the Update handler, called with two UIDs, has too many ways"},
	} {
		out := trial.Gate().Decide([]gate.Claim{{
			Finding: report.Finding{Pos: findings[0].Pos, Rule: "r", Fixes: []analysis.SuggestedFix{{Message: "f", TextEdits: test.edits}}},
			Case:    &handler.Case{Trial: trial, Groups: []int{0}},
		}})[0]
		if out.Refused != test.want || (len(out.Fixes) > 0) != (test.want == "") {
			t.Errorf("%d fixes, %q, want %q", len(out.Fixes), out.Refused, test.want)
		}
	}
}

// BenchmarkFinding is what a finding costs: running its handlers until one
// goes wrong, and trying its fix.
func BenchmarkFinding(b *testing.B) {
	checktest.CollectAsUsual(b)
	r := program(b, "uidcheck/generation")
	f := r.findings["uidcheck"][0]
	for b.Loop() {
		trial := &handler.Trial{Package: r.handlers, Try: recreations(r.handlers), Find: uids, Of: handler.OfRecreations}
		out := trial.Gate().Decide([]gate.Claim{{
			Finding: report.Finding{Pos: f.Pos, Rule: f.Category, Fixes: f.SuggestedFixes}, Case: &handler.Case{Trial: trial, Groups: []int{0}},
		}})
		if out[0].Witness == nil || len(out[0].Fixes) == 0 {
			b.Fatal("not shown, or no fix")
		}
	}
}
