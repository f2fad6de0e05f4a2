package prove

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/check/kind"
	"github.com/informerlint/informerlint/proof/scenario"
)

func testRoot(t *testing.T) string {
	t.Helper()
	root, err := Root(".")
	if err != nil {
		t.Fatal(err)
	}
	return root
}

// loaded are the modules of programs, loaded once for all tests.
func loaded(t *testing.T) sources {
	t.Helper()
	m, err := loadOnce()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var loadOnce = sync.OnceValues(func() (sources, error) {
	root, err := Root(".")
	if err != nil {
		return nil, err
	}
	return open(root, scenario.All())
})

// Under the newest profile the smallest row of each rule is green, and its
// numbers are those that the documentation has for the same worlds. (All rows,
// the other profiles, and that the documentation has all of them: tag full. Real
// client-go: proof/gates.)
func TestRows(t *testing.T) {
	newest := slices.Max(scenario.Minors)
	size := make(map[string]int)
	for _, p := range analyzers.Proofs("") {
		for _, r := range p.Runs {
			if r.Minor == newest {
				size[p.Scenario] = r.Before + r.After
			}
		}
	}
	smallest := make(map[string]string)
	for _, s := range scenario.All() {
		rule := s.Check + "/" + s.Rule
		if n := size[s.Name()]; n > 0 && (smallest[rule] == "" || n < size[smallest[rule]]) {
			smallest[rule] = s.Name()
		}
	}
	if len(smallest) < 20 {
		t.Errorf("only %d rules have a row", len(smallest))
	}
	compare(t, []int{newest}, func(s scenario.Scenario) bool { return smallest[s.Check+"/"+s.Rule] == s.Name() })
}

// compare runs rows, and compares their numbers with the documentation's; the
// traces as well if it runs them all, for which rows have one is decided among all.
func compare(t *testing.T, minors []int, only func(scenario.Scenario) bool) {
	t.Helper()
	o := Options{Root: testRoot(t), Minors: minors, Only: only}
	if only == nil {
		o.sources = loaded(t)
	}
	rows, err := Rows(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	documented(t, rows, only == nil)
}

// documented compares the numbers of rows with the documentation's, and their
// traces.
func documented(t *testing.T, rows []*Row, traces bool) {
	t.Helper()
	known := analyzers.Proofs("")
	fresh := (&Report{Rows: rows}).Proofs()
	for i, row := range rows {
		for _, f := range row.Failures {
			t.Errorf("%s: %s", row.Scenario, f)
		}
		j := slices.IndexFunc(known, func(p analyzers.Proof) bool { return p.Scenario == row.Scenario })
		if j < 0 {
			continue // TestDocumented
		}
		if known[j].Bound != row.Bound {
			t.Logf("%s: the documentation has numbers of the world %q", row.Scenario, known[j].Bound)
			continue
		}
		k, p := known[j], fresh[i]
		k.Runs = slices.DeleteFunc(slices.Clone(k.Runs), func(r analyzers.ProofRun) bool {
			return !slices.ContainsFunc(p.Runs, func(f analyzers.ProofRun) bool { return f.Minor == r.Minor })
		})
		if !slices.Equal(k.Runs, p.Runs) || traces && k.Trace != p.Trace || k.NoFix != p.NoFix || k.Since != p.Since || k.Rule != p.Rule {
			t.Errorf("%s: the documentation has drifted (go run ./proof/cmd/prove -update, go generate ./analyzers):\nit has %+v\nseen   %+v", row.Scenario, k, p)
		}
	}
}

// Rows about what is extracted from programs: two of them are green and have the
// documentation's numbers (all with the tag full), and each program with a report
// of a default rule has one.
func TestExtracted(t *testing.T) {
	rows, err := extract(testRoot(t), "cachemutation", "./cachemutation/replicas", "./cachemutation/updated")
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 2 {
		t.Fatalf("%d rows", len(rows))
	}
	documented(t, rows, false)

	has := make(map[string]bool)
	rules := make(map[string]bool)
	for _, p := range analyzers.Proofs("cachemutation") {
		has[p.Scenario], rules[p.Rule] = true, true
	}
	for _, c := range analyzers.Catalogue() {
		for _, r := range c.Rules {
			if c.Kind == kind.Object && r.On() && !rules[r.Name] {
				t.Errorf("%s has no row", r.Name)
			}
		}
	}
	for dir, src := range programs(t, "cachemutation") {
		if strings.Contains(src, "// want") && !strings.Contains(src, "/typemeta") && !has[dir] {
			t.Errorf("%s has no row", dir)
		}
	}
}

// programs returns the sources of the programs of a check that are not correct, by
// their directories below testdata.
func programs(t *testing.T, top string) map[string]string {
	t.Helper()
	root := filepath.Join(testRoot(t), "testdata")
	all := make(map[string]string)
	for _, pattern := range []string{"*", "wrapped/*"} {
		files, err := filepath.Glob(filepath.Join(root, top, pattern, "main.go"))
		if err != nil || len(files) == 0 {
			t.Fatal(files, err)
		}
		for _, file := range files {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			dir, err := filepath.Rel(root, filepath.Dir(file))
			if err != nil {
				t.Fatal(err)
			}
			all[filepath.ToSlash(dir)] = string(src)
		}
	}
	return all
}

// unwrapped are rules without a wrapped program, and why.
var unwrapped = map[string]string{
	"lazycache/unregistered-read": "it looks at a start, a wait and a read in one function",
}

// Each rule that is on by default has two scenarios, of which one is wrapped.
func TestRulesHaveRows(t *testing.T) {
	all := scenario.All()
	in := make(map[string]bool)
	for _, s := range all {
		if in[s.Name()] {
			t.Errorf("%s is there twice", s.Name())
		}
		in[s.Reported()] = true
		if len(s.Goals) == 0 || len(s.Worlds) == 0 {
			t.Errorf("%s has no goals or no world: nothing shows that something happens in it", s.Name())
		}
	}
	for _, c := range analyzers.Catalogue() {
		if c.Kind == kind.Comment || c.Kind == kind.Object {
			continue // comments do not run; TestExtracted
		}
		for _, r := range c.Rules {
			if !r.On() {
				continue
			}
			rule := c.Name() + "/" + r.Name
			n, wrapped := 0, 0
			for _, s := range all {
				if s.Check == c.Name() && s.Rule == r.Name {
					n++
					if s.Wrapped {
						wrapped++
					}
				}
			}
			if n < 2 || wrapped == n || (wrapped == 0) != (unwrapped[rule] != "") {
				t.Errorf("%s: %d scenarios, %d of them wrapped", rule, n, wrapped)
			}
		}
	}
}

// Each program with a report is in a scenario, or is left out with a reason. (Of
// the modules with older versions only what shows something else.)
func TestScenariosAreComplete(t *testing.T) {
	in := make(map[string]bool)
	for _, s := range scenario.All() {
		in[s.Name()] = true
	}
	for _, c := range analyzers.Catalogue() {
		if c.Kind == kind.Comment || c.Kind == kind.Object {
			continue
		}
		top := c.Name()
		if c.Kind == kind.Cache {
			top = "controllerruntime/" + top
		}
		for dir, src := range programs(t, top) {
			if strings.Contains(src, "// want") && !in[dir] && scenario.LeftOut[dir] == "" {
				t.Errorf("%s is in no scenario", dir)
			}
			if in[dir] && scenario.LeftOut[dir] != "" {
				t.Errorf("%s is in a scenario and left out", dir)
			}
		}
	}
}
