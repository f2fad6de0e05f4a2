package delivered

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"sort"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/delivered/across"
	"github.com/informerlint/informerlint/internal/delivered/uses"
	"github.com/informerlint/informerlint/internal/engine/callers"
	"github.com/informerlint/informerlint/internal/engine/filled"
	"github.com/informerlint/informerlint/internal/engine/program"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A Shape says how wait and read belong together.
type Shape uint8

// The shapes.
const (
	Component Shape = iota // a method that says whether a type is synced, and others that read
	Sequence               // a wait, and a read after it
	Gate                   // a method that hands out nothing until the informer is synced
	Notice                 // a wait, and a call that tells listeners of the handler that this was all
)

// A Claim is state that may be read before the handler has built it.
type Claim struct {
	Shape    Shape
	State    string              // for people: "Tracker.nodes"
	Place    string              // of the state
	Type     string              // Component, Gate: the type
	Register token.Pos           // where the handler is registered
	Call     *ssa.Call           // the registration, if it is a call whose result nobody has; nil through a wrapper
	Handler  token.Pos           // the Add function
	Write    Access              // what it fills
	Method   *ssa.Function       // Component: the method that answers; Gate: the one that asks and reads; else the function that waits
	Wait     token.Pos           // where the informer is asked or waited for
	WaitCall ssa.CallInstruction // that call; nil if it is not in Method
	Listed   bool                // a lister is asked instead
	Other    bool                // the registration of a handler with another informer is asked, and not this informer
	Read     Access
	Asked    string        // "T.M": the method of another package's type that registers the handler itself, and is read through; else ""
	Reader   *ssa.Function // Component, Gate: the exported method that reads
	// Ways are the ways on which the wait says true without the handler.
	Ways []Way
	// Stuck says why whoever waits for the handler may wait for ever; "" if nothing is
	// seen that it could wait for.
	Stuck string
	// nth is which registration of its function it is.
	nth int
	// More are other methods of the type that answer in the same way.
	More []*Claim
}

// TakesFuncs reports whether the wait is a call of one of client-go's functions that
// are given what they ask; and not a poll, or a helper.
func (c *Claim) TakesFuncs() bool {
	obj := ssautil.Callee(c.WaitCall.Common())
	return obj != nil && obj.Pkg() != nil && clientgo.IsCache(obj.Pkg())
}

// Stats counts what was looked at.
type Stats struct {
	Registrations int // with a known Add function
	Stateful      int // of which Add fills state
}

// Add sums up.
func (s *Stats) Add(t Stats) {
	s.Registrations += t.Registrations
	s.Stateful += t.Stateful
}

func (s Stats) String() string {
	return fmt.Sprintf("%d registrations of handlers whose Add function is known, %d of them fill state", s.Registrations, s.Stateful)
}

// Analyzer finds the claims of a package. Its result is nil for a package
// without handlers.
var Analyzer = &analysis.Analyzer{
	Name:       "informerdelivered",
	Doc:        "find state that informer handlers build and that is read too early (a helper of the informerlint checks)",
	Run:        run,
	Requires:   []*analysis.Analyzer{resolve.Analyzer, program.Analyzer, across.Analyzer, ownersOf},
	ResultType: reflect.TypeFor[*Package](),
}

// Package is what is known of the handlers of one package.
type Package struct {
	Handlers *resolve.Package
	Claims   []*Claim // in the order of their positions
	Stats    Stats

	pass   *analysis.Pass
	set    *program.Set
	across *across.Imported
	before *found
	f      *finder // nil if there is nothing to be found
	all    []*registration
}

// Pass returns a pass that imports what is known of other packages: facts
// belong to the analyzers that made them.
func (p *Package) Pass() *analysis.Pass {
	pass := *p.pass
	pass.ImportPackageFact = func(pkg *types.Package, fact analysis.Fact) bool {
		switch fact.(type) {
		case *program.Programs, *callers.Fact:
			return p.set.Pass().ImportPackageFact(pkg, fact)
		case *across.Facts:
			return p.across.Pass().ImportPackageFact(pkg, fact)
		case *across.OwnerFacts:
			return p.before.pass.ImportPackageFact(pkg, fact)
		}
		if p.Handlers == nil {
			return false // none are below
		}
		return p.Handlers.Pass().ImportPackageFact(pkg, fact)
	}
	return &pass
}

func run(pass *analysis.Pass) (any, error) {
	pkg, _ := pass.ResultOf[resolve.Analyzer].(*resolve.Package)
	set, _ := pass.ResultOf[program.Analyzer].(*program.Set)
	before := pass.ResultOf[ownersOf].(*found)
	if pkg == nil && len(before.owners) == 0 || set == nil {
		return (*Package)(nil), nil
	}
	p := &Package{Handlers: pkg, pass: pass, set: set, across: pass.ResultOf[across.Analyzer].(*across.Imported), before: before}
	if before.f != nil {
		p.find(before.f)
	}
	return p, nil
}

