// Package cached follows the objects that an informer's cache hands out, and
// finds where they are changed. What a lister's Get and List, a store's GetByKey
// and the notifications of a handler give is the very object that every other
// reader of the cache has (client-go tools/cache/thread_safe_store.go, Get and
// List, and controller.go, ResourceEventHandler; v0.37.2).
//
// A function in which an object is obtained is interpreted way by way, together
// with what it calls in its package; of functions of other packages facts say
// what they write and return. Three things are told apart: memory of the object
// (shared), memory that the function has made itself (fresh), and structures
// that were copied out of the object, whose pointers, maps and slices are still
// the object's (content). Everything else is not known, and what is not known is
// never reported: results of calls that are not followed, fields of receivers,
// what comes out of queues, and elements of a container of which some were
// replaced.
//
// A finding is a [track.Way]. It is feasible as far as conditions are concerned that
// are constant, that ask for nil, for an error or a type, or that are asked
// twice; other conditions may go either way.
package cached

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/cached/calls"
	"github.com/informerlint/informerlint/internal/cached/form"
	"github.com/informerlint/informerlint/internal/cached/track"
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/ssabuild"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A Rule is a kind of change.
type Rule string

// The rules.
const (
	CachedObject  Rule = "cached-object"
	HandlerObject Rule = "handler-object"
	ShallowCopy   Rule = "shallow-copy"
	Reordered     Rule = "reordered"
	TypeMeta      Rule = "typemeta"

	// emptied is a map that was nil and is empty now: whoever reads it cannot tell.
	// By itself it is not reported.
	emptied Rule = "emptied"
)

// A Finding is a change of an object of a cache.
type Finding struct {
	Rule   Rule
	Way    *track.Way
	Source ssa.Instruction // the call that hands out the object; nil for a parameter
	Param  *ssa.Parameter
	First  ssa.Instruction // the statement in the function that changes it
	Fn     *ssa.Function
	Field  string // what is changed: "Labels", "Spec.Replicas"
	Key    Key    // of the source
	// Also are findings of other sources that the same statement changes: a fix has
	// to be right for them too.
	Also []*Finding

	looked map[*ssa.Function]bool // what was interpreted
}

// Changed is where the object is changed, in a helper if it is there, and what of
// it. Handlers and those who ask a cache that call one helper change the same.
func (f *Finding) Changed() (pos token.Pos, what string) {
	last, rule := f.Way.Steps[len(f.Way.Steps)-1], f.Rule
	if rule == HandlerObject {
		rule = CachedObject
	}
	return cmp.Or(last.Via, last.Pos), f.Way.Source.Type + f.Field + string(rule)
}

// Needs reports whether a declaration was interpreted for the finding.
func (f *Finding) Needs(decl *ast.FuncDecl) bool {
	for fn := range f.looked {
		if fn.Syntax() != nil && decl.Pos() <= fn.Pos() && fn.Pos() < decl.End() {
			return true
		}
	}
	return slices.ContainsFunc(f.Also, func(g *Finding) bool { return g.Needs(decl) })
}

// A Package is what is known of the objects in one package.
type Package struct {
	Findings []*Finding

	pass *analysis.Pass
	m    *machine
}

// Pass returns the pass that has the facts of the packages below.
func (p *Package) Pass() *analysis.Pass { return p.pass }

// A machine interprets the functions of one package.
type machine struct {
	pass     *analysis.Pass
	fset     *token.FileSet
	fns      []*ssa.Function
	handlers func() []*registered.Group
	below    map[string]*Func
	calls    *calls.Package
	forms    map[*ssa.Function]*form.Func
	left     map[*token.File]bool
}

