// Package reread finds programs that read their own change back from the cache.
// That they change the cached object is wrong, and yet a copy would break them: the
// cache is how the mark gets from where it is set to where it is asked for.
package reread

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A Change is what a function does to an object of a cache.
type Change struct {
	First ssa.Instruction // the statement of the function that changes it
	Via   token.Pos       // the statement in a helper, if one changes it
	Type  string          // of the object, without its package: "Pod"
	Field string          // "Status.Phase", "Labels[\"a\"]"; without ObjectMeta
	Param *ssa.Parameter  // of a handler, that has the object; nil if none
}

// old is the parameter that an Update handler is given the old object in: what is
// changed of the new one is there with the next event. nil in other handlers.
func (c Change) old() *ssa.Parameter {
	if c.Param == nil || !clientgo.IsAny(c.Param.Type()) {
		return nil
	}
	all := c.Param.Parent().Params
	if i := slices.Index(all, c.Param); i > 0 && clientgo.IsAny(all[i-1].Type()) {
		return all[i-1]
	}
	return nil
}

// Depends reports whether the field is asked for after the change, of an object of
// that type that was read from a cache again: in the function, in what it calls, or
// by those who call it; after a change by a handler, anywhere in the package, for workers
// run later; or of the old object that the next call of an Update handler gets, which is
// the changed one. Whether it is the same object is not asked: a fix is
// refused where that is uncertain.
func Depends(c Change) bool {
	if c.Param != nil && clientgo.EventObjects(c.Param.Type()) != nil && c.First != nil && c.Field != "" {
		return c.askedElsewhere()
	}
	if c.First == nil || c.First.Parent() == nil || c.Type == "" || c.Field == "" {
		return false
	}
	x := &reader{typ: c.Type, table: clientgo.NewTable(), later: make(map[ssa.Instruction]bool), entered: make(map[*ssa.Function]bool), calls: make(map[*ssa.Function][]*ssa.Call), paths: make(map[ssa.Value][]string)}
	for name := range strings.SplitSeq(c.Field, ".") {
		name, _, _ = strings.Cut(name, "[")
		x.field = append(x.field, name)
	}
	x.changed(c.First, c.Via)
	x.callers(c.First.Parent(), 0)
	if c.Param != nil {
		x.workers(c.First.Parent())
	}
	for _, call := range x.sources {
		x.follow(call, nil)
	}
	if old := c.old(); old != nil {
		x.ever = true
		x.follow(old, nil)
	}
	return x.asked
}

// askedElsewhere: a reconciler reads objects by controller-runtime's client, into structures
// of its own. Whether that is from the cache is not asked, nor whose field it is.
func (c Change) askedElsewhere() bool {
	field, _, _ := strings.Cut(c.Field, ".")
	field, _, _ = strings.Cut(field, "[")
	own := ssautil.Outermost(c.First.Parent())
	for _, fn := range ssautil.FunctionsOf(own) {
		if fn == c.First.Parent() {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch i := instr.(type) {
				case *ssa.FieldAddr:
					if ssautil.FieldName(i.X.Type(), i.Field) == field {
						return true
					}
				case ssa.CallInstruction:
					if _, name := ssautil.Method(i.Common()); name == "Get"+field {
						return true
					}
				}
			}
		}
	}
	return false
}

const (
	maxDepth   = 3 // of calls
	maxCallers = 2
)

// A reader follows what is read again.
type reader struct {
	typ   string
	field []string
	table *clientgo.Table

	later   map[ssa.Instruction]bool // what may run after the change
	entered map[*ssa.Function]bool
	calls   map[*ssa.Function][]*ssa.Call // that run later
	sources []*ssa.Call                   // that run later, and hand out objects
	paths   map[ssa.Value][]string        // from the object to what is followed; nil for the object
	ever    bool                          // what runs before the change is looked at as well
	asked   bool
}

// changed notes what may run after the change.
func (x *reader) changed(first ssa.Instruction, via token.Pos) {
	// Called again, a function has another object: what it reads before it changes
	// one is not read after that.
	x.entered[first.Parent()] = true
	x.after(first, 0)
	call, ok := first.(ssa.CallInstruction)
	if !ok || !via.IsValid() {
		return
	}
	callee := call.Common().StaticCallee()
	if callee == nil {
		return
	}
	for _, b := range callee.Blocks {
		for _, instr := range b.Instrs {
			if instr.Pos() == via || ssautil.Pos(instr) == via {
				x.entered[callee] = true
				x.after(instr, 1)
				return
			}
		}
	}
	x.enter(callee, 1) // a helper of the helper changes it
}

