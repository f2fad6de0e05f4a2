package effect

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// list ends the name of a slice.
const list = "[:]"

func isSlice(name string) bool { return strings.HasSuffix(name, list) }

// Slice names a slice of the package's own that a store writes; "" is anything else.
func Slice(st *ssa.Store) string {
	switch st.Addr.(type) {
	case *ssa.FieldAddr, *ssa.Global:
		if _, is := st.Val.Type().Underlying().(*types.Slice); is && Own(st.Addr) != "" {
			return Own(st.Addr) + list
		}
	}
	return ""
}

// A Drop is what is known of a store that takes one element out of a slice of the
// package's own: a field of the element was found to equal something.
type Drop struct {
	Field string
	// By is what it equals; or, if Whole is set, the object of which that is the UID.
	// What a closure has captured is meant as the variable that holds it.
	By    ssa.Value
	Whole bool
}

// Dropped returns what is known of a store; nil if it is no such one.
func Dropped(st *ssa.Store) *Drop {
	call, ok := st.Val.(*ssa.Call)
	if !ok || Slice(st) == "" {
		return nil
	}
	place := Own(st.Addr)
	args := call.Call.Args
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		// append(list[:i], list[i+1:]...)
		if b.Name() != "append" || len(args) != 2 {
			return nil
		}
		head, ok := args[0].(*ssa.Slice)
		tail, ok2 := args[1].(*ssa.Slice)
		if !ok || !ok2 || Own(head.X) != place || Own(tail.X) != place || head.Low != nil && !isNumber(head.Low, 0) || head.Max != nil || tail.High != nil || !isNext(tail.Low, head.High) {
			return nil
		}
		return sought(head.High, st.Block(), place)
	}
	switch fn := ssautil.Callee(&call.Call); {
	case fn == nil || len(args) < 2 || Own(args[0]) != place:
	case clientgo.FuncName(fn) == "slices.DeleteFunc":
		return picks(args[1])
	case clientgo.FuncName(fn) == "slices.Delete" && isNext(args[2], args[1]):
		return sought(args[1], st.Block(), place)
	}
	return nil
}

// Grown returns the element that a store appends to a slice of the package's own, as
// what holds it, and where it is put together if it is a structure that was made for
// that, with its fields.
func Grown(st *ssa.Store) (elem, made *ssa.Alloc, fields []string) {
	if Slice(st) == "" || !grows(st, Own(st.Addr)) {
		return nil, nil, nil
	}
	sl, ok := st.Val.(*ssa.Call).Call.Args[1].(*ssa.Slice)
	if !ok {
		return nil, nil, nil
	}
	elem, ok = sl.X.(*ssa.Alloc)
	array, is := ssautil.Deref(sl.X.Type()).Underlying().(*types.Array)
	if !ok || !is || array.Len() != 1 {
		return nil, nil, nil
	}
	for _, r := range *elem.Referrers() {
		at, ok := r.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, use := range *at.Referrers() {
			if put, ok := use.(*ssa.Store); ok && put.Addr == at {
				v := put.Val
				if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
					v = load.X
				}
				made, _ = v.(*ssa.Alloc)
			}
		}
	}
	if made == nil {
		return elem, nil, nil
	}
	for _, r := range *made.Referrers() {
		if f, ok := r.(*ssa.FieldAddr); ok {
			fields = append(fields, ssautil.FieldName(f.X.Type(), f.Field))
		}
	}
	return elem, made, fields
}

// sliceSites are the sites of a slice, as far as it is only appended to, and what was
// found is taken out.
func sliceSites(instr ssa.Instruction, at ssa.Value) ([]Site, bool) {
	st, ok := instr.(*ssa.Store)
	switch {
	case !ok || st.Addr != at:
		return nil, reads(instr, at)
	case Dropped(st) != nil:
		return []Site{{Pos: st.Pos(), Frees: true}}, true
	case grows(st, Own(at)):
		return []Site{{Pos: st.Pos(), Puts: true}}, true
	}
	return nil, begins(st, at)
}

// Sought are the values by which a function drops elements: they matter to its end.
func Sought(fn *ssa.Function) (out []ssa.Value) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if st, ok := instr.(*ssa.Store); ok {
				if d := Dropped(st); d != nil {
					out = append(out, d.By)
				}
			}
		}
	}
	return out
}

func isNumber(v ssa.Value, n int64) bool {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil {
		return false
	}
	b, ok := c.Type().Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0 && c.Int64() == n
}

