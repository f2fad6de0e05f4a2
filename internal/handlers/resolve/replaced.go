package resolve

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// replaced reports whether what is put into a field of a handler structure may not be
// there any more when the structure is registered: h := handlers(); h.DeleteFunc =
// unwrapped(h.DeleteFunc), here, in a copy, or by who gets its address. What is put there
// instead is looked at for itself; the function that it may call is not the handler.
func (r *resolver) replaced(st *ssa.Store, fa *ssa.FieldAddr) bool {
	if again, known := r.again[st]; known {
		return again
	}
	o := r.overwrites(fa.X, fa.Field, st)
	again := o.origin(fa.X)
	r.again[st] = again
	return again
}

// filledLater reports whether a field of a handler structure may be filled after it was made.
func (r *resolver) filledLater(made ssa.Value, name string) bool {
	st, ok := ssautil.Deref(made.Type()).Underlying().(*types.Struct)
	if !ok {
		return true
	}
	for n := range st.NumFields() {
		if st.Field(n).Name() == name {
			return r.overwrites(made, n, nil).value(made, nil)
		}
	}
	return false
}

func (r *resolver) overwrites(base ssa.Value, field int, st *ssa.Store) *overwrite {
	o := &overwrite{r: r, store: st, base: base, typ: ssautil.Deref(base.Type()), field: field, seen: make(map[ssa.Value]bool)}
	if st != nil {
		o.begin = st
	}
	return o
}

// An overwrite is the question whether a field of a structure is filled again. It follows
// the structure, its copies and its address forwards through the package, and says yes
// where that is not certain to be all.
type overwrite struct {
	r     *resolver
	store *ssa.Store      // what fills it; nil asks for any
	begin ssa.Instruction // the same
	base  ssa.Value       // where it is
	typ   types.Type      // of the structure
	field int
	seen  map[ssa.Value]bool
}

// origin starts at the structure that is filled, and where that was got from.
func (o *overwrite) origin(base ssa.Value) bool {
	if o.value(base, o.begin) {
		return true
	}
	switch b := base.(type) {
	case *ssa.Parameter: // func defaults(h *cache.ResourceEventHandlerFuncs)
		fn := b.Parent()
		n := slices.Index(fn.Params, b)
		return slices.ContainsFunc(o.r.calls[ssautil.Origin(fn)], func(c ssa.CallInstruction) bool {
			return n < len(c.Common().Args) && o.from(c.Common().Args[n], c)
		})
	case *ssa.FreeVar:
		return o.bound(b)
	case *ssa.FieldAddr:
		return o.kept(b, o.begin)
	case *ssa.UnOp:
		switch at := b.X.(type) {
		case *ssa.FieldAddr:
			return o.kept(at, o.begin)
		case *ssa.FreeVar:
			return o.bound(at)
		case *ssa.Alloc, *ssa.Global:
			return o.value(at, o.begin)
		}
	}
	return false
}

// from follows what a function was called with, from the call on.
func (o *overwrite) from(arg ssa.Value, call ssa.CallInstruction) bool {
	if fa, ok := arg.(*ssa.FieldAddr); ok && o.kept(fa, call) {
		return true
	}
	return o.value(arg, call)
}

// bound follows a captured variable where it was captured.
func (o *overwrite) bound(v *ssa.FreeVar) bool {
	return slices.ContainsFunc(ssautil.Captured(v, o.r.closes[v.Parent()]), func(b ssa.Value) bool { return o.value(b, nil) })
}

// value follows a structure, an address of it, or a variable with either, from an
// instruction on.
func (o *overwrite) value(v ssa.Value, after ssa.Instruction) bool {
	if o.seen[v] {
		return false
	}
	o.seen[v] = true
	if g, ok := v.(*ssa.Global); ok {
		return slices.ContainsFunc(o.r.used().globals[g], func(ref ssa.Instruction) bool { return o.use(ref, v, after) })
	}
	if v.Referrers() == nil {
		return false
	}
	o.r.in.Need(v.Parent())
	return slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool { return o.use(ref, v, after) })
}

func (o *overwrite) use(ref ssa.Instruction, v ssa.Value, after ssa.Instruction) bool {
	_, closure := ref.(*ssa.MakeClosure) // may run later
	if ref == o.begin || ref == after || !closure && !follows(after, ref, v) {
		return false
	}
	switch i := ref.(type) {
	case *ssa.FieldAddr:
		return i.X == v && i.Field == o.field && o.same(ssautil.Deref(v.Type())) && o.filled(i)
	case *ssa.Store:
		if i.Val == v {
			return o.stored(i)
		}
		return o.swapped(i, v)
	case *ssa.UnOp, *ssa.Phi, *ssa.ChangeType, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.TypeAssert, *ssa.Extract:
		return o.value(i.(ssa.Value), nil)
	case *ssa.MakeClosure:
		fn := i.Fn.(*ssa.Function)
		for n, b := range i.Bindings {
			if b == v && o.value(fn.FreeVars[n], nil) {
				return true
			}
		}
	case ssa.CallInstruction:
		return o.call(i, v)
	case *ssa.Return:
		return o.returned(i, v)
	case *ssa.MapUpdate, *ssa.Send:
		return o.pointer(v) // whoever takes it out
	}
	return false
}