// after notes what comes after an instruction in its function. The next round of a
// loop around it is left out: it has another object.
func (x *reader) after(from ssa.Instruction, depth int) {
	start := from.Block()
	for _, instr := range start.Instrs[slices.Index(start.Instrs, from)+1:] {
		x.note(instr, depth)
	}
	seen := map[*ssa.BasicBlock]bool{start: true}
	for work := []*ssa.BasicBlock{start}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, next := range b.Succs {
			if seen[next] || next.Dominates(start) {
				continue
			}
			seen[next] = true
			work = append(work, next)
			for _, instr := range next.Instrs {
				x.note(instr, depth)
			}
		}
	}
}

// note adds an instruction, and what it calls or hands on to be called.
func (x *reader) note(instr ssa.Instruction, depth int) {
	if x.later[instr] {
		return
	}
	x.later[instr] = true
	if call, ok := instr.(*ssa.Call); ok {
		if callee := call.Call.StaticCallee(); callee != nil {
			x.calls[callee] = append(x.calls[callee], call)
		}
		if x.source(&call.Call) {
			x.sources = append(x.sources, call)
		}
	}
	var ops [12]*ssa.Value
	for _, op := range instr.Operands(ops[:0]) {
		if fn, ok := (*op).(*ssa.Function); ok {
			x.enter(fn, depth+1)
		}
	}
}

func (x *reader) enter(fn *ssa.Function, depth int) {
	if depth > maxDepth || x.entered[fn] {
		return
	}
	x.entered[fn] = true
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			x.note(instr, depth)
		}
	}
}

// callers notes what the callers of a function do after it.
func (x *reader) callers(fn *ssa.Function, depth int) {
	if depth == maxCallers || fn.Pkg == nil {
		return
	}
	for _, in := range ssautil.FunctionsOf(fn) {
		for _, b := range in.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(*ssa.Call); ok && call.Call.StaticCallee() == fn && !x.later[call] {
					x.entered[in] = true
					x.after(call, 0)
					x.callers(in, depth+1)
				}
			}
		}
	}
}

// workers notes all other functions of a handler's package: those that it queues keys for
// are among them.
func (x *reader) workers(handler *ssa.Function) {
	for _, fn := range ssautil.FunctionsOf(handler) {
		if ssautil.Outermost(fn) != ssautil.Outermost(handler) {
			x.enter(fn, 0)
		}
	}
}

// source reports whether a call hands out objects of a cache: here a store that
// may be the program's own is one, too.
func (x *reader) source(c *ssa.CallCommon) bool {
	fn := ssautil.Callee(c)
	if fn == nil || !c.IsInvoke() {
		return false
	}
	recv := c.Value.Type()
	return x.table.Lists(recv, fn.Name()) != clientgo.HandsNothing ||
		clientgo.IsStore(recv) && clientgo.Stored(fn) != clientgo.HandsNothing
}

// follow looks at what is done with a value that is, or holds, an object, or is a
// part of one.
func (x *reader) follow(v ssa.Value, path []string) {
	if _, again := x.paths[v]; again || x.asked || v.Referrers() == nil {
		return
	}
	x.paths[v] = path
	for _, ref := range *v.Referrers() {
		if x.ever || x.later[ref] {
			x.use(v, ref, path)
		}
	}
}

// use looks at one use of a followed value.
func (x *reader) use(v ssa.Value, ref ssa.Instruction, path []string) {
	if x.has(v, ref, path) && asks(v, ref) {
		x.asked = true
		return
	}
	switch ref := ref.(type) {
	case *ssa.FieldAddr:
		x.part(ref, ref.X.Type(), ref.Field, path)
	case *ssa.Field:
		x.part(ref, ref.X.Type(), ref.Field, path)
	case *ssa.Extract:
		if ref.Index == 0 || !ssautil.IsError(ref.Type()) && !ssautil.IsBool(ref.Type()) {
			x.follow(ref, path)
		}
	case *ssa.UnOp:
		if ref.Op == token.MUL {
			x.follow(ref, path)
		}
	case *ssa.Phi, *ssa.TypeAssert, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.IndexAddr, *ssa.Slice, *ssa.Range, *ssa.Next:
		x.follow(ref.(ssa.Value), path)
	case *ssa.Store:
		// A variable that is captured, or a shallow copy.
		if a, ok := ref.Addr.(*ssa.Alloc); ok && ref.Val == v {
			x.follow(a, path)
		}
	case *ssa.MakeClosure:
		fn := ref.Fn.(*ssa.Function)
		for i, b := range ref.Bindings {
			if b == v {
				x.follow(fn.FreeVars[i], path)
			}
		}
	case *ssa.Return:
		x.returned(v, ref, path)
	case *ssa.Call:
		x.called(v, ref, path)
	}
}