// isNext reports whether a value is another one and one more.
func isNext(v, i ssa.Value) bool {
	sum, ok := v.(*ssa.BinOp)
	return ok && i != nil && sum.Op == token.ADD && sum.X == i && isNumber(sum.Y, 1)
}

// sought returns what an index was looked for by.
func sought(index ssa.Value, at *ssa.BasicBlock, place string) *Drop {
	if call, ok := index.(*ssa.Call); ok {
		if fn := ssautil.Callee(&call.Call); fn != nil && clientgo.FuncName(fn) == "slices.IndexFunc" && Own(call.Call.Args[0]) == place {
			return picks(call.Call.Args[1])
		}
		return nil
	}
	var found *Drop
	if !asked(at, func(cond ssa.Value) (bool, bool) {
		cmp, ok := cond.(*ssa.BinOp)
		if !ok || cmp.Op != token.EQL && cmp.Op != token.NEQ {
			return false, false
		}
		for _, side := range [][2]ssa.Value{{cmp.X, cmp.Y}, {cmp.Y, cmp.X}} {
			if base, field := fieldOf(side[0]); base != nil && isElement(base, index, place) {
				found = &Drop{Field: field, By: side[1]}
				return true, cmp.Op == token.EQL
			}
		}
		return false, false
	}) {
		return nil // where it is not equal, or where something else was as well
	}
	return found
}

// fieldOf returns the structure of which a value is a field, and that field's name.
func fieldOf(v ssa.Value) (base ssa.Value, field string) {
	for range 8 {
		switch x := v.(type) {
		case *ssa.Convert:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Call:
			name, recv := "", ssa.Value(nil)
			if x.Call.IsInvoke() && len(x.Call.Args) == 0 {
				name, recv = x.Call.Method.Name(), x.Call.Value
			} else if fn := x.Call.StaticCallee(); fn != nil && fn.Signature.Recv() != nil && len(x.Call.Args) == 1 {
				name, recv = fn.Name(), x.Call.Args[0]
			}
			if recv == nil || clientgo.MetaGetter(name) != clientgo.PartUID {
				return base, field
			}
			base, field = meta(recv), clientgo.PartUID
			return base, field
		case *ssa.UnOp:
			f, ok := x.X.(*ssa.FieldAddr)
			if x.Op != token.MUL || !ok {
				return base, field
			}
			return meta(f.X), ssautil.FieldName(f.X.Type(), f.Field)
		case *ssa.Field:
			return meta(x.X), ssautil.FieldName(x.X.Type(), x.Field)
		default:
			return base, field
		}
	}
	return base, field
}

// meta returns the object that metadata is a part of.
func meta(v ssa.Value) ssa.Value {
	switch x := v.(type) {
	case *ssa.FieldAddr:
		if ssautil.FieldName(x.X.Type(), x.Field) == clientgo.PartMeta {
			return x.X
		}
	case *ssa.Field:
		if ssautil.FieldName(x.X.Type(), x.Field) == clientgo.PartMeta {
			return x.X
		}
	}
	return v
}

// isElement reports whether a value is, or leads to, the element of a slice at an index.
func isElement(v, index ssa.Value, place string) bool {
	switch x := v.(type) {
	case *ssa.IndexAddr:
		return x.Index == index && Own(x.X) == place
	case *ssa.UnOp:
		return x.Op == token.MUL && isElement(x.X, index, place)
	case *ssa.Alloc:
		held := ssautil.OnlyStored(x)
		return held != nil && isElement(held, index, place)
	}
	return false
}

// picks returns what a function literal tells elements by, if it compares a field and
// does nothing else.
func picks(v ssa.Value) *Drop {
	mc, ok := v.(*ssa.MakeClosure)
	if !ok {
		return nil
	}
	fn := mc.Fn.(*ssa.Function)
	if len(fn.Blocks) != 1 || len(fn.Params) != 1 {
		return nil
	}
	ret, ok := fn.Blocks[0].Instrs[len(fn.Blocks[0].Instrs)-1].(*ssa.Return)
	if !ok || len(ret.Results) != 1 {
		return nil
	}
	cmp, ok := ret.Results[0].(*ssa.BinOp)
	if !ok || cmp.Op != token.EQL {
		return nil
	}
	for _, side := range [][2]ssa.Value{{cmp.X, cmp.Y}, {cmp.Y, cmp.X}} {
		base, field := fieldOf(side[0])
		if base == nil || !isParam(base, fn.Params[0]) {
			continue
		}
		d := &Drop{Field: field}
		by := side[1]
		if object, part := fieldOf(by); object != nil {
			if d.Whole = part == clientgo.PartUID; !d.Whole {
				return nil
			}
			by = object
		}
		load, ok := by.(*ssa.UnOp)
		if !ok || load.Op != token.MUL {
			return nil
		}
		if fv, ok := load.X.(*ssa.FreeVar); ok {
			d.By = mc.Bindings[slices.Index(fn.FreeVars, fv)]
			return d
		}
	}
	return nil
}