// follows reports whether an instruction may come after another of its function, with
// the same variable: a loop makes a new one each time.
func follows(after, ref ssa.Instruction, v ssa.Value) bool {
	if after == nil || after.Parent() != ref.Parent() {
		return true
	}
	from, to := after.Block(), ref.Block()
	if from == to && slices.Index(from.Instrs, ref) > slices.Index(from.Instrs, after) {
		return true
	}
	var made *ssa.BasicBlock
	if i, ok := v.(ssa.Instruction); ok && i.Parent() == ref.Parent() && i.Block().Dominates(from) {
		made = i.Block()
	}
	return slices.ContainsFunc(from.Succs, func(next *ssa.BasicBlock) bool { return next != made && to != made && ssautil.Leads(next, to, made) })
}

// swapped reports whether another structure is put in the place of the one in a variable.
func (o *overwrite) swapped(st *ssa.Store, v ssa.Value) bool {
	if loads(st.Val, v) || o.store == nil && isNil(st.Val) {
		return false
	}
	of := ssautil.Deref(v.Type())
	if _, field := v.(*ssa.FieldAddr); !field {
		of = ssautil.Deref(of)
	}
	return o.same(of)
}

// same reports whether a type is that of the structure, under any name.
func (o *overwrite) same(t types.Type) bool {
	return types.Identical(t.Underlying(), o.typ.Underlying())
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}

// filled reports whether something is put into the field, or may be by who gets its
// address.
func (o *overwrite) filled(fa *ssa.FieldAddr) bool {
	return slices.ContainsFunc(*fa.Referrers(), func(ref ssa.Instruction) bool {
		switch i := ref.(type) {
		case *ssa.Store:
			return i != o.store && !(o.store == nil && isNil(i.Val))
		case *ssa.UnOp, *ssa.DebugRef:
			return false
		}
		return true
	})
}

func (o *overwrite) stored(st *ssa.Store) bool {
	switch a := st.Addr.(type) {
	case *ssa.Alloc, *ssa.Global:
		return o.value(a, st)
	case *ssa.FreeVar:
		return o.value(a, nil) || o.bound(a)
	case *ssa.FieldAddr:
		if role, _ := clientgo.HandlerField(a.X.Type(), ssautil.FieldName(a.X.Type(), a.Field)); role == clientgo.NoHandler {
			return o.kept(a, st)
		}
	case *ssa.IndexAddr:
		return o.pointer(st.Val) // whoever looks through the list
	}
	return false
}

// kept follows a structure in a field, from all places that take it from there.
func (o *overwrite) kept(at *ssa.FieldAddr, after ssa.Instruction) bool {
	field := ssautil.Field(at)
	return field != nil && slices.ContainsFunc(o.r.used().fields[field.Origin()], func(v ssa.Value) bool {
		if fa, ok := v.(*ssa.FieldAddr); ok && !sameOwner(fa.X, at.X) && o.literal(fa) {
			return false
		}
		return o.value(v, after)
	})
}

// sameOwner reports whether two values are one, or what one variable has: a receiver
// that a closure captures.
func sameOwner(x, y ssa.Value) bool {
	a, ok := x.(*ssa.UnOp)
	b, is := y.(*ssa.UnOp)
	return x == y || ok && is && a.Op == b.Op && a.X == b.X
}

// literal reports whether several fields are filled of a structure where it is, or all
// of it is: somebody else makes one, for an owner of its own.
func (o *overwrite) literal(fa *ssa.FieldAddr) bool {
	if fa == o.base || !o.same(ssautil.Deref(fa.Type())) {
		return false
	}
	fields := 0
	for _, ref := range *fa.Referrers() {
		switch i := ref.(type) {
		case *ssa.Store:
			if i.Addr == fa {
				return true
			}
		case *ssa.FieldAddr:
			if !filled(i) {
				return false // it is read: somebody has made it
			}
			fields++
		}
	}
	return fields > 1
}

// pointer reports whether a value is the address of such a structure: a copy or an
// interface says nothing of what others do with their own.
func (o *overwrite) pointer(v ssa.Value) bool {
	t := types.Unalias(v.Type())
	p, ok := t.(*types.Pointer)
	if ok {
		t = types.Unalias(p.Elem())
	}
	_, param := t.(*types.TypeParam) // in a generic function: it may be a pointer itself
	return param || ok && o.same(t)
}