// part follows a field on the way to the one that is changed, or below it.
func (x *reader) part(v ssa.Value, of types.Type, field int, path []string) {
	name := ssautil.FieldName(of, field)
	switch {
	case len(path) == 0 && typeName(of) != x.typ && typeName(of) != "ObjectMeta":
		// An object of another type, or a structure of the program that holds one.
	case name == "ObjectMeta":
		x.follow(v, path)
	case len(path) >= len(x.field):
		x.follow(v, path)
	case x.field[len(path)] == name:
		x.follow(v, append(slices.Clip(path), name))
	}
}

// called follows an object into a call, and out of one that copies it.
func (x *reader) called(v ssa.Value, call *ssa.Call, path []string) {
	c := &call.Call
	name := ""
	if fn := ssautil.Callee(c); fn != nil {
		name = fn.Name()
	}
	if name == "DeepEqual" {
		x.asked = true
		return
	}
	recv := c.Value
	if !c.IsInvoke() && len(c.Args) > 0 {
		recv = c.Args[0]
	}
	if recv == v {
		switch {
		case name == "DeepCopy" || name == "DeepCopyObject":
			x.follow(call, path)
			return
		case len(path) == 0 && name == "Get"+x.field[0] && c.Signature().Params().Len() == 0:
			x.follow(call, x.field[:1])
			return
		case name == "DeepCopyInto" && len(c.Args) == 2:
			if a, ok := c.Args[1].(*ssa.Alloc); ok {
				x.follow(a, path)
			}
			return
		}
	}
	if x.foreign(c, path) {
		x.asked = true
		return
	}
	if callee := c.StaticCallee(); callee != nil && len(callee.Params) == len(c.Args) {
		for i, a := range c.Args {
			if a == v {
				x.follow(callee.Params[i], path)
			}
		}
	}
}

// foreign: a function of another package says yes or no to an object, or to its metadata.
// Those of Kubernetes ask for owners and finalizers.
func (x *reader) foreign(c *ssa.CallCommon, path []string) bool {
	callee := c.StaticCallee()
	if callee == nil || len(callee.Blocks) > 0 || len(path) > 0 || c.Signature().Results().Len() != 1 || !ssautil.IsBool(c.Signature().Results().At(0).Type()) {
		return false
	}
	fn := ssautil.Callee(c)
	return fn != nil && fn.Pkg() != nil && (!clientgo.Modelled(fn.Pkg().Path()) || x.field[0] == "Finalizers" || x.field[0] == "OwnerReferences")
}

// returned follows what a function that runs later returns to its calls.
func (x *reader) returned(v ssa.Value, ret *ssa.Return, path []string) {
	for _, call := range x.calls[ret.Parent()] {
		if len(ret.Results) == 1 {
			x.follow(call, path)
			continue
		}
		for _, ref := range *call.Referrers() {
			if e, ok := ref.(*ssa.Extract); ok && ret.Results[e.Index] == v {
				x.follow(e, path)
			}
		}
	}
}

// has reports whether a value is in the field that is changed, or is the structure
// around it, taken as a whole. A variable that is given one is followed.
func (x *reader) has(v ssa.Value, ref ssa.Instruction, path []string) bool {
	if len(path) >= len(x.field) {
		return true
	}
	if st, ok := ref.(*ssa.Store); ok {
		if _, ok := st.Addr.(*ssa.Alloc); ok {
			return false
		}
	}
	return len(path) > 0 && !ssautil.IsPointer(v.Type())
}

// asks reports whether an instruction makes something depend on a value that is in
// a field. What is only replaced, filled or found to be nil is not asked for.
func asks(v ssa.Value, ref ssa.Instruction) bool {
	if p, ok := v.Type().Underlying().(*types.Pointer); ok {
		if _, ok := p.Elem().Underlying().(*types.Struct); !ok {
			return false // the place of the field; what is loaded of it asks
		}
	}
	switch ref := ref.(type) {
	case *ssa.BinOp:
		return !isNil(ref.X) && !isNil(ref.Y)
	case *ssa.If, *ssa.Lookup, *ssa.Range, *ssa.Return, *ssa.Send, *ssa.Convert, *ssa.MakeInterface:
		return true
	case *ssa.UnOp:
		return ref.Op != token.MUL
	case *ssa.Store:
		return ref.Val == v
	case *ssa.Call:
		if b, ok := ref.Call.Value.(*ssa.Builtin); ok {
			return b.Name() != "delete"
		}
		return true
	}
	return false
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// typeName is a type's name, without its package.
func typeName(t types.Type) string {
	if n, ok := types.Unalias(ssautil.Deref(t)).(*types.Named); ok {
		return n.Obj().Name()
	}
	return ""
}
