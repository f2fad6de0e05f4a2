package across

import (
	"go/token"
	"go/types"
	"maps"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/keep"
	"github.com/informerlint/informerlint/internal/ssabuild"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// find returns the facts of a package. It asks for SSA only if a type of the package
// may be a container.
func find(pass *analysis.Pass, lazy *ssabuild.Lazy) []Method {
	imports := make([]string, 0, len(pass.Pkg.Imports()))
	for _, p := range pass.Pkg.Imports() {
		imports = append(imports, p.Path())
	}
	types := candidates(pass.Pkg)
	// Of what is generated the stand-alone command keeps no bodies where no informer is
	// reached, and all drivers are to say the same: keep.Written.
	if len(types) == 0 || !MayExport(pass.Pkg.Path(), imports) || lazy.Package() == nil {
		return nil
	}
	var fns []*ssa.Function
	for _, fn := range lazy.Functions() {
		if keep.Written(pass, fn) {
			fns = append(fns, fn)
		}
	}
	return methods(pass.Pkg, types, fns)
}

// methods are the facts of some types, from the functions of their package.
func methods(of *types.Package, types map[*types.TypeName]bool, fns []*ssa.Function) []Method {
	p := &pkg{pkg: of, types: types, open: make(map[place]bool), does: make(map[*ssa.Function]*deeds), invoked: make(map[string]bool)}
	for _, fn := range fns {
		p.look(fn)
	}
	for p.spread() {
	}
	return sorted(p.facts())
}

// candidates are the types of a package with a hidden field that may hold what
// exported methods get, and others return.
func candidates(pkg *types.Package) map[*types.TypeName]bool {
	out := make(map[*types.TypeName]bool)
	for _, name := range pkg.Scope().Names() {
		tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() {
			continue
		}
		named, ok := tn.Type().(*types.Named)
		if !ok {
			continue
		}
		st, ok := named.Underlying().(*types.Struct)
		if !ok || !slices.ContainsFunc(slices.Collect(st.Fields()), holds) {
			continue
		}
		gets, hands := false, false
		for m := range named.Methods() {
			if m.Exported() {
				gets = gets || m.Signature().Params().Len() > 0
				hands = hands || m.Signature().Results().Len() > 0
			}
		}
		if gets && hands {
			out[tn] = true
		}
	}
	return out
}

// holds reports whether a field may hold what others give: a map or a sync.Map that
// only its own package reaches.
func holds(field *types.Var) bool {
	if field.Exported() {
		return false
	}
	_, isMap := field.Type().Underlying().(*types.Map)
	return isMap || clientgo.TypeName(field.Type()) == "sync.Map" && !ssautil.IsPointer(field.Type())
}

// A pkg is a package that is looked at.
type pkg struct {
	pkg   *types.Package
	types map[*types.TypeName]bool
	open  map[place]bool // somebody else may fill it
	does  map[*ssa.Function]*deeds
	// invoked are the names of methods that are called through interfaces.
	invoked map[string]bool
}

// A place is a field of a type.
type place struct {
	typ   *types.TypeName
	field string
}

// Deeds are what a function does.
type deeds struct {
	typ                 *types.TypeName // of which it is a method
	fills, reads, takes map[string]bool // fields of its receiver
	open                bool            // it waits, or calls what is not known
	calls               []*ssa.Function // of the package, and whether with its receiver
	own                 []bool
	seen                map[*ssa.Phi]bool
}

// of is the candidate that a type, or what it points to, is; nil if it is none.
func (p *pkg) of(t types.Type) *types.TypeName {
	named, ok := types.Unalias(ssautil.Deref(t)).(*types.Named)
	if !ok || !p.types[named.Obj()] {
		return nil
	}
	return named.Obj()
}

// look notes what a function does.
func (p *pkg) look(fn *ssa.Function) {
	d := &deeds{fills: make(map[string]bool), reads: make(map[string]bool), takes: make(map[string]bool), seen: make(map[*ssa.Phi]bool)}
	if recv := fn.Signature.Recv(); recv != nil && fn.Parent() == nil && ssautil.IsPointer(recv.Type()) {
		d.typ = p.of(recv.Type())
	}
	p.does[fn] = d
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch i := instr.(type) {
			case *ssa.FieldAddr:
				p.field(fn, d, i)
			case *ssa.Field: // of a copy, which has the same map
				if tn := p.of(i.X.Type()); tn != nil {
					p.open[place{tn, ssautil.FieldName(i.X.Type(), i.Field)}] = true
				}
			case *ssa.UnOp:
				d.open = d.open || i.Op == token.ARROW
				p.copied(i)
			case *ssa.MakeInterface:
				p.leaves(i.X)
			case *ssa.Return:
				if fn.Signature.Recv() != nil { // not of a constructor
					for _, res := range i.Results {
						p.leaves(res)
					}
				}
			case *ssa.Store:
				switch a := i.Addr.(type) {
				case *ssa.Alloc, *ssa.FreeVar:
				case *ssa.FieldAddr:
					if _, fresh := a.X.(*ssa.Alloc); !fresh {
						p.leaves(i.Val)
					}
				default:
					p.leaves(i.Val)
				}
			case *ssa.MapUpdate:
				p.leaves(i.Value)
			case *ssa.MakeClosure:
				if m := ssautil.Bound(i.Fn.(*ssa.Function)); m != nil {
					d.calls, d.own = append(d.calls, ssautil.Origin(m)), append(d.own, false)
				}
			case *ssa.Send:
				d.open = true
				p.leaves(i.X)
			case *ssa.Select, *ssa.Go:
				d.open = true
			}
			if call, ok := instr.(ssa.CallInstruction); ok {
				p.call(fn, d, call)
			}
		}
	}
}