// call follows what a function of the package is given. What any other does with the
// address is not known: for _, opt := range opts { opt(&h) }.
func (o *overwrite) call(i ssa.CallInstruction, v ssa.Value) bool {
	c := i.Common()
	callee := c.StaticCallee()
	if obj := ssautil.Callee(c); obj != nil && obj.Pkg() != nil && clientgo.Modelled(obj.Pkg().Path()) {
		return false // its methods, and what registers it
	}
	if callee == nil || len(ssautil.Origin(callee).Blocks) == 0 {
		return slices.Contains(c.Args, v) && o.pointer(v)
	}
	params := ssautil.Origin(callee).Params
	for n, arg := range c.Args {
		if arg == v && n < len(params) && o.value(params[n], nil) {
			return true
		}
	}
	return false
}

// returned follows a result to who asked for it in the package, by the function's name, or
// by a value or an interface that may be it.
func (o *overwrite) returned(ret *ssa.Return, v ssa.Value) bool {
	fn := ssautil.Origin(ret.Parent())
	for _, c := range slices.Concat(o.r.calls[fn], o.r.used().callers(fn)) {
		call, ok := c.(*ssa.Call)
		switch {
		case !ok:
		case len(ret.Results) == 1:
			if o.value(call, nil) {
				return true
			}
		default:
			for _, ref := range *call.Referrers() {
				if e, ok := ref.(*ssa.Extract); ok && ret.Results[e.Index] == v && o.value(e, nil) {
					return true
				}
			}
		}
	}
	return false
}

// uses are the places of a package that have a field, or a variable of the package.
type uses struct {
	fields  map[*types.Var][]ssa.Value
	globals map[*ssa.Global][]ssa.Instruction
	values  map[*ssa.Function]bool // that are not only called
	calls   []ssa.CallInstruction  // by a value, or by an interface
}

func (r *resolver) used() *uses {
	if r.uses != nil {
		return r.uses
	}
	r.uses = &uses{fields: make(map[*types.Var][]ssa.Value), globals: make(map[*ssa.Global][]ssa.Instruction), values: make(map[*ssa.Function]bool)}
	r.each(func(_ *ssa.Function, instr ssa.Instruction) {
		var callee ssa.Value
		if c, ok := instr.(ssa.CallInstruction); ok {
			callee = c.Common().Value
			if fn := c.Common().StaticCallee(); fn == nil || fn.Synthetic != "" && fn.Object() != nil { // f := s.handlers; f()
				r.uses.calls = append(r.uses.calls, c)
			}
		}
		r.uses.named(instr, callee)
		var field *types.Var
		switch i := instr.(type) {
		case *ssa.FieldAddr:
			field = ssautil.Field(i)
		case *ssa.Field:
			if st, ok := i.X.Type().Underlying().(*types.Struct); ok {
				field = st.Field(i.Field)
			}
		}
		if field != nil {
			r.uses.fields[field.Origin()] = append(r.uses.fields[field.Origin()], instr.(ssa.Value))
		}
		for _, op := range instr.Operands(nil) {
			if g, ok := (*op).(*ssa.Global); ok && !slices.Contains(r.uses.globals[g], instr) {
				r.uses.globals[g] = append(r.uses.globals[g], instr)
			}
		}
	})
	return r.uses
}

// callers are the calls that may be of a function, by a value or by an interface.
func (u *uses) callers(fn *ssa.Function) (out []ssa.CallInstruction) {
	for _, i := range u.calls {
		c := i.Common()
		method := c.IsInvoke() && fn.Signature.Recv() != nil && c.Method.Name() == fn.Name()
		if (method || !c.IsInvoke() && u.values[fn]) && types.Identical(c.Signature().Results(), fn.Signature.Results()) {
			out = append(out, i)
		}
	}
	return out
}

// named notes the functions that an instruction has otherwise than to call them.
func (u *uses) named(instr ssa.Instruction, callee ssa.Value) {
	note := func(fn *ssa.Function) {
		u.values[ssautil.Origin(fn)] = true
		if obj := ssautil.Object(fn); obj != nil { // a method by its value, or by its type's name
			if m := fn.Prog.FuncValue(obj.Origin()); m != nil {
				u.values[m] = true
			}
		}
	}
	if mc, ok := instr.(*ssa.MakeClosure); ok {
		note(mc.Fn.(*ssa.Function))
		return
	}
	for n, op := range instr.Operands(nil) {
		if fn, ok := (*op).(*ssa.Function); ok && (*op != callee || n > 0) {
			note(fn)
		}
	}
}
