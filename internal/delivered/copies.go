package delivered

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// A method with a value receiver, and a function that gets a structure, have a copy:
// the maps, slices and pointers in it are those of the original, and what is stored
// in its fields is lost.

// spilled returns the parameter that a variable is for, if nothing else is ever
// stored in it.
func (f *finder) spilled(v *ssa.Alloc) *ssa.Parameter {
	val, n := storedTo(v, f.closes, 0)
	if param, ok := val.(*ssa.Parameter); ok && n == 1 && param.Parent() == v.Parent() {
		return param
	}
	return nil
}

// ofCopy reports whether an address is that of a variable for a parameter, or of
// something in it, and not of what it points to.
func (f *finder) ofCopy(addr ssa.Value) bool {
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			addr = a.X
		case *ssa.Alloc:
			return f.spilled(a) != nil
		default:
			return false
		}
	}
}

// handlerOf notes that a type which is there to be a handler, with one pointer to a
// structure of the package, fills that structure: it is known by its type wherever it
// is.
func (f *finder) handlerOf(add *ssa.Function) {
	root := f.root(add.Signature.Recv().Type())
	if root == "" || clientgo.HandlerMethods(add.Signature.Recv().Type())[add.Name()] != clientgo.OnAdd {
		return
	}
	t := add.Signature.Recv().Type()
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	var only *types.Var
	for field := range t.Underlying().(*types.Struct).Fields() {
		if of := f.root(field.Type()); of == "" || of == root {
			continue
		} else if only != nil {
			return
		}
		only = field
	}
	if only == nil {
		return
	}
	if _, pointer := only.Type().Underlying().(*types.Pointer); pointer {
		f.alias[root+"."+only.Name()] = f.root(only.Type())
	}
}