// leaves: somebody who is not seen has a container, and may fill it.
func (p *pkg) leaves(v ssa.Value) {
	tn := p.of(v.Type())
	if tn == nil || isNil(v) {
		return
	}
	for field := range tn.Type().Underlying().(*types.Struct).Fields() {
		p.open[place{tn, field.Name()}] = true
	}
}

// copied: of a value that somebody else has made there are two then, with one map.
func (p *pkg) copied(load *ssa.UnOp) {
	if _, made := load.X.(*ssa.Alloc); !made && load.Op == token.MUL && !ssautil.IsPointer(load.Type()) {
		p.leaves(load)
	}
}

// field notes what is done with the address of a field.
func (p *pkg) field(fn *ssa.Function, d *deeds, fa *ssa.FieldAddr) {
	tn, f := p.of(fa.X.Type()), ssautil.Field(fa)
	if tn == nil || f == nil || !holds(f) {
		return
	}
	at := place{tn, f.Name()}
	own := d.typ == tn && fa.X == ssa.Value(fn.Params[0])
	_, fresh := fa.X.(*ssa.Alloc)
	for _, ref := range *fa.Referrers() {
		switch r := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			switch {
			case r.Addr == fa && empty(r.Val) && own:
				d.takes[f.Name()] = true
			case r.Addr == fa && empty(r.Val) && fresh:
			default:
				p.open[at] = true
			}
		case *ssa.UnOp:
			p.open[at] = p.open[at] || !own || !d.uses(r, f.Name())
		case ssa.CallInstruction:
			p.open[at] = p.open[at] || !own || !d.syncMap(r, f.Name())
		default:
			p.open[at] = true
		}
	}
}

// empty reports whether a value is a new map.
func empty(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.MakeMap:
		return true
	case *ssa.Const:
		return v.IsNil()
	case *ssa.ChangeType:
		return empty(v.X)
	case *ssa.Call:
		obj := ssautil.Callee(&v.Call)
		return obj != nil && clientgo.MakesSet(obj) && (len(v.Call.Args) == 0 || len(v.Call.Args) == 1 && isNil(v.Call.Args[0]))
	}
	return false
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// uses notes what is done with the map that is in a field; false if it is not known.
func (d *deeds) uses(m ssa.Value, field string) bool {
	for _, ref := range *m.Referrers() {
		switch r := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.BinOp: // with nil
		case *ssa.MapUpdate:
			if r.Map != m {
				return false
			}
			d.fills[field] = true
		case *ssa.Lookup:
			if r.X != m || !d.inner(r, field) {
				return false
			}
			d.reads[field] = true
		case *ssa.Range:
			for _, next := range *r.Referrers() {
				if v, ok := next.(ssa.Value); ok && !d.inner(v, field) {
					return false
				}
			}
			d.reads[field] = true
		case *ssa.Phi:
			if d.seen[r] {
				continue
			}
			d.seen[r] = true
			if !d.uses(r, field) {
				return false
			}
		case *ssa.ChangeType:
			if !d.uses(r, field) {
				return false
			}
		case *ssa.Call:
			if !d.gives(r, m, field) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// inner notes what is done with a map that is in a map: who has it fills both.
func (d *deeds) inner(v ssa.Value, field string) bool {
	if _, tuple := v.Type().(*types.Tuple); !tuple {
		_, is := v.Type().Underlying().(*types.Map)
		return !is || d.uses(v, field)
	}
	for _, ref := range *v.Referrers() {
		if ex, ok := ref.(*ssa.Extract); ok && !d.inner(ex, field) {
			return false
		}
	}
	return true
}

// gives notes what a call does with a map that it is given.
func (d *deeds) gives(call *ssa.Call, m ssa.Value, field string) bool {
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "delete", "clear":
			d.takes[field] = true
		case "len":
			d.reads[field] = true
		default:
			return false
		}
		return true
	}
	obj := ssautil.Callee(&call.Call)
	if obj == nil || len(call.Call.Args) == 0 || call.Call.Args[0] != m {
		return false
	}
	if op, ok := clientgo.SetMethod(obj); ok {
		switch op {
		case clientgo.SetPuts:
			d.fills[field] = true
		case clientgo.NoSetOp:
			d.reads[field] = true
		default:
			d.takes[field] = true
		}
		return true
	}
	if obj.Pkg() != nil && obj.Pkg().Path() == "maps" && (obj.Name() == "Keys" || obj.Name() == "Values" || obj.Name() == "Clone") {
		d.reads[field] = true
		return true
	}
	return false
}

