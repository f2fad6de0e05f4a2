package resolve

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// creations says whether creations go through a predicate, where its function for them
// does not say so alone: that is filled later or not known, or others are asked as well.
func (r *resolver) creations(v ssa.Value, g *registered.Group) registered.Creations {
	if _, typed := v.(*ssa.MakeInterface); (g.Add == nil && !typed || g.Add != nil && r.chosen(g.Add.Fn)) && !r.creates(v) {
		return registered.CreationsUnknown
	}
	j := &joined{r: r, seen: make(map[ssa.Value]bool)}
	if fa, ok := v.(*ssa.FieldAddr); ok {
		j.owner(fa)
	}
	j.value(v)
	r.each(func(_ *ssa.Function, instr ssa.Instruction) {
		// A filter of the whole controller is asked, wherever it is named.
		call, ok := instr.(ssa.CallInstruction)
		if !ok || clientgo.JoinsPredicates(ssautil.Callee(call.Common())) != clientgo.AndAll {
			return
		}
		if p := call.Common().Args[len(call.Common().Args)-1]; !j.seen[p] && !r.passes(p, 4) {
			j.says = registered.CreationsUnknown
		}
	})
	return j.says
}

// reached is what a predicate gets to.
func (r *resolver) reached(v ssa.Value) *joined {
	j := &joined{r: r, seen: make(map[ssa.Value]bool)}
	j.value(v)
	return j
}

// joined follows a predicate to those that are asked beside it.
type joined struct {
	r     *resolver
	seen  map[ssa.Value]bool
	says  registered.Creations
	calls []ssa.CallInstruction // that it gets to
	one   bool                  // one of several is enough, or its opposite is asked
	// inside is set if it is in a structure with such methods of its own.
	inside bool
}

func (j *joined) value(v ssa.Value) {
	if j.seen[v] || v.Referrers() == nil {
		return
	}
	j.seen[v] = true
	for _, ref := range *v.Referrers() {
		switch i := ref.(type) {
		case *ssa.UnOp, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Phi, *ssa.Extract, *ssa.TypeAssert, *ssa.Slice:
			j.value(i.(ssa.Value))
		case *ssa.Store:
			switch at := i.Addr.(type) {
			case *ssa.Alloc:
				if i.Val == v {
					j.value(at)
				}
			case *ssa.IndexAddr: // a list of them
				if i.Val == v {
					j.value(at.X)
				}
			case *ssa.FieldAddr:
				j.owner(at)
				if field := ssautil.Field(at); i.Val == v && field != nil {
					for _, again := range j.r.used().fields[field.Origin()] {
						j.value(again)
					}
				}
			case *ssa.Global:
				for _, again := range j.r.used().globals[at] {
					if load, ok := again.(*ssa.UnOp); ok && i.Val == v {
						j.value(load)
					}
				}
			}
		case *ssa.Return:
			for _, c := range j.r.calls[ssautil.Origin(i.Parent())] {
				if call, ok := c.(*ssa.Call); ok {
					j.value(call)
				}
			}
		case ssa.CallInstruction:
			j.call(i, v)
		}
	}
}

// owner: a structure that the predicate is in may have methods of its own, which are asked
// in its place: a Create, or an Update that compares UIDs first.
func (j *joined) owner(at *ssa.FieldAddr) {
	for name := range clientgo.EventMethods {
		if _, index, _ := types.LookupFieldOrMethod(at.X.Type(), true, nil, name); len(index) == 1 {
			j.says, j.inside = registered.CreationsUnknown, true
		}
	}
}

func (j *joined) call(i ssa.CallInstruction, v ssa.Value) {
	c := i.Common()
	n := slices.Index(c.Args, v)
	if n < 0 {
		return
	}
	j.calls = append(j.calls, i)
	result, _ := i.(*ssa.Call)
	switch clientgo.JoinsPredicates(ssautil.Callee(c)) {
	case clientgo.And:
		j.all(c.Args[len(c.Args)-1])
	case clientgo.AndAll:
	case clientgo.Or:
		j.one = true
		j.any(c.Args[len(c.Args)-1])
	case clientgo.Not:
		j.one, j.says = true, registered.CreationsUnknown
	default:
		if callee := c.StaticCallee(); callee != nil && n < len(ssautil.Origin(callee).Params) {
			j.value(ssautil.Origin(callee).Params[n])
		}
		if _, appended := c.Value.(*ssa.Builtin); !appended {
			return
		}
	}
	if result != nil {
		j.value(result)
	}
}

// all: each of a list is asked, and one that lets no creation through is enough.
func (j *joined) all(list ssa.Value) {
	others, all := ssautil.Elements(list)
	if !all || slices.ContainsFunc(others, func(o ssa.Value) bool { return !j.seen[o] && !j.r.passes(o, 4) }) {
		j.says = registered.CreationsUnknown
	}
}

// any: creations go through if another lets them. It must not let an update through that
// this one drops, which is known of those that look at labels and the like.
func (j *joined) any(list ssa.Value) {
	others, all := ssautil.Elements(list)
	for _, o := range others {
		m, made := o.(*ssa.MakeInterface)
		switch {
		case j.seen[o]:
		case made && clientgo.ComparesGiven(m.X.Type()):
			if j.says == registered.ByFunction {
				j.says = registered.CreationsPass
			}
		default:
			all = false
		}
	}
	if !all {
		j.says = registered.CreationsUnknown
	}
}

