package resolve

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/fifo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/sole"
	"github.com/informerlint/informerlint/internal/ssabuild"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A resolver finds out which functions get which notifications.
//
// It starts from the fields of the libraries' handler structures and from
// types with OnAdd, OnUpdate and OnDelete, and goes backwards: to the
// functions that are stored there, or to the parameters and fields they come
// from, which are sinks in turn.
type resolver struct {
	in       *interp.Machine
	pass     *analysis.Pass
	pkg      *ssa.Package
	fns      []*ssa.Function
	below    *imported
	declared clientgo.Declared // what the config file says of functions
	params   map[*ssa.Parameter]sinks
	fields   map[string]sinks
	groups   map[any]*registered.Group
	order    []any
	opaque   map[*registered.Group]map[clientgo.HandlerRole]bool // roles that are filled with something that cannot be followed
	calls    map[*ssa.Function][]ssa.CallInstruction             // static calls in the package
	closes   map[*ssa.Function][]*ssa.MakeClosure
	// inner handlers of a filter: the group of the filter by that of the handler
	filters map[any]any
	impls   *sole.Types         // nil until somebody asks
	unknown []*registered.Group // that are only given to something unknown
	ran     map[*registered.Func][]interp.Forward
	plain   map[*registered.Group]bool   // whose functions only call what their maker was given
	opened  map[*registered.Group]bool   // to which plain ones open tombstones
	again   map[*ssa.Store]bool          // what they fill is filled again
	uses    *uses                        // nil until somebody asks
	made    map[*types.Named][]ssa.Value // where predicates are made of a type's values
	asking  map[ssa.Value]bool           // whether they are registered
	grown   bool
}

const (
	maxRounds  = 6 // from handlers to what they forward to, and on
	maxFilters = 4 // in front of each other
)

func newResolver(in *interp.Machine, pass *analysis.Pass, lazy *ssabuild.Lazy, below *imported, declared clientgo.Declared) *resolver {
	r := &resolver{
		in: in, pass: pass, pkg: lazy.Package(), fns: lazy.Functions(), below: below, declared: declared,
		params: make(map[*ssa.Parameter]sinks), fields: make(map[string]sinks), groups: make(map[any]*registered.Group), opaque: make(map[*registered.Group]map[clientgo.HandlerRole]bool),
		calls: make(map[*ssa.Function][]ssa.CallInstruction), closes: make(map[*ssa.Function][]*ssa.MakeClosure), filters: make(map[any]any),
		ran: make(map[*registered.Func][]interp.Forward), plain: make(map[*registered.Group]bool), opened: make(map[*registered.Group]bool), again: make(map[*ssa.Store]bool), made: make(map[*types.Named][]ssa.Value),
	}
	r.each(func(_ *ssa.Function, instr ssa.Instruction) {
		switch i := instr.(type) {
		case ssa.CallInstruction:
			if fn := i.Common().StaticCallee(); fn != nil {
				r.calls[ssautil.Origin(fn)] = append(r.calls[ssautil.Origin(fn)], i)
			}
		case *ssa.MakeClosure:
			fn := i.Fn.(*ssa.Function)
			r.closes[fn] = append(r.closes[fn], i)
		}
	})
	return r
}

func (r *resolver) each(do func(*ssa.Function, ssa.Instruction)) {
	for _, fn := range r.fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				do(fn, instr)
			}
		}
	}
}

