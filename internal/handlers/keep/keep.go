package keep

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/handlers/sole"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/ssabuild"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Find returns the facts of a package. It asks for SSA only if some structure of
// the package has a hidden field that may be such a place.
func Find(pass *analysis.Pass, lazy *ssabuild.Lazy) []Func {
	if clientgo.Modelled(pass.Pkg.Path()) || clientgo.Std(pass.Pkg.Path()) || !worthwhile(pass) || lazy.Package() == nil {
		return nil
	}
	p := &pkg{pkg: pass.Pkg, prog: lazy.Package().Prog, places: make(map[string]*place)}
	for _, fn := range lazy.Functions() {
		if Written(pass, fn) {
			p.fns = append(p.fns, fn)
		}
	}
	if !slices.ContainsFunc(pass.Files, report.Generated) {
		p.impls = sole.In(p.fns) // what is generated might fill an interface with something else
	}
	p.each(p.find)
	p.each(p.look)
	for p.spread() {
	}
	return sorted(p.facts())
}

// Written leaves out tests, which do as they like, and what is generated: below
// the reach of informers the stand-alone command does not keep it, and all drivers
// are to say the same.
func Written(pass *analysis.Pass, fn *ssa.Function) bool {
	if strings.HasSuffix(pass.Fset.Position(fn.Pos()).Filename, "_test.go") {
		return false
	}
	for _, file := range pass.Files {
		if file.FileStart <= fn.Pos() && fn.Pos() < file.FileEnd {
			return !report.Generated(file)
		}
	}
	return true
}

// worthwhile reports whether a package knows of API objects and their UIDs, and has
// a structure that can keep something by them.
func worthwhile(pass *analysis.Pass) bool {
	if !slices.ContainsFunc(pass.Pkg.Imports(), func(p *types.Package) bool { return clientgo.HasObjects(p.Path()) }) {
		return false
	}
	fields := false
	for _, obj := range pass.TypesInfo.Defs {
		if v, ok := obj.(*types.Var); ok && v.IsField() && holds(v) {
			fields = true
			break
		}
	}
	if !fields {
		return false
	}
	for id := range pass.TypesInfo.Uses {
		if clientgo.Meta(id.Name) == clientgo.PartUID {
			return true
		}
	}
	return false
}

// holds reports whether a field may be a place: only its own package reaches it.
func holds(field *types.Var) bool {
	if field.Exported() {
		return false
	}
	if m, ok := field.Type().Underlying().(*types.Map); ok {
		return isText(m.Key())
	}
	return clientgo.TypeName(field.Type()) == "sync.Map" && !ssautil.IsPointer(field.Type())
}

func isText(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// A pkg is a package that is looked at.
type pkg struct {
	pkg    *types.Package
	prog   *ssa.Program
	fns    []*ssa.Function
	impls  *sole.Types // nil: nothing is said of interfaces
	calls  []site
	places map[string]*place
}

// A place is a map, and which functions do what under the UID of a parameter.
type place struct {
	name         string
	open         bool // somebody else may take an entry away
	frees, keeps map[*ssa.Function]params
	inside       *place // the maps that are the values of this one, taken as one; or nil
}

// params are the parameters under whose UID a function does something, and whether
// it gets an object there, or the UID itself.
type params map[int]bool

// at returns the place that a field address leads to.
func (p *pkg) at(f *ssa.FieldAddr) *place {
	typ := ssautil.Deref(f.X.Type())
	s, ok := typ.Underlying().(*types.Struct)
	if !ok || !holds(s.Field(f.Field)) {
		return nil
	}
	named, ok := types.Unalias(typ).(*types.Named)
	if !ok || named.Obj().Pkg() != p.pkg || named.TypeArgs().Len() > 0 {
		return nil
	}
	name := effect.Place(f)
	if p.places[name] == nil {
		pl := p.add(name)
		if m, ok := s.Field(f.Field).Type().Underlying().(*types.Map); ok {
			if values, ok := m.Elem().Underlying().(*types.Map); ok && isText(values.Key()) {
				pl.inside = p.add(effect.InnerOf(name))
			}
		}
	}
	return p.places[name]
}

func (p *pkg) add(name string) *place {
	p.places[name] = &place{name: name, frees: make(map[*ssa.Function]params), keeps: make(map[*ssa.Function]params)}
	return p.places[name]
}

// escapes: nobody knows what is done to the map.
func (pl *place) escapes() {
	pl.open = true
	if pl.inside != nil {
		pl.inside.open = true
	}
}

// within looks at what is done to the maps in a map that was loaded.
func (pl *place) within(fn *ssa.Function, outer ssa.Value) {
	in := effect.Inner(outer)
	pl.open = pl.open || !in.Known
	for _, put := range in.Puts {
		pl.note(pl.keeps, fn, put.Key)
	}
	for _, free := range in.Frees {
		pl.free(fn, free.Call.Args[1])
	}
}

// each looks at all instructions.
func (p *pkg) each(look func(*ssa.Function, ssa.Instruction)) {
	for _, fn := range p.fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				look(fn, instr)
			}
		}
	}
}

