package cached

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/cached/calls"
	"github.com/informerlint/informerlint/internal/cached/track"
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/ssabuild"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Analyzer finds the changes of objects of a cache in a package. Its result is
// nil for a package that reaches no informer.
var Analyzer = &analysis.Analyzer{
	Name:       "informerobjects",
	Doc:        "follow objects of informers' caches (a helper of the informerlint checks)",
	Run:        analyze,
	Requires:   []*analysis.Analyzer{ssabuild.Analyzer, resolve.Analyzer},
	FactTypes:  []analysis.Fact{(*Facts)(nil), (*HelperFacts)(nil)},
	ResultType: reflect.TypeFor[*Package](),
}

// Facts are what the functions of a package do to objects, and those of the
// packages below it that they lead to. Keyed by text and sorted; a function that
// is missing can only lose a report.
type Facts struct {
	Funcs []Func
}

// HelperFacts are the same, of a package that reaches no informer.
type HelperFacts struct {
	Funcs []Func
}

// AFact marks Facts as a fact.
func (*Facts) AFact() {}

// AFact marks HelperFacts as a fact.
func (*HelperFacts) AFact() {}

func (f *Facts) String() string { return fmt.Sprintf("objects: %d functions", len(f.Funcs)) }

func (f *HelperFacts) String() string { return fmt.Sprintf("helpers: %d functions", len(f.Funcs)) }

// A Func is what a function of another package does.
type Func struct {
	Name   string
	Writes []Written
	Exits  []Exit
}

// An Exit is a way out of a function.
type Exit struct {
	When    []Guard
	Results []Result
}

// A Written is a place that a function may change: from a parameter, the
// receiver first, along a path.
type Written struct {
	Param int
	Path  []track.Hop
	Rule  Rule
	Where string // file:line
	When  []Guard
}

// A Result is one result on one way out.
type Result struct {
	Kind  ResultKind
	Param int
	Path  []track.Hop
	Type  string
	From  track.SourceKind
	Call  string
}

// A ResultKind says what a result is.
type ResultKind uint8

// The kinds of results.
const (
	Unknown ResultKind = iota
	Nil
	NotNil
	True
	False
	OfParam   // a parameter, or a part of it
	FromCache // an object of a cache
	ListOf    // a new slice of such objects
)

func (f *Func) obtains() bool {
	return slices.ContainsFunc(f.Exits, func(e Exit) bool {
		return slices.ContainsFunc(e.Results, func(r Result) bool { return r.Kind == FromCache || r.Kind == ListOf })
	})
}

// Bounds of facts.
const (
	maxFuncs  = 300
	maxWrites = 16
)

func analyze(pass *analysis.Pass) (any, error) {
	below, reaches := importFacts(pass)
	modelled := clientgo.Modelled(pass.Pkg.Path())
	if !reaches && (modelled || !handles(pass) || len(helpers(pass)) == 0) {
		return (*Package)(nil), nil
	}
	own := new(Facts)
	if reaches {
		defer func() { pass.ExportPackageFact(own) }()
	}
	lazy := pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy)
	if modelled || lazy.Package() == nil {
		return (*Package)(nil), nil
	}
	found, _ := pass.ResultOf[resolve.Analyzer].(*resolve.Package)
	var left map[*token.File]bool
	if !reaches { // there, the stand-alone command's loader keeps nothing of them
		left = report.GeneratedFiles(pass)
	}
	m := newMachine(pass, lazy, func() []*registered.Group { return groups(found) }, below, left)
	own.Funcs = m.summaries()
	if !reaches {
		if len(own.Funcs) > 0 {
			pass.ExportPackageFact(&HelperFacts{own.Funcs})
		}
		return (*Package)(nil), nil
	}
	return m.look(), nil
}

// handles reports whether a package has to do with API objects: its functions
// may be what others change them with.
func handles(pass *analysis.Pass) bool {
	return slices.ContainsFunc(pass.Pkg.Imports(), func(p *types.Package) bool { return clientgo.HasObjects(p.Path()) })
}

