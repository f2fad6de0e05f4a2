// Package setting tells which conditions ask only how a program was set up. They go the
// same way each time they are asked, unlike those about what a handler was told before.
package setting

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// Fields are the fields of a package's functions that are written where a structure is
// made, and nowhere else.
type Fields struct {
	fns     []*ssa.Function
	need    func(*ssa.Function)
	written map[*types.Var]*writes // nil until somebody asks
}

// writes are what a package does to a field.
type writes struct {
	changes bool       // also where the structure is not made
	always  *ssa.Const // the one constant that is written there; nil: not one
	by      []*ssa.Function
}

// In looks at the functions of a package. need is told of each function that an answer
// depends on.
func In(fns []*ssa.Function, need func(*ssa.Function)) *Fields { return &Fields{fns: fns, need: need} }

// Asked reports whether a condition is about fields, and the functions of the package do
// not change them: of what a method has as its receiver, and the function at the top of
// all as well, or of what a closure has captured. What a handler finds in a map, or is
// given, may be of one object.
func (f *Fields) Asked(cond ssa.Value, top *ssa.Function) bool {
	switch v := cond.(type) {
	case *ssa.BinOp:
		_, constant := v.Y.(*ssa.Const)
		return constant && f.set(v.X, top)
	case *ssa.UnOp:
		if v.Op == token.NOT {
			return f.Asked(v.X, top)
		}
	}
	return f.set(cond, top)
}

// set reports whether a value is what a field has, or what that points to.
func (f *Fields) set(v ssa.Value, top *ssa.Function) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	switch x := load.X.(type) {
	case *ssa.FieldAddr:
		return f.kept(ssautil.Field(x)) && f.holds(x.X, top)
	case *ssa.FreeVar:
		return x.Parent() == top && once(x)
	}
	return f.set(load.X, top)
}

// once reports whether a captured variable has one value: a parameter's, or what it is
// declared with.
func once(v *ssa.FreeVar) bool {
	for _, b := range v.Parent().Parent().Blocks {
		for _, instr := range b.Instrs {
			if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == v.Parent() {
				a, ok := mc.Bindings[slices.Index(v.Parent().FreeVars, v)].(*ssa.Alloc)
				return ok && ssautil.OnlyStored(a) != nil && onlyRead(a)
			}
		}
	}
	return false
}

// onlyRead reports whether no closure that captures a variable does more than to read it.
func onlyRead(a *ssa.Alloc) bool {
	for _, ref := range *a.Referrers() {
		mc, ok := ref.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		for _, use := range *mc.Fn.(*ssa.Function).FreeVars[slices.Index(mc.Bindings, ssa.Value(a))].Referrers() {
			if load, ok := use.(*ssa.UnOp); !ok || load.Op != token.MUL {
				return false
			}
		}
	}
	return true
}

// holds reports whether a value leads to the structure that was set up.
func (f *Fields) holds(v ssa.Value, top *ssa.Function) bool {
	switch v := v.(type) {
	case *ssa.Parameter:
		return recv(v.Parent()) != nil && v == v.Parent().Params[0] && types.Identical(ssautil.Deref(v.Type()), ssautil.Deref(receiver(top)))
	case *ssa.FreeVar:
		return v.Parent() == top
	case *ssa.FieldAddr:
		return f.kept(ssautil.Field(v)) && f.holds(v.X, top)
	case *ssa.UnOp:
		return v.Op == token.MUL && (f.set(v, top) || f.holds(v.X, top))
	}
	return false
}

func recv(fn *ssa.Function) *types.Var { return fn.Signature.Recv() }

// receiver is the type of the one of a method, or of the method that a closure is made in.
func receiver(fn *ssa.Function) types.Type {
	if r := recv(ssautil.Outermost(fn)); r != nil {
		return r.Type()
	}
	return types.Typ[types.Invalid]
}

// kept reports whether a field is not changed. One of the package's own that nobody else
// can write must be written somewhere, and one that always has the same constant is none.
func (f *Fields) kept(field *types.Var) bool {
	if f.written == nil {
		f.written = make(map[*types.Var]*writes)
		for _, fn := range f.fns {
			f.collect(fn)
		}
	}
	w := f.written[field.Origin()]
	if w == nil {
		return field.Exported()
	}
	for _, fn := range w.by {
		f.need(fn) // of the others it is enough that they do not write it
	}
	return !w.changes && w.always == nil
}

// collect notes the fields that a function writes, or lends.
func (f *Fields) collect(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.FieldAddr:
				f.uses(i)
			case *ssa.Store:
				// What a pointer leads to gives way to another structure.
				st, ok := i.Val.Type().Underlying().(*types.Struct)
				if !ok || made(i.Addr) {
					continue
				}
				for field := range st.Fields() {
					f.writes(field, fn).changes = true
				}
			}
		}
	}
}

// writes is what is known of a field that a function writes.
func (f *Fields) writes(field *types.Var, fn *ssa.Function) *writes {
	w := f.written[field.Origin()]
	if w == nil {
		w = new(writes)
		f.written[field.Origin()] = w
	}
	if !slices.Contains(w.by, fn) {
		w.by = append(w.by, fn)
	}
	return w
}

// uses looks at what is done with the address of a field.
func (f *Fields) uses(fa *ssa.FieldAddr) {
	for _, ref := range *fa.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp, *ssa.FieldAddr, *ssa.DebugRef:
		case *ssa.Store:
			first := f.written[ssautil.Field(fa).Origin()] == nil
			w := f.writes(ssautil.Field(fa), fa.Parent())
			w.changes = w.changes || ref.Addr != fa || !made(fa.X)
			c, _ := ref.Val.(*ssa.Const)
			if c == nil || !first && (w.always == nil || w.always.String() != c.String()) {
				c = nil
			}
			w.always = c
		default:
			f.writes(ssautil.Field(fa), fa.Parent()).changes = true
		}
	}
}

// made reports whether a structure is made in the function that has its address.
func made(v ssa.Value) bool {
	if fa, ok := v.(*ssa.FieldAddr); ok {
		return made(fa.X)
	}
	_, ok := v.(*ssa.Alloc)
	return ok
}
