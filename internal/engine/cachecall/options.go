package cachecall

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ctrlruntime"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// Options are what the options of a constructor say of where the client reads.
type Options struct {
	Unclear string   // why that is not certain; "" if it reads from its cache
	Live    []string // kinds that it reads from the API server all the same
}

// OptionsOf reads the options of a constructor's call.
func OptionsOf(call *ssa.Call, role ctrlruntime.Role) Options {
	if role == ctrlruntime.Cache || len(call.Call.Args) != 2 {
		return Options{} // a cache reads from itself
	}
	o := reader{seen: make(map[ssa.Value]bool)}
	if role == ctrlruntime.Manager {
		o.Unclear = o.loaded(call.Call.Args[1], 0)
		return o.Options
	}
	for _, option := range optionFuncs(call.Call.Args[1]) {
		if option == nil || len(option.Blocks) == 0 || len(option.Params) != 1 {
			return Options{Unclear: "an option is not known"}
		}
		if o.Unclear = o.fields(option.Params[0], 0); o.Unclear != "" {
			break
		}
	}
	return o.Options
}

// optionFuncs are the functions in a list of options; nil stands for those
// that are not known.
func optionFuncs(list ssa.Value) (out []*ssa.Function) {
	values, ok := ssautil.Elements(list)
	for _, v := range values {
		out = append(out, literal(v))
	}
	if !ok {
		out = append(out, nil)
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

// MadeForCache reports whether something is made for its cache: a cluster is,
// if its options say how. Others may be made for what else a cluster has, or
// for a client that is used for unstructured objects, which it reads live.
func MadeForCache(call *ssa.Call, role ctrlruntime.Role) bool {
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
			if field, ok := r.(*ssa.FieldAddr); ok && ctrlruntime.CacheField(field.X.Type(), ssautil.FieldName(field.X.Type(), field.Field)) {
				return true
			}
		}
	}
	return false
}

// A reader collects what is stored in options.
type reader struct {
	Options
	seen map[ssa.Value]bool
}

// maxSteps is how many functions and copies options are followed through.
const maxSteps = 5

const elsewhere = "its options come from elsewhere"

// loaded is for options that are given as a structure.
func (o *reader) loaded(v ssa.Value, step int) string {
	if step > maxSteps {
		return elsewhere
	}
	switch v := v.(type) {
	case *ssa.Const:
		return ""
	case *ssa.UnOp:
		if alloc, ok := v.X.(*ssa.Alloc); ok {
			return o.fields(alloc, step+1)
		}
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return o.returned(call, v.Index, step)
		}
	case *ssa.Call:
		return o.returned(v, 0, step)
	}
	return elsewhere
}

// returned is for options that a function of the package returns, and for
// those that controller-runtime completes from a file.
func (o *reader) returned(call *ssa.Call, result, step int) string {
	fn := call.Call.StaticCallee()
	if fn == nil {
		return elsewhere
	}
	if ctrlruntime.Completes(fn.Object()) && len(call.Call.Args) > 0 {
		return o.loaded(call.Call.Args[0], step+1)
	}
	if fn.Pkg == nil || fn.Pkg != call.Parent().Pkg {
		return elsewhere
	}
	found := false
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || result >= len(ret.Results) {
			continue
		}
		found = true
		if why := o.loaded(ret.Results[result], step+1); why != "" {
			return why
		}
	}
	if !found {
		return elsewhere
	}
	return ""
}

// fields looks at what is stored in the options at an address.
func (o *reader) fields(addr ssa.Value, step int) string {
	if o.seen[addr] {
		return "" // options, err = options.AndFrom(file)
	}
	o.seen[addr] = true
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			if why := o.field(r, step); why != "" {
				return why
			}
		case *ssa.Store:
			if r.Addr != addr {
				return "its options leave"
			}
			if why := o.loaded(r.Val, step); why != "" {
				return why
			}
		case *ssa.Call:
			if why := o.passed(r, addr, step); why != "" {
				return why
			}
		case *ssa.MakeClosure:
			for i, bound := range r.Bindings {
				if bound != addr {
					continue
				}
				if why := o.fields(r.Fn.(*ssa.Function).FreeVars[i], step+1); why != "" {
					return why
				}
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return "its options leave"
		}
	}
	return ""
}

