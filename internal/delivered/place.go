package delivered

import (
	"fmt"
	"go/token"
	"go/types"
	"iter"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/delivered/across"
	"github.com/informerlint/informerlint/internal/delivered/kept"
	"github.com/informerlint/informerlint/internal/delivered/uses"
	"github.com/informerlint/informerlint/internal/engine/filled"
	"github.com/informerlint/informerlint/internal/engine/program"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A finder knows the functions of one package.
type finder struct {
	pass    *analysis.Pass
	pkg     *ssa.Package
	fns     []*ssa.Function
	table   *clientgo.Table
	closes  map[*ssa.Function][]*ssa.MakeClosure
	who     *kept.Calls
	names   map[string]string        // of variables, by place
	alias   map[string]string        // of places: see handlerOf
	several map[*ssa.Function]bool   // methods of such handlers, and whether they are registered more than once
	busy    map[ssa.Value]bool       // against circles
	byKey   map[string]*ssa.Function // functions by the key of their program
	across  *across.Imported         // what other packages say
	owners  []across.Owner           // of other packages
	only    map[string]bool          // places of containers, and whether nobody else has them: see mine
	// programs are those that registrations and waits are part of.
	programs func() *filled.Handlers
}

// A frame says what the parameters and captured variables of a function are,
// where that is known.
type frame struct {
	fn     *ssa.Function
	params []string
	free   []string
	fresh  bool // what the function makes is its own, and not state
}

const maxDepth = 6

func newFinder(pass *analysis.Pass, pkg *ssa.Package, fns []*ssa.Function, known *across.Imported) *finder {
	f := &finder{pass: pass, pkg: pkg, fns: fns, across: known, only: make(map[string]bool), table: clientgo.NewTable(), closes: make(map[*ssa.Function][]*ssa.MakeClosure),
		who: kept.New(fns), byKey: make(map[string]*ssa.Function), names: make(map[string]string), alias: make(map[string]string), several: make(map[*ssa.Function]bool), busy: make(map[ssa.Value]bool)}
	for _, fn := range fns {
		f.byKey[program.Key(fn)] = fn
	}
	f.each(func(instr ssa.Instruction) {
		if i, ok := instr.(*ssa.MakeClosure); ok {
			fn := i.Fn.(*ssa.Function)
			f.closes[fn] = append(f.closes[fn], i)
		}
	})
	return f
}

func (f *finder) each(do func(ssa.Instruction)) {
	for _, fn := range f.fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				do(instr)
			}
		}
	}
}

// place names what a value is or holds, or where an address points to; "" if
// that is not known. A pointer and what it points to have one place.
func (f *finder) place(v ssa.Value, fr *frame) string {
	if f.busy[v] {
		return ""
	}
	f.busy[v] = true
	defer delete(f.busy, v)
	switch v := v.(type) {
	case *ssa.Parameter:
		return f.param(v, fr)
	case *ssa.FreeVar:
		return f.captured(v, fr)
	case *ssa.Global:
		return "global:" + v.Name()
	case *ssa.Alloc:
		if param := f.spilled(v); param != nil {
			return f.place(param, fr)
		}
		if fr != nil && fr.fresh && v.Parent() == fr.fn {
			return ""
		}
		return f.alloc(v, fr)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return f.place(v.X, fr)
		}
	case *ssa.FieldAddr:
		return f.dot(f.place(v.X, fr), ssautil.FieldName(v.X.Type(), v.Field))
	case *ssa.Field:
		return f.dot(f.place(v.X, fr), ssautil.FieldName(v.X.Type(), v.Field))
	case *ssa.IndexAddr:
		return element(f.place(v.X, fr))
	case *ssa.Index:
		return element(f.place(v.X, fr))
	case *ssa.Lookup:
		return element(f.place(v.X, fr))
	case *ssa.ChangeType:
		return f.place(v.X, fr)
	case *ssa.ChangeInterface:
		return f.place(v.X, fr)
	case *ssa.MakeInterface:
		return f.place(v.X, fr)
	case *ssa.Convert:
		return f.place(v.X, fr)
	case *ssa.Slice:
		return f.place(v.X, fr)
	case *ssa.TypeAssert:
		return f.place(v.X, fr)
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.TypeAssert:
			if v.Index == 0 {
				return f.place(t.X, fr)
			}
		case *ssa.Lookup:
			if v.Index == 0 {
				return f.place(t, fr)
			}
		}
	case *ssa.Call:
		return f.result(v, fr)
	case *ssa.MakeMap:
		if fr != nil && fr.fresh && v.Parent() == fr.fn {
			return ""
		}
		return fmt.Sprintf("new:%s:%d", v.Parent(), uses.Ordinal(v))
	case *ssa.Phi:
		same := ""
		for _, e := range v.Edges {
			p := f.place(e, fr)
			if p == "" || same != "" && p != same {
				return ""
			}
			same = p
		}
		return same
	}
	return ""
}

