package outcome

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// maxStates bounds one walk.
const maxStates = 4000

// A truth is what is known of a value: of a boolean whether it is true, of an
// error whether it is nil.
type truth int8

const (
	unknown truth = iota
	yes
	no
)

func (t truth) not() truth {
	return [...]truth{unknown: unknown, yes: no, no: yes}[t]
}

func truthOf(is bool) truth {
	if is {
		return yes
	}
	return no
}

// A verdict is what follows after a site.
type verdict struct {
	goesOn, givesUp, cut bool
	uses                 int // of what a call has not given
}

// follow walks from a site to all that may come after it, in three worlds: it
// has succeeded, it has failed, and nobody looks.
func (f *function) follow(s *site) (v verdict) {
	reached := make(map[truth]*walk)
	for _, world := range []truth{yes, no, unknown} {
		w := &walk{function: f, site: s, world: world, seen: make(map[string]bool), effects: make(map[ssa.Instruction]bool), uses: make(map[ssa.Instruction]bool)}
		w.from(s.call.Block(), slices.Index(s.call.Block().Instrs, ssa.Instruction(s.call))+1, state{})
		v.cut = v.cut || w.cut
		reached[world] = w
	}
	good, bad := reached[yes], reached[no]
	v.uses = len(bad.uses)
	for e := range bad.effects {
		v.goesOn = v.goesOn || good.effects[e]
	}
	// It does not fail, and says so; or it works only then.
	v.goesOn = v.goesOn || bad.wellDone > 0 || bad.works() && !good.works()
	for e := range reached[unknown].effects {
		v.givesUp = v.givesUp || !good.effects[e] && !bad.effects[e]
	}
	v.givesUp = v.givesUp || reached[unknown].wellDone > 0 && good.wellDone+bad.wellDone == 0
	return v
}

// A walk is what may come after a site in one world.
type walk struct {
	*function
	site     *site
	world    truth
	seen     map[string]bool
	effects  map[ssa.Instruction]bool
	uses     map[ssa.Instruction]bool // of another result of the site
	wellDone int                      // returns that say that all is well
	cut      bool
}

func (w *walk) works() bool { return len(w.effects) > 0 }

// A state is what is known on the way to a block.
type state struct {
	begun bool // the first element of a site's map was looked at
	facts []fact
}

type fact struct {
	value ssa.Value
	is    truth
}

func (s state) of(v ssa.Value) truth {
	for _, f := range s.facts {
		if f.value == v {
			return f.is
		}
	}
	return unknown
}

// enter is the state at a block that is come to from another one.
func (w *walk) enter(s state, from, to *ssa.BasicBlock) state {
	out := state{begun: s.begun}
	for _, f := range s.facts {
		if instr, ok := f.value.(ssa.Instruction); !ok || instr.Block() != to {
			out.facts = append(out.facts, f)
		}
	}
	i := slices.Index(to.Preds, from)
	for _, instr := range to.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		is := unknown
		switch {
		case ssautil.IsBool(phi.Type()):
			is = w.isTrue(s, phi.Edges[i])
		case ssautil.IsError(phi.Type()):
			is = w.isNil(s, phi.Edges[i])
		}
		if is != unknown {
			out.facts = append(out.facts, fact{phi, is})
		}
	}
	return out
}

func (w *walk) from(b *ssa.BasicBlock, i int, s state) {
	if w.cut {
		return
	}
	for _, instr := range b.Instrs[i:] {
		if instr == ssa.Instruction(w.site.call) {
			w.effects[instr] = true
			return // once more
		}
		if w.needs(instr) {
			w.uses[instr] = true
		}
		if w.effect(instr) {
			w.effects[instr] = true
		}
		if ret, ok := instr.(*ssa.Return); ok && w.saysWell(s, ret) {
			w.wellDone++
		}
	}
	is := unknown
	if branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
		is = w.isTrue(s, branch.Cond)
		if w.world != unknown && w.more(branch.Cond) {
			is, s.begun = truthOf(!s.begun), true
		}
	}
	for k, next := range b.Succs {
		if is == yes && k == 1 || is == no && k == 0 {
			continue
		}
		after := w.enter(s, b, next)
		if key := w.key(b, next, after); !w.seen[key] {
			w.seen[key] = true
			if len(w.seen) > maxStates {
				w.cut = true
				return
			}
			w.from(next, 0, after)
		}
	}
}

