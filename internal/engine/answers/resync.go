package answers

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

const period = "time.Duration"

// Resyncs reports whether a constructor is given a time after which handlers are told
// of everything once more: by itself, in a structure, or by an option. False only if it
// surely is none.
func Resyncs(args []ssa.Value) bool {
	for _, a := range args {
		switch t := a.Type().Underlying().(type) {
		case *types.Basic:
			if a.Type().String() == period && !isZero(a) {
				return true
			}
		case *types.Struct:
			if hasPeriod(t) && !leavesPeriod(a) {
				return true
			}
		case *types.Slice:
			if _, options := t.Elem().Underlying().(*types.Signature); options && resyncOption(a) {
				return true
			}
		}
	}
	return false
}

// HandlerName names the method by which a handler is registered: AddEventHandler also for
// another one that is given no period.
func HandlerName(name string, args []ssa.Value) string {
	if clientgo.HasPeriod(name) && !Resyncs(args) {
		return clientgo.AddEventHandler
	}
	return name
}

func isZero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && (c.IsNil() || c.Value != nil && constant.Sign(c.Value) == 0)
}

// isPeriod: also one that may be left out (cache.HandlerOptions).
func isPeriod(t types.Type) bool { return t.String() == period || t.String() == "*"+period }

func hasPeriod(t *types.Struct) bool {
	for f := range t.Fields() {
		if isPeriod(f.Type()) {
			return true
		}
	}
	return false
}

// leavesPeriod: a structure is written out, and its period is zero.
func leavesPeriod(v ssa.Value) bool {
	if c, ok := v.(*ssa.Const); ok {
		return c.Value == nil // all is zero
	}
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	st, ok := load.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	for _, r := range *st.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef, *ssa.UnOp:
		case *ssa.FieldAddr:
			if !isPeriod(ssautil.Deref(r.Type())) {
				continue
			}
			for _, w := range *r.Referrers() {
				if store, ok := w.(*ssa.Store); !ok || !isZero(store.Val) {
					return false
				}
			}
		default:
			return false
		}
	}
	return true
}

// resyncOption: one of the options may set a period. Those that are known not to are the
// ones of client-go about other things.
func resyncOption(list ssa.Value) bool {
	options, all := ssautil.Elements(list)
	if !all {
		return true
	}
	for _, o := range options {
		call, ok := o.(*ssa.Call)
		if !ok {
			return true
		}
		fn := ssautil.Callee(&call.Call)
		if fn == nil || fn.Pkg() == nil || !clientgo.Modelled(fn.Pkg().Path()) {
			return true
		}
		switch fn.Name() {
		case "WithNamespace", "WithTweakListOptions", "WithTransform", "WithInformerName":
		default:
			return true
		}
	}
	return false
}
