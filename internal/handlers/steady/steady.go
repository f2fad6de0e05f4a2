// Package steady tells whether what handlers leave in a place stays there: whether it is
// only theirs to take away. A map may be shared with somebody who sweeps it, and what
// holds it may be replaced as a whole; either takes away what was left behind.
package steady

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A Package is what is looked at.
type Package struct {
	Fns []*ssa.Function
	// Free are those that may run if nobody calls the handler for deletions: what only
	// that one leads to takes nothing away for an Update.
	Free []*ssa.Function
	// Handlers have in their receivers, and in what they have captured, the structures
	// that last as long as they are registered.
	Handlers []*ssa.Function
}

// Steady reports whether what is left in a place stays there. A place that is not known
// well enough is none that is: a field of a type without a name, or what a call returns.
func (p *Package) Steady(place string) bool {
	place = strings.TrimSuffix(place, inner)
	if !slices.ContainsFunc(p.Handlers, inTest) {
		// Tests put new structures where they like.
		p = &Package{slices.DeleteFunc(slices.Clone(p.Fns), inTest), p.Free, p.Handlers}
	}
	if strings.HasPrefix(place, ".") {
		return false
	}
	l := &look{uses: newUses(p), seen: make(map[ssa.Value]bool)}
	l.also(place)
	for i := 0; i < len(l.places); i++ {
		if !l.place(l.places[i]) {
			return false
		}
	}
	owner := place[:max(strings.LastIndexByte(place, '.'), 0)]
	return owner == "" || newHolders(l.uses).lasts(owner, 0)
}

func inTest(fn *ssa.Function) bool {
	return strings.HasSuffix(fn.Prog.Fset.Position(fn.Pos()).Filename, "_test.go")
}

// inner ends the name of the maps that are the values of a map, see effect.InnerOf.
const inner = "[]"

// each looks at all instructions as long as they are as expected.
func (p *Package) each(as func(*ssa.Function, ssa.Instruction) bool) bool {
	for _, fn := range p.Fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if !as(fn, instr) {
					return false
				}
			}
		}
	}
	return true
}

// A look follows a map from the places where it is.
type look struct {
	*uses
	seen   map[ssa.Value]bool
	places []string
	now    string
}

func (l *look) also(place string) bool {
	if place != "" && !slices.Contains(l.places, place) {
		l.places = append(l.places, place)
	}
	return place != ""
}

// is reports whether a value is the address that has the name.
func is(v ssa.Value, place string) bool {
	switch x := v.(type) {
	case *ssa.FieldAddr, *ssa.Global:
		return effect.Place(v) == place
	case *ssa.FreeVar:
		return effect.Own(v) == place || x.Name() == place
	case *ssa.Alloc:
		return effect.Own(v) == place || x.Comment == place && place != ""
	}
	return false
}

// place looks at all uses of a place.
func (l *look) place(place string) bool {
	l.now = place
	return l.each(func(_ *ssa.Function, instr ssa.Instruction) bool {
		for _, op := range instr.Operands(nil) {
			if *op != nil && is(*op, place) && !l.at(instr, *op) {
				return false
			}
		}
		return true
	})
}

// at looks at a use of a place, by what is there. Of maps in an array, and of pointers to
// maps, it is not known which is meant.
func (l *look) at(instr ssa.Instruction, at ssa.Value) bool {
	typ := ssautil.Deref(at.Type())
	if clientgo.TypeName(typ) == "sync.Map" && !ssautil.IsPointer(typ) {
		return l.use(instr, at)
	}
	switch t := typ.Underlying().(type) {
	case *types.Map:
		return l.use(instr, at)
	case *types.Array:
		return !isMap(t.Elem())
	case *types.Slice:
		return !isMap(t.Elem())
	case *types.Pointer, *types.Interface:
		// A store: another one may be put in its place.
		i, ok := instr.(*ssa.Store)
		return !isMap(ssautil.Deref(typ)) && (!ok || i.Addr != at || l.begins(i))
	}
	return true
}

func isMap(t types.Type) bool {
	_, is := t.Underlying().(*types.Map)
	return is
}

func (l *look) use(instr ssa.Instruction, at ssa.Value) bool {
	switch i := instr.(type) {
	case *ssa.UnOp:
		return l.held(i)
	case *ssa.Store:
		return i.Addr == at && l.stored(i)
	case *ssa.DebugRef, *ssa.MakeClosure:
		return true
	case ssa.CallInstruction:
		fn := ssautil.Callee(i.Common())
		return fn != nil && clientgo.IsSyncMap(fn) && i.Common().Args[0] == at && l.synced(i, fn.Name())
	}
	return false
}