func (p *Package) find(f *finder) {
	all := slices.Concat(p.before.all, f.registrationsBelow())
	others, tests := p.before.others, p.before.tests
	state := make(map[string]Access)
	for _, r := range all {
		maps.DeleteFunc(r.does.state, func(place string, _ Access) bool {
			return others[place].Place != "" || tests[place].Place != "" && f.inTest(r.pos)
		})
		maps.Copy(state, r.does.state)
		if r.owner != nil {
			continue
		}
		p.Stats.Registrations++
		if len(r.does.state) > 0 {
			p.Stats.Stateful++
		}
	}
	if len(state) == 0 {
		return
	}
	p.f, p.all = f, all
	f.programs = sync.OnceValue(func() *filled.Handlers {
		if set := p.set.Marked(f.marker(state)); set != nil {
			return filled.NewHandlers(set, f.types(state, all), func(fn string) bool { return p.across.Waiters[fn] })
		}
		return nil
	})
	kept := p.before.kept()
	for _, r := range all {
		if len(r.does.state) == 0 || !r.dropped {
			continue
		}
		var c *Claim
		if r.owner == nil {
			if c = f.component(r); c == nil {
				if c = f.gated(r); c != nil && kept[c.Place] {
					c = nil
				}
			}
		}
		if c == nil {
			c = f.sequence(r, kept)
		}
		if c != nil && (tests[c.Place].Place == "" || !f.inTest(c.Method.Pos())) {
			c.nth = r.nth
			p.Claims = append(p.Claims, c)
		}
	}
	slices.SortStableFunc(p.Claims, func(a, b *Claim) int {
		x, y := p.pass.Fset.PositionFor(a.Register, false), p.pass.Fset.PositionFor(b.Register, false)
		return cmp.Or(strings.Compare(x.Filename, y.Filename), x.Offset-y.Offset)
	})
}

// types are the keys of the types whose fields are filled, and of those that have them.
func (f *finder) types(state map[string]Access, all []*registration) (out []string) {
	for _, typ := range owners(state) {
		if strings.Contains(typ, ".") {
			continue // of another package
		}
		holders := f.holders(typ)
		for _, r := range all {
			holders = append(holders, f.registrars(r, typ)...)
		}
		for _, holder := range holders {
			if key := clientgo.Path(f.pass.Pkg.Path()) + "." + holder; !slices.Contains(out, key) {
				out = append(out, key)
			}
		}
	}
	return out
}

// othersFill returns the places that functions which no handler leads to fill as
// well: a constructor that lists, a method that loads again. What a handler has
// not seen yet may be there already. Making something empty is not filling it. Tests
// fill what they like: that says something of tests alone.
func (f *finder) othersFill(all []*registration, tests bool) map[string]Access {
	handled := make(map[*ssa.Function]bool)
	for _, r := range all {
		for fn := range r.all {
			handled[fn] = true
		}
	}
	e := f.newEffects()
	e.begun = true
	for _, fn := range f.fns {
		if !handled[fn] && f.inTest(fn.Pos()) == tests {
			delete(e.funcs, fn)
			e.walk(fn, nil, 0)
		}
	}
	return e.state
}

func (f *finder) inTest(pos token.Pos) bool {
	return strings.HasSuffix(f.pass.Fset.PositionFor(pos, false).Filename, "_test.go")
}

// component looks for a method of the type whose fields the handler fills that
// says "synced" of the informer alone, and for one that reads them.
func (f *finder) component(r *registration) *Claim {
	for _, typ := range owners(r.does.state) {
		state := make(map[string]Access)
		for p, a := range r.does.state {
			if strings.HasPrefix(p, "("+typ+").") {
				state[p] = a
			}
		}
		for _, holder := range append(f.holders(typ), f.registrars(r, typ)...) {
			if c := f.holderOf(r, holder, typ, state); c != nil {
				return c
			}
		}
	}
	return nil
}

// registrars are the types that have a pointer to the state in a hidden field, and
// whose method is the handler, or registers it: what they say of being synced is said
// of that state.
func (f *finder) registrars(r *registration, typ string) (out []string) {
	if r.call == nil {
		return nil
	}
	state := "(" + typ + ")"
	types := f.carriers(r.add)
	if recv := ssautil.Outermost(r.call.Parent()).Signature.Recv(); recv != nil && f.root(recv.Type()) != "" && f.root(recv.Type()) != state {
		types = append(types, recv.Type())
		for field := range f.hidden(recv.Type()) {
			if f.root(field.Type()) == state {
				f.alias[f.root(recv.Type())+"."+field.Name()] = state // for who fills it by that
				break
			}
		}
	}
	for _, t := range types {
		for field := range f.hidden(t) {
			name := strings.Trim(f.root(t), "()")
			if f.alias[f.root(t)+"."+field.Name()] == state && !slices.Contains(out, name) {
				out = append(out, name)
			}
		}
	}
	return out
}

// holders are a type and those of the package that embed it.
func (f *finder) holders(typ string) []string {
	out := []string{typ}
	scope := f.pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || f.root(tn.Type()) == "" {
			continue
		}
		for field := range tn.Type().Underlying().(*types.Struct).Fields() {
			if field.Embedded() && f.root(field.Type()) == "("+typ+")" {
				out = append(out, name)
			}
		}
	}
	return out
}