// dot is dot for fields, of which some have the place of what they point to.
func (f *finder) dot(base, field string) string {
	place := dot(base, field)
	if other, ok := f.alias[place]; ok {
		return other
	}
	return place
}

func dot(base, field string) string {
	if base == "" {
		return ""
	}
	return base + "." + field
}

func element(base string) string {
	if base == "" {
		return ""
	}
	return base + "[]"
}

// whole cuts what is inside a container off.
func whole(place string) string {
	p, _, _ := strings.Cut(place, "[]")
	return p
}

// root is the place of all objects of a type of the package.
func (f *finder) root(t types.Type) string {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() != f.pass.Pkg {
		return ""
	}
	if _, ok := named.Underlying().(*types.Struct); !ok {
		return ""
	}
	return "(" + named.Obj().Name() + ")"
}

func (f *finder) param(v *ssa.Parameter, fr *frame) string {
	i := slices.Index(v.Parent().Params, v)
	if fr != nil && fr.fn == v.Parent() && i < len(fr.params) {
		return fr.params[i]
	}
	if r := f.root(v.Type()); r != "" {
		return r
	}
	if arg := f.who.HandedIn(v.Parent(), i); arg != nil {
		if p := f.place(arg, nil); p != "" {
			return p
		}
	}
	return fmt.Sprintf("param:%s:%d", v.Parent().String(), i)
}

func (f *finder) captured(v *ssa.FreeVar, fr *frame) string {
	i := slices.Index(v.Parent().FreeVars, v)
	if fr != nil && fr.fn == v.Parent() && i < len(fr.free) {
		return fr.free[i]
	}
	if mc := f.closes[v.Parent()]; len(mc) == 1 {
		return f.place(mc[0].Bindings[i], nil)
	}
	return ""
}

// alloc is the place of a new object or of a variable.
func (f *finder) alloc(v *ssa.Alloc, fr *frame) string {
	t := v.Type().(*types.Pointer).Elem()
	if r := f.root(t); r != "" {
		if _, pointer := types.Unalias(t).(*types.Pointer); !pointer {
			return r
		}
	}
	// A variable that is set once is what it was set to.
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Interface, *types.Signature:
		if vals, n := uses.StoredTo(v, f.closes, 0); n == 1 {
			if p := f.place(vals, fr); p != "" {
				if strings.HasPrefix(p, "new:") || strings.HasPrefix(p, "call:") {
					f.names[p] = v.Comment
				}
				return p
			}
		}
	}
	p := fmt.Sprintf("var:%s:%s:%d", v.Parent(), v.Comment, uses.Ordinal(v))
	f.names[p] = v.Comment
	return p
}

// result is the place of a call's result: of accessors by their names, of
// getters of the package by what they return.
func (f *finder) result(v *ssa.Call, fr *frame) string {
	c := &v.Call
	if c.IsInvoke() {
		if len(c.Args) == 0 {
			return dot(f.place(c.Value, fr), c.Method.Name()+"()")
		}
		return ""
	}
	callee := kept.Called(c)
	if callee == nil {
		return ""
	}
	if len(callee.Blocks) == 0 {
		if callee.Signature.Recv() != nil && len(c.Args) == 1 {
			return dot(f.place(c.Args[0], fr), callee.Name()+"()")
		}
	} else if ret := ssautil.OnlyReturn(callee); ret != nil && len(ret.Results) == 1 && (fr == nil || fr.fn != callee) {
		if _, isConst := ret.Results[0].(*ssa.Const); !isConst {
			inner := f.enter(callee, c, fr, false)
			if p := f.place(ret.Results[0], inner); p != "" && !strings.HasPrefix(p, "var:") && !strings.HasPrefix(p, "new:") {
				return p
			}
		}
	}
	if fr != nil && fr.fresh && v.Parent() == fr.fn {
		return ""
	}
	return fmt.Sprintf("call:%s:%s:%d", v.Parent(), callee, uses.Ordinal(v))
}