// passed is for options whose address a function of the package gets, to set
// some.
func (o *reader) passed(call *ssa.Call, addr ssa.Value, step int) string {
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Pkg == nil || fn.Pkg != call.Parent().Pkg || len(fn.Blocks) == 0 || step > maxSteps {
		return "its options leave"
	}
	for i, arg := range call.Call.Args {
		if arg != addr {
			continue
		}
		if why := o.fields(fn.Params[i], step+1); why != "" {
			return why
		}
	}
	return ""
}

// field looks at what is stored in a field of the options.
func (o *reader) field(addr *ssa.FieldAddr, step int) string {
	name := ssautil.FieldName(addr.X.Type(), addr.Field)
	switch {
	case ctrlruntime.HasClientOptions(name):
		return o.fields(addr, step)
	case !ctrlruntime.Live(addr.X.Type(), name):
		return ""
	}
	values, through := written(addr)
	for _, v := range values {
		if v == nil || !o.harmless(name, v) {
			return "its options set " + name
		}
	}
	for _, pointer := range through {
		if name != "Cache" || !o.cacheOptions(pointer, nil) {
			return "its options set " + name
		}
	}
	return ""
}

// harmless reports whether a client with a value in a field of its options
// reads from its cache all the same, but for Live.
func (o *reader) harmless(field string, v ssa.Value) bool {
	if c, ok := v.(*ssa.Const); ok && c.IsNil() {
		return true
	}
	switch {
	case ctrlruntime.Disables(field):
		return o.disabled(v)
	case field == "NewCache":
		return makesCache(v)
	case field == "NewClient":
		return o.makesClient(v)
	}
	made, ok := v.(*ssa.Alloc) // &client.CacheOptions{...}
	return ok && field == "Cache" && o.cacheOptions(made, made)
}

// cacheOptions: what is done with a pointer to client.CacheOptions is harmless.
// It may be stored if it has just been made, since this is how it gets here.
func (o *reader) cacheOptions(pointer, made ssa.Value) bool {
	for _, r := range *pointer.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			if !o.ofCache(r) {
				return false
			}
		case *ssa.Store:
			if r.Val != made {
				return false
			}
		case *ssa.BinOp, *ssa.DebugRef: // compared with nil
		default:
			return false
		}
	}
	return true
}

// ofCache: a field of client.CacheOptions is harmless.
func (o *reader) ofCache(addr *ssa.FieldAddr) bool {
	name := ssautil.FieldName(addr.X.Type(), addr.Field)
	values, through := written(addr)
	if len(through) > 0 {
		return false
	}
	for _, v := range values {
		switch {
		case v == nil:
			return false
		case name == "Unstructured": // more is read from the cache
		case !ctrlruntime.Disables(name) || !o.disabled(v):
			return false
		}
	}
	return true
}

// disabled adds the kinds of the example objects in a list, all that may be in
// it; false if they are not known. An unstructured object stands for the kind
// that it says it is of.
func (o *reader) disabled(list ssa.Value) bool {
	if o.seen[list] {
		return true // a list that a loop appends to
	}
	o.seen[list] = true
	switch v := list.(type) {
	case *ssa.Phi:
		return !slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return !o.disabled(e) })
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
			return o.disabled(v.Call.Args[0]) && o.disabled(v.Call.Args[1])
		}
		return false
	}
	if list.Referrers() != nil && slices.ContainsFunc(*list.Referrers(), func(r ssa.Instruction) bool { _, is := r.(*ssa.IndexAddr); return is }) {
		return false // what is put in later
	}
	objects, ok := ssautil.Elements(list)
	for _, v := range objects {
		made, is := v.(*ssa.MakeInterface)
		if !is || ctrlruntime.Form(made.X.Type()) != ctrlruntime.Structured {
			return false
		}
		o.Live = append(o.Live, ctrlruntime.Kind(made.X.Type()))
	}
	return ok
}

