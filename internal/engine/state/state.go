// Package state says which conditions of a package ask for the state of an object, such as
// whether it has been started, and not for how it is configured.
package state

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ctrlruntime"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// maxDepth bounds what a condition is computed from.
const maxDepth = 6

// A Package knows the fields of a package's structures.
type Package struct {
	pkg      *ssa.Package
	settings map[*types.Var]bool // nil before anybody asks
	globals  map[*ssa.Global]bool
	asks     map[ssa.Value]side  // the conditions of before: many calls stand under each
	asking   map[*ssa.Alloc]bool // the variables that are being asked
}

// Of makes a Package.
func Of(pkg *ssa.Package) *Package {
	return &Package{pkg: pkg, globals: make(map[*ssa.Global]bool), asks: make(map[ssa.Value]side), asking: make(map[*ssa.Alloc]bool)}
}

// A side is what a condition says of such a field if it is true.
type side int

const (
	unasked side = iota
	full         // it has been filled
	empty        // it is empty
	either       // it is asked in another way
)

func (s side) not() side {
	switch s {
	case full:
		return empty
	case empty:
		return full
	}
	return s
}

// Later reports whether a block is entered by a branch alone that asks for a hidden field
// of an object that a function is given, which is no setting: nothing in the package fills
// it where it makes such an object, so that only what happens later sets it; and whether
// it has to be filled for that. Until then it is empty, and the other side is what runs.
//
//	func (c *controller) refresh(ctx context.Context) error {
//		if !c.started {
//			return nil
//		}
//		return c.client.List(ctx, &nodes)
//	}
func (p *Package) Later(branch *ssa.If, entered *ssa.BasicBlock) bool {
	cond, yes, no := ssautil.Asked(branch)
	is, known := p.asks[cond]
	if !known {
		is = p.asked(cond, 0)
		p.asks[cond] = is
	}
	succs := branch.Block().Succs
	return is == either || is == full && succs[yes] == entered || is == empty && succs[no] == entered
}

func (p *Package) asked(v ssa.Value, depth int) side {
	if depth > maxDepth {
		return unasked
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		switch v.Op {
		case token.NOT:
			return p.asked(v.X, depth+1).not()
		case token.MUL:
			return p.at(v.X, depth+1)
		}
	case *ssa.BinOp:
		return p.compared(v, depth)
	case *ssa.Extract:
		switch from := v.Tuple.(type) {
		case *ssa.Lookup: // _, ok := c.byName[name]
			return p.asked(from.X, depth+1)
		case *ssa.Select:
			if !from.Blocking && slices.ContainsFunc(from.States, signal) {
				return either
			}
		}
	case *ssa.Call:
		return p.answered(v, depth)
	}
	return unasked
}

// compared: with what is empty, or with a constant that is not; a length with a number.
func (p *Package) compared(v *ssa.BinOp, depth int) side {
	x, y, op := v.X, v.Y, v.Op
	if _, first := x.(*ssa.Const); first {
		x, y = y, x
		switch op {
		case token.LSS:
			op = token.GTR
		case token.GTR:
			op = token.LSS
		case token.LEQ:
			op = token.GEQ
		case token.GEQ:
			op = token.LEQ
		}
	}
	is := p.asked(x, depth+1)
	if _, constant := y.(*ssa.Const); !constant {
		if is != unasked || p.asked(y, depth+1) != unasked {
			return either
		}
		return unasked
	}
	switch {
	case op == token.EQL && isZero(y), op == token.NEQ && !isZero(y), op == token.LSS, op == token.LEQ:
		return is.not()
	}
	return is
}

// at: the place is such a field, or a variable that holds what one is asked for.
func (p *Package) at(place ssa.Value, depth int) side {
	if g, ok := place.(*ssa.Global); ok {
		is, known := p.globals[g]
		if !known {
			is = p.later(g)
			p.globals[g] = is
		}
		return filledIf(is)
	}
	made, ok := place.(*ssa.Alloc)
	if !ok {
		return filledIf(p.empty(place))
	}
	if p.asking[made] {
		return unasked // err, in a function with many returns and a deferred one that sets it
	}
	p.asking[made] = true
	defer delete(p.asking, made)
	for _, ref := range *made.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == made {
			if is := p.asked(st.Val, depth); is != unasked {
				return is
			}
		}
	}
	return unasked
}

func filledIf(is bool) side {
	if is {
		return full
	}
	return unasked
}

// answered: len(c.names), c.started.Load(), c.isStarted().
func (p *Package) answered(call *ssa.Call, depth int) side {
	if ssautil.IsError(call.Type()) {
		return unasked
	}
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Pkg != p.pkg {
		args := call.Call.Args
		if call.Call.IsInvoke() || len(args) != 1 {
			return unasked
		}
		return max(p.asked(args[0], depth+1), filledIf(p.empty(args[0])))
	}
	if fn.Signature.Results().Len() != 1 {
		return unasked
	}
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			if is := p.asked(ret.Results[0], depth+1); is != unasked {
				return is
			}
		}
	}
	return unasked
}

