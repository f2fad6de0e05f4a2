package program

import (
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ctrlruntime"
)

// plainOptions reports whether the options of a constructor leave it to its
// default where the client reads: "" if so, else why that is not certain.
func plainOptions(call *ssa.Call, role ctrlruntime.Role) string {
	if role == ctrlruntime.Cache || len(call.Call.Args) != 2 {
		return "" // a cache reads from itself
	}
	if role == ctrlruntime.Manager {
		return loadedOptions(call.Call.Args[1])
	}
	for _, option := range optionFuncs(call.Call.Args[1]) {
		if option == nil || len(option.Blocks) == 0 || len(option.Params) != 1 {
			return "an option is not known"
		}
		if why := optionFields(option.Params[0]); why != "" {
			return why
		}
	}
	return ""
}

// optionFuncs are the functions in a list of options; nil stands for those
// that are not known.
func optionFuncs(list ssa.Value) (out []*ssa.Function) {
	if c, ok := list.(*ssa.Const); ok && c.IsNil() {
		return nil
	}
	unknown := []*ssa.Function{nil}
	slice, ok := list.(*ssa.Slice)
	if !ok {
		return unknown
	}
	array, ok := slice.X.(*ssa.Alloc)
	if !ok {
		return unknown
	}
	for _, r := range *array.Referrers() {
		elem, ok := r.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, r := range *elem.Referrers() {
			if store, ok := r.(*ssa.Store); ok {
				out = append(out, literal(store.Val))
			}
		}
	}
	return out
}

// literal is the function that a value is, nil if that is not known.
func literal(v ssa.Value) *ssa.Function {
	if c, ok := v.(*ssa.ChangeType); ok {
		v = c.X
	}
	if mc, ok := v.(*ssa.MakeClosure); ok {
		v = mc.Fn
	}
	fn, _ := v.(*ssa.Function)
	return fn
}

// madeForCache reports whether something is made for its cache: a cluster is,
// if its options say how. Others may be made for what else a cluster has, or
// for a client that is used for unstructured objects, which it reads live.
func madeForCache(call *ssa.Call, role ctrlruntime.Role) bool {
	if role == ctrlruntime.Cache {
		return true
	}
	if role != ctrlruntime.Cluster || len(call.Call.Args) != 2 {
		return false
	}
	for _, option := range optionFuncs(call.Call.Args[1]) {
		if option == nil || len(option.Params) != 1 {
			continue
		}
		for _, r := range *option.Params[0].Referrers() {
			if field, ok := r.(*ssa.FieldAddr); ok && ctrlruntime.CacheField(field.X.Type(), addrName(field)) {
				return true
			}
		}
	}
	return false
}

// loadedOptions is for options that are given as a structure.
func loadedOptions(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Const:
		return ""
	case *ssa.UnOp:
		if alloc, ok := v.X.(*ssa.Alloc); ok {
			return optionFields(alloc)
		}
	}
	return "its options come from elsewhere"
}

// optionFields looks at what is stored in the options at an address.
func optionFields(addr ssa.Value) string {
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			name := addrName(r)
			switch {
			case ctrlruntime.Live(r.X.Type(), name):
				if written(r) {
					return "its options set " + name
				}
			case ctrlruntime.HasClientOptions(name):
				if why := optionFields(r); why != "" {
					return why
				}
			}
		case *ssa.Store:
			if r.Addr != addr {
				return "its options leave"
			}
			if why := loadedOptions(r.Val); why != "" {
				return why
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return "its options leave"
		}
	}
	return ""
}

func addrName(addr *ssa.FieldAddr) string { return fieldName(addr.X.Type(), addr.Field) }

// written: something other than nil goes into a field, or its address leaves.
func written(addr *ssa.FieldAddr) bool {
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			if c, ok := r.Val.(*ssa.Const); !ok || !c.IsNil() {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// strictOptions: reads of kinds without an informer fail, so that it is on
// purpose who has one.
func strictOptions(call *ssa.Call) bool {
	if len(call.Call.Args) != 2 {
		return false
	}
	load, ok := call.Call.Args[1].(*ssa.UnOp)
	if !ok {
		_, none := call.Call.Args[1].(*ssa.Const)
		return !none
	}
	alloc, ok := load.X.(*ssa.Alloc)
	if !ok {
		return true
	}
	for _, r := range *alloc.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			if ctrlruntime.Strict(addrName(r)) {
				return true
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return true
		}
	}
	return false
}
