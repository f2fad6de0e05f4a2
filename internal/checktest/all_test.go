package checktest_test

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"go/types"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/check/kind"
	"github.com/informerlint/informerlint/internal/checktest"
	"github.com/informerlint/informerlint/internal/engine/program"
)

// findings are those of all checks: "dir/file.go:12 (check/rule)", sorted. The
// driver is that of go/analysis, which holds fixes to its rules.
func findings(t *testing.T, dir string, roots []*packages.Package) []string {
	t.Helper()
	return findingsWith(t, nil, dir, roots)
}

func findingsWith(t *testing.T, opts *checker.Options, dir string, roots []*packages.Package) []string {
	t.Helper()
	graph, err := checker.Analyze(analyzers.All(), roots, opts)
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string]bool)
	for _, act := range graph.Roots {
		if act.Err != nil {
			t.Errorf("%v: %v", act, act.Err)
		}
		for _, d := range act.Diagnostics {
			found[told(t, dir, act.Package, act.Analyzer, d)] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func told(t *testing.T, dir string, pkg *packages.Package, check *analysis.Analyzer, d analysis.Diagnostic) string {
	t.Helper()
	posn := pkg.Fset.Position(d.Pos)
	rel, err := filepath.Rel(dir, posn.Filename)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%s:%d (%s/%s)", filepath.ToSlash(rel), posn.Line, check.Name, d.Category)
}

var wantRule = regexp.MustCompile(`// want .*\\\((\w+/[\w-]+)\\\)`)

// wanted returns what the comments in the programs of the ordering checks
// want, in the form of findings.
func wanted(t *testing.T, dir string, roots []*packages.Package) []string {
	t.Helper()
	wants := make(map[string]bool)
	for _, pkg := range roots {
		for _, file := range pkg.Syntax {
			for _, group := range file.Comments {
				for _, c := range group.List {
					m := wantRule.FindStringSubmatch(c.Text)
					if m == nil || !ordering(m[1]) {
						continue
					}
					posn := pkg.Fset.Position(c.Pos())
					rel, err := filepath.Rel(dir, posn.Filename)
					if err != nil {
						t.Fatal(err)
					}
					if off(m[1]) && !strings.HasPrefix(filepath.ToSlash(rel), "config/") {
						continue // off, but where a config file switches it on
					}
					wants[fmt.Sprintf("%s:%d (%s)", filepath.ToSlash(rel), posn.Line, m[1])] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(wants))
}

// ordering reports whether a check, or a program in its directory, is about how
// informers are started and what is read of them.
func ordering(text string) bool {
	check, _, _ := strings.Cut(text, "/")
	return kind.Of(check).Protocol()
}

// off reports whether a rule, CHECK/RULE, is off by default.
func off(name string) bool {
	check, rule, _ := strings.Cut(name, "/")
	c, _ := analyzers.Find(check)
	r, ok := c.Rule(rule)
	return ok && !r.On()
}

// ofOrdering keeps the findings of the ordering checks and those of any check
// in their programs.
func ofOrdering(found []string) []string {
	return slices.DeleteFunc(slices.Clone(found), func(f string) bool {
		_, rule, _ := strings.Cut(f, " (")
		return !ordering(f) && !ordering(rule)
	})
}

func compare(t *testing.T, got, want []string) {
	t.Helper()
	for _, f := range got {
		if !slices.Contains(want, f) {
			t.Errorf("not wanted: %s", f)
		}
	}
	for _, f := range want {
		if !slices.Contains(got, f) {
			t.Errorf("not found: %s", f)
		}
	}
	if len(want) == 0 {
		t.Error("nothing is wanted")
	}
}

// maxFact is what the facts of one package may weigh, also of the topmost one
// of a graph of 700 packages: the programs' test, which leads to all programs, and
// grows with each, by up to a kilobyte.
const maxFact = 320 << 10

// All checks together, as the command runs them: each program has the defects
// that it wants and no other, so no two checks claim one defect, and no check
// finds fault with the programs of another.
func TestAllChecks(t *testing.T) {
	dir := checktest.Dir(t)
	roots := checktest.Programs(t, dir, "./...")
	found := findings(t, dir, roots)
	compare(t, ofOrdering(found), wanted(t, dir, roots))

	// A second time, with the command's own driver, which analyzes several
	// packages at a time.
	t.Run("same again", func(t *testing.T) {
		again := make(map[string]bool)
		for _, f := range checktest.Analyze(t, analyzers.All(), roots) {
			again[told(t, dir, f.Package, f.Analyzer, f.Diagnostic)] = true
		}
		if again := slices.Sorted(maps.Keys(again)); !slices.Equal(again, found) {
			t.Errorf("the first time\n%s\nthe second time\n%s", strings.Join(found, "\n"), strings.Join(again, "\n"))
		}
	})
	// A missing fact may only take reports away.
	t.Run("without facts", func(t *testing.T) {
		withoutFacts(t)
		less := findings(t, dir, roots)
		for _, f := range less {
			if !slices.Contains(found, f) {
				t.Errorf("found only without facts: %s", f)
			}
		}
		if len(less) == 0 || len(less) >= len(found) {
			t.Errorf("%d findings with facts, %d without: facts make no difference", len(found), len(less))
		}
	})
	t.Run("facts are deterministic", func(t *testing.T) {
		first, second := facts(t, roots), facts(t, roots)
		if len(first) == 0 {
			t.Error("no facts")
		}
		for pkg, fact := range first {
			if len(fact) > maxFact {
				t.Errorf("the facts of %s have %d bytes, more than %d: every package above writes and reads them again", pkg, len(fact), maxFact)
			}
			if !bytes.Equal(fact, second[pkg]) {
				t.Errorf("the facts of %s differ from run to run", pkg)
			}
		}
	})
}

// withoutFacts hides the programs of other packages from the engine.
func withoutFacts(t *testing.T) {
	run := program.Analyzer.Run
	t.Cleanup(func() { program.Analyzer.Run = run })
	program.Analyzer.Run = func(pass *analysis.Pass) (any, error) {
		blind := *pass
		blind.ImportPackageFact = func(pkg *types.Package, fact analysis.Fact) bool {
			_, ok := fact.(*program.Programs)
			return ok && pass.ImportPackageFact(pkg, new(program.Programs)) // it is there, but empty
		}
		return run(&blind)
	}
}

// facts returns the engine's facts about each package, as they are written.
func facts(t *testing.T, roots []*packages.Package) map[string][]byte {
	t.Helper()
	graph, err := checker.Analyze([]*analysis.Analyzer{program.Analyzer}, roots, nil)
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string][]byte)
	for act := range graph.All() {
		if act.Analyzer != program.Analyzer {
			continue
		}
		for _, fact := range act.AllPackageFacts() {
			if fact.Package != act.Package.Types {
				continue
			}
			var text bytes.Buffer
			if err := gob.NewEncoder(&text).Encode(fact.Fact); err != nil {
				t.Fatal(err)
			}
			all[act.Package.ID] = append(all[act.Package.ID], text.Bytes()...)
		}
	}
	return all
}

// The config file of testdata/config holds for all checks.
func TestConfig(t *testing.T) {
	for _, a := range analyzers.All() {
		want := map[string][]string{
			"goroutinestart": {"./config/runs", "./config/rules/..."},
			"startorder":     {"./config/starts", "./config/rules/excluded"},
			"tombstone":      {"./config/opens", "./config/wraps"},
		}[a.Name]
		if want != nil {
			checktest.Wants(t, a, want...)
		}
	}
}

// The shapes are the same in a client-go of seven minor releases ago.
func TestOldClientGo(t *testing.T) {
	dir := filepath.Join(checktest.Dir(t), "clientgo026")
	if err := checktest.Download(dir); err != nil {
		t.Fatal(err)
	}
	roots := checktest.Programs(t, dir, "./...")
	compare(t, findings(t, dir, roots), wanted(t, dir, roots))
}