// passes reports whether it is certain that a predicate lets creations through.
func (r *resolver) passes(v ssa.Value, depth int) bool {
	if depth == 0 {
		return false
	}
	depth--
	switch x := v.(type) {
	case *ssa.MakeInterface:
		switch {
		case clientgo.CreatesAll(x.X.Type()):
			return true
		case !clientgo.IsHandlerStruct(x.X.Type()):
			return r.ownPasses(x.X.Type())
		}
		if base := baseOf(x.X); base != nil {
			return r.creates(base)
		}
		return r.passes(x.X, depth)
	case *ssa.ChangeInterface:
		return r.passes(x.X, depth)
	case *ssa.Phi:
		return !slices.ContainsFunc(x.Edges, func(e ssa.Value) bool { return !r.passes(e, depth) })
	case *ssa.Extract:
		call, ok := x.Tuple.(*ssa.Call)
		return ok && r.callPasses(call, x.Index, depth)
	case *ssa.Call:
		return r.callPasses(x, 0, depth)
	}
	return false
}

// ownPasses: a type of the package with a Create.
func (r *resolver) ownPasses(typ types.Type) bool {
	m, _, _ := types.LookupFieldOrMethod(typ, true, r.pass.Pkg, "Create")
	create, ok := m.(*types.Func)
	if !ok {
		return false
	}
	fn := r.pkg.Prog.FuncValue(create.Origin())
	return fn != nil && len(fn.Blocks) > 0 && r.sometimes(&registered.Func{Fn: fn, First: 1})
}

// callPasses: what a call makes, of others or of a function.
func (r *resolver) callPasses(call *ssa.Call, result, depth int) bool {
	c := &call.Call
	fn := ssautil.Callee(c)
	switch clientgo.JoinsPredicates(fn) {
	case clientgo.And:
		others, all := ssautil.Elements(c.Args[0])
		return all && !slices.ContainsFunc(others, func(o ssa.Value) bool { return !r.passes(o, depth) })
	case clientgo.Or:
		others, _ := ssautil.Elements(c.Args[0])
		return slices.ContainsFunc(others, func(o ssa.Value) bool { return r.passes(o, depth) })
	}
	if clientgo.SelectsLabels(fn) {
		return true
	}
	if clientgo.MakesPredicate(fn) && len(c.Args) == 1 {
		return !slices.ContainsFunc(r.trace(c.Args[0], 0), func(s source) bool { return s.fn == nil || !r.sometimes(s.fn) })
	}
	callee := c.StaticCallee()
	if callee == nil || len(ssautil.Origin(callee).Blocks) == 0 {
		return false
	}
	for _, b := range ssautil.Origin(callee).Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && !r.passes(ret.Results[result], depth) {
			return false
		}
	}
	return true
}

// creates reports whether it is certain that predicate functions let creations through:
// one that is not there does.
func (r *resolver) creates(v ssa.Value) bool {
	if g := r.groups[v]; g != nil && (r.opaque[g][clientgo.OnAdd] || g.Add != nil) {
		return g.Add != nil && !r.opaque[g][clientgo.OnAdd] && r.sometimes(g.Add)
	}
	a, ok := v.(*ssa.Alloc)
	if !ok {
		return !r.filledLater(v, "CreateFunc")
	}
	whole := wholeStores(a)
	if len(whole) != 1 {
		return len(whole) == 0 && !r.filledLater(v, "CreateFunc")
	}
	switch from := whole[0].Val.(type) {
	case *ssa.Call: // p := predicate.NewPredicateFuncs(f); p.UpdateFunc = update
		if !r.callPasses(from, 0, 2) {
			return false
		}
	case *ssa.UnOp: // a copy
		if b := baseOf(from); b == nil || b == v || !r.creates(b) {
			return false
		}
	default:
		return false
	}
	o := r.overwrites(v, fieldOf(v, "CreateFunc"), nil)
	o.begin = whole[0]
	return !o.value(v, nil)
}

// wholeStores are the structures that are put into a variable.
func wholeStores(a *ssa.Alloc) (out []*ssa.Store) {
	for _, ref := range *a.Referrers() {
		if st, ok := ref.(*ssa.Store); ok && st.Addr == ssa.Value(a) {
			out = append(out, st)
		}
	}
	return out
}

func fieldOf(v ssa.Value, name string) int {
	if st, ok := ssautil.Deref(v.Type()).Underlying().(*types.Struct); ok {
		for n := range st.NumFields() {
			if st.Field(n).Name() == name {
				return n
			}
		}
	}
	return -1
}

// sometimes reports whether some way through a function does not say no.
func (r *resolver) sometimes(f *registered.Func) bool {
	if r.chosen(f.Fn) {
		return false
	}
	t := r.in.RunOne(f)
	return !t.GaveUp && slices.ContainsFunc(t.Ends, func(e interp.End) bool { return e.Flags&interp.Odd == 0 && e.Truth() != interp.False })
}

// chosen reports whether a function returns what its maker was given: always(false).
func (r *resolver) chosen(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) != 1 {
			continue
		}
		v := ret.Results[0]
		for u, ok := v.(*ssa.UnOp); ok; u, ok = v.(*ssa.UnOp) { // !b
			v = u.X
		}
		free, ok := v.(*ssa.FreeVar)
		if ok && slices.ContainsFunc(ssautil.Captured(free, r.closes[fn]), func(b ssa.Value) bool {
			a, ok := b.(*ssa.Alloc)
			if !ok {
				return true
			}
			_, given := ssautil.OnlyStored(a).(*ssa.Parameter)
			return given
		}) {
			return true
		}
	}
	return false
}
