// Package kept finds out who has what a call returns, a registration above all; for
// that it knows who calls the functions of a package, and whether all who do are known.
package kept

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/blocking"
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Calls are those in one package.
type Calls struct {
	Of  map[*ssa.Function][]ssa.CallInstruction // static calls of a function
	fns []*ssa.Function
	// values are functions that are more than called, and invoked the names of methods
	// that are called through interfaces, once somebody asks.
	values  map[*ssa.Function]bool
	invoked map[string]bool
}

// New looks at all functions of a package.
func New(fns []*ssa.Function) *Calls {
	c := &Calls{Of: make(map[*ssa.Function][]ssa.CallInstruction), fns: fns}
	c.each(func(instr ssa.Instruction) {
		if i, ok := instr.(ssa.CallInstruction); ok {
			if fn := Called(i.Common()); fn != nil {
				c.Of[fn] = append(c.Of[fn], i)
			}
		}
	})
	return c
}

func (c *Calls) each(do func(ssa.Instruction)) {
	for _, fn := range c.fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				do(instr)
			}
		}
	}
}

// maxDepth limits how far results are followed to those who call.
const maxDepth = 6

// Dropped reports whether a result of a call, a registration, is not kept, or kept
// only to take the handler away again. One that is returned is dropped if all who
// call the function are known and drop it.
func (c *Calls) Dropped(i ssa.CallInstruction, index, depth int) bool {
	call, ok := i.(*ssa.Call)
	if !ok || call.Referrers() == nil {
		return true
	}
	if call.Call.Signature().Results().Len() == 1 {
		return c.unasked(call, depth)
	}
	for _, ref := range *call.Referrers() {
		ex, ok := ref.(*ssa.Extract)
		if !ok {
			return false
		}
		if ex.Index == index && !c.unasked(ex, depth) {
			return false
		}
	}
	return true
}

// unasked reports whether nobody can ask a registration.
func (c *Calls) unasked(v ssa.Value, depth int) bool {
	if v.Referrers() == nil {
		return true
	}
	for _, use := range *v.Referrers() {
		switch u := use.(type) {
		case *ssa.DebugRef:
		case *ssa.BinOp: // with nil
		case *ssa.Return:
			for n, res := range u.Results {
				if res == v && !c.droppedBy(u.Parent(), n, depth+1) {
					return false
				}
			}
		case *ssa.Store: // a variable that closures have, or a named result
			if u.Val != v || depth > maxDepth || !c.unaskedVar(u.Addr, depth+1) {
				return false
			}
		case *ssa.Phi: // a named result
			if depth > maxDepth || !c.unasked(u, depth+1) {
				return false
			}
		case ssa.CallInstruction:
			if obj := ssautil.Callee(u.Common()); obj == nil || !clientgo.RemovesHandler(obj) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// unaskedVar reports whether nobody can ask a registration that is in a variable.
func (c *Calls) unaskedVar(addr ssa.Value, depth int) bool {
	switch addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
	default:
		return false
	}
	for _, ref := range *addr.Referrers() {
		switch u := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if u.Addr != addr {
				return false
			}
		case *ssa.UnOp:
			if !c.unasked(u, depth) {
				return false
			}
		case *ssa.MakeClosure:
			for n, b := range u.Bindings {
				if b == addr && !c.unaskedVar(u.Fn.(*ssa.Function).FreeVars[n], depth) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// droppedBy reports whether all calls of a function are known, and none keeps a
// result.
func (c *Calls) droppedBy(fn *ssa.Function, index, depth int) bool {
	if depth > maxDepth || fn.Parent() != nil || token.IsExported(fn.Name()) || len(c.Of[fn]) == 0 || c.isValue(fn) {
		return false
	}
	for _, call := range c.Of[fn] {
		if !c.Dropped(call, index, depth) {
			return false
		}
	}
	return true
}

// HandedIn is what a function gets as its parameter k, if it is called in one place
// and nowhere else.
func (c *Calls) HandedIn(fn *ssa.Function, k int) ssa.Value {
	if fn.Parent() != nil || token.IsExported(fn.Name()) || len(c.Of[fn]) != 1 || c.isValue(fn) {
		return nil
	}
	if args := c.Of[fn][0].Common().Args; k < len(args) {
		return args[k]
	}
	return nil
}

// Called is the function that a call is known to lead to: of instances the generic
// function, whose body is in the package.
func Called(c *ssa.CallCommon) *ssa.Function {
	fn := c.StaticCallee()
	if fn != nil && fn.Origin() != nil {
		return fn.Origin()
	}
	return fn
}

// isValue reports whether a function is more than called: it is stored, bound or
// handed on, or it is a method that an interface of the package may lead to.
func (c *Calls) isValue(fn *ssa.Function) bool {
	if c.values == nil {
		c.findValues()
	}
	return c.values[fn] || c.invoked[fn.Name()] && fn.Signature.Recv() != nil
}

// findValues looks once at all operands of the package.
func (c *Calls) findValues() {
	c.values, c.invoked = make(map[*ssa.Function]bool), make(map[string]bool)
	var ops []*ssa.Value
	c.each(func(instr ssa.Instruction) {
		call, _ := instr.(ssa.CallInstruction)
		if call != nil && call.Common().IsInvoke() {
			c.invoked[call.Common().Method.Name()] = true
		}
		ops = instr.Operands(ops[:0])
		for n, op := range ops {
			fn, _ := (*op).(*ssa.Function)
			if fn == nil || n == 0 && call != nil && !call.Common().IsInvoke() {
				continue
			}
			for _, of := range []*ssa.Function{fn, fn.Origin(), ssautil.Bound(fn)} {
				c.values[of] = true
			}
		}
	})
}

// Locked reports whether somebody in the package calls a function with a lock held.
func (c *Calls) Locked(fn *ssa.Function, depth int) bool {
	if depth > maxDepth {
		return true
	}
	for _, call := range c.Of[fn] {
		if blocking.Holds(call) || c.Locked(call.Parent(), depth+1) {
			return true
		}
	}
	return false
}
