// Package gatetest hands wrong fixes to the gates of the checks.
//
// Of each fix that a check offers for a program of testdata, mutants are made
// (package mutate), and each is handed to the same gate, as the only fix of the
// same claim. The gate has to refuse all of them.
package gatetest

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/types"
	"path/filepath"
	"reflect"
	"runtime"
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
	Err         error // why its mutants were not tried
}

// A Survivor is a mutant that its gate accepts.
type Survivor struct {
	Name string // of the mutant, the same in every run
	Text string
}

// Choose says which mutants of a fix are tried; nil is all of them. It is asked
// in the order of the checks, files and functions of the fixes.
type Choose func(check, rule string, m mutate.Mutant) bool

// Try runs checks on packages of the module in dir and tries the mutants of
// what they offer.
func Try(t testing.TB, dir string, checks []*analysis.Analyzer, pkgs []*packages.Package, choose Choose) []Fix {
	t.Helper()
	r := Observe(dir, checks)
	checktest.Analyze(t, r.Checks, pkgs)
	fixes := r.Mutants(choose)
	for _, f := range fixes {
		if f.Err != nil {
			t.Errorf("%s: %v", f.At, f.Err)
		}
	}
	return fixes
}

// Observe returns a run that hears what checks offer, once its copies of them
// were run on packages below dir.
func Observe(dir string, checks []*analysis.Analyzer) *Run {
	r := &Run{dir: dir}
	copies := make(map[*analysis.Analyzer]*analysis.Analyzer)
	for _, check := range checks {
		observed := *check
		copies[check] = &observed
		observed.Requires = []*analysis.Analyzer{r.analyzer()}
		for _, required := range check.Requires { // the checks before it among them
			observed.Requires = append(observed.Requires, cmp.Or(copies[required], required))
		}
		r.Checks = append(r.Checks, &observed)
	}
	return r
}

// Mutants tries the mutants of what was offered.
func (r *Run) Mutants(choose Choose) []Fix {
	slices.SortFunc(r.offered, func(a, b *offer) int {
		return cmp.Or(strings.Compare(a.Check, b.Check), strings.Compare(a.At, b.At), strings.Compare(a.Rule, b.Rule), strings.Compare(a.Message, b.Message), int(a.claim.Pos-b.claim.Pos))
	})
	limit := make(chan struct{}, runtime.GOMAXPROCS(0))
	var wg sync.WaitGroup
	for _, group := range r.groups() {
		wg.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			for _, o := range group {
				o.mutants, o.Err = mutate.Of(o.gate.Pass, o.right)
			}
		})
	}
	wg.Wait()
	for _, o := range r.offered {
		if choose != nil {
			o.mutants = slices.DeleteFunc(o.mutants, func(m mutate.Mutant) bool { return !choose(o.Check, o.Rule, m) })
		}
	}
	for _, group := range r.groups() {
		wg.Go(func() {
			limit <- struct{}{}
			defer func() { <-limit }()
			for _, o := range group {
				if len(o.mutants) > 0 {
					o.try()
				}
			}
		})
	}
	wg.Wait()
	var fixes []Fix
	for _, o := range r.offered {
		fixes = append(fixes, o.Fix)
	}
	return fixes
}

// A Run is checks whose fixes are kept.
type Run struct {
	Checks []*analysis.Analyzer
	dir    string

	mu      sync.Mutex
	offered []*offer
}

// An offer is a fix that is offered, and the gate that it has come through.
type offer struct {
	Fix
	gate    gate.Gate
	claim   gate.Claim
	right   analysis.SuggestedFix
	mutants []mutate.Mutant
}

// groups are the offers of each package: what a gate knows of one is for one
// goroutine.
func (r *Run) groups() map[*types.Package][]*offer {
	groups := make(map[*types.Package][]*offer)
	for _, o := range r.offered {
		groups[o.gate.Pass.Pkg] = append(groups[o.gate.Pass.Pkg], o)
	}
	return groups
}

// analyzer is what a check has to require to be observed.
func (r *Run) analyzer() *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "observer",
		Doc:        "remembers what goes through the gate",
		Run:        func(*analysis.Pass) (any, error) { return gate.Observer(r.observe), nil },
		ResultType: reflect.TypeFor[gate.Observer](),
	}
}

func (r *Run) observe(pass *analysis.Pass, g gate.Gate, claims []gate.Claim, outcomes []gate.Outcome) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, o := range outcomes {
		if len(o.Fixes) > 0 {
			f := Fix{Check: pass.Analyzer.Name, Rule: claims[i].Rule, At: r.at(pass, claims[i]), Message: o.Fixes[0].Message, Kinds: make(map[mutate.Kind]int)}
			r.offered = append(r.offered, &offer{Fix: f, gate: g, claim: claims[i], right: o.Fixes[0]})
		}
	}
}

// accepts hands a fix to the gate, as the only one of the claim alone.
func (o *offer) accepts(fix analysis.SuggestedFix) bool {
	claim := o.claim
	claim.Fixes = []analysis.SuggestedFix{fix}
	return len(o.gate.Decide([]gate.Claim{claim})[0].Fixes) > 0
}

// try hands the mutants of the fix to the gate.
func (o *offer) try() {
	if !o.accepts(o.right) {
		o.Err = fmt.Errorf("the fix %q holds only together with others", o.right.Message)
		return
	}
	for _, m := range o.mutants {
		if _, err := try.Edited(o.gate.Pass, m.Fix); err != nil {
			o.Broken++
			continue
		}
		accepted := o.accepts(m.Fix)
		if accepted && same(o, m) {
			o.Same++
			continue
		}
		o.Tried++
		o.Kinds[m.Kind]++
		if accepted {
			o.Survivors = append(o.Survivors, Survivor{o.Check + "/" + o.Rule + " " + o.At + " " + string(m.Kind) + ": " + m.What, m.Text})
		}
	}
}

// at names the place of a claim by its file and function: lines move.
func (r *Run) at(pass *analysis.Pass, claim gate.Claim) string {
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