// holderOf is component for one type that has the state.
func (f *finder) holderOf(r *registration, holder, typ string, state map[string]Access) *Claim {
	methods := f.methodsOf(holder)
	if !slices.ContainsFunc(methods, uses.Answers) {
		return nil
	}
	if holder != typ {
		methods = append(methods, f.methodsOf(typ)...)
	}
	reader, read := f.reader(r, methods, state)
	if reader == nil {
		return nil
	}
	var claims []*Claim
	for _, m := range methods {
		if !uses.Answers(m) {
			continue
		}
		if m.Name() == "Sync" && (!f.across.Only(m) || slices.ContainsFunc(f.who.Of[m], uses.InMethod)) {
			continue // it may be called so because of what it does then, or be a part of what says so
		}
		if c := f.answer(m, r); c != nil {
			claims = append(claims, c)
		}
	}
	if len(claims) == 0 {
		return nil
	}
	first := claims[0]
	first.Shape, first.Type, first.Reader, first.Read = Component, holder, reader, read
	first.Place, first.Write, first.State = read.Place, state[read.Place], f.display(read.Place)
	first.Register, first.Handler = r.pos, r.add.Pos()
	first.Call, _ = r.call.(*ssa.Call)
	first.More = claims[1:]
	for _, c := range claims {
		if first.Stuck == "" {
			first.Stuck = f.stuck(r, c.WaitCall, c.Method)
		}
	}
	return first
}

// reader is the first exported method that hands out what is filled, and does
// nothing else that could make up for what is missing.
func (f *finder) reader(r *registration, methods []*ssa.Function, state map[string]Access) (*ssa.Function, Access) {
	for _, m := range methods {
		if !token.IsExported(m.Name()) || uses.Answers(m) || r.all[m] || !uses.Tells(m) {
			continue
		}
		e := f.newEffects()
		e.walk(m, nil, 0)
		if e.blocks || e.looks || e.guards || touches(e.state, state) || touches(e.taken, state) || f.tells(r, e) {
			continue // of what it takes out, the next call gets what is missing now
		}
		read, ok := f.reads(m, nil, state, func(fn *ssa.Function) bool { return fn == r.add }, 0, make(map[*ssa.Function]bool))
		// Whether there is anything at all is what a probe asks again and again.
		if ok && !(f.measured(filled.Spot{Fn: program.Key(read.Func), Pos: read.Pos}) && f.tellsWhether(program.Key(m), filled.Spot{})) {
			return m, read
		}
	}
	return nil, Access{}
}

func touches[A any](a map[string]A, b map[string]Access) bool {
	for p := range a {
		if _, ok := b[p]; ok {
			return true
		}
	}
	return false
}

// owners returns the types whose fields are filled.
func owners(state map[string]Access) []string {
	var out []string
	for p := range state {
		p = strings.TrimPrefix(p, told)
		if typ, _, ok := strings.Cut(strings.TrimPrefix(p, "("), ")."); ok && strings.HasPrefix(p, "(") && !slices.Contains(out, typ) {
			out = append(out, typ)
		}
	}
	sort.Strings(out)
	return out
}

// methodsOf returns the methods of a type with a body, in source order.
func (f *finder) methodsOf(typ string) (out []*ssa.Function) {
	for _, fn := range f.fns {
		if fn.Signature.Recv() != nil && fn.Parent() == nil && f.root(fn.Signature.Recv().Type()) == "("+typ+")" && len(fn.Blocks) > 0 {
			out = append(out, fn)
		}
	}
	return out
}

// answer returns a claim if a method says "synced" without the handler.
func (f *finder) answer(m *ssa.Function, r *registration) *Claim {
	for _, at := range f.programsOf(r) {
		q := question{f: f, r: r, at: at}
		ways, ok := q.ways(m, nil)
		if !ok {
			continue
		}
		var c *Claim
		for _, w := range ways {
			asked, bad := w.early()
			if !bad {
				continue
			}
			if c == nil {
				c = &Claim{Method: m, Wait: asked.Pos}
				c.Other, c.Listed = asked.other, asked.Kind == ListEmpty
				if !c.Listed {
					c.WaitCall = uses.CallAt(m, asked.Pos)
				}
			}
			c.Ways = append(c.Ways, w)
		}
		if c != nil {
			return c
		}
	}
	return nil
}

// early reports whether a way asks the informer or its lister, or only the
// registration of another handler, and nothing that the handler has a part in.
func (w Way) early() (asked Atom, bad bool) {
	if w.fills {
		return Atom{}, false
	}
	for _, a := range w.Atoms {
		switch a.Kind {
		case Unclear:
			return Atom{}, false
		case Delivered, HandlerFlag:
			if a.Want {
				return Atom{}, false
			}
		case InformerSynced:
			if a.Want && a.own {
				asked, bad = a, true
			}
		case Harmless:
			if a.Want && a.other && !bad {
				asked, bad = a, true
			}
		case ListEmpty:
			if a.Want && !bad && a.own {
				asked, bad = a, true
			}
		}
	}
	return asked, bad
}
