// Package sole says which type a value of an interface has, where only one can be
// meant: nobody else can implement the interface, or hand a value of it in, and
// its package puts values of one type into it; or the value comes from a hidden
// field, into which its package puts values of one type only.
package sole

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Types are the interfaces of a package and its fields that hold one, by what it
// puts into them.
type Types struct {
	ifaces map[*types.TypeName]*impl
	fields fields
}

// An impl is what a package puts into an interface of its own.
type impl struct {
	typ  types.Type      // the one type; nil if there are several, or it is not known
	from []*ssa.Function // where it is put there
}

// Of returns the one type that a value of an interface can have, nil if that is not
// known, and the functions that it was read from. In a package with its tests the
// fakes count as well.
func (ts *Types) Of(pkg *types.Package, v ssa.Value) (one types.Type, from []*ssa.Function) {
	if one, from = ts.of(pkg, v.Type()); one == nil {
		if i := ts.fields[held(v)]; i != nil {
			return i.typ, append(from, i.from...)
		}
	}
	return one, from
}

func (ts *Types) of(pkg *types.Package, typ types.Type) (one types.Type, from []*ssa.Function) {
	named, ok := types.Unalias(typ).(*types.Named)
	if !ok || named.TypeArgs().Len() > 0 || named.Obj().Pkg() != pkg {
		return nil, nil
	}
	i := ts.ifaces[named.Obj()]
	if i == nil {
		return nil, nil
	}
	if i.typ == nil || !closed(named) {
		return nil, i.from
	}
	return i.typ, i.from
}

// In finds what functions convert to which interface.
func In(fns []*ssa.Function) *Types {
	ts := &Types{ifaces: make(map[*types.TypeName]*impl), fields: make(fields)}
	out := ts.ifaces
	add := func(fn *ssa.Function, to, from types.Type) {
		named, ok := types.Unalias(to).(*types.Named)
		if !ok {
			return
		}
		i := out[named.Obj()]
		switch {
		case i == nil:
			i = &impl{typ: from}
			out[named.Obj()] = i
		case i.typ != nil && (from == nil || !types.Identical(i.typ, from)):
			i.typ = nil
		}
		i.from = append(i.from, fn)
	}
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case *ssa.MakeInterface:
					add(fn, instr.Type(), instr.X.Type())
				case *ssa.FieldAddr:
					ts.fields.stored(fn, instr)
				case *ssa.ChangeInterface:
					add(fn, instr.Type(), nil)
				case *ssa.ChangeType: // from an interface, or a structure, with another name
					add(fn, instr.Type(), nil)
					ts.fields.converted(fn, instr.Type())
				case *ssa.TypeAssert:
					if types.IsInterface(instr.AssertedType) {
						add(fn, instr.AssertedType, nil)
					}
				}
			}
		}
	}
	return ts
}

// closed reports whether all values of an interface come from its own package: it
// has no name outside and nothing exported takes one. A method without a name
// outside closes nothing: who embeds the interface has that, too.
func closed(named *types.Named) bool {
	if !types.IsInterface(named) {
		return false
	}
	obj := named.Obj()
	if obj.Exported() {
		return false
	}
	scope := obj.Pkg().Scope()
	for _, name := range scope.Names() {
		switch o := scope.Lookup(name).(type) {
		case *types.Func:
			if o.Exported() && takes(o, obj) {
				return false
			}
		case *types.Var:
			if o.Exported() && mentions(o.Type(), obj) {
				return false
			}
		case *types.TypeName:
			t, ok := o.Type().(*types.Named)
			if !ok && mentions(types.Unalias(o.Type()), obj) || ok && wayIn(t, obj) {
				return false // with another name nothing is known of where it goes
			}
		}
	}
	return true
}

// wayIn reports whether other packages can put a value of an interface into a
// type, or give its methods one.
func wayIn(t *types.Named, iface *types.TypeName) bool {
	for m := range t.Methods() {
		if m.Exported() && takes(m, iface) {
			return true
		}
	}
	switch under := t.Underlying().(type) {
	case *types.Struct:
		for f := range under.Fields() {
			if f.Exported() && mentions(f.Type(), iface) {
				return true
			}
		}
		return false
	case *types.Interface:
		return t.Obj() != iface && t.Obj().Exported() && mentions(under, iface)
	}
	return t.Obj() != iface && mentions(t.Underlying(), iface)
}

func takes(fn *types.Func, iface *types.TypeName) bool {
	return mentions(fn.Signature().Params(), iface)
}

func mentions(t types.Type, obj *types.TypeName) bool {
	return strings.Contains(types.TypeString(t, nil), obj.Pkg().Path()+"."+obj.Name())
}