// stored looks at what becomes of a place.
func (l *look) stored(i *ssa.Store) bool {
	return l.fresh(i.Val, 0) && l.begins(i)
}

// begins reports whether what is written to a place takes nothing from what is there.
func (l *look) begins(i *ssa.Store) bool {
	return begins(i) || i.Parent().Name() == "init" || !l.free[i.Parent()] || lazily(i) || l.prepares(i)
}

// fresh reports whether a map is new, or one that is looked at as well.
func (l *look) fresh(v ssa.Value, depth int) bool {
	if depth > 4 {
		return false
	}
	switch x := v.(type) {
	case *ssa.Const:
		return true
	case *ssa.MakeMap:
		return l.held(x)
	case *ssa.ChangeType:
		return l.fresh(x.X, depth+1)
	case *ssa.Phi:
		return !slices.ContainsFunc(x.Edges, func(e ssa.Value) bool { return e != v && !l.fresh(e, depth+1) })
	case *ssa.UnOp:
		return is(x.X, l.now) || l.also(nameOf(x.X))
	case *ssa.Parameter:
		fn := x.Parent()
		calls, known := l.callers(fn)
		n := slices.Index(fn.Params, x)
		return known && !slices.ContainsFunc(calls, func(c ssa.CallInstruction) bool { return !l.fresh(c.Common().Args[n], depth+1) })
	case *ssa.Call:
		return l.made(x, depth)
	}
	return false
}

// made reports whether a call returns a new map.
func (l *look) made(c *ssa.Call, depth int) bool {
	fn := ssautil.Callee(&c.Call)
	if callee := c.Call.StaticCallee(); callee != nil && len(ssautil.Origin(callee).Blocks) > 0 {
		callee = ssautil.Origin(callee)
		for _, b := range callee.Blocks {
			if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && (len(ret.Results) != 1 || !l.fresh(ret.Results[0], depth+1)) {
				return false
			}
		}
		return true
	}
	return fn != nil && (clientgo.MakesSet(fn) || clientgo.FuncName(fn) == "maps.Clone" || clientgo.FuncName(fn) == "maps.Collect")
}

// held looks at all that is done with a map.
func (l *look) held(m ssa.Value) bool {
	if l.seen[m] || m.Referrers() == nil {
		return true
	}
	l.seen[m] = true
	return !slices.ContainsFunc(*m.Referrers(), func(r ssa.Instruction) bool { return !l.does(m, r) })
}

func (l *look) does(m ssa.Value, use ssa.Instruction) bool {
	switch i := use.(type) {
	case *ssa.DebugRef, *ssa.BinOp, *ssa.Lookup, *ssa.Range:
		return true
	case *ssa.MapUpdate:
		return i.Value != m
	case *ssa.Phi:
		return l.held(i)
	case *ssa.ChangeType:
		return l.held(i)
	case *ssa.Extract:
		return l.held(i)
	case *ssa.MakeInterface:
		return logged(i)
	case *ssa.Store:
		return i.Val == m && (is(i.Addr, l.now) || l.also(nameOf(i.Addr)))
	case *ssa.Return:
		return l.returned(i, m)
	case ssa.CallInstruction:
		return l.call(m, i)
	}
	return false // sent, or put into something
}

// nameOf names a place so that is finds it.
func nameOf(addr ssa.Value) string {
	switch x := addr.(type) {
	case *ssa.FieldAddr:
		if clientgo.TypeName(x.X.Type()) == "" {
			return ""
		}
		return effect.Place(x)
	case *ssa.Global:
		return effect.Place(x)
	case *ssa.FreeVar, *ssa.Alloc:
		return effect.Own(addr)
	}
	return ""
}

// returned goes on with the results of the calls, if they are known.
func (l *look) returned(ret *ssa.Return, m ssa.Value) bool {
	calls, known := l.callers(ret.Parent())
	if !known {
		return false
	}
	for _, call := range calls {
		c := call.Value()
		if c == nil {
			continue // nobody has what a goroutine returns
		}
		if len(ret.Results) == 1 {
			if !l.held(c) {
				return false
			}
			continue
		}
		for _, r := range *c.Referrers() {
			if e, ok := r.(*ssa.Extract); ok && ret.Results[e.Index] == m && !l.held(e) {
				return false
			}
		}
	}
	return true
}