// needs: something is done with another result of the site than to keep it, return
// it or compare it. After a failure that is nil.
func (w *walk) needs(instr ssa.Instruction) bool {
	if !w.site.errors {
		return false
	}
	switch instr.(type) {
	case *ssa.Store, *ssa.Return, *ssa.BinOp, *ssa.Phi, *ssa.DebugRef, *ssa.MakeInterface, *ssa.Extract:
		return false
	}
	for _, op := range instr.Operands(nil) {
		if ex, ok := (*op).(*ssa.Extract); ok && ex.Tuple == ssa.Value(w.site.call) && ex != w.site.value {
			return true
		}
	}
	return false
}

func (w *walk) key(from, to *ssa.BasicBlock, s state) string {
	var b strings.Builder
	fmt.Fprint(&b, to.Index, s.begun)
	for _, f := range s.facts {
		fmt.Fprint(&b, " ", f.value.Name(), f.is)
	}
	return b.String()
}

// more: the condition is whether a range over the site's map goes on. The map
// has one element in a run.
func (w *walk) more(cond ssa.Value) bool {
	ex, ok := cond.(*ssa.Extract)
	return ok && ex.Index == 0 && w.overSite(ex)
}

func (w *walk) overSite(ex *ssa.Extract) bool {
	next, ok := ex.Tuple.(*ssa.Next)
	if !ok || !w.site.each {
		return false
	}
	over, ok := next.Iter.(*ssa.Range)
	return ok && over.X == w.site.value
}

// isTrue is what a boolean is.
func (w *walk) isTrue(s state, v ssa.Value) truth {
	switch {
	case v == w.site.value && !w.site.errors:
		return w.world
	case s.of(v) != unknown:
		return s.of(v)
	}
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && ssautil.IsBool(v.Type()) {
			return truthOf(v.Value.String() == "true")
		}
	case *ssa.UnOp:
		if v.Op == token.NOT {
			return w.isTrue(s, v.X).not()
		}
	case *ssa.BinOp:
		x, y := v.X, v.Y
		if c, ok := x.(*ssa.Const); ok && c.IsNil() {
			x, y = y, x
		}
		if c, ok := y.(*ssa.Const); ok && c.IsNil() && ssautil.IsError(x.Type()) {
			switch is := w.isNil(s, x); v.Op {
			case token.EQL:
				return is
			case token.NEQ:
				return is.not()
			}
		}
	case *ssa.Extract:
		if v.Index == 2 && w.overSite(v) {
			return w.world
		}
	case *ssa.Lookup:
		if v.X == w.site.value && w.site.each {
			return w.world
		}
	}
	return unknown
}

// isNil is whether an error is nil.
func (w *walk) isNil(s state, v ssa.Value) truth {
	switch {
	case v == w.site.value && w.site.errors:
		return w.world
	case s.of(v) != unknown:
		return s.of(v)
	}
	switch v := v.(type) {
	case *ssa.Const:
		return truthOf(v.IsNil())
	case *ssa.MakeInterface:
		return no
	case *ssa.Call:
		switch clientgo.FuncName(ssautil.Callee(v.Common())) {
		case "errors.New", "fmt.Errorf":
			return no
		}
	}
	return unknown
}

// saysWell: the function returns no error, or true.
func (w *walk) saysWell(s state, ret *ssa.Return) bool {
	if len(ret.Results) == 0 {
		return false
	}
	last := ret.Results[len(ret.Results)-1]
	switch {
	case ssautil.IsError(last.Type()):
		return w.isNil(s, last) == yes
	case ssautil.IsBool(last.Type()):
		return w.isTrue(s, last) == yes
	}
	return false
}

// effect reports whether an instruction does something that somebody else can
// tell, other than to say it or to clean up.
func (w *walk) effect(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Call:
		return works(instr.Common())
	case *ssa.Defer:
		return works(instr.Common())
	case *ssa.Go, *ssa.Send, *ssa.Select, *ssa.MapUpdate:
		return true
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	case *ssa.Store:
		ex, ok := instr.Val.(*ssa.Extract)
		return shared(instr.Addr) && !(ok && ex.Tuple == ssa.Value(w.site.call)) // it keeps what it gets
	}
	return false
}

// works reports whether a call is more than talk.
func works(c *ssa.CallCommon) bool {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() == "close" || b.Name() == "delete"
	}
	if isCancel(c) {
		return false
	}
	fn := ssautil.Callee(c)
	return fn == nil || !clientgo.Quiet(fn)
}

// shared: an address is not only this function's.
func shared(addr ssa.Value) bool {
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			addr = a.X
		case *ssa.Slice:
			addr = a.X
		case *ssa.Alloc:
			return a.Heap && a.Comment != "varargs" && a.Comment != "complit" && a.Comment != "slicelit" && a.Comment != "new"
		default:
			return true
		}
	}
}
