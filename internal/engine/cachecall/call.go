// Package cachecall is what the SSA form says of a call that makes or reads one
// of controller-runtime's caches: what its options are, whether it is meant to
// fail, and whether what stands before it may wait for the cache.
package cachecall

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ctrlruntime"
	"github.com/informerlint/informerlint/internal/engine/state"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A Package answers questions about the functions of one package.
type Package struct {
	pkg     *ssa.Package
	knowing map[*ssa.Function]bool
	waiting map[*ssa.Function]Wait
	reading map[*ssa.Function]bool
	meaning map[*ssa.Function]bool
	index   *index
	state   *state.Package
}

// Of makes a Package.
func Of(pkg *ssa.Package) *Package {
	return &Package{pkg: pkg, knowing: make(map[*ssa.Function]bool), waiting: make(map[*ssa.Function]Wait), reading: make(map[*ssa.Function]bool), meaning: make(map[*ssa.Function]bool), state: state.Of(pkg)}
}

// Tentative reports whether a call may be made, or its failure be meant, for
// reasons that are not followed: a caller may know when it is right.
func (p *Package) Tentative(ins ssa.CallInstruction) bool {
	if given(ins.Parent()) && p.conditional(ins) {
		return true
	}
	call, ok := ins.(*ssa.Call)
	if ok && (handed(call) && unused(call) || endsSoon(call) || picked(call) || p.redone(call) || p.asked(call) || p.elsewhere(call)) || slices.ContainsFunc(ins.Common().Args, mixed) {
		return true
	}
	if !reads(ins.Common()) {
		return ok && errorOf(call) != nil && p.knowsNotStarted(ssautil.Outermost(ins.Parent()))
	}
	return !ok || unused(call) || p.knowsNotStarted(ssautil.Outermost(ins.Parent()))
}

// picked reports whether a call is of one of several functions, by what is known only
// then: another one may be meant before Start.
func picked(call *ssa.Call) bool {
	if call.Call.IsInvoke() || call.Call.StaticCallee() != nil {
		return false
	}
	switch v := call.Call.Value.(type) {
	case *ssa.Lookup, *ssa.Phi:
		return true
	case *ssa.Extract:
		_, ok := v.Tuple.(*ssa.Lookup)
		return ok
	}
	return false
}

// endsSoon reports whether a call waits for a cache with a context that ends by itself:
// whoever does that looks whether it is synced, and may know that it is not.
func endsSoon(call *ssa.Call) bool {
	c := call.Common()
	if !c.IsInvoke() || ctrlruntime.OpOf(c.Method) != clientgo.OpWaitCache || len(c.Args) == 0 {
		return false
	}
	made, ok := c.Args[0].(*ssa.Extract)
	if !ok {
		return false
	}
	from, ok := made.Tuple.(*ssa.Call)
	if !ok {
		return false
	}
	switch clientgo.FuncName(ssautil.Callee(&from.Call)) {
	case "context.WithTimeout", "context.WithDeadline", "context.WithTimeoutCause", "context.WithDeadlineCause":
		return true
	}
	return false
}

// given reports whether a function gets anything that a cache may be in. One that
// does not has made its cache itself, and no caller knows more of it.
func given(fn *ssa.Function) bool {
	for _, p := range fn.Params {
		if !plain(p.Type(), 0) {
			return true
		}
	}
	return len(fn.FreeVars) > 0
}

