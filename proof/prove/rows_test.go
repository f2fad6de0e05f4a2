package prove

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/proof/rewrite"
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

// loaded is the module of programs, loaded once for all tests.
func loaded(t *testing.T) *rewrite.Module {
	t.Helper()
	m, err := loadOnce()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

var loadOnce = sync.OnceValues(func() (*rewrite.Module, error) {
	root, err := Root(".")
	if err != nil {
		return nil, err
	}
	return open(root, scenario.All())
})

// Under the newest profile every row is green, and its numbers and trace are
// those of the documentation. (The other profiles and real client-go: tag full.)
func TestRows(t *testing.T) {
	compare(t, []int{slices.Max(scenario.Minors)})
}

func compare(t *testing.T, minors []int) {
	t.Helper()
	rows, err := Rows(t.Context(), Options{Root: testRoot(t), Minors: minors, module: loaded(t)})
	if err != nil {
		t.Fatal(err)
	}
	known := analyzers.Proofs("")
	fresh := (&Report{Rows: rows}).Proofs()
	if len(fresh) != len(known) {
		t.Errorf("there are %d scenarios, and the documentation has %d; run go run ./proof/cmd/prove -update and go generate ./analyzers", len(fresh), len(known))
	}
	for i, row := range rows {
		for _, f := range row.Failures {
			t.Errorf("%s: %s", row.Scenario, f)
		}
		j := slices.IndexFunc(known, func(p analyzers.Proof) bool { return p.Scenario == row.Scenario })
		if j < 0 {
			t.Errorf("%s: the documentation knows nothing of it", row.Scenario)
			continue
		}
		k, p := known[j], fresh[i]
		k.Runs = slices.DeleteFunc(slices.Clone(k.Runs), func(r analyzers.ProofRun) bool { return !slices.Contains(minors, r.Minor) })
		if !slices.Equal(k.Runs, p.Runs) || k.Trace != p.Trace || k.Bound != p.Bound || k.NoFix != p.NoFix || k.Since != p.Since || k.Rule != p.Rule {
			t.Errorf("%s: the documentation has drifted (go run ./proof/cmd/prove -update, go generate ./analyzers):\nit has %+v\nseen   %+v", row.Scenario, k, p)
		}
	}
}

// Each rule that is on by default has two scenarios, of which one is wrapped;
// each program with a report of such a rule is in a scenario, or is left out
// with a reason.
func TestScenariosAreComplete(t *testing.T) {
	all := scenario.All()
	in := make(map[string]bool)
	for _, s := range all {
		if in[s.Dir] {
			t.Errorf("%s is there twice", s.Dir)
		}
		in[s.Dir] = true
		if len(s.Goals) == 0 {
			t.Errorf("%s has no goals: nothing shows that something happens in it", s.Dir)
		}
	}
	for _, c := range analyzers.Catalogue() {
		if c.Kind.Property() == "" {
			continue // package kind says why
		}
		for _, r := range c.Rules {
			if !r.On() {
				continue
			}
			n, wrapped := 0, 0
			for _, s := range all {
				if s.Check == c.Name() && s.Rule == r.Name {
					n++
					if s.Wrapped {
						wrapped++
					}
				}
			}
			if scenario.RulesLeftOut[c.Name()+"/"+r.Name] != "" {
				if n > 0 {
					t.Errorf("%s/%s is left out and has scenarios", c.Name(), r.Name)
				}
				continue
			}
			if n < 2 || wrapped == 0 || wrapped == n {
				t.Errorf("%s/%s: %d scenarios, %d of them wrapped", c.Name(), r.Name, n, wrapped)
			}
		}
		for _, pattern := range []string{"*", "wrapped/*"} {
			files, err := filepath.Glob(filepath.Join(testRoot(t), "testdata", c.Name(), pattern, "main.go"))
			if err != nil || len(files) == 0 {
				t.Fatal(files, err)
			}
			for _, file := range files {
				src, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				dir := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(file)), filepath.ToSlash(filepath.Join(testRoot(t), "testdata"))+"/")
				if bytes.Contains(src, []byte("// want")) && !in[dir] && scenario.LeftOut[dir] == "" {
					t.Errorf("%s is in no scenario", dir)
				}
				if in[dir] && scenario.LeftOut[dir] != "" {
					t.Errorf("%s is in a scenario and left out", dir)
				}
			}
		}
	}
}
