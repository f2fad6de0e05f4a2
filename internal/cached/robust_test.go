package cached

import (
	"go/types"
	"math/rand/v2"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/cached/track"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// objects makes a run begin with objects for all parameters that lead to memory.
func objects(fn *ssa.Function) func(*run, *state) {
	return func(r *run, s *state) {
		for i, p := range fn.Params {
			r.objs = append(r.objs, &object{param: i + 1, typ: p.Type()})
			if ssautil.IsRef(p.Type()) && !ssautil.IsError(p.Type()) {
				s.set(p, value{kind: shared, id: i})
			}
		}
	}
}

// every interprets all functions of a package as summaries do, and with an object
// of the cache for each parameter, and follows all ways of it.
func every(t *testing.T, m *machine, steps int) (complete, hits int) {
	t.Helper()
	for _, fn := range m.fns {
		func() {
			defer func() {
				if p := recover(); p != nil {
					t.Errorf("%s: %v", fn, p)
					panic(p)
				}
			}()
			r := m.interpret(fn, steps, objects(fn))
			if r == nil {
				return
			}
			for _, o := range r.outs {
				r.results(o)
			}
			for _, h := range r.hits {
				hits++
				if h.obj.param > 0 && r.way(h.trace, h.id) != nil {
					t.Errorf("%s: a way of a parameter that nobody has obtained", fn)
				}
			}
			if r.complete && !r.over {
				complete++
			}
			for _, p := range fn.Params {
				if !ssautil.IsRef(p.Type()) {
					continue
				}
				found := new(Package)
				r := m.interpret(fn, steps, input{param: p}.given(track.Added))
				m.collect(found, r, p)
				for _, f := range found.Findings {
					if len(f.Way.Steps) < 2 || f.Way.Steps[0].Act != track.Obtain || f.First == nil || f.Fn != fn {
						t.Errorf("%s: a finding with the way %+v", fn, f.Way)
					}
				}
				m.interpret(fn, steps, func(r *run, s *state) {
					input{param: p}.given(track.Added)(r, s)
					r.exact = r.objs[0]
				})
				break
			}
		}()
	}
	m.look()
	m.summaries()
	return complete, hits
}

// No function makes the analysis panic, and most are within its bounds.
func TestRobust(t *testing.T) {
	robust(t, 100, "github.com/informerlint/informerlint/internal/cached")
}

func robust(t *testing.T, steps int, paths ...string) {
	t.Helper()
	loaded, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax, Tests: false}, paths...)
	if err != nil || len(loaded) != len(paths) {
		t.Fatal(len(loaded), err)
	}
	for _, p := range loaded {
		if len(p.Errors) > 0 {
			t.Fatal(p.Errors)
		}
		m := machineOf(t, &analysis.Pass{
			Fset: p.Fset, Files: p.Syntax, Pkg: p.Types, TypesInfo: p.TypesInfo, ResultOf: make(map[*analysis.Analyzer]any),
			ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false }, ExportPackageFact: func(analysis.Fact) {},
		}, nil)
		complete, hits := every(t, m, steps)
		t.Logf("%s: %d of %d functions, %d changes", p.PkgPath, complete, len(m.fns), hits)
		if complete < len(m.fns)/3 || hits == 0 {
			t.Errorf("%s: %d of %d functions are within the bounds, %d changes", p.PkgPath, complete, len(m.fns), hits)
		}
	}
}

// Nor does a random program of which statements are left out.
func TestRobustRandom(t *testing.T) {
	pkgs := newWorkspace(t)
	rnd := rand.New(rand.NewPCG(1, 2))
	n, compiled := 100, 0
	if testing.Short() {
		n = 30
	}
	for seed := range n {
		p, _ := random(uint64(3_000_000+seed), true, false)
		for range 3 {
			leaveOut(rnd, p.body)
			pass := pkgs.try(batch([]*program{p}))
			if pass == nil {
				continue // what it declares is used
			}
			compiled++
			m := machineOf(t, pass, nil)
			every(t, m, maxSteps)
			found := m.look()
			for _, f := range found.Findings {
				if ways, changes, ok := found.Ways(f.Key); ok && !changes {
					t.Errorf("of %s, no way of %d changes %s", f.Rule, len(ways), f.Field)
				}
			}
		}
	}
	if compiled < n {
		t.Errorf("only %d programs compile", compiled)
	}
}

// leaveOut leaves a statement out, somewhere.
func leaveOut(rnd *rand.Rand, b *block) {
	if len(b.stmts) == 0 {
		return
	}
	i := rnd.IntN(len(b.stmts))
	if in := inner(b.stmts[i]); len(in) > 0 && rnd.IntN(3) > 0 {
		leaveOut(rnd, in[rnd.IntN(len(in))])
		return
	}
	b.stmts = slices.Delete(slices.Clone(b.stmts), i, i+1)
}