// syncMap notes what a call does to a sync.Map.
func (d *deeds) syncMap(call ssa.CallInstruction, field string) bool {
	obj := ssautil.Callee(call.Common())
	if _, plain := call.(*ssa.Call); !plain || obj == nil || !clientgo.IsSyncMap(obj) {
		return false
	}
	switch {
	case clientgo.SyncMapTakes(obj.Name()):
		d.takes[field] = true
	case obj.Name() == "Load", obj.Name() == "Range":
		d.reads[field] = true
	default:
		d.fills[field] = true
	}
	return true
}

// call notes whether a call may wait, and which function of the package it leads to.
// Locks are none that a handler is waited for with: they are had for a moment.
func (p *pkg) call(fn *ssa.Function, d *deeds, call ssa.CallInstruction) {
	c := call.Common()
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return
	}
	callee := c.StaticCallee()
	if callee == nil {
		d.open = d.open || !c.IsInvoke() || !clientgo.Quiet(c.Method)
		if c.IsInvoke() {
			p.invoked[c.Method.Name()] = true
		}
		for _, arg := range c.Args {
			p.leaves(arg)
		}
		return
	}
	obj := ssautil.Object(callee)
	if obj != nil && obj.Pkg() == p.pkg || callee.Parent() != nil {
		callee = ssautil.Origin(callee)
		d.calls = append(d.calls, callee)
		d.own = append(d.own, d.typ != nil && len(c.Args) > 0 && c.Args[0] == ssa.Value(fn.Params[0]))
		return
	}
	if obj == nil || !clientgo.Quiet(obj) && !clientgo.IsSyncMap(obj) || sleeps(obj) {
		d.open = true
	}
	for _, arg := range c.Args {
		p.leaves(arg)
	}
}

// sleeps reports whether a function of the standard library waits for others.
func sleeps(fn *types.Func) bool {
	return fn.Name() == "Sleep" || fn.Name() == "Wait" || fn.Name() == "After" || fn.Name() == "Tick" || fn.Name() == "Gosched"
}

// spread hands what methods do on to those that call them on their own receiver, and
// opens what is filled by a call of something else.
func (p *pkg) spread() (changed bool) {
	set := func(m map[string]bool, field string) {
		changed = changed || !m[field]
		m[field] = true
	}
	for _, d := range p.does {
		for n, callee := range d.calls {
			c := p.does[callee]
			if c == nil {
				if !d.open {
					d.open, changed = true, true
				}
				continue
			}
			if c.open && !d.open {
				d.open, changed = true, true
			}
			if d.own[n] && c.typ == d.typ {
				for f := range c.fills {
					set(d.fills, f)
				}
				for f := range c.reads {
					set(d.reads, f)
				}
				for f := range c.takes {
					set(d.takes, f)
				}
				continue
			}
			for f := range c.fills {
				if at := (place{c.typ, f}); !p.open[at] {
					p.open[at], changed = true, true
				}
			}
		}
	}
	return changed
}

// facts are what the methods of each container do, if it has one that fills and one
// that reads the same field.
func (p *pkg) facts() (out []Method) {
	filled, read := make(map[place]bool), make(map[place]bool)
	for fn, d := range p.does {
		for f := range d.fills {
			filled[place{d.typ, f}] = true
			if p.invoked[fn.Name()] {
				p.open[place{d.typ, f}] = true // it may be this one
			}
		}
		for f := range d.reads {
			read[place{d.typ, f}] = true
		}
	}
	good := make(map[*types.TypeName]bool)
	for at := range filled {
		if at.typ != nil && read[at] && !p.open[at] {
			good[at.typ] = true
		}
	}
	for fn, d := range p.does {
		obj := ssautil.Object(fn)
		if d.typ == nil || !good[d.typ] || obj == nil || !obj.Exported() {
			continue
		}
		m := Method{Name: clientgo.FuncName(obj), Plain: !d.open}
		of := func(fields map[string]bool) (out []string) {
			for _, f := range slices.Sorted(maps.Keys(fields)) {
				if !p.open[place{d.typ, f}] {
					out = append(out, f)
				}
			}
			return out
		}
		m.Fills, m.Takes = of(d.fills), of(d.takes)
		if m.Plain && len(d.fills) == 0 && len(d.takes) == 0 {
			m.Reads = of(d.reads) // what fills or drains as well makes up for what is missing
		}
		out = append(out, m)
	}
	return out
}