// makesClient reports whether a function that makes a manager's client makes
// controller-runtime's own of the options that it gets, which say what it reads
// from (since v0.15), and for which it may choose others.
func (o *reader) makesClient(v ssa.Value) bool {
	fn := literal(v)
	if fn == nil || len(fn.Params) != 2 || !ctrlruntime.ClientOptions(fn.Params[1].Type()) {
		return false
	}
	made := false
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		if len(ret.Results) != 2 {
			return false
		}
		if c, ok := ret.Results[0].(*ssa.Const); ok && c.IsNil() {
			continue
		}
		x, ok := ret.Results[0].(*ssa.Extract)
		if !ok {
			return false
		}
		call, ok := x.Tuple.(*ssa.Call)
		if !ok || call.Call.StaticCallee() == nil || !ctrlruntime.NewClient(call.Call.StaticCallee().Object()) || !o.own(call.Call.Args[1], fn.Params[1]) {
			return false
		}
		made = true
	}
	return made
}

// own: options are the parameter of a function, with nothing changed in them
// that decides where the client reads.
func (o *reader) own(options ssa.Value, param *ssa.Parameter) bool {
	if options == param {
		return true
	}
	load, ok := options.(*ssa.UnOp)
	if !ok {
		return false
	}
	alloc, ok := load.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	copied := false // else they are made here, and say nothing of a cache
	for _, r := range *alloc.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			// Without what the options say of the cache, it reads live.
			set, _ := written(r)
			if ctrlruntime.Live(r.X.Type(), ssautil.FieldName(r.X.Type(), r.Field)) && len(set) > 0 || o.field(r, 0) != "" {
				return false
			}
		case *ssa.Store:
			if r.Addr != alloc || r.Val != param {
				return false
			}
			copied = true
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return false
		}
	}
	return copied
}

// makesCache reports whether a function that makes a manager's cache makes one
// of controller-runtime's own, for which it may choose other options.
func makesCache(v ssa.Value) bool {
	if call, ok := v.(*ssa.Call); ok {
		fn := call.Call.StaticCallee()
		return fn != nil && ctrlruntime.BuildsCaches(fn.Object())
	}
	fn := literal(v)
	if fn == nil {
		return false
	}
	if ctrlruntime.Makes(fn.Object()) == ctrlruntime.Cache {
		return true
	}
	made := false
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		if len(ret.Results) != 2 {
			return false
		}
		if c, ok := ret.Results[0].(*ssa.Const); ok && c.IsNil() {
			continue
		}
		if !isNewCache(ret.Results[0]) {
			return false
		}
		made = true
	}
	return made
}

// isNewCache: the value is the result of cache.New, with which nothing else is
// done than to return it.
func isNewCache(v ssa.Value) bool {
	x, ok := v.(*ssa.Extract)
	if !ok {
		return false
	}
	for _, r := range *x.Referrers() {
		switch r.(type) {
		case *ssa.Return, *ssa.DebugRef:
		default:
			return false
		}
	}
	call, ok := x.Tuple.(*ssa.Call)
	if !ok {
		return false
	}
	fn := call.Call.StaticCallee()
	return fn != nil && ctrlruntime.Makes(fn.Object()) == ctrlruntime.Cache
}

// written are the values that go into a field, and the pointers that are taken
// from it, through which more may be written; a nil value stands for those of
// which nothing is known, since the field's address leaves.
func written(addr *ssa.FieldAddr) (out []ssa.Value, through []ssa.Value) {
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			if _, ok := r.Type().Underlying().(*types.Pointer); ok {
				through = append(through, r)
			}
		case *ssa.Store:
			if r.Addr != addr {
				return append(out, nil), through
			}
			out = append(out, r.Val)
		default:
			return append(out, nil), through
		}
	}
	return out, through
}

// Strict: reads of kinds without an informer fail, so that it is on
// purpose who has one.
func Strict(call *ssa.Call) bool {
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
			if ctrlruntime.Strict(ssautil.FieldName(r.X.Type(), r.Field)) {
				return true
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return true
		}
	}
	return false
}
