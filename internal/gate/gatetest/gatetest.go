// Package gatetest hands wrong fixes to the gates of the checks.
//
// Of each fix that a check offers for a program of testdata, mutants are made
// (package mutate), and each is handed to the same gate, as the only fix of the
// same claim. The gate has to refuse all of them.
package gatetest

import (
	"fmt"
	"go/ast"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/checktest"
	"github.com/informerlint/informerlint/internal/fix/mutate"
	"github.com/informerlint/informerlint/internal/fix/try"
	"github.com/informerlint/informerlint/internal/gate"
)

// A Fix is an offered fix, and what became of its mutants.
type Fix struct {
	Check, Rule string
	At          string // the file and function of the finding
	Message     string
	Tried       int // mutants that compile
	Broken      int // and those that do not
	Same        int // those that do what the fix does, see same
	Kinds       map[mutate.Kind]int
	Survivors   []Survivor
}

// A Survivor is a mutant that its gate accepts.
type Survivor struct {
	Name string // of the mutant, the same in every run
	Text string
}

// Choose says which mutants of a fix are tried; nil is all of them.
type Choose func(check, rule string, m mutate.Mutant) bool

// Try runs checks on packages of the module in dir and tries the mutants of
// what they offer.
func Try(t testing.TB, dir string, checks []*analysis.Analyzer, pkgs []*packages.Package, choose Choose) []Fix {
	t.Helper()
	r := &run{t: t, dir: dir, choose: choose}
	var copies []*analysis.Analyzer
	for _, check := range checks {
		observed := *check
		observed.Requires = append(slices.Clip(check.Requires), r.analyzer())
		copies = append(copies, &observed)
	}
	checktest.Analyze(t, copies, pkgs)
	slices.SortFunc(r.fixes, func(a, b Fix) int {
		return strings.Compare(a.Check+" "+a.At+" "+a.Rule+" "+a.Message, b.Check+" "+b.At+" "+b.Rule+" "+b.Message)
	})
	return r.fixes
}

type run struct {
	t      testing.TB
	dir    string
	choose Choose

	mu    sync.Mutex
	fixes []Fix
}

// analyzer is what a check has to require to be observed.
func (r *run) analyzer() *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "observer",
		Doc:        "hands mutants of each fix to the gate",
		Run:        func(*analysis.Pass) (any, error) { return gate.Observer(r.observe), nil },
		ResultType: reflect.TypeFor[gate.Observer](),
	}
}

func (r *run) observe(pass *analysis.Pass, g gate.Gate, claims []gate.Claim, outcomes []gate.Outcome) {
	for i, o := range outcomes {
		if len(o.Fixes) == 0 {
			continue
		}
		fix, err := r.try(pass, g, claims[i], o.Fixes[0])
		r.mu.Lock()
		if err != nil {
			r.t.Errorf("%s: %v", pass.Fset.Position(o.Pos), err)
		}
		r.fixes = append(r.fixes, fix)
		r.mu.Unlock()
	}
}

// try hands the mutants of a fix to the gate, each as the only fix of the claim
// alone.
func (r *run) try(pass *analysis.Pass, g gate.Gate, claim gate.Claim, right analysis.SuggestedFix) (Fix, error) {
	f := Fix{Check: pass.Analyzer.Name, Rule: claim.Rule, At: r.at(pass, claim), Message: right.Message, Kinds: make(map[mutate.Kind]int)}
	accepts := func(fix analysis.SuggestedFix) bool {
		claim.Fixes = []analysis.SuggestedFix{fix}
		return len(g.Decide([]gate.Claim{claim})[0].Fixes) > 0
	}
	if !accepts(right) {
		return f, fmt.Errorf("the fix %q holds only together with others", right.Message)
	}
	mutants, err := mutate.Of(g.Pass, right)
	if err != nil {
		return f, err
	}
	for _, m := range mutants {
		if r.choose != nil && !r.choose(f.Check, f.Rule, m) {
			continue
		}
		if _, err := try.Edited(g.Pass, m.Fix); err != nil {
			f.Broken++
			continue
		}
		accepted := accepts(m.Fix)
		if accepted && same(g, claim, m.Kind, right, m.Fix) {
			f.Same++
			continue
		}
		f.Tried++
		f.Kinds[m.Kind]++
		if accepted {
			f.Survivors = append(f.Survivors, Survivor{f.Check + "/" + f.Rule + " " + f.At + " " + string(m.Kind) + ": " + m.What, m.Text})
		}
	}
	return f, nil
}

// at names the place of a claim by its file and function: lines move.
func (r *run) at(pass *analysis.Pass, claim gate.Claim) string {
	posn := pass.Fset.Position(claim.Pos)
	name, err := filepath.Rel(r.dir, posn.Filename)
	if err != nil {
		name = posn.Filename
	}
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Pos() <= claim.Pos && claim.Pos < fn.End() {
				return filepath.ToSlash(name) + ":" + fn.Name.Name
			}
		}
	}
	return filepath.ToSlash(name)
}