// plain reports whether no cache can be in a value.
func plain(t types.Type, depth int) bool {
	t = types.Unalias(t)
	if named, ok := t.(*types.Named); ok && named.Obj().Pkg() != nil {
		path := clientgo.Path(named.Obj().Pkg().Path())
		if ctrlruntime.Within(path) {
			return false
		}
		if clientgo.Std(path) || clientgo.Modelled(path) {
			return true
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Pointer:
		return depth < 4 && plain(u.Elem(), depth+1)
	case *types.Slice:
		return depth < 4 && plain(u.Elem(), depth+1)
	case *types.Struct:
		for f := range u.Fields() {
			if depth == 4 || !plain(f.Type(), depth+1) {
				return false
			}
		}
		return true
	}
	return false
}

// handed reports whether a call is of a function that somebody has handed in, and
// that can fail: it may read.
func handed(call *ssa.Call) bool {
	if call.Call.IsInvoke() || call.Call.StaticCallee() != nil {
		return false
	}
	res := call.Call.Signature().Results()
	return res.Len() > 0 && ssautil.IsError(res.At(res.Len()-1).Type())
}

// reads reports whether a call reads objects.
func reads(c *ssa.CallCommon) bool {
	if c.IsInvoke() {
		return ctrlruntime.OpOf(c.Method) == clientgo.OpReadKind
	}
	return ctrlruntime.ReadsFirst(Called(c))
}

// Called returns the function that is called, or the variable of another package that
// holds it (ctrl.NewManager is one).
func Called(c *ssa.CallCommon) types.Object {
	if fn := c.StaticCallee(); fn != nil {
		if o := fn.Origin(); o != nil {
			fn = o
		}
		return fn.Object()
	}
	if load, ok := c.Value.(*ssa.UnOp); ok {
		if g, ok := load.X.(*ssa.Global); ok {
			return g.Object()
		}
	}
	return nil
}

// unused reports whether nothing looks at a result: at the error, where there
// are several.
func unused(call *ssa.Call) bool {
	for _, r := range *call.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Extract:
			if types.Identical(r.Type(), types.Universe.Lookup("error").Type()) && len(*r.Referrers()) > 0 {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// conditional reports whether an instruction runs only if a parameter says so, or the
// state of an object.
func (p *Package) conditional(ins ssa.Instruction) bool {
	for b := ins.Block(); b != nil; b = b.Idom() {
		d := b.Idom()
		if d == nil || len(d.Instrs) == 0 {
			return false
		}
		branch, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		switch cond, _, _ := ssautil.Asked(branch); cond.(type) {
		case *ssa.Parameter, *ssa.FreeVar:
			return true
		}
		if p.state.Later(branch, b) {
			return true
		}
	}
	return false
}

// knowsNotStarted reports whether a function speaks of the error of a read
// before Start, or asks somebody who does: then it knows what it does.
func (p *Package) knowsNotStarted(fn *ssa.Function) bool {
	if k, ok := p.knowing[fn]; ok {
		return k
	}
	p.knowing[fn] = false // recursion adds nothing
	known := false
	for _, blk := range fn.Blocks {
		for _, ins := range blk.Instrs {
			var typ types.Type
			switch ins := ins.(type) {
			case ssa.CallInstruction:
				known = known || p.asksNotStarted(ins.Common())
				continue
			case *ssa.TypeAssert:
				typ = ins.AssertedType
			case *ssa.Alloc:
				typ = ins.Type().(*types.Pointer).Elem()
			case *ssa.MakeInterface:
				typ = ins.X.Type()
			default:
				continue
			}
			known = known || ctrlruntime.NotStarted(typ)
		}
	}
	for _, lit := range fn.AnonFuncs {
		known = known || p.knowsNotStarted(lit)
	}
	p.knowing[fn] = known
	return known
}

// A Wait says whether a call may make what stands after it come after a Start in
// another goroutine.
type Wait uint8

// The waits.
const (
	None    Wait = iota
	Foreign      // it leads to other packages, which may take their time
	Waits        // it may wait for another goroutine, or for anything
)

// Waits is what a function of the package may wait for.
func (p *Package) Waits(fn *ssa.Function) Wait {
	if w, ok := p.waiting[fn]; ok {
		return w
	}
	p.waiting[fn] = None // recursion adds nothing
	w := None
	if len(fn.Blocks) == 0 {
		w = Waits
	}
	for _, b := range fn.Blocks {
		for _, ins := range b.Instrs {
			w = max(w, p.wait(ins))
		}
	}
	p.waiting[fn] = w
	return w
}

func (p *Package) wait(ins ssa.Instruction) Wait {
	switch ins := ins.(type) {
	case *ssa.Send, *ssa.Select, *ssa.MakeClosure:
		return Waits
	case *ssa.UnOp:
		if ins.Op == token.ARROW {
			return Waits
		}
	case *ssa.Go:
	case ssa.CallInstruction:
		return p.callWaits(ins.Common())
	}
	return None
}

func (p *Package) callWaits(c *ssa.CallCommon) Wait {
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return None
	}
	if c.IsInvoke() {
		if c.Method.Pkg() == nil || clientgo.Std(clientgo.Path(c.Method.Pkg().Path())) {
			return None // of an error, or of a context
		}
		if own(p.pkg.Pkg.Path(), c.Method.Pkg().Path()) || blocks(c.Method) {
			return Waits // it may be there for that
		}
		return ForeignCall(c.Method)
	}
	fn := c.StaticCallee()
	if fn == nil {
		return Waits
	}
	if obj, ok := fn.Object().(*types.Func); ok && clientgo.Awaits(obj) {
		return Waits
	}
	for _, arg := range c.Args {
		if _, ok := arg.Type().Underlying().(*types.Signature); ok {
			return Waits
		}
	}
	if fn.Pkg == p.pkg {
		return p.Waits(fn)
	}
	return p.Outside(fn)
}

// blocking begin the names of methods that are there to wait for something.
var blocking = []string{"Wait", "Await", "Recv", "Receive", "Read", "Next", "Pop", "Take", "Accept", "Acquire", "Lock", "Poll", "Watch", "Join", "Consume", "Ready", "Sync"}

func blocks(m *types.Func) bool {
	return clientgo.TakesWork(m) || slices.ContainsFunc(blocking, func(word string) bool { return strings.HasPrefix(m.Name(), word) })
}

// own reports whether two packages belong to one project, by the beginning of their
// paths: the host and the repository, at a forge its owner in between, and one word
// where there is no host.
func own(a, b string) bool {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	parts := 2
	switch {
	case x[0] == "github.com" || x[0] == "gitlab.com" || x[0] == "bitbucket.org":
		parts = 3
	case !strings.Contains(x[0], "."):
		parts = 1
	}
	n := min(len(x), len(y), parts)
	return slices.Equal(x[:n], y[:n])
}

// Outside is what a function of another package may wait for that gets nothing
// that matters.
func (p *Package) Outside(fn *ssa.Function) Wait {
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		return None
	}
	if obj.Pkg() != nil && own(p.pkg.Pkg.Path(), obj.Pkg().Path()) && blocks(obj) {
		return Waits // for another goroutine of this program
	}
	return ForeignCall(obj.Origin())
}

// ForeignCall is Outside for a function or method.
func ForeignCall(fn *types.Func) Wait {
	if fn.Pkg() == nil || clientgo.Quiet(fn) {
		return None
	}
	switch path := clientgo.Path(fn.Pkg().Path()); {
	case path == "net" || path == "net/http" || path == "os/exec":
		return Waits // perhaps for what the manager serves
	case clientgo.Std(path), ctrlruntime.Within(path):
		return None
	}
	return Foreign
}