// call looks at a call that gets a map.
func (l *look) call(m ssa.Value, i ssa.CallInstruction) bool {
	c := i.Common()
	free := l.free[i.Parent()]
	if b, ok := c.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "clear":
			return !free
		case "delete":
			return c.Args[0] == m && !(free && l.swept(i, c.Args[1], 0)) && !l.told(i.Parent(), c.Args[1])
		}
		return true
	}
	fn := ssautil.Callee(c)
	if fn == nil || c.IsInvoke() {
		return false
	}
	if op, isSet := clientgo.SetMethod(fn); isSet {
		return l.set(m, i, op, free)
	}
	if callee := c.StaticCallee(); callee != nil && len(ssautil.Origin(callee).Blocks) > 0 {
		callee = ssautil.Origin(callee)
		for n, arg := range c.Args {
			if arg == m && !l.held(callee.Params[n]) {
				return false
			}
		}
		return true
	}
	if clientgo.OfSets(fn) {
		return true
	}
	return fn.Pkg() != nil && fn.Pkg().Path() == "maps" && !(free && fn.Name() == "DeleteFunc")
}

// told reports whether other packages say under which key something is taken away: by an
// exported function that gets it, and that the handlers have nothing to do with.
func (l *look) told(fn *ssa.Function, key ssa.Value) bool {
	for {
		switch x := key.(type) {
		case *ssa.Convert:
			key = x.X
			continue
		case *ssa.ChangeType:
			key = x.X
			continue
		case *ssa.Parameter:
			obj := ssautil.Object(fn)
			return obj != nil && obj.Exported() && !l.handles(fn)
		}
		return false
	}
}

// handles reports whether the handlers lead to a function by calls that are known.
func (l *look) handles(fn *ssa.Function) bool {
	below := slices.Clone(l.Handlers)
	for i := 0; i < len(below); i++ {
		for _, b := range below[i].Blocks {
			for _, instr := range b.Instrs {
				for _, op := range instr.Operands(nil) {
					f, ok := (*op).(*ssa.Function)
					if !ok {
						continue
					}
					if m := ssautil.Bound(f); m != nil {
						f = m
					}
					if f = ssautil.Origin(f); f == fn {
						return true
					} else if !slices.Contains(below, f) {
						below = append(below, f)
					}
				}
			}
		}
	}
	return slices.Contains(below, fn)
}

// set looks at a method of a set.
func (l *look) set(m ssa.Value, i ssa.CallInstruction, op clientgo.SetOp, free bool) bool {
	if i.Common().Args[0] != m || op == clientgo.NoSetOp || !free && op != clientgo.SetPuts {
		return true
	}
	_, item, known := effect.SetCall(i, m)
	switch op {
	case clientgo.SetPuts:
		return i.Value() == nil || len(*i.Value().Referrers()) == 0
	case clientgo.SetFrees:
		if !known || item == nil {
			item = only(i.Common().Args)
		}
		return item != nil && !l.swept(i, item, 0)
	}
	return false
}

// only returns the one item that a call of a set's method gets.
func only(args []ssa.Value) (item ssa.Value) {
	list, ok := args[len(args)-1].(*ssa.Slice)
	if !ok {
		return nil
	}
	array, ok := list.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, r := range *array.Referrers() {
		if at, ok := r.(*ssa.IndexAddr); ok {
			for _, use := range *at.Referrers() {
				if put, ok := use.(*ssa.Store); ok && put.Addr == at {
					item = put.Val
				}
			}
		}
	}
	return item
}

// synced looks at a method of a sync.Map.
func (l *look) synced(i ssa.CallInstruction, name string) bool {
	if !clientgo.SyncMapTakes(name) || !l.free[i.Parent()] {
		return true
	}
	if name == "Clear" {
		return false
	}
	return !l.swept(i, i.Common().Args[1], 0)
}

// logged: a map in an interface is only printed.
func logged(i *ssa.MakeInterface) bool {
	return !slices.ContainsFunc(*i.Referrers(), func(r ssa.Instruction) bool {
		switch r := r.(type) {
		case *ssa.DebugRef:
			return false
		case *ssa.Store:
			at, ok := r.Addr.(*ssa.IndexAddr)
			return !ok || !printed(at.X)
		case ssa.CallInstruction:
			fn := ssautil.Callee(r.Common())
			return fn == nil || !clientgo.Quiet(fn)
		}
		return true
	})
}

func printed(array ssa.Value) bool {
	for _, r := range *array.Referrers() {
		list, ok := r.(*ssa.Slice)
		if !ok {
			continue
		}
		for _, use := range *list.Referrers() {
			c, ok := use.(ssa.CallInstruction)
			if !ok {
				return false
			}
			if fn := ssautil.Callee(c.Common()); fn == nil || !clientgo.Quiet(fn) {
				return false
			}
		}
	}
	return true
}
