// Package examples makes the counterexamples of package internal/example, for
// the generator and for the test that fails when they have drifted.
package examples

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/config"
	"github.com/informerlint/informerlint/internal/example"
	"github.com/informerlint/informerlint/internal/report/finding"
	"github.com/informerlint/informerlint/internal/report/format"
	"github.com/informerlint/informerlint/internal/report/page"
)

// File is where they are kept, in the repository.
const File = "internal/example/examples.json"

// A Look returns what all checks find in some directories of a module below
// testdata, which is "" for testdata itself.
type Look func(module string, dirs []string) ([]finding.Finding, error)

// Make makes the file; root is the repository's.
func Make(root string, look Look) ([]byte, error) {
	chosen := Choose()
	programs := make(map[string][]string)
	for _, p := range chosen {
		module, dir := split(root, p.Scenario)
		programs[module] = append(programs[module], dir)
	}
	found := make(map[string][]finding.Finding)
	for module, dirs := range programs {
		slices.Sort(dirs)
		some, err := look(module, slices.Compact(dirs))
		if err != nil {
			return nil, err
		}
		found[module] = some
	}
	var b bytes.Buffer
	for i, p := range chosen {
		e, err := exampleOf(root, p, found)
		if err != nil {
			return nil, err
		}
		line, err := json.Marshal(e)
		if err != nil {
			return nil, err
		}
		b.WriteString(map[bool]string{true: "[\n", false: ",\n"}[i == 0])
		b.Write(line)
	}
	b.WriteString("\n]\n")
	return b.Bytes(), nil
}

// Choose returns, for each rule that is on by default and was explored, the
// program that shows it best: one with a fix, in one function, and with the
// fewest execution classes.
func Choose() []analyzers.Proof {
	var out []analyzers.Proof
	for _, c := range analyzers.Catalogue() {
		for _, r := range c.Rules {
			if !r.On() {
				continue
			}
			all := slices.DeleteFunc(analyzers.Proofs(c.Name()), func(p analyzers.Proof) bool { return p.Right || p.Rule != r.Name })
			slices.SortStableFunc(all, func(a, b analyzers.Proof) int {
				return cmp.Or(
					order(a.NoFix != "", b.NoFix != ""),
					order(a.Until > 0, b.Until > 0), // what was a mistake once
					order(strings.Contains(a.Scenario, "/wrapped/"), strings.Contains(b.Scenario, "/wrapped/")),
					cmp.Compare(newest(a).Before, newest(b).Before),
					cmp.Compare(a.Scenario, b.Scenario),
				)
			})
			if len(all) > 0 {
				out = append(out, all[0])
			}
		}
	}
	return out
}

func order(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

func newest(p analyzers.Proof) analyzers.ProofRun { return p.Runs[len(p.Runs)-1] }

// split returns the module of a scenario, and the directory in it.
func split(root, scenario string) (module, dir string) {
	first, rest, _ := strings.Cut(scenario, "/")
	if _, err := os.Stat(filepath.Join(root, "testdata", first, "go.mod")); err == nil {
		return first, rest
	}
	return "", scenario
}

// exampleOf returns the first finding of a proof's rule in its program.
func exampleOf(root string, p analyzers.Proof, found map[string][]finding.Finding) (*example.Example, error) {
	module, _ := split(root, p.Scenario)
	dir := filepath.Join(root, "testdata", filepath.FromSlash(p.Scenario)) + string(filepath.Separator)
	i := slices.IndexFunc(found[module], func(f finding.Finding) bool {
		return f.Check == p.Check && f.Category == p.Rule && strings.HasPrefix(f.Posn.Filename, dir) && f.Witness != nil
	})
	if i < 0 {
		return nil, fmt.Errorf("there is no finding of %s/%s with a witness in testdata/%s", p.Check, p.Rule, p.Scenario)
	}
	f := found[module][i]
	f.Severity = config.Severity(cmp.Or(string(f.Severity), analyzers.Level(f.Check, f.Category)))
	e := &example.Example{Program: path.Join("testdata", p.Scenario), Finding: format.Pages(format.Outcome{Root: root}, []finding.Finding{f})[0]}
	plain(&e.Finding)
	if e.Fix != nil && p.NoFix == "" {
		r := newest(p)
		e.Fix.Tried = fmt.Sprintf("Explored by proof/cmd/prove: %d of %d execution classes violate the property, after the fix %d of %d; world: %s.", r.Violate, r.Before, r.Remain, r.After, p.Bound)
	}
	return e, nil
}

// plain takes out what only the tests of testdata want.
func plain(f *page.Finding) {
	cut := func(line string) string {
		code, _, ok := strings.Cut(line, "// want ")
		if !ok {
			return line
		}
		return strings.TrimRight(code, " \t")
	}
	for _, s := range f.Sources {
		for i := range s.Lines {
			l := &s.Lines[i]
			for j := range l.Parts {
				if text := cut(l.Parts[j].Text); text != l.Parts[j].Text {
					l.Parts[j].Text = text
					l.Parts = l.Parts[:j+1]
					break
				}
			}
		}
	}
	if f.Fix == nil {
		return
	}
	for i, diff := range f.Fix.Diffs {
		var b strings.Builder
		for line := range strings.Lines(diff) {
			b.WriteString(cut(strings.TrimSuffix(line, "\n")) + "\n")
		}
		f.Fix.Diffs[i] = b.String()
	}
}