// find notes the places, and where functions are called or mentioned.
func (p *pkg) find(fn *ssa.Function, instr ssa.Instruction) {
	if f, ok := instr.(*ssa.FieldAddr); ok {
		p.at(f)
	}
	call, ok := instr.(ssa.CallInstruction)
	if !ok && !slices.ContainsFunc(instr.Operands(nil), func(op *ssa.Value) bool { _, ok := (*op).(*ssa.Function); return ok }) {
		return
	}
	p.calls = append(p.calls, site{fn, instr, call})
}

// A site is a call, or a place where a function is a value.
type site struct {
	fn    *ssa.Function
	instr ssa.Instruction
	call  ssa.CallInstruction // nil if it is none
}

// look looks at what is done to the places.
func (p *pkg) look(fn *ssa.Function, instr ssa.Instruction) {
	switch i := instr.(type) {
	case *ssa.FieldAddr:
		if pl := p.at(i); pl != nil {
			p.field(fn, pl, i)
		}
	case *ssa.Field:
		p.copied(i.X.Type())
	case *ssa.Store:
		p.whole(i)
	}
}

// copied: a structure is taken apart, and so are the maps in it.
func (p *pkg) copied(t types.Type) {
	prefix := clientgo.TypeName(t) + "."
	for name, pl := range p.places {
		pl.open = pl.open || strings.HasPrefix(name, prefix)
	}
}

// whole: a structure is written as a whole. A new one may be.
func (p *pkg) whole(i *ssa.Store) {
	if _, fresh := i.Addr.(*ssa.Alloc); !fresh {
		if _, ok := i.Val.Type().Underlying().(*types.Struct); ok {
			p.copied(i.Val.Type())
		}
	}
}

// field looks at the uses of a place's address.
func (p *pkg) field(fn *ssa.Function, pl *place, f *ssa.FieldAddr) {
	for _, ref := range *f.Referrers() {
		switch i := ref.(type) {
		case *ssa.UnOp:
			for _, use := range *i.Referrers() {
				p.use(fn, pl, i, use)
			}
			if pl.inside != nil {
				pl.inside.within(fn, i)
			}
		case *ssa.Store:
			// A constructor fills a new structure.
			if _, fresh := f.X.(*ssa.Alloc); !fresh || i.Addr != f {
				pl.escapes()
			}
		case ssa.CallInstruction:
			p.synced(fn, pl, f, i.Common())
		case *ssa.DebugRef:
		default:
			pl.escapes()
		}
	}
}

// use looks at what is done with a map.
func (p *pkg) use(fn *ssa.Function, pl *place, m ssa.Value, use ssa.Instruction) {
	switch i := use.(type) {
	case *ssa.Lookup, *ssa.Range, *ssa.DebugRef:
	case *ssa.BinOp: // nil or not
	case *ssa.MapUpdate:
		if i.Map != m || i.Value == m {
			pl.open = true
			return
		}
		if c, ok := i.Value.(*ssa.Const); ok && c.IsNil() {
			pl.free(fn, i.Key)
			return
		}
		pl.note(pl.keeps, fn, i.Key)
	case ssa.CallInstruction:
		c := i.Common()
		b, ok := c.Value.(*ssa.Builtin)
		switch {
		case ok && b.Name() == "len":
		case ok && b.Name() == "delete":
			pl.free(fn, c.Args[1])
		case copies(c):
		default:
			pl.set(fn, m, i)
		}
	default:
		pl.open = true
	}
}

// set looks at a method of a set.
func (pl *place) set(fn *ssa.Function, m ssa.Value, i ssa.CallInstruction) {
	op, item, known := effect.SetCall(i, m)
	switch {
	case !known || op == clientgo.SetClears || op == clientgo.SetFrees && item == nil:
		pl.open = true
	case op == clientgo.SetFrees:
		pl.free(fn, item)
	case op == clientgo.SetPuts && item != nil:
		pl.note(pl.keeps, fn, item)
	}
}

// copies reports whether a call only reads a map.
func copies(c *ssa.CallCommon) bool {
	fn := ssautil.Callee(c)
	return fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "maps" && slices.Contains([]string{"Clone", "Keys", "Values", "All"}, fn.Name())
}

