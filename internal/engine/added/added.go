// Package added finds the function that a handler calls for what is added, where
// the handler is written out at its registration.
package added

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/answers"
	"github.com/informerlint/informerlint/internal/engine/logged"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// By finds the Add function of a handler among arguments; nil if there is none, or none
// that can be seen. idle says that the handler does nothing for what is added: that there
// is no such function and no filter which does something, or that all it does is to log.
// Then an Update that does something may still make up for it, with the next resync.
func By(args []ssa.Value) (add ssa.Value, idle bool) {
	for _, a := range args {
		if empty(a) {
			return nil, true
		}
		if st := handlerLiteral(a); st != nil {
			h := handlerOf(st, 0)
			if c, ok := h.add.(*ssa.Const); ok && c.IsNil() {
				h.add = nil
			}
			return h.add, h.known && nothing(h.filter) && (h.add == nil || nothing(h.update) && logged.Nothing(h.add))
		}
	}
	return nil, false
}

// Deaf reports whether the handler among arguments surely does nothing at a resync, which
// calls its Update function with one object twice, and never its Add function: it has none,
// or one that ignores what has not changed.
func Deaf(args []ssa.Value) bool {
	for _, a := range args {
		if empty(a) {
			return true
		}
		if st := handlerLiteral(a); st != nil {
			h := handlerOf(st, 0)
			return h.known && nothing(h.filter) && (nothing(h.update) || answers.IgnoresSame(h.update))
		}
	}
	return false
}

// empty: a handler is written out without any function, cache.ResourceEventHandlerFuncs{}, as
// constructors get it that want one.
func empty(v ssa.Value) bool {
	made, ok := v.(*ssa.MakeInterface)
	if !ok {
		return false
	}
	_, zero := made.X.(*ssa.Const)
	named, ok := types.Unalias(made.X.Type()).(*types.Named)
	return zero && ok && holdsHandlers(named)
}

// nothing: a function is missing, or does nothing, or no more than log.
func nothing(fn ssa.Value) bool {
	c, ok := fn.(*ssa.Const)
	return fn == nil || ok && c.IsNil() || logged.Nothing(fn)
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

// A handler is what is stored in the fields of one that is written out.
type handler struct {
	add, update, filter ssa.Value
	known               bool // nothing else is
}

func handlerOf(st *ssa.Alloc, depth int) handler {
	h := handler{known: true}
	for _, r := range *st.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef, *ssa.MakeInterface:
		case *ssa.UnOp:
		case *ssa.FieldAddr:
			name := ssautil.FieldName(r.X.Type(), r.Field)
			for _, w := range *r.Referrers() {
				if store, ok := w.(*ssa.Store); ok && store.Addr == ssa.Value(r) {
					h.store(name, store.Val, depth)
				} else {
					h.known = false
				}
			}
		default:
			h.known = false
		}
	}
	return h
}

func (h *handler) store(field string, v ssa.Value, depth int) {
	switch {
	case field == "AddFunc":
		h.known = h.known && h.add == nil
		if h.add == nil {
			h.add = v
		}
	case field == "UpdateFunc":
		h.known = h.known && h.update == nil
		h.update = v
	case field == "FilterFunc":
		h.known = h.known && h.filter == nil
		h.filter = v
	case field == "Handler" && depth > 0:
		h.known = false // filters in a row are not followed
	case field == "Handler":
		below := handlerLiteral(v)
		if below == nil {
			h.known = false
			return
		}
		inner := handlerOf(below, depth+1)
		h.add, h.update, h.known = inner.add, inner.update, h.known && inner.known
	}
}