func groups(p *resolve.Package) []*registered.Group {
	if p == nil {
		return nil
	}
	// What a process function gets is not in a cache yet.
	return slices.DeleteFunc(slices.Clone(p.Groups), func(g *registered.Group) bool { return g.Process })
}

// Again looks at a package that was edited in memory, for its Ways.
func Again(pass *analysis.Pass) (*Package, error) {
	result, err := ssabuild.Analyzer.Run(pass)
	if err != nil {
		return nil, err
	}
	lazy := result.(*ssabuild.Lazy)
	if lazy.Package() == nil {
		return nil, nil
	}
	handlers := sync.OnceValue(func() []*registered.Group {
		handlers, _ := resolve.Again(pass) // none if it fails: then no handler is right
		return groups(handlers)
	})
	below, _ := importFacts(pass)
	m := newMachine(pass, lazy, handlers, below, nil)
	return &Package{pass: pass, m: m}, nil
}

func importFacts(pass *analysis.Pass) (below map[string]*Func, reaches bool) {
	below = make(map[string]*Func)
	add := func(funcs []Func) {
		for i := range funcs {
			below[funcs[i].Name] = &funcs[i]
		}
	}
	reaches = clientgo.IsRoot(pass.Pkg.Path())
	for _, imp := range pass.Pkg.Imports() {
		if f := new(Facts); clientgo.IsRoot(imp.Path()) || pass.ImportPackageFact(imp, f) {
			reaches = true
			add(f.Funcs)
		}
		if f := new(HelperFacts); pass.ImportPackageFact(imp, f) {
			add(f.Funcs)
		}
	}
	return below, reaches
}

// MayExport reports whether a package that reaches no informer may export
// HelperFacts, by its path and what it imports.
func MayExport(path string, imports []string) bool {
	return !clientgo.Modelled(path) && !clientgo.Std(path) && slices.ContainsFunc(imports, clientgo.HasObjects)
}

// helpers returns the functions that take an API object, and that other
// packages may call. What is generated (clients, conversions, deep copies) is
// not among them.
func helpers(pass *analysis.Pass) map[*types.Func]bool {
	out := make(map[*types.Func]bool)
	for _, file := range pass.Files {
		if report.Generated(file) {
			continue
		}
		for _, decl := range file.Decls {
			decl, ok := decl.(*ast.FuncDecl)
			if !ok || !decl.Name.IsExported() || decl.Body == nil || decl.Type.TypeParams != nil {
				continue
			}
			if fn, ok := pass.TypesInfo.Defs[decl.Name].(*types.Func); ok && calls.TakesObject(fn.Signature()) {
				out[fn] = true
			}
		}
	}
	return out
}

// summaries says what the functions do that other packages may call.
func (m *machine) summaries() []Func {
	var out []Func
	takes := helpers(m.pass)
	for _, fn := range m.fns {
		obj := ssautil.Object(fn)
		if obj == nil || !obj.Exported() || fn.Parent() != nil || fn.TypeParams().Len() > 0 || !m.calls.Returns(fn) && (!takes[obj] || m.calls.Inert(fn)) {
			continue
		}
		if f := m.summary(fn, obj); f != nil {
			out = append(out, *f)
		}
	}
	for _, f := range m.below {
		if f.obtains() || len(f.Writes) > 0 {
			out = append(out, *f)
		}
	}
	slices.SortFunc(out, func(a, b Func) int { return strings.Compare(a.Name, b.Name) })
	out = slices.CompactFunc(out, func(a, b Func) bool { return a.Name == b.Name })
	return out[:min(len(out), maxFuncs)]
}

