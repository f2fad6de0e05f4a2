package resolve

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
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
	params   map[*ssa.Parameter]Sink
	fields   map[string]Sink
	groups   map[any]*interp.Group
	order    []any
	opaque   map[*interp.Group]map[clientgo.HandlerRole]bool // roles that are filled with something that cannot be followed
	calls    map[*ssa.Function][]ssa.CallInstruction         // static calls in the package
	closes   map[*ssa.Function][]*ssa.MakeClosure
	// inner handlers of a filter: the group of the filter by that of the handler
	filters map[any]any
	grown   bool
}

const maxRounds = 6

func newResolver(in *interp.Machine, pass *analysis.Pass, lazy *ssabuild.Lazy, below *imported, declared clientgo.Declared) *resolver {
	r := &resolver{in: in, pass: pass, pkg: lazy.Package(), fns: lazy.Functions(), below: below, declared: declared, opaque: make(map[*interp.Group]map[clientgo.HandlerRole]bool), params: make(map[*ssa.Parameter]Sink), fields: make(map[string]Sink), groups: make(map[any]*interp.Group),
		calls: make(map[*ssa.Function][]ssa.CallInstruction), closes: make(map[*ssa.Function][]*ssa.MakeClosure), filters: make(map[any]any)}
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
func (r *resolver) resolve() []*interp.Group {
	for range maxRounds {
		r.grown = false
		r.scan()
		r.forwards()
		if !r.grown {
			break
		}
	}
	var out []*interp.Group
	for _, key := range r.order {
		g := r.groups[key]
		if g.Add == nil && g.Update == nil && g.Delete == nil {
			continue
		}
		ok, open := r.registered(key)
		if g.Style == clientgo.Reconciler || g.Style == clientgo.Predicate {
			// controller-runtime takes them in lists and options; its own
			// combinators change nothing about what they get.
			ok, open = true, false
		}
		if open && !ok {
			// Only given to something unknown, which may unwrap tombstones
			// or split updates itself.
			continue
		}
		g.Open = g.Open || open
		if v, is := key.(ssa.Value); is && g.Update == nil && clientgo.IsHandlerStruct(v.Type()) {
			g.NoUpdate = !r.opaque[g][clientgo.OnUpdate] && !r.opaque[g][clientgo.Whole]
		}
		for role := range r.opaque[g] {
			if role == clientgo.OnUpdate || role == clientgo.Whole {
				g.Open = true
			}
		}
		for k, seen := key, 0; seen < 4; seen++ {
			outer, ok := r.filters[k]
			if !ok {
				break
			}
			if f := r.groups[outer]; f != nil {
				if g.Filter == nil {
					g.Filter = f.Filter
				}
				if r.opaque[f][clientgo.Filter] {
					g.Open = true
				}
			}
			k = outer
		}
		out = append(out, g)
	}
	// By file, not by Pos: files are parsed in any order, and again after an edit.
	slices.SortStableFunc(out, func(a, b *interp.Group) int {
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

// group returns the group of a key, and makes it if there is none.
func (r *resolver) group(key any, pos token.Pos, style clientgo.HandlerStyle) *interp.Group {
	g := r.groups[key]
	if g == nil {
		g = &interp.Group{Pos: pos, Style: style}
		r.groups[key] = g
		r.order = append(r.order, key)
	}
	if g.Style == clientgo.NoStyle {
		g.Style = style
	}
	return g
}

// scan looks at every place where a value can become a handler.
func (r *resolver) scan() {
	r.each(func(fn *ssa.Function, instr ssa.Instruction) {
		switch i := instr.(type) {
		case *ssa.Store:
			fa, ok := i.Addr.(*ssa.FieldAddr)
			if !ok {
				return
			}
			name := ssautil.FieldName(fa.X.Type(), fa.Field)
			role, style := clientgo.HandlerField(fa.X.Type(), name)
			open := false
			if role == clientgo.NoHandler {
				full := clientgo.TypeName(fa.X.Type()) + "." + name
				s, ok := r.fields[full]
				if !ok {
					s, ok = r.below.sinks[full]
				}
				if !ok {
					return
				}
				role, style, open = s.Role, s.Style, s.Open
			}
			r.in.Need(fn)
			r.sink(fa.X, i.Val, role, style, open, fa.X.Pos())
		case ssa.CallInstruction:
			c := i.Common()
			if obj := ssautil.Callee(c); obj != nil && clientgo.Registers(obj) {
				for _, arg := range c.Args {
					if clientgo.IsHandlerInterface(arg.Type()) {
						r.in.Need(fn)
						r.sink(i, arg, clientgo.Whole, clientgo.Untyped, false, i.Pos())
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
				s, ok := Sink{}, false
				if n < len(callee.Params) && len(callee.Blocks) > 0 {
					s, ok = r.params[callee.Params[n]]
				} else if obj := ssautil.Object(callee); obj != nil {
					off := 0
					if obj.Signature().Recv() != nil {
						off = 1
					}
					s, ok = r.below.sinks[fmt.Sprintf("%s#%d", clientgo.FuncName(obj), n-off)]
				}
				if ok {
					r.in.Need(fn)
					r.sink(i, arg, s.Role, s.Style, s.Open, i.Pos())
				}
			}
		case *ssa.MakeInterface:
			if clientgo.IsHandlerInterface(i.Type()) {
				r.in.Need(fn)
				r.methods(i.X.Type())
			}
		}
	})
}

// methods makes a group of the methods of a handler type of this package.
func (r *resolver) methods(typ types.Type) {
	named, ok := types.Unalias(ssautil.Deref(typ)).(*types.Named)
	if !ok || named.Obj().Pkg() != r.pass.Pkg {
		return
	}
	named = named.Origin()
	if r.groups[named] != nil {
		return
	}
	roles := clientgo.HandlerMethods(typ)
	if roles == nil {
		return
	}
	g := r.group(named, named.Obj().Pos(), clientgo.Untyped)
	r.grown = true
	for _, name := range []string{"OnAdd", "OnUpdate", "OnDelete"} {
		obj, _, _ := types.LookupFieldOrMethod(typ, true, r.pass.Pkg, name)
		m, _ := obj.(*types.Func)
		if m == nil {
			continue
		}
		fn := r.pkg.Prog.FuncValue(m.Origin())
		if fn == nil || len(fn.Blocks) == 0 {
			// Promoted from another package's type.
			r.hide(g, roles[name])
			continue
		}
		r.fill(g, roles[name], &interp.Func{Fn: fn, First: 1})
	}
}

// sink notes that v is used in a role: it resolves v to functions, and makes
// the parameters and fields it comes from sinks.
func (r *resolver) sink(base any, v ssa.Value, role clientgo.HandlerRole, style clientgo.HandlerStyle, open bool, pos token.Pos) {
	if c, ok := v.(*ssa.Const); ok && c.IsNil() {
		return
	}
	g := r.group(base, pos, style)
	g.Open = g.Open || open
	for _, o := range r.trace(v, 0) {
		switch {
		case o.fn != nil && role != clientgo.Whole:
			r.fill(g, role, o.fn)
		case o.whole != nil && role == clientgo.Whole:
			if _, known := r.filters[o.whole]; !known && o.whole != base {
				r.filters[o.whole] = base
				r.grown = true
			}
		case o.param != nil:
			if _, known := r.params[o.param]; !known {
				r.params[o.param] = Sink{Role: role, Style: style, Open: open || g.Open}
				r.grown = true
			}
			r.hide(g, role)
		case o.field != "":
			if _, known := r.fields[o.field]; !known {
				r.fields[o.field] = Sink{Name: o.field, Role: role, Style: style, Open: open || g.Open}
				r.grown = true
			}
			r.hide(g, role)
		default:
			r.hide(g, role)
		}
	}
}

// fill puts a function into a group. A second function of the same role (a
// variable that is assigned twice) gets a group of its own.
func (r *resolver) fill(g *interp.Group, role clientgo.HandlerRole, f *interp.Func) {
	slot := map[clientgo.HandlerRole]**interp.Func{clientgo.OnAdd: &g.Add, clientgo.OnUpdate: &g.Update, clientgo.OnDelete: &g.Delete, clientgo.Filter: &g.Filter}[role]
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
func (r *resolver) hide(g *interp.Group, role clientgo.HandlerRole) {
	if r.opaque[g] == nil {
		r.opaque[g] = make(map[clientgo.HandlerRole]bool)
	}
	r.opaque[g][role] = true
}

// rejects reports whether a filter turns every tombstone away, or dies of it.
func rejects(in *interp.Machine, f *interp.Func) bool {
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
