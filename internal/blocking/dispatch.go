package blocking

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// What is called through an interface or a function value may be anything that the
// package has for it. That somebody else has more is not known, and only of interfaces
// and functions of the package is it asked whether there is any.

// AwaitsAny is Awaits where calls through interfaces and function values are followed
// to all that the package has for them; of its own interface, or a function, that it
// has nothing for, it may wait.
func AwaitsAny(fn *ssa.Function) (waits, locks bool) {
	if fn == nil {
		return false, false
	}
	a := &awaiter{seen: make(map[*ssa.Function]bool), any: newDispatch(fn)}
	return a.awaits(fn)
}

// AwaitsValue is AwaitsAny of a function value at a place in a function.
func AwaitsValue(v ssa.Value, in *ssa.Function) (waits, locks bool) {
	a := &awaiter{seen: make(map[*ssa.Function]bool), any: newDispatch(in)}
	for {
		switch x := v.(type) {
		case *ssa.ChangeType:
			v = x.X
			continue
		case *ssa.MakeInterface:
			v = x.X
			continue
		case *ssa.Const:
			return false, false
		case *ssa.MakeClosure:
			return a.awaits(x.Fn.(*ssa.Function))
		case *ssa.Function:
			return a.awaits(x)
		case *ssa.Call:
			// Of what a function of another package makes nothing is known.
			if fn := x.Common().StaticCallee(); fn != nil && len(fn.Blocks) == 0 {
				return false, false
			}
		}
		fns, known := a.any.like(v.Type())
		return a.all(fns, known)
	}
}

// A dispatch is what a package has for interfaces and function values.
type dispatch struct {
	pkg    *ssa.Package
	values []*ssa.Function // that are not only called
}

func newDispatch(fn *ssa.Function) *dispatch {
	if method := ssautil.Bound(fn); method != nil {
		fn = method
	}
	d := &dispatch{pkg: ssautil.Outermost(fn).Pkg}
	if d.pkg == nil {
		return d
	}
	seen := make(map[*ssa.Function]bool)
	for _, f := range ssautil.FunctionsOf(fn) {
		for _, b := range f.Blocks {
			for _, instr := range b.Instrs {
				var callee ssa.Value
				if call, ok := instr.(ssa.CallInstruction); ok {
					callee = call.Common().Value
				}
				for _, op := range instr.Operands(nil) {
					if val, ok := (*op).(*ssa.Function); ok && *op != callee && !seen[val] {
						seen[val] = true
						d.values = append(d.values, val)
					}
				}
			}
		}
	}
	return d
}

// targets are what a call may call; not known where the package has nothing for it that
// is its own.
func (d *dispatch) targets(c *ssa.CallCommon) (fns []*ssa.Function, known bool) {
	if fn := c.StaticCallee(); fn != nil {
		return []*ssa.Function{fn}, true
	}
	if _, builtin := c.Value.(*ssa.Builtin); builtin || d.pkg == nil {
		return nil, true
	}
	if !c.IsInvoke() {
		return d.like(c.Value.Type())
	}
	iface, ok := c.Value.Type().Underlying().(*types.Interface)
	if !ok {
		return nil, true
	}
	for _, m := range d.pkg.Members {
		t, ok := m.(*ssa.Type)
		if !ok || types.IsInterface(t.Type()) {
			continue
		}
		if named, ok := types.Unalias(t.Type()).(*types.Named); ok && named.TypeParams().Len() > 0 {
			continue
		}
		for _, typ := range []types.Type{t.Type(), types.NewPointer(t.Type())} {
			if types.Implements(typ, iface) {
				if fn := d.pkg.Prog.LookupMethod(typ, c.Method.Pkg(), c.Method.Name()); fn != nil {
					fns = append(fns, fn)
				}
				break
			}
		}
	}
	return fns, len(fns) > 0 || c.Method.Pkg() != d.pkg.Pkg
}

// like are the functions of a type that the package uses as values.
func (d *dispatch) like(typ types.Type) (fns []*ssa.Function, known bool) {
	sig, ok := typ.Underlying().(*types.Signature)
	if !ok {
		return nil, true
	}
	for _, fn := range d.values {
		if types.Identical(types.NewSignatureType(nil, nil, nil, fn.Signature.Params(), fn.Signature.Results(), fn.Signature.Variadic()), types.NewSignatureType(nil, nil, nil, sig.Params(), sig.Results(), sig.Variadic())) {
			fns = append(fns, fn)
		}
	}
	return fns, len(fns) > 0
}

// tells: a call gives back what others may wait for.
func tells(c *ssa.CallCommon) bool {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() == "close"
	}
	switch clientgo.FuncName(ssautil.Callee(c)) {
	case "(*sync.Mutex).Unlock", "(*sync.RWMutex).Unlock", "(*sync.RWMutex).RUnlock", "(sync.Locker).Unlock", "(*sync.WaitGroup).Done", "(*sync.Cond).Broadcast", "(*sync.Cond).Signal":
		return true
	}
	return false
}

// Tells reports whether an instruction, or what it calls in the package, does what
// others may wait for: it sends, closes or gives back a lock.
func Tells(instr ssa.Instruction) bool { return tellsIn(instr, make(map[*ssa.Function]bool)) }

func tellsIn(instr ssa.Instruction, seen map[*ssa.Function]bool) bool {
	switch instr := instr.(type) {
	case *ssa.Send, *ssa.Select:
		return true
	case *ssa.Call:
		if tells(instr.Common()) {
			return true
		}
		fn := instr.Common().StaticCallee()
		if fn == nil || seen[fn] {
			return false
		}
		seen[fn] = true
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if d, ok := in.(*ssa.Defer); ok && tells(d.Common()) || tellsIn(in, seen) {
					return true
				}
			}
		}
	}
	return false
}