// summary interprets a function with objects for parameters.
func (m *machine) summary(fn *ssa.Function, obj *types.Func) *Func {
	r := m.interpret(fn, maxSummary, func(r *run, s *state) {
		for i, p := range fn.Params {
			r.objs = append(r.objs, &object{param: i + 1, typ: p.Type()})
			switch t := p.Type().Underlying().(type) {
			case *types.Basic:
				if t.Info()&(types.IsBoolean|types.IsInteger|types.IsString) != 0 {
					s.set(p, value{kind: handed, id: i})
				}
			default:
				if ssautil.IsRef(t) && !ssautil.IsError(p.Type()) {
					s.set(p, value{kind: shared, id: i})
				}
			}
		}
	})
	if r == nil || r.over || !r.complete {
		return nil
	}
	f := &Func{Name: clientgo.FuncName(obj)}
	for _, h := range r.hits {
		if h.obj.param == 0 || h.rule == Reordered && len(h.trace.step.Path) == 1 {
			continue // whoever hands a slice on to be sorted mostly has it in order
		}
		at := m.fset.Position(instrPos(h.trace.in))
		f.Writes = append(f.Writes, Written{Param: h.obj.param - 1, Path: h.trace.step.Path, Rule: h.rule, Where: fmt.Sprintf("%s:%d", base(at.Filename), at.Line), When: h.when})
	}
	slices.SortFunc(f.Writes, func(a, b Written) int {
		return cmp.Or(a.Param-b.Param, strings.Compare(string(a.Rule), string(b.Rule)), strings.Compare(key(a.Path), key(b.Path)))
	})
	f.Writes = f.Writes[:min(len(f.Writes), maxWrites)]
	for _, o := range r.outs {
		f.Exits = append(f.Exits, Exit{o.state.when, r.results(o)})
	}
	f.Exits = exits(f.Exits)
	if len(f.Writes) == 0 && !f.obtains() && !f.aliases() {
		return nil
	}
	return f
}

// aliases reports whether a function returns a parameter on every way on which
// it does not fail.
func (f *Func) aliases() bool {
	return slices.ContainsFunc(f.Exits, func(e Exit) bool {
		return slices.ContainsFunc(e.Results, func(r Result) bool { return r.Kind == OfParam })
	})
}

// exits makes one of the ways out that have the same results, if one of them
// needs nothing that the other does not.
func exits(all []Exit) (out []Exit) {
	slices.SortFunc(all, func(a, b Exit) int {
		return cmp.Or(len(a.When)-len(b.When), strings.Compare(fmt.Sprint(a), fmt.Sprint(b)))
	})
	for _, e := range all {
		if !slices.ContainsFunc(out, func(o Exit) bool {
			return reflect.DeepEqual(o.Results, e.Results) && !slices.ContainsFunc(o.When, func(g Guard) bool { return !slices.Contains(e.When, g) })
		}) {
			out = append(out, e)
		}
	}
	slices.SortFunc(out, func(a, b Exit) int {
		return strings.Compare(fmt.Sprint(a.Results, a.When), fmt.Sprint(b.Results, b.When))
	})
	return out
}