// resolve returns the groups of the package that are registered somewhere.
func (r *resolver) resolve() []*registered.Group {
	for range maxRounds {
		r.grown = false
		r.each(r.scan)
		r.forwards()
		if !r.grown {
			break
		}
	}
	var out []*registered.Group
	for _, key := range r.order {
		if g := r.groups[key]; r.reaches(key, g) {
			r.enclose(key, g)
			out = append(out, g)
		} else if len(rolesOf(g)) > 0 {
			r.unknown = append(r.unknown, g)
		}
	}
	// By file, not by Pos: files are parsed in any order, and again after an edit.
	slices.SortStableFunc(out, func(a, b *registered.Group) int {
		x, y := r.pass.Fset.PositionFor(a.Pos, false), r.pass.Fset.PositionFor(b.Pos, false)
		return cmp.Or(strings.Compare(x.Filename, y.Filename), x.Offset-y.Offset)
	})
	for _, g := range out {
		if g.Filter != nil && g.Style == clientgo.Untyped {
			g.FilterRejects = rejects(r.in, g.Filter)
		}
	}
	return out
}

// reaches reports whether a group gets to an informer, and notes what stands
// around it on the way.
func (r *resolver) reaches(key any, g *registered.Group) bool {
	if g.Add == nil && g.Update == nil && g.Delete == nil {
		return false
	}
	ok, open := r.registered(key)
	if g.Style == clientgo.Reconciler || g.Style == clientgo.Predicate {
		// controller-runtime takes them in lists and options; its own
		// combinators change nothing about what they get.
		ok, open = true, false
	}
	if !ok {
		// Only given to something unknown, or called by another handler, which may
		// unwrap tombstones or split updates itself.
		return false
	}
	g.Open, g.Opened = g.Open || open, g.Opened || r.opened[g]
	return true
}

// enclose notes which roles of a group are not known, and the filters in front of it.
func (r *resolver) enclose(key any, g *registered.Group) {
	unknown := r.opaque[g][clientgo.OnUpdate] || r.opaque[g][clientgo.Whole]
	g.Open = g.Open || unknown
	if v, is := key.(ssa.Value); is && clientgo.IsHandlerStruct(v.Type()) {
		g.NoUpdate = g.Update == nil && !unknown && asMade(v) && !r.filledLater(v, "UpdateFunc")
		g.NoDelete = g.Delete == nil && !r.opaque[g][clientgo.OnDelete] && !r.opaque[g][clientgo.Whole] && asMade(v) && !r.filledLater(v, "DeleteFunc")
	}
	if g.Style == clientgo.Predicate || g.Style == clientgo.Reconciler {
		r.asked(key, g)
	}
	for range maxFilters {
		outer, ok := r.filters[key]
		if !ok {
			return
		}
		if f := r.groups[outer]; f != nil {
			if g.Filter == nil {
				g.Filter = f.Filter
			}
			g.FilterUnknown = g.FilterUnknown || r.opaque[f][clientgo.Filter]
			g.Open = g.Open || g.FilterUnknown
			// Of two in front of each other, the outer one may turn tombstones away, and
			// of two that are put into one field, one is asked.
			v, is := outer.(ssa.Value)
			g.FilterUnknown = g.FilterUnknown || f.Filter != nil && (f.Open || g.Filter != f.Filter || is && !asMade(v))
		}
		key = outer
	}
}

// group returns the group of a key, and makes it if there is none.
func (r *resolver) group(key any, pos token.Pos, style clientgo.HandlerStyle) *registered.Group {
	g := r.groups[key]
	if g == nil {
		g = &registered.Group{Pos: pos, Style: style}
		r.groups[key] = g
		r.order = append(r.order, key)
	}
	if g.Style == clientgo.NoStyle {
		g.Style = style
	}
	return g
}

// scan looks at an instruction, which may be where a value becomes a handler.
func (r *resolver) scan(fn *ssa.Function, instr ssa.Instruction) {
	switch i := instr.(type) {
	case *ssa.Store:
		r.stored(fn, i)
	case ssa.CallInstruction:
		r.passed(fn, i)
	case *ssa.MakeInterface:
		if clientgo.IsHandlerInterface(i.Type()) {
			r.in.Need(fn)
			r.methods(i.X.Type(), clientgo.Untyped, clientgo.HandlerMethods(i.X.Type()))
		} else if clientgo.IsPredicate(i.Type()) {
			r.events(fn, i, clientgo.Predicate)
		} else if clientgo.IsEventHandler(i.Type()) {
			r.events(fn, i, clientgo.Reconciler)
		}
	}
}

