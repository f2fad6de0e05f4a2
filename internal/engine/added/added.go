// Package added finds the function that a handler calls for what is added, where
// the handler is written out at its registration.
package added

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// By finds the Add function of a handler among arguments. known says that there is no other: without a function then,
// nothing is told of what is added.
func By(args []ssa.Value) (add ssa.Value, known bool) {
	for _, a := range args {
		if st := handlerLiteral(a); st != nil {
			return addOf(st, 0)
		}
	}
	return nil, false
}

// handlerLiteral is the structure that a value is made of, where it is one of
// client-go's that has handlers in its fields.
func handlerLiteral(v ssa.Value) *ssa.Alloc {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.UnOp:
			v = x.X
		case *ssa.Alloc:
			if named, ok := types.Unalias(x.Type().(*types.Pointer).Elem()).(*types.Named); ok && holdsHandlers(named) {
				return x
			}
			return nil
		default:
			return nil
		}
	}
}

func holdsHandlers(t types.Type) bool {
	add, _ := clientgo.HandlerField(t, "AddFunc")
	whole, _ := clientgo.HandlerField(t, "Handler")
	return add == clientgo.OnAdd || whole == clientgo.Whole
}

func addOf(st *ssa.Alloc, depth int) (add ssa.Value, known bool) {
	known = true
	for _, r := range *st.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef, *ssa.MakeInterface:
		case *ssa.UnOp:
		case *ssa.FieldAddr:
			name := ssautil.FieldName(r.X.Type(), r.Field)
			for _, w := range *r.Referrers() {
				store, ok := w.(*ssa.Store)
				switch {
				case !ok || store.Addr != ssa.Value(r):
					known = false
				case name == "AddFunc" && add == nil:
					add = store.Val
				case name == "AddFunc":
					known = false
				case name == "Handler" && depth == 0:
					if below := handlerLiteral(store.Val); below != nil {
						var all bool
						add, all = addOf(below, depth+1)
						known = known && all
					} else {
						known = false
					}
				}
			}
		default:
			known = false
		}
	}
	return add, known
}