// newMachine prepares a package. Functions of the files in left are as if they had
// no body.
func newMachine(pass *analysis.Pass, lazy *ssabuild.Lazy, handlers func() []*registered.Group, below map[string]*Func, left map[*token.File]bool) *machine {
	m := &machine{pass: pass, fset: pass.Fset, handlers: handlers, below: below, forms: make(map[*ssa.Function]*form.Func), left: left}
	for _, fn := range lazy.Functions() {
		if !strings.HasSuffix(pass.Fset.Position(fn.Pos()).Filename, "_test.go") && !left[pass.Fset.File(fn.Pos())] {
			m.fns = append(m.fns, fn)
		}
	}
	m.calls = calls.New(m.fns, func(fn *types.Func) (obtains, writes bool) {
		f := m.below[clientgo.FuncName(fn)]
		return f != nil && f.obtains(), f != nil && len(f.Writes) > 0
	})
	return m
}

// form returns what is known of a function's form; nil if it has no body, or is
// too large.
func (m *machine) form(fn *ssa.Function) *form.Func {
	if len(fn.Blocks) == 0 || len(fn.Blocks) > maxBlocks || m.left[m.fset.File(fn.Pos())] {
		return nil
	}
	f, ok := m.forms[fn]
	if !ok {
		f = form.New(fn)
		m.forms[fn] = f
	}
	return f
}

const maxBlocks = 400

// interpret runs a function as a root.
func (m *machine) interpret(fn *ssa.Function, steps int, bind func(r *run, s *state)) *run {
	of := m.form(fn)
	if of == nil {
		return nil
	}
	unclear := make(map[string]bool)
	for {
		r := m.once(fn, of, steps, unclear, bind)
		if len(r.copies) == 0 || len(r.hits) == 0 {
			return r
		}
		maps.Copy(unclear, r.copies)
	}
}

// once interprets a function once. What is in the places in unclear is not known.
func (m *machine) once(fn *ssa.Function, of *form.Func, steps int, unclear map[string]bool, bind func(r *run, s *state)) *run {
	r := &run{m: m, root: fn, limit: steps, index: make(map[string]int), hits: make(map[hitKey]*hit), looked: make(map[*ssa.Function]bool), unclear: unclear, copies: make(map[string]bool)}
	s := &state{env: make(map[ssa.Value]value), heap: make(map[int]*tree), facts: make(map[string]bool), owner: make(map[int]int)}
	if bind != nil {
		bind(r, s)
	}
	r.outs, r.complete = r.exec(&frame{fn: fn, form: of}, s)
	return r
}

// look interprets everything, and returns what it finds.
func (m *machine) look() *Package {
	p := &Package{m: m, pass: m.pass}
	for _, fn := range m.fns {
		if m.calls.Obtains(fn) && m.calls.Acts(fn) {
			m.collect(p, m.interpret(fn, maxSteps, nil), nil)
		}
	}
	done := make(map[input]bool)
	for _, g := range m.handlers() {
		if g.Open && g.Style >= clientgo.Reconciler {
			continue // what is around it may give it a copy
		}
		if g.Add != nil {
			m.handler(p, done, g.Add, 0, track.Added)
		}
		if g.Filter != nil && g.Style == clientgo.Untyped {
			m.handler(p, done, g.Filter, 0, track.Added)
		}
		if g.Update != nil {
			m.handler(p, done, g.Update, 0, track.Old)
			m.handler(p, done, g.Update, 1, track.Updated)
		}
	}
	slices.SortStableFunc(p.Findings, func(a, b *Finding) int {
		x, y := m.fset.PositionFor(instrPos(a.First), false), m.fset.PositionFor(instrPos(b.First), false)
		// Of one statement that changes both objects of an update, the new one is worse.
		return cmp.Or(strings.Compare(x.Filename, y.Filename), x.Offset-y.Offset, strings.Compare(string(a.Rule), string(b.Rule)), int(a.Key.Kind)-int(b.Key.Kind))
	})
	p.Findings = merge(p.Findings)
	return p
}

// merge makes one finding of those of one statement: a variable that has its
// object from two places is changed once.
func merge(findings []*Finding) (out []*Finding) {
	for _, f := range findings {
		if n := len(out); n > 0 && out[n-1].First == f.First && out[n-1].Rule == f.Rule && out[n-1].Field == f.Field {
			out[n-1].Also = append(out[n-1].Also, f)
			continue
		}
		out = append(out, f)
	}
	return out
}