// synced looks at a method of a sync.Map.
func (p *pkg) synced(fn *ssa.Function, pl *place, f *ssa.FieldAddr, c *ssa.CallCommon) {
	callee := ssautil.Callee(c)
	if callee == nil || !clientgo.IsSyncMap(callee) || len(c.Args) == 0 || c.Args[0] != f {
		pl.escapes()
		return
	}
	switch callee.Name() {
	case "Load", "Range":
	case "Store", "LoadOrStore":
		pl.note(pl.keeps, fn, c.Args[1])
	case "Delete", "LoadAndDelete":
		pl.free(fn, c.Args[1])
	default:
		pl.open = true
	}
}

func (pl *place) free(fn *ssa.Function, key ssa.Value) {
	if !pl.note(pl.frees, fn, key) {
		pl.open = true
	}
}

// note notes that a function does something under a key, if that is the UID of an
// object that it gets.
func (pl *place) note(in map[*ssa.Function]params, fn *ssa.Function, key ssa.Value) bool {
	param, object, ok := keyOf(key, 0)
	if !ok || fn.Parent() != nil {
		return false
	}
	in[fn] = in[fn].with(param, object)
	return true
}

func (ps params) with(param int, object bool) params {
	if ps == nil {
		ps = make(params)
	}
	ps[param] = object
	return ps
}

// spread goes on to the functions that call those which are known. It reports
// whether something is new.
func (p *pkg) spread() (changed bool) {
	for _, s := range p.calls {
		for _, pl := range p.places {
			changed = !pl.open && (pl.mentions(s) || pl.follow(p, s)) || changed
		}
	}
	return changed
}

// mentions looks at functions that are values: nobody knows who calls them, and
// with what.
func (pl *place) mentions(s site) (changed bool) {
	for _, op := range s.instr.Operands(nil) {
		fn, ok := (*op).(*ssa.Function)
		if !ok || s.call != nil && op == &s.call.Common().Value {
			continue
		}
		if m := ssautil.Bound(fn); m != nil {
			fn = m
		}
		for known := range pl.frees {
			if known == fn || known.Object() != nil && known.Object() == fn.Object() {
				pl.open = true
				return true
			}
		}
	}
	return false
}

// follow looks at a call of a function that does something to a place.
func (pl *place) follow(p *pkg, s site) (changed bool) {
	if s.call == nil {
		return false
	}
	c := s.call.Common()
	callee, args := c.StaticCallee(), c.Args
	if c.IsInvoke() {
		if callee = p.behind(c); callee == nil {
			for f := range pl.frees {
				if f.Name() == c.Method.Name() && f.Signature.Recv() != nil {
					pl.open = true
					return true
				}
			}
			return false
		}
		args = append([]ssa.Value{c.Value}, c.Args...)
	}
	if callee == nil {
		return false
	}
	callee = ssautil.Origin(callee)
	return pl.pass(pl.frees, s.fn, callee, args, true) || pl.pass(pl.keeps, s.fn, callee, args, false)
}

// behind returns the method that a call through an interface comes to, if there is one
// type that can be behind it.
func (p *pkg) behind(c *ssa.CallCommon) *ssa.Function {
	if p.impls == nil {
		return nil
	}
	typ, _ := p.impls.Of(p.pkg, c.Value)
	if typ == nil {
		return nil
	}
	m := p.prog.LookupMethod(typ, c.Method.Pkg(), c.Method.Name())
	if m == nil || m.Synthetic != "" {
		return nil // of an embedded type
	}
	return m
}

// pass notes that a function hands an object on to another, which does something
// under its UID. With strict, nobody may hand on anything else.
func (pl *place) pass(in map[*ssa.Function]params, fn, callee *ssa.Function, args []ssa.Value, strict bool) (changed bool) {
	for param, object := range in[callee] {
		from, whole, ok := -1, false, false
		if object {
			from, ok = objectOf(args[param])
			whole = true
		} else {
			from, whole, ok = keyOf(args[param], 0)
		}
		if !ok || fn.Parent() != nil {
			if strict {
				pl.open = true
				return true
			}
			continue
		}
		if _, known := in[fn][from]; !known {
			in[fn] = in[fn].with(from, whole)
			changed = true
		}
	}
	return changed
}

