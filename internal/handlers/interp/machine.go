package interp

import (
	"go/ast"
	"go/types"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/handlers/hop"
	"github.com/informerlint/informerlint/internal/handlers/keep"
	"github.com/informerlint/informerlint/internal/handlers/past"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/setting"
	"github.com/informerlint/informerlint/internal/handlers/sole"
	"github.com/informerlint/informerlint/internal/handlers/value"
	"github.com/informerlint/informerlint/internal/ssabuild"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Limits of one interpretation. Over them it gives up, and the checks are silent.
const (
	maxSteps  = 20_000 // blocks entered
	maxDepth  = 4      // calls inlined into each other
	maxStates = 2_000  // states of one function
	maxSplit  = 200    // states at one instruction

	maxRecorded = 2_000 // blocks entered, with ways kept apart: each costs more
)

// Known is what is known of functions without looking into them.
type Known struct {
	Helpers  map[string][]Helper // of other packages, by their full names
	Keepers  keep.Known          // functions of other packages that keep or free state by UID
	KeyVars  map[string]string   // package variables that hold a key function, both by their full names
	Declared clientgo.Declared   // what the config file says
}

// A Machine interprets functions of one package, one at a time: several checks
// may ask at the same time.
type Machine struct {
	mu       sync.Mutex
	pass     *analysis.Pass
	pkg      *ssa.Package
	fns      []*ssa.Function
	known    Known
	tombT    *types.Named
	globals  map[*ssa.Global]ssa.Value // package variables that are assigned once, to a function
	quiet    effect.Quiet
	outs     hop.Outs
	hops     *hop.Later // nil until somebody asks
	lives    map[*ssa.Function][]map[ssa.Value]bool
	orders   map[*ssa.Function][]int
	needs    sync.Mutex             // of the next one: who holds no mu notes some as well
	needed   map[*ast.FuncDecl]bool // functions that something is known from
	ids      *value.IDs
	print    []byte      // of a state that is told from others, whose memory the next one takes over
	impls    *sole.Types // nil until somebody asks
	fields   hop.Fields  // nil until somebody asks
	settings *setting.Fields
	wanted   map[string]bool // see wants
	cleared  map[string]bool // see clears; nil until somebody asks
	grain    past.Grain      // which of the things that were recorded on the way to states keep them apart
	bodiless bool            // a function of this package without a body was called
}

// For returns a machine for the functions of a package.
func For(pass *analysis.Pass, lazy *ssabuild.Lazy, known Known) *Machine {
	in := &Machine{pass: pass, pkg: lazy.Package(), fns: lazy.Functions(), known: known, tombT: clientgo.TombstoneType(pass.Pkg),
		lives: make(map[*ssa.Function][]map[ssa.Value]bool), orders: make(map[*ssa.Function][]int), needed: make(map[*ast.FuncDecl]bool), ids: value.NewIDs()}
	in.quiet.Need, in.outs = in.need, hop.Find(in.fns)
	in.globals, in.settings = ssautil.AssignedOnce(in.fns, in.need), setting.In(in.fns, in.need)
	return in
}

// Need notes that something is known from a function. Two checks may do so at a time.
func (in *Machine) Need(fn *ssa.Function) {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.need(fn)
}

func (in *Machine) need(fn *ssa.Function) {
	if fn == nil {
		return
	}
	fn = ssautil.Origin(fn)
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if decl, ok := fn.Syntax().(*ast.FuncDecl); ok {
		in.needs.Lock()
		defer in.needs.Unlock()
		in.needed[decl] = true
		in.bodiless = in.bodiless || decl.Body == nil
	}
}

// Needs reports whether something is known from a function.
func (in *Machine) Needs(fn *ast.FuncDecl) bool {
	in.needs.Lock()
	defer in.needs.Unlock()
	return in.needed[fn]
}

// Incomplete reports whether something would have had to be known from a
// function of this package that has no body.
func (in *Machine) Incomplete() bool {
	in.needs.Lock()
	defer in.needs.Unlock()
	return in.bodiless
}

// Assigned returns the function that is the one value of a package variable
// that the package assigns, or nil.
func (in *Machine) Assigned(g *ssa.Global) ssa.Value { return in.globals[g] }

// RunObject runs a function with an object.
func (in *Machine) RunObject(f *registered.Func) *Trail {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.run(f, false, value.Value{Kind: value.Object, From: Old})
}

// RunTombstone runs a function with a tombstone that holds an object.
func (in *Machine) RunTombstone(f *registered.Func) *Trail {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.run(f, false, value.Value{Kind: value.Tomb, From: Old})
}

// RunBoth runs a function with an object, and with a tombstone that holds it.
// Workers and tasks are left out if that would be too much with them.
func (in *Machine) RunBoth(f *registered.Func) (live, dead *Trail) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for _, direct := range []bool{false, true} {
		live = &Trail{in: in, Direct: direct, Effects: make(map[string]*Effect)}
		live.start(f, []value.Value{{Kind: value.Object, From: Old}})
		dead = &Trail{in: in, Direct: direct, Effects: make(map[string]*Effect)}
		dead.start(f, []value.Value{{Kind: value.Tomb, From: Old}})
		if !live.GaveUp && !dead.GaveUp {
			break
		}
	}
	return live, dead
}

// RunOne runs a function with an object; effects tell UIDs apart.
func (in *Machine) RunOne(f *registered.Func) *Trail {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.run(f, true, f.Objects(value.Value{Kind: value.Object, From: Old})...)
}

// RunUpdate runs an Update function with two objects that have two UIDs; with
// same, everything else that is compared is equal.
func (in *Machine) RunUpdate(f *registered.Func, same bool) *Trail {
	in.mu.Lock()
	defer in.mu.Unlock()
	t := &Trail{in: in, uid: true, same: same, Effects: make(map[string]*Effect)}
	t.start(f, f.Objects(value.Value{Kind: value.Object, From: Old}, value.Value{Kind: value.Object, From: New}))
	return t
}

// run interprets f with its object parameters set to objs.
func (in *Machine) run(f *registered.Func, uid bool, objs ...value.Value) *Trail {
	t := &Trail{in: in, uid: uid, Effects: make(map[string]*Effect)}
	t.start(f, objs)
	return t
}

func (t *Trail) start(f *registered.Func, objs []value.Value) {
	args := make([]value.Value, len(f.Fn.Params))
	for i := range args {
		if j := i - f.First; j >= 0 && j < len(objs) {
			args[i] = objs[j]
		}
	}
	f.Args.Apply(args, f.First, objs...)
	t.accepts = f.Args.Keyed()
	t.Ends = t.call(&Frame{Fn: f.Fn, Depth: t.depth, At: f.At()}, args, f.Free, &state{State: value.State{Mem: f.Held}})
}