// handler interprets a handler function with an object of the cache.
func (m *machine) handler(p *Package, done map[input]bool, f *registered.Func, i int, kind track.SourceKind) {
	in, ok := inputOf(f, i)
	if !ok || !m.calls.Acts(f.Fn) || done[in] || len(f.Fn.Blocks) == 0 {
		return
	}
	done[in] = true
	m.collect(p, m.interpret(f.Fn, maxSteps, in.given(kind)), in.param)
}

// An input is what a handler gets an object in: a parameter, or a field of an event of
// controller-runtime's, which is given the cache's objects (pkg/internal/source/event_handler.go,
// v0.25).
type input struct {
	param *ssa.Parameter
	field string
}

// inputOf is what a handler gets one of its objects in.
func inputOf(f *registered.Func, i int) (in input, ok bool) {
	params := f.Params()
	if len(params) > 0 {
		if fields := clientgo.EventObjects(params[0].Type()); i < len(fields) {
			return input{params[0], fields[i]}, true
		}
	}
	if i >= len(params) || !ssautil.IsRef(params[i].Type()) {
		return input{}, false
	}
	return input{param: params[i]}, true
}

// given makes a run begin with an object of the cache in an input.
func (in input) given(kind track.SourceKind) func(*run, *state) {
	return func(r *run, s *state) {
		of := track.Source{Kind: kind, Pos: in.param.Pos()}
		obj := value{kind: shared, id: 0}
		if in.field == "" {
			of.Type = form.TypeName(in.param.Type())
		} else {
			obj = value{kind: structure, tree: &tree{over: map[string]value{key([]track.Hop{{Name: in.field}}): obj}}}
		}
		r.objs = append(r.objs, &object{source: of})
		s.set(in.param, obj)
		s.trace = &event{step: track.Step{Act: track.Obtain, Pos: in.param.Pos()}}
	}
}

// collect keeps what a run has found.
func (m *machine) collect(p *Package, r *run, param *ssa.Parameter) {
	if r == nil || r.over {
		return
	}
	best := make(map[int]*hit) // one report for each source
	for _, k := range slices.SortedFunc(maps.Keys(r.hits), func(a, b hitKey) int {
		return cmp.Or(a.obj-b.obj, strings.Compare(string(a.rule), string(b.rule)))
	}) {
		h := r.hits[k]
		if k.rule == emptied {
			continue
		}
		if old := best[k.obj]; old == nil || weight[h.rule] > weight[old.rule] || weight[h.rule] == weight[old.rule] && instrPos(h.trace.in) < instrPos(old.trace.in) {
			best[k.obj] = h
		}
	}
	for _, id := range slices.Sorted(maps.Keys(best)) {
		h := best[id]
		if e := r.hits[hitKey{id, emptied}]; e != nil && h.rule == CachedObject && instrPos(e.trace.in) < instrPos(h.trace.in) {
			trace := e.trace // the copy has to come before it
			h = &hit{obj: h.obj, id: id, trace: trace, rule: h.rule, facts: e.facts, length: e.length}
		}
		way := r.way(h.trace, id)
		if way == nil || h.obj.asked.Several() && h.obj.source.Kind < track.Added {
			continue
		}
		f := &Finding{Rule: h.rule, Way: way, Source: h.obj.instr, Fn: r.root, First: h.trace.in, Field: field(h.trace.step.Path), Key: r.key(id), looked: r.looked}
		if h.obj.source.Kind >= track.Added {
			f.Param = param
			if h.rule == CachedObject {
				f.Rule = HandlerObject
			}
		}
		p.Findings = append(p.Findings, f)
	}
}

// weight: which of several reports about one object is made.
var weight = map[Rule]int{CachedObject: 5, ShallowCopy: 4, Reordered: 2, TypeMeta: 1}

// field names a place for people.
func field(path []track.Hop) string {
	var names []string
	for _, h := range path {
		switch {
		case h.Name == "ObjectMeta" || h.Name == element:
		case strings.HasPrefix(h.Name, "["):
			if n := len(names); n > 0 {
				names[n-1] += h.Name
			}
		default:
			names = append(names, h.Name)
		}
	}
	return strings.Join(names, ".")
}