// facts returns the exported functions of the places that are plain, and that
// other packages can both fill and clear.
func (p *pkg) facts() (out []Func) {
	for _, pl := range p.places {
		if pl.open {
			continue
		}
		var keeps, frees []Func
		for _, fn := range p.fns {
			obj := ssautil.Object(fn)
			if obj == nil || !obj.Exported() || fn.Parent() != nil || fn.TypeParams().Len() > 0 {
				continue
			}
			for param := range pl.keeps[fn] {
				keeps = append(keeps, Func{Name: clientgo.FuncName(obj), Param: param, Place: pl.name})
			}
			for param := range pl.frees[fn] {
				if _, both := pl.keeps[fn][param]; !both {
					frees = append(frees, Func{Name: clientgo.FuncName(obj), Param: param, Place: pl.name, Frees: true})
				}
			}
		}
		if len(keeps) > 0 && len(frees) > 0 {
			out = append(append(out, keeps...), frees...)
		}
	}
	return out
}

// keyOf returns the parameter whose UID a key is made of, or that is the key. A
// key that is made of more than the UID is none.
func keyOf(v ssa.Value, depth int) (param int, object, ok bool) {
	switch x := strip(v).(type) {
	case *ssa.Parameter:
		if isText(x.Type()) {
			return slices.Index(x.Parent().Params, x), false, true
		}
	case *ssa.UnOp:
		if f, isField := x.X.(*ssa.FieldAddr); isField && x.Op == token.MUL && clientgo.IsUID(x.Type()) && ssautil.FieldName(f.X.Type(), f.Field) == clientgo.PartUID {
			return object3(metaOf(f.X))
		}
	case *ssa.Call:
		if clientgo.MetaGetter(method(&x.Call)) == clientgo.PartUID && clientgo.IsUID(x.Type()) {
			return object3(receiver(&x.Call))
		}
		return result(&x.Call, 0, depth)
	case *ssa.Extract:
		if call, isCall := x.Tuple.(*ssa.Call); isCall {
			return result(&call.Call, x.Index, depth)
		}
	}
	if held := written(strip(v)); held != nil {
		return keyOf(held, depth)
	}
	return 0, false, false
}

func object3(v ssa.Value) (param int, object, ok bool) {
	param, ok = objectOf(v)
	return param, true, ok
}

// result follows a function of the package that returns the UID of an object that it
// gets, on each way on which it returns more than a constant.
func result(c *ssa.CallCommon, index, depth int) (param int, object, ok bool) {
	callee := c.StaticCallee()
	if callee == nil || len(callee.Blocks) == 0 || depth > 1 || len(callee.FreeVars) > 0 {
		return 0, false, false
	}
	at := -1
	for _, b := range callee.Blocks {
		ret, isReturn := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !isReturn || index >= len(ret.Results) {
			continue
		}
		if _, constant := ret.Results[index].(*ssa.Const); constant {
			continue
		}
		n, whole, found := keyOf(ret.Results[index], depth+1)
		if !found || !whole || at >= 0 && n != at {
			return 0, false, false
		}
		at = n
	}
	if at < 0 {
		return 0, false, false
	}
	return object3(c.Args[at])
}

// metaOf returns the object that metadata is a part of.
func metaOf(v ssa.Value) ssa.Value {
	if f, ok := v.(*ssa.FieldAddr); ok && ssautil.FieldName(f.X.Type(), f.Field) == clientgo.PartMeta {
		return f.X
	}
	return v
}

// objectOf returns the parameter that a value is: an API object.
func objectOf(v ssa.Value) (int, bool) {
	if v == nil {
		return 0, false
	}
	v = strip(v)
	if c, ok := v.(*ssa.Call); ok && clientgo.Copies(method(&c.Call)) {
		v = strip(receiver(&c.Call)) // it has the same UID
	}
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		v = captured(load.X)
	}
	p, ok := v.(*ssa.Parameter)
	if !ok || !clientgo.IsObject(p.Type()) {
		return 0, false
	}
	return slices.Index(p.Parent().Params, p), true
}

// captured returns what a variable always holds that a closure has captured.
func captured(v ssa.Value) (held ssa.Value) {
	a, ok := v.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, ref := range *a.Referrers() {
		switch i := ref.(type) {
		case *ssa.Store:
			if i.Addr != a || held != nil {
				return nil
			}
			held = i.Val
		case *ssa.UnOp, *ssa.MakeClosure, *ssa.DebugRef:
		default:
			return nil
		}
	}
	return held
}

func strip(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.Convert:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		default:
			return v
		}
	}
}

// method returns the name of a method that is called without arguments.
func method(c *ssa.CallCommon) string {
	if c.IsInvoke() && len(c.Args) == 0 {
		return c.Method.Name()
	}
	if callee := c.StaticCallee(); callee != nil && callee.Signature.Recv() != nil && len(c.Args) == 1 {
		return callee.Name()
	}
	return ""
}

// receiver is the object that an accessor is called on: metadata stands for it.
func receiver(c *ssa.CallCommon) ssa.Value {
	if c.IsInvoke() {
		return c.Value
	}
	return metaOf(c.Args[0])
}