// empty: the place is such a field.
func (p *Package) empty(place ssa.Value) bool {
	at, ok := place.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	field := ssautil.Field(at)
	if field == nil || field.Exported() || field.Pkg() != p.pkg.Pkg || p.setting(field) {
		return false
	}
	// That a client is there is asked for safety's sake: who sets one reads with it.
	typ := types.Unalias(field.Type())
	if ptr, ok := typ.(*types.Pointer); ok {
		typ = types.Unalias(ptr.Elem())
	}
	if t, ok := typ.(*types.Named); ok && t.Obj().Pkg() != nil && ctrlruntime.Within(t.Obj().Pkg().Path()) {
		return false
	}
	return given(at.X)
}

// given: a place is in an object that the function is given.
func given(from ssa.Value) bool {
	for {
		switch v := from.(type) {
		case *ssa.FieldAddr:
			from = v.X
		case *ssa.UnOp:
			from = v.X
		case *ssa.Parameter, *ssa.FreeVar:
			return true
		default:
			return false
		}
	}
}

// signal: a select looks whether anything has come over a channel in a field, or it has
// been closed. Who makes the channel says nothing about that.
func signal(of *ssa.SelectState) bool {
	load, ok := of.Chan.(*ssa.UnOp)
	if !ok || of.Dir != types.RecvOnly {
		return false
	}
	at, ok := load.X.(*ssa.FieldAddr)
	return ok && given(at)
}

// later: a hidden variable that the package sets once it runs, to a constant. Any other
// value, or a pointer to it, may be what the program is configured with.
func (p *Package) later(g *ssa.Global) bool {
	if token.IsExported(g.Name()) || g.Pkg != p.pkg {
		return false
	}
	set := false
	var ops []*ssa.Value
	for _, fn := range p.functions() {
		for _, b := range fn.Blocks {
			for _, ins := range b.Instrs {
				if !slices.ContainsFunc(ins.Operands(ops[:0]), func(op *ssa.Value) bool { return *op == g }) {
					continue
				}
				switch ins := ins.(type) {
				case *ssa.UnOp, *ssa.DebugRef:
				case *ssa.Store:
					if _, constant := ins.Val.(*ssa.Const); !constant || fn.Name() == "init" {
						return false
					}
					set = set || !isZero(ins.Val)
				default:
					return false
				}
			}
		}
	}
	return set
}

// setting: a function fills the field in an object that it makes, with anything that may
// not be empty, or somebody stores what is no constant in it, or hands out its address: a
// flag of the command line. What only tests do does not count.
func (p *Package) setting(field *types.Var) bool {
	if p.settings == nil {
		p.settings = make(map[*types.Var]bool)
		for _, fn := range p.functions() {
			if fn.Pos().IsValid() && strings.HasSuffix(fn.Prog.Fset.Position(fn.Pos()).Filename, "_test.go") {
				continue
			}
			for _, b := range fn.Blocks {
				for _, ins := range b.Instrs {
					switch ins := ins.(type) {
					case *ssa.Store:
						p.settings[set(ins)] = true
					case *ssa.Call:
						p.handsOut(ins)
					}
				}
			}
		}
	}
	return p.settings[field]
}

// handsOut notes the fields whose addresses a call gets: of plain values, which have no
// methods that a call would be of.
func (p *Package) handsOut(call *ssa.Call) {
	for _, arg := range call.Call.Args {
		if at, ok := arg.(*ssa.FieldAddr); ok {
			if _, plain := types.Unalias(ssautil.Field(at).Type()).(*types.Basic); plain && !atomics(call) {
				p.settings[ssautil.Field(at)] = true
			}
		}
	}
}

// atomics: atomic.LoadInt32(&c.started)
func atomics(call *ssa.Call) bool {
	fn := call.Call.StaticCallee()
	return fn != nil && fn.Pkg != nil && fn.Pkg.Pkg.Path() == "sync/atomic"
}

func (p *Package) functions() []*ssa.Function {
	for _, m := range p.pkg.Members {
		if fn, ok := m.(*ssa.Function); ok {
			return ssautil.FunctionsOf(fn) // all of the package
		}
	}
	return nil
}

// set is the field that a store makes a setting of; nil if it does not.
func set(st *ssa.Store) *types.Var {
	at, ok := st.Addr.(*ssa.FieldAddr)
	if !ok || isZero(st.Val) {
		return nil
	}
	if _, plain := st.Val.Type().Underlying().(*types.Basic); plain {
		if _, constant := st.Val.(*ssa.Const); !constant {
			return ssautil.Field(at)
		}
	}
	from := at.X
	for in, ok := from.(*ssa.FieldAddr); ok; in, ok = from.(*ssa.FieldAddr) {
		from = in.X
	}
	if _, made := from.(*ssa.Alloc); !made {
		return nil
	}
	return ssautil.Field(at)
}

func isZero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil {
		return ok
	}
	switch c.Value.Kind() {
	case constant.Bool:
		return !constant.BoolVal(c.Value)
	case constant.String:
		return constant.StringVal(c.Value) == ""
	case constant.Int:
		return constant.Sign(c.Value) == 0
	}
	return false
}