// stored looks at what is put into a field.
func (r *resolver) stored(fn *ssa.Function, i *ssa.Store) {
	fa, ok := i.Addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	name := ssautil.FieldName(fa.X.Type(), fa.Field)
	var to sinks
	if clientgo.ProcessField(fa.X.Type(), name) {
		to = processes(fa, i)
	} else if role, style := clientgo.HandlerField(fa.X.Type(), name); role != clientgo.NoHandler {
		if r.replaced(i, fa) {
			r.in.Need(fn)
			r.hide(r.group(fa.X, fa.X.Pos(), style), role)
			return
		}
		to = sinks{{Role: role, Style: style}}
	} else {
		full := clientgo.TypeName(fa.X.Type()) + "." + name
		if to = r.fields[full]; to == nil {
			to = r.below.sinks[full]
		}
	}
	for _, s := range to {
		r.in.Need(fn)
		r.sink(fa.X, i.Val, s, fa.X.Pos())
	}
}

// passed looks at the arguments of a call.
func (r *resolver) passed(fn *ssa.Function, i ssa.CallInstruction) {
	c := i.Common()
	if obj := ssautil.Callee(c); obj != nil && clientgo.Registers(obj) {
		for _, arg := range c.Args {
			if clientgo.IsHandlerInterface(arg.Type()) {
				r.in.Need(fn)
				r.sink(i, arg, Sink{Role: clientgo.Whole, Style: clientgo.Untyped}, i.Pos())
			}
		}
		return
	}
	callee := c.StaticCallee()
	if callee == nil {
		return
	}
	callee = ssautil.Origin(callee)
	for n, arg := range c.Args {
		for _, s := range r.param(callee, n) {
			r.in.Need(fn)
			r.sink(i, arg, s, i.Pos())
		}
	}
}

// param returns what is known of a function's parameter, counted with the
// receiver.
func (r *resolver) param(callee *ssa.Function, n int) sinks {
	if n < len(callee.Params) && len(callee.Blocks) > 0 {
		return r.params[callee.Params[n]]
	}
	obj := ssautil.Object(callee)
	if obj == nil {
		return nil
	}
	return r.below.sinks[fmt.Sprintf("%s#%d", clientgo.FuncName(obj), n-ssautil.Shift(obj))]
}

// methods makes a group of the methods of a handler type of this package.
func (r *resolver) methods(typ types.Type, style clientgo.HandlerStyle, roles map[string]clientgo.HandlerRole) {
	named, ok := types.Unalias(ssautil.Deref(typ)).(*types.Named)
	if !ok || named.Obj().Pkg() != r.pass.Pkg {
		return
	}
	named = named.Origin()
	if r.groups[named] != nil {
		return
	}
	if roles == nil {
		return
	}
	g := r.group(named, named.Obj().Pos(), style)
	r.grown = true
	for _, name := range slices.Sorted(maps.Keys(roles)) {
		obj, _, _ := types.LookupFieldOrMethod(typ, true, r.pass.Pkg, name)
		m, _ := obj.(*types.Func)
		if m == nil {
			continue
		}
		fn := r.pkg.Prog.FuncValue(m.Origin())
		if fn == nil || len(fn.Blocks) == 0 {
			// Promoted from another package's type.
			if style == clientgo.Untyped || !embedded(named, name) {
				r.hide(g, roles[name])
			}
			continue
		}
		r.fill(g, roles[name], registered.NewFunc(fn, nil))
	}
}

// plainSteps limits the functions that are followed because a handler is made of them.
// Such handlers often work on the spot, and for two UIDs all their ways are asked, before
// and after a change: of one with several thousand that takes longer than all else.
const plainSteps = 500

