// Package state says which conditions of a package ask for the state of an object, such as
// whether it has been started, and not for how it is configured.
package state

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// maxDepth bounds what a condition is computed from.
const maxDepth = 6

// A Package knows the fields of a package's structures.
type Package struct {
	pkg      *ssa.Package
	settings map[*types.Var]bool // nil before anybody asks
	globals  map[*ssa.Global]bool
	asks     map[ssa.Value]bool // the conditions of before: many calls stand under each
}

// Of makes a Package.
func Of(pkg *ssa.Package) *Package {
	return &Package{pkg: pkg, globals: make(map[*ssa.Global]bool), asks: make(map[ssa.Value]bool)}
}

// Asked reports whether a condition asks for a hidden field of an object that a function
// is given, which is no setting: nothing in the package fills it where it makes such an
// object, so that only what happens later sets it, and until then it is empty.
//
//	func (c *controller) refresh(ctx context.Context) error {
//		if !c.started {
//			return nil
//		}
//		return c.client.List(ctx, &nodes)
//	}
func (p *Package) Asked(cond ssa.Value) bool {
	is, known := p.asks[cond]
	if !known {
		is = p.asked(cond, 0)
		p.asks[cond] = is
	}
	return is
}

func (p *Package) asked(v ssa.Value, depth int) bool {
	if depth > maxDepth {
		return false
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		return v.Op == token.NOT && p.asked(v.X, depth+1) || v.Op == token.MUL && p.at(v.X, depth+1)
	case *ssa.BinOp:
		return p.asked(v.X, depth+1) || p.asked(v.Y, depth+1)
	case *ssa.Extract:
		switch from := v.Tuple.(type) {
		case *ssa.Lookup: // _, ok := c.byName[name]
			return p.asked(from.X, depth+1)
		case *ssa.Select:
			return !from.Blocking && slices.ContainsFunc(from.States, signal)
		}
	case *ssa.Call:
		return p.answered(v, depth)
	}
	return false
}

// at: the place is such a field, or a variable that holds what one is asked for.
func (p *Package) at(place ssa.Value, depth int) bool {
	if g, ok := place.(*ssa.Global); ok {
		is, known := p.globals[g]
		if !known {
			is = p.later(g)
			p.globals[g] = is
		}
		return is
	}
	made, ok := place.(*ssa.Alloc)
	if !ok {
		return p.empty(place)
	}
	for _, ref := range *made.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == made && p.asked(st.Val, depth) {
			return true
		}
	}
	return false
}

// answered: len(c.names), c.started.Load(), c.isStarted().
func (p *Package) answered(call *ssa.Call, depth int) bool {
	if ssautil.IsError(call.Type()) {
		return false
	}
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Pkg != p.pkg {
		args := call.Call.Args
		return !call.Call.IsInvoke() && len(args) == 1 && (p.asked(args[0], depth+1) || p.empty(args[0]))
	}
	if fn.Signature.Results().Len() != 1 {
		return false
	}
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && p.asked(ret.Results[0], depth+1) {
			return true
		}
	}
	return false
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
// not be empty.
func (p *Package) setting(field *types.Var) bool {
	if p.settings == nil {
		p.settings = make(map[*types.Var]bool)
		for _, fn := range p.functions() {
			for _, b := range fn.Blocks {
				for _, ins := range b.Instrs {
					if st, ok := ins.(*ssa.Store); ok && !isZero(st.Val) {
						p.settings[filled(st)] = true
					}
				}
			}
		}
	}
	return p.settings[field]
}

func (p *Package) functions() []*ssa.Function {
	for _, m := range p.pkg.Members {
		if fn, ok := m.(*ssa.Function); ok {
			return ssautil.FunctionsOf(fn) // all of the package
		}
	}
	return nil
}

// filled is the field of a new object where something is stored; nil if it is another place.
func filled(st *ssa.Store) *types.Var {
	at, ok := st.Addr.(*ssa.FieldAddr)
	if !ok {
		return nil
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
