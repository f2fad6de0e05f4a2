package answers

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A Package answers about the functions of one package. What it has found out about one of
// them it keeps.
type Package struct {
	fns     []*ssa.Function
	own     map[*ssa.Function]bool
	sites   map[*ssa.Function][]ssa.Instruction // where it is called, or handed on, or made; nil before anybody asks
	known   map[string]outcome
	running map[*ssa.Function]bool // whoever comes to one of these once more, tries again
	// climbing: its callers are gone through.
	climbing map[*ssa.Function]bool
	steps    int
	abroad   bool                  // see Abroad
	off      *bool                 // see PutsOff
	offAt    token.Pos             // where it does
	asked    map[types.Object]bool // places that something depends on; nil before anybody asks
	reason   Reason                // of the read that was asked about last
}

// Of answers about functions that have bodies.
func Of(fns []*ssa.Function) *Package {
	p := &Package{fns: fns, own: make(map[*ssa.Function]bool), known: make(map[string]outcome), running: make(map[*ssa.Function]bool), climbing: make(map[*ssa.Function]bool)}
	for _, fn := range fns {
		p.own[fn] = true
	}
	return p
}

const (
	maxDepth = 10
	maxSteps = 3000 // ways, of all reads of a package
)

// MakesUp reports whether something may make up for a read that has come too early and
// has found nothing. Its function is followed as if that were so, into what it calls and
// back to whoever calls it, up to where the next work is taken: what puts the work back, or
// says that something has failed to a caller who is not known, makes up for it, and so may
// any call that is not known to only look. What is done to the API is no way back: it is what
// goes wrong.
func (p *Package) MakesUp(read ssa.CallInstruction) Answer {
	v, ok := read.(*ssa.Call)
	if !ok || laterOnly(v) {
		return Yes
	}
	w := p.newWay(v.Parent(), kindOf(v.Call.Signature()), 0)
	w.from, w.tuples[v] = v, nothing(&v.Call)
	if w.tuples[v] == nil {
		return Yes
	}
	if len(w.tuples[v]) == 1 {
		w.env[v] = w.tuples[v][0]
	}
	p.abroad, p.reason = false, Reason{}
	switch {
	case p.goesOn(w):
		return Yes
	case p.abroad:
		return Abroad
	}
	return No
}

// An Answer says whether something makes up for a read.
type Answer uint8

const (
	No Answer = iota
	// Abroad: only whoever calls the function of the read from another package may, who is
	// told; in its own package nobody does.
	Abroad
	Yes
)

// nothing is what a read returns that finds nothing; nil if that is not known.
func nothing(c *ssa.CallCommon) []fact {
	res := c.Signature().Results()
	out := make([]fact, res.Len())
	for i := range out {
		switch t := res.At(i).Type(); {
		case ssautil.IsError(t) && res.Len() == 2 && !isList(res.At(0).Type()):
			out[i] = fact{kind: missing, read: true}
		case ssautil.IsError(t):
			out[i] = fact{kind: isNil, read: true}
		case ssautil.IsBool(t):
			out[i] = fact{kind: isConst, val: constant.MakeBool(false), read: true}
		case isList(t):
			out[i] = fact{kind: isEmpty, read: true}
		case ssautil.IsPointer(t) || types.IsInterface(t):
			out[i] = fact{kind: isNil, read: true}
		default:
			return nil
		}
	}
	return out
}

func isList(t types.Type) bool {
	_, list := t.Underlying().(*types.Slice)
	return list
}

// goesOn follows a way through its function, and on where that was called.
func (p *Package) goesOn(w *way) bool {
	if w.depth > maxDepth || p.spent() || p.defers(w) {
		return true
	}
	fn := w.fn
	if p.climbing[fn] {
		return true // it calls itself: again
	}
	p.climbing[fn], p.running[fn] = true, true
	defer delete(p.climbing, fn)
	out := w.follow()
	delete(p.running, fn)
	if out.madeUp {
		return true
	}
	sites := p.calledAt(fn)
	for _, site := range sites {
		if p.afterCall(fn, site, out, w) {
			return true
		}
	}
	// Who else calls it, or is given it, may look at what it returns.
	if len(sites) == 0 {
		return p.tells(fn, out, true)
	}
	if token.IsExported(fn.Name()) && fn.Pkg != nil && fn.Pkg.Pkg.Name() != "main" && p.tells(fn, out, false) {
		p.abroad = true
		return w.depth > 0
	}
	return false
}

// afterCall goes on behind a call of a function, or behind one that it is handed to.
func (p *Package) afterCall(fn *ssa.Function, site ssa.Instruction, out outcome, w *way) bool {
	call, ok := site.(*ssa.Call)
	if !ok {
		if c, ok := site.(ssa.CallInstruction); ok && c.Common().StaticCallee() == fn {
			return false // in a goroutine, or deferred: nobody sees what it returns
		}
		return p.tells(fn, out, true)
	}
	up := p.newWay(call.Parent(), w.kind, w.depth+1)
	up.from = call
	if call.Call.StaticCallee() != fn { // it is handed on
		if p.tells(fn, out, true) {
			return true
		}
		return p.goesOn(up)
	}
	if out.results == nil {
		return false // it does not return
	}
	up.tuples[call] = out.results
	if len(out.results) == 1 {
		up.env[call] = out.results[0]
	}
	return p.goesOn(up)
}

// tells: the function returns something from which whoever calls it can see that there was
// nothing. An error that is nil says that all is well.
func (p *Package) tells(fn *ssa.Function, out outcome, all bool) bool {
	res := fn.Signature.Results()
	for i, f := range out.results {
		if isErr := ssautil.IsError(res.At(i).Type()); isErr && f.kind != isNil || !isErr && all {
			p.because(Reason{At: fn.Pos(), Tells: fn})
			return true
		}
	}
	return false
}