func isParam(v ssa.Value, p *ssa.Parameter) bool {
	if a, ok := v.(*ssa.Alloc); ok {
		v = ssautil.OnlyStored(a)
	}
	return v == p
}

// Reordered reports whether functions do anything else to a slice than drop elements in
// that way and append some: it is made anew, or an element is overwritten that was not
// found by the same field, so that what a handler has left there may be gone.
func Reordered(fns []*ssa.Function, place string) bool {
	field, typ := dropping(fns, place)
	if field == "" {
		return false
	}
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if st, ok := instr.(*ssa.Store); ok && rewrites(st, place, field, typ) {
					return true
				}
				for _, op := range instr.Operands(nil) {
					if isPlace(*op) && Place(*op) == place && !reads(instr, *op) {
						return true
					}
				}
			}
		}
	}
	return false
}

// dropping returns the field by which elements of a slice are dropped, and the type of
// the slice: of the last drop, if there are several.
func dropping(fns []*ssa.Function, place string) (field string, typ types.Type) {
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				st, ok := instr.(*ssa.Store)
				if !ok || !isPlace(st.Addr) || Place(st.Addr) != place {
					continue
				}
				if d := Dropped(st); d != nil {
					field, typ = d.Field, st.Val.Type()
				}
			}
		}
	}
	return field, typ
}

// reads: an instruction loads the slice, or writes it as a whole.
func reads(instr ssa.Instruction, at ssa.Value) bool {
	switch i := instr.(type) {
	case *ssa.UnOp, *ssa.DebugRef, *ssa.MakeClosure:
		return true
	case *ssa.Store:
		return i.Addr == at
	}
	return false
}

// rewrites: a store changes which elements there are, or by what they are found.
func rewrites(st *ssa.Store, place, field string, typ types.Type) bool {
	if _, fresh := st.Addr.(*ssa.Alloc); !fresh && wholly(st, place) {
		return true
	}
	switch a := st.Addr.(type) {
	case *ssa.FieldAddr:
		if Place(a) == place && isPlace(a) {
			return !begins(st, a) && !grows(st, place) && !drops(st, field)
		}
		_, fresh := a.X.(*ssa.Alloc)
		return !fresh && ssautil.FieldName(a.X.Type(), a.Field) == field && types.Identical(ssautil.Deref(a.X.Type()), ssautil.Deref(element(typ)))
	case *ssa.Global, *ssa.FreeVar:
		return Place(a) == place && !grows(st, place) && !drops(st, field) && st.Parent().Name() != "init"
	case *ssa.IndexAddr:
		if !types.Identical(a.X.Type().Underlying(), typ.Underlying()) {
			return false
		}
		if _, made := a.X.(*ssa.MakeSlice); made {
			return false
		}
		d := (*Drop)(nil)
		if Own(a.X) == place {
			d = sought(a.Index, st.Block(), place)
		}
		return d == nil || d.Field != field
	case *ssa.Alloc:
		return false
	}
	elem := element(typ)
	return types.Identical(st.Val.Type(), elem) || types.Identical(st.Val.Type(), ssautil.Deref(elem)) // also *e = ... of an element
}

// wholly: the structure is written of which a place is a field.
func wholly(st *ssa.Store, place string) bool {
	_, is := st.Val.Type().Underlying().(*types.Struct)
	name := clientgo.TypeName(st.Val.Type())
	return is && name != "" && strings.HasPrefix(place, name+".")
}

func element(slice types.Type) types.Type { return slice.Underlying().(*types.Slice).Elem() }

func drops(st *ssa.Store, field string) bool {
	d := Dropped(st)
	return d != nil && d.Field == field
}

// grows: append(list, ...)
func grows(st *ssa.Store, place string) bool {
	call, ok := st.Val.(*ssa.Call)
	if !ok {
		return false
	}
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "append" && Own(call.Call.Args[0]) == place
}