func base(file string) string { return file[strings.LastIndexAny(file, `/\`)+1:] }

// results says what a way out returns.
func (r *run) results(o outcome) []Result {
	out := make([]Result, len(o.results))
	for i, v := range o.results {
		out[i] = r.result(o.state, v)
	}
	return out
}

func (r *run) result(s *state, v value) Result {
	switch v.kind {
	case isNil:
		return Result{Kind: Nil}
	case notNil:
		return Result{Kind: NotNil}
	case literal:
		switch v.is {
		case "true":
			return Result{Kind: True}
		case "false":
			return Result{Kind: False}
		}
	case shared:
		o := r.objs[v.id]
		if o.param > 0 {
			return Result{Kind: OfParam, Param: o.param - 1, Path: v.path}
		}
		return Result{Kind: FromCache, Path: v.path, Type: o.source.Type, From: o.source.Kind, Call: o.source.Call}
	case fresh:
		if e := s.heap[v.id].get([]track.Hop{{Name: element}}, true); e.kind == shared && len(v.path) == 0 && r.objs[e.id].param == 0 {
			o := r.objs[e.id]
			return Result{Kind: ListOf, Path: e.path, Type: o.source.Type, From: track.List, Call: o.source.Call}
		}
	}
	return Result{}
}

// imported interprets a call of a function of another package.
func (w *walk) imported(s *state, instr *ssa.Call, fn *types.Func) ([]*state, bool) {
	f := w.m.below[clientgo.FuncName(fn)]
	if f == nil || instr.Call.IsInvoke() {
		return nil, false
	}
	args := instr.Call.Args
	for _, wr := range f.Writes {
		if wr.Param >= len(args) {
			return nil, false
		}
		at := w.value(s, args[wr.Param])
		into := value{}
		if at.kind == fresh {
			into = w.through(s, at, wr.Path)
		}
		switch {
		case into.kind == shared:
			at = into
		case at.kind == fresh && w.mems[at.id].root == 0:
			continue
		default:
			at.path = join(at.path, wr.Path...)
		}
		when := s.when
		if w.holds(s, wr.When, args) {
			w.changes(s, instr, at, fn.Name(), wr.Rule)
		}
		s.when = when
	}
	for _, a := range args {
		if v := w.value(s, a); v.kind == fresh {
			w.forget(s, v)
		}
	}
	var states []*state
	for _, exit := range f.Exits {
		next := s.clone()
		if !w.holds(next, exit.When, args) {
			continue
		}
		vals := make([]value, len(exit.Results))
		for j, res := range exit.Results {
			vals[j] = w.returned(next, instr, j, res, args, fn)
		}
		switch len(vals) {
		case 0:
			next.set(instr, value{})
		case 1:
			next.set(instr, vals[0])
		default:
			next.set(instr, value{kind: tuple, tuple: vals})
		}
		states = append(states, next)
	}
	return states, len(states) > 0
}

// holds reports whether what is passed may be what guards say. In a summary it
// notes what they say of its own parameters.
func (w *walk) holds(s *state, when []Guard, args []ssa.Value) bool {
	for _, g := range when {
		if g.Param >= len(args) {
			return false
		}
		v := w.value(s, args[g.Param])
		if is, ok := s.facts[w.form.Cond(args[g.Param])]; ok && v.kind == nothing {
			v = value{kind: literal, is: strconv.FormatBool(is)}
		}
		switch v.kind {
		case literal:
			if (v.is == g.Is) == g.Not {
				return false
			}
		case handed:
			if !s.guard(Guard{v.id, g.Is, g.Not != v.not}) {
				return false
			}
		}
	}
	return true
}

// through follows a path out of local memory into an object: behind a pointer,
// map or slice that they share. A structure that was stored in the memory is the
// memory's own.
func (w *walk) through(s *state, at value, path []track.Hop) value {
	for n := 1; n < len(path); n++ {
		if !path[n-1].Ref {
			continue
		}
		if v := s.heap[at.id].get(join(at.path, path[:n]...), true); v.kind == shared {
			v = v.known(at.id + 1)
			v.path = join(v.path, path[n:]...)
			return v
		}
	}
	return value{}
}

// returned makes the value of one result.
func (w *walk) returned(s *state, instr *ssa.Call, i int, res Result, args []ssa.Value, fn *types.Func) value {
	switch res.Kind {
	case Nil:
		return value{kind: isNil}
	case NotNil:
		return value{kind: notNil}
	case True:
		return value{kind: literal, is: "true"}
	case False:
		return value{kind: literal, is: "false"}
	case OfParam:
		if res.Param < len(args) {
			if v := w.value(s, args[res.Param]); v.kind == shared || v.kind == fresh {
				v.path = join(v.path, res.Path...)
				return v
			}
		}
	case FromCache, ListOf:
		typ := fn.Signature().Results().At(i).Type()
		if slice, ok := typ.Underlying().(*types.Slice); ok && res.Kind == ListOf {
			typ = slice.Elem()
		}
		id := w.number(fmt.Sprint("r", i), instr, func() int {
			w.objs = append(w.objs, &object{source: track.Source{Kind: res.From, Type: res.Type, Call: fn.Name()}, typ: typ, instr: instr, site: w.root0(instr)})
			return len(w.objs) - 1
		})
		s.owner[id] = w.depth
		s.trace = w.event(s, instr, track.Step{Act: track.Obtain, Call: fn.Name()}, id, 0, 0)
		v := value{kind: shared, id: id}
		if len(res.Path) > 0 {
			v.path = res.Path
		}
		if res.Kind == FromCache {
			return v
		}
		list := w.make(s, instr)
		s.heap[list.id] = w.with(s.heap[list.id], []track.Hop{{Name: element}}, v)
		return list
	}
	return value{}
}