// defers: a call that the function has deferred may make up for it.
func (p *Package) defers(w *way) bool {
	for _, b := range w.fn.Blocks {
		for _, instr := range b.Instrs {
			d, ok := instr.(*ssa.Defer)
			if !ok || finishes(&d.Call) {
				continue
			}
			below := p.newWay(w.fn, w.kind, w.depth)
			if below.do(&d.Call, nil); below.out.madeUp {
				p.because(Reason{At: d.Pos()})
				return true
			}
		}
	}
	return false
}

// through follows a function from its beginning.
func (p *Package) through(fn *ssa.Function, args []fact, kind string, depth int) outcome {
	if p.running[fn] || depth > maxDepth {
		return outcome{madeUp: true}
	}
	key := fmt.Sprintf("%p %s", fn, kind)
	for _, a := range args {
		key += fmt.Sprintf(" %d %v %t", a.kind, a.val, a.read)
	}
	if out, ok := p.known[key]; ok {
		return out
	}
	if p.spent() {
		return outcome{madeUp: true}
	}
	w := p.newWay(fn, kind, depth)
	for i, param := range fn.Params {
		if i < len(args) && args[i].kind != unseen {
			w.env[param] = args[i]
		}
	}
	p.running[fn] = true
	out := w.follow()
	delete(p.running, fn)
	if !out.madeUp && p.defers(w) {
		out.madeUp = true
	}
	p.known[key] = out
	return out
}

func (p *Package) spent() bool {
	p.steps++
	return p.steps > maxSteps
}

// calledAt are the calls of a function in the package, and the instructions in which it is
// handed on or kept.
func (p *Package) calledAt(fn *ssa.Function) []ssa.Instruction {
	if p.sites == nil {
		p.sites = make(map[*ssa.Function][]ssa.Instruction)
		for _, in := range p.fns {
			for _, b := range in.Blocks {
				for _, instr := range b.Instrs {
					p.mentions(instr)
				}
			}
		}
	}
	return p.sites[fn]
}

func (p *Package) mentions(instr ssa.Instruction) {
	for _, op := range instr.Operands(nil) {
		fn, ok := (*op).(*ssa.Function)
		if !ok {
			continue
		}
		if method := ssautil.Bound(fn); method != nil {
			fn = method
		}
		closure, ok := instr.(*ssa.MakeClosure)
		if !ok {
			p.sites[fn] = append(p.sites[fn], instr)
			continue
		}
		for _, r := range *closure.Referrers() {
			if _, debug := r.(*ssa.DebugRef); !debug {
				p.sites[fn] = append(p.sites[fn], handed(r)...)
			}
		}
	}
}

// handed is where a function value goes that an instruction converts.
func handed(instr ssa.Instruction) []ssa.Instruction {
	switch instr.(type) {
	case *ssa.ChangeType, *ssa.MakeInterface:
		var out []ssa.Instruction
		for _, r := range *instr.(ssa.Value).Referrers() {
			if _, debug := r.(*ssa.DebugRef); !debug {
				out = append(out, r)
			}
		}
		return out
	}
	return []ssa.Instruction{instr}
}

// laterOnly: the read is in a handler that is told whether what is added was there from
// the beginning, and leaves that out.
func laterOnly(read *ssa.Call) bool {
	fn := read.Parent()
	n := len(fn.Params)
	if n < 2 || !ssautil.IsBool(fn.Params[n-1].Type()) || !types.IsInterface(fn.Params[n-2].Type()) {
		return false
	}
	for _, r := range *fn.Params[n-1].Referrers() {
		if branch, ok := r.(*ssa.If); ok && branch.Block() != read.Block() && branch.Block().Dominates(read.Block()) {
			return true
		}
	}
	return false
}

// PutsOff reports whether the package has work done later, which may be all of it, again
// and again: it puts work off, has a timer, or a function hands on what it has listed
// through the API to what may put it into a queue.
func (p *Package) PutsOff() bool {
	if p.off == nil {
		off := slices.ContainsFunc(p.fns, p.putsOff)
		p.off = &off
	}
	return *p.off
}

func (p *Package) putsOff(fn *ssa.Function) bool {
	lists, puts := false, false
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			c := call.Common()
			name := called(c)
			if putsBack(name) && strings.HasSuffix(name, "After") || timers[name] {
				p.offAt = call.Pos()
				return true
			}
			sig := c.Signature()
			if name == "List" && sig.Params().Len() > 0 && clientgo.IsContext(sig.Params().At(0).Type()) {
				lists = true
				continue
			}
			switch p.effect(c, "none") {
			case maybe:
				puts = true
			case follows:
				puts = puts || p.through(c.StaticCallee(), nil, "none", 0).madeUp
			}
		}
	}
	if lists && puts {
		p.offAt = fn.Pos()
	}
	return lists && puts
}

func called(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		return c.Method.Name()
	}
	if fn := c.StaticCallee(); fn != nil {
		return fn.Name()
	}
	return ""
}

func putsBack(name string) bool {
	for _, verb := range []string{"add", "enqueue", "queue", "requeue", "retry", "push", "put", "schedule", "resync", "exit", "fatal"} {
		if strings.HasPrefix(strings.ToLower(name), verb) {
			return true
		}
	}
	return false
}

var timers = map[string]bool{"AfterFunc": true, "Tick": true, "NewTicker": true, "NewTimer": true}