// enter makes the frame of a static call.
func (f *finder) enter(callee *ssa.Function, c *ssa.CallCommon, fr *frame, fresh bool) *frame {
	inner := &frame{fn: callee, fresh: fresh}
	for _, a := range c.Args {
		inner.params = append(inner.params, f.place(a, fr))
	}
	if mc, ok := c.Value.(*ssa.MakeClosure); ok {
		for _, b := range mc.Bindings {
			inner.free = append(inner.free, f.place(b, fr))
		}
	}
	return inner
}

// display is what people call a place.
func (f *finder) display(place string) string {
	place = strings.TrimPrefix(place, told)
	if n, ok := f.names[place]; ok {
		return n
	}
	if rest, ok := strings.CutPrefix(place, "global:"); ok {
		return rest
	}
	if strings.HasPrefix(place, "(") {
		return strings.NewReplacer("(", "", ")", "").Replace(place)
	}
	if i := strings.IndexByte(place, '.'); i >= 0 {
		return f.display(place[:i]) + place[i:]
	}
	return place
}

// A method with a value receiver, and a function that gets a structure, have a copy:
// the maps, slices and pointers in it are those of the original, and what is stored
// in its fields is lost.

// spilled returns the parameter that a variable is for, if nothing else is ever
// stored in it.
func (f *finder) spilled(v *ssa.Alloc) *ssa.Parameter {
	val, n := uses.StoredTo(v, f.closes, 0)
	if param, ok := val.(*ssa.Parameter); ok && n == 1 && param.Parent() == v.Parent() {
		return param
	}
	return nil
}

// ofCopy reports whether an address is that of a variable for a parameter, or of
// something in it, and not of what it points to.
func (f *finder) ofCopy(addr ssa.Value) bool {
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			addr = a.X
		case *ssa.IndexAddr:
			addr = a.X
		case *ssa.Alloc:
			return f.spilled(a) != nil
		default:
			return false
		}
	}
}

// handlerOf notes that a type which is there to be a handler, with one pointer to a
// structure of the package, fills that structure: it is known by its type wherever it
// is.
func (f *finder) handlerOf(add *ssa.Function) {
	root := f.root(add.Signature.Recv().Type())
	if root == "" || clientgo.HandlerMethods(add.Signature.Recv().Type())[add.Name()] != clientgo.OnAdd {
		return
	}
	t := add.Signature.Recv().Type()
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	var only *types.Var
	for field := range t.Underlying().(*types.Struct).Fields() {
		if of := f.root(field.Type()); of == "" || of == root {
			continue
		} else if only != nil {
			return
		}
		only = field
	}
	if only == nil {
		return
	}
	if _, pointer := only.Type().Underlying().(*types.Pointer); pointer {
		f.alias[root+"."+only.Name()] = f.root(only.Type())
	}
}

// carriers are the types of the package whose method a handler is, or whose objects its
// closure has.
func (f *finder) carriers(add *ssa.Function) (out []types.Type) {
	if recv := add.Signature.Recv(); recv != nil && f.root(recv.Type()) != "" {
		out = append(out, recv.Type())
	}
	for _, v := range add.FreeVars {
		if t := ssautil.Deref(v.Type()); f.root(t) != "" {
			out = append(out, t)
		}
	}
	return out
}

// hidden are the fields of a structure of the package that only the package reaches.
func (f *finder) hidden(t types.Type) iter.Seq[*types.Var] {
	return func(yield func(*types.Var) bool) {
		for field := range ssautil.Deref(t).Underlying().(*types.Struct).Fields() {
			if !field.Embedded() && !field.Exported() && !yield(field) {
				return
			}
		}
	}
}