// sink notes that v is used as what s says: it resolves v to functions, and
// makes the parameters and fields it comes from sinks.
func (r *resolver) sink(base any, v ssa.Value, s Sink, pos token.Pos) {
	if c, ok := v.(*ssa.Const); ok && c.IsNil() {
		return
	}
	g := r.group(base, pos, s.Style)
	g.Open = g.Open || s.Open || s.Plain && !r.passedOn(base)
	r.opened[g] = r.opened[g] || s.Opened
	g.Process = g.Process || s.Args.Process()
	for _, o := range r.sources(v, s) {
		switch {
		case o.fn != nil && s.Args.Process() && !fifo.PlainTypes(o.fn.Fn, r.in.Need):
			r.hide(g, s.Role)
		case o.fn != nil && s.Role != clientgo.Whole:
			f := *o.fn
			f.Args = s.Args
			g.Open = g.Open || s.Plain && r.in.RunOne(&f).Steps > plainSteps
			r.fill(g, s.Role, &f)
		case o.whole != nil && s.Role == clientgo.Whole:
			if _, known := r.filters[o.whole]; !known && o.whole != base {
				r.filters[o.whole] = base
				r.grown = true
			}
		case o.maker != nil && s.Args.Process():
			s := s
			s.Made = true
			r.learnParam(o.maker, s)
			r.hide(g, s.Role)
		case o.param != nil:
			again := s.Plain && len(*o.param.Referrers()) != 1 // somebody else may be told of the old object
			r.learnParam(o.param, Sink{Role: s.Role, Style: s.Style, Open: g.Open || again, Args: s.Args, Plain: s.Plain, Opened: s.Opened, Made: s.Made})
			r.hide(g, s.Role)
		case o.field != "":
			r.learnField(o.field, Sink{Role: s.Role, Style: s.Style, Open: g.Open, Args: s.Args, Made: s.Made})
			r.hide(g, s.Role)
		default:
			r.hide(g, s.Role)
		}
	}
}

// learnParam makes a parameter a sink.
func (r *resolver) learnParam(p *ssa.Parameter, s Sink) {
	if to, grown := r.params[p].with(s); grown {
		r.params[p], r.grown = to, true
	}
}

// learnField makes a field a sink.
func (r *resolver) learnField(name string, s Sink) {
	s.Name = name
	if to, grown := r.fields[name].with(s); grown {
		r.fields[name], r.grown = to, true
	}
}

// fill puts a function into a group. A second function of the same role (a
// variable that is assigned twice) gets a group of its own.
func (r *resolver) fill(g *registered.Group, role clientgo.HandlerRole, f *registered.Func) {
	slot := map[clientgo.HandlerRole]**registered.Func{clientgo.OnAdd: &g.Add, clientgo.OnUpdate: &g.Update, clientgo.OnDelete: &g.Delete, clientgo.Filter: &g.Filter}[role]
	if slot == nil || *slot != nil && (*slot).Fn == f.Fn {
		return
	}
	if *slot == nil {
		*slot = f
		r.grown = true
		return
	}
	g.Open = true
	type second struct {
		fn   *ssa.Function
		role clientgo.HandlerRole
	}
	key := second{f.Fn, role}
	if r.groups[key] == nil {
		extra := r.group(key, g.Pos, g.Style)
		extra.Open = true
		r.fill(extra, role, f)
	}
}

// hide notes that a role of a group is filled with something that cannot be followed.
func (r *resolver) hide(g *registered.Group, role clientgo.HandlerRole) {
	if r.opaque[g] == nil {
		r.opaque[g] = make(map[clientgo.HandlerRole]bool)
	}
	r.opaque[g][role] = true
}

// rejects reports whether a filter turns every tombstone away, or dies of it.
func rejects(in *interp.Machine, f *registered.Func) bool {
	t := in.RunTombstone(f)
	if t.GaveUp {
		return false
	}
	for _, e := range t.Ends {
		if e.Flags&interp.Odd == 0 && e.Truth() != interp.False {
			return false
		}
	}
	return true
}
