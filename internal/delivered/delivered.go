package delivered

import (
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"sort"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/ssabuild"
)

// A Shape says how wait and read belong together.
type Shape uint8

// The shapes.
const (
	Component Shape = iota // a method that says whether a type is synced, and others that read
	Sequence               // a wait, and a read after it
)

// A Claim is state that may be read before the handler has built it.
type Claim struct {
	Shape    Shape
	State    string              // for people: "Tracker.nodes"
	Place    string              // of the state
	Type     string              // Component: the type
	Register token.Pos           // where the handler is registered
	Call     *ssa.Call           // the registration, if it is a call whose result nobody has; nil through a wrapper
	Handler  token.Pos           // the Add function
	Write    Access              // what it fills
	Method   *ssa.Function       // Component: the method that answers; Sequence: the function that waits
	Wait     token.Pos           // where the informer is asked or waited for
	WaitCall ssa.CallInstruction // that call; nil if a lister is asked
	Read     Access
	Reader   *ssa.Function // Component: the exported method that reads
	// Ways are the ways on which the wait says true without the handler.
	Ways []Way
	// nth is which registration of its function it is.
	nth int
	// More are other methods of the type that answer in the same way.
	More []*Claim
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
	Requires:   []*analysis.Analyzer{resolve.Analyzer, ssabuild.Analyzer},
	ResultType: reflect.TypeFor[*Package](),
}

// Package is what is known of the handlers of one package.
type Package struct {
	Handlers *resolve.Package
	Claims   []*Claim // in the order of their positions
	Stats    Stats

	pass *analysis.Pass
	lazy *ssabuild.Lazy
}

func run(pass *analysis.Pass) (any, error) {
	pkg, _ := pass.ResultOf[resolve.Analyzer].(*resolve.Package)
	if pkg == nil {
		return (*Package)(nil), nil
	}
	p := &Package{Handlers: pkg, pass: pass, lazy: pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy)}
	p.Claims, p.Stats = find(pass, p.lazy, pkg)
	return p, nil
}

func find(pass *analysis.Pass, lazy *ssabuild.Lazy, pkg *resolve.Package) ([]*Claim, Stats) {
	var stats Stats
	if !modern(pass.Pkg) || lazy.Package() == nil {
		return nil, stats
	}
	f := newFinder(pass, lazy.Package(), lazy.Functions())
	var out []*Claim
	all := f.registrations(pkg)
	others := f.othersFill(all)
	for _, r := range all {
		for p := range others {
			delete(r.does.state, p)
		}
		stats.Registrations++
		if len(r.does.state) == 0 {
			continue
		}
		stats.Stateful++
		if !r.dropped {
			continue
		}
		c := f.component(r)
		if c == nil {
			c = f.sequence(r)
		}
		if c != nil {
			c.nth = r.nth
			out = append(out, c)
		}
	}
	slices.SortStableFunc(out, func(a, b *Claim) int {
		x, y := pass.Fset.PositionFor(a.Register, false), pass.Fset.PositionFor(b.Register, false)
		if c := strings.Compare(x.Filename, y.Filename); c != 0 {
			return c
		}
		return x.Offset - y.Offset
	})
	return out, stats
}

// othersFill returns the places that functions which no handler leads to fill as
// well: a constructor that lists, a method that loads again. What a handler has
// not seen yet may be there already. Making something empty is not filling it.
func (f *finder) othersFill(all []*registration) map[string]Access {
	handled := make(map[*ssa.Function]bool)
	for _, r := range all {
		for fn := range r.all {
			handled[fn] = true
		}
	}
	e := f.newEffects()
	e.begun = true
	for _, fn := range f.fns {
		if !handled[fn] {
			delete(e.funcs, fn)
			e.walk(fn, nil, 0)
		}
	}
	return e.state
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
		methods := f.methodsOf(typ)
		var claims []*Claim
		for _, m := range methods {
			if !answers(m) {
				continue
			}
			c := f.answer(m, r, state)
			if c == nil {
				continue
			}
			claims = append(claims, c)
		}
		if len(claims) == 0 {
			continue
		}
		for _, m := range methods {
			if !exported(m) || answers(m) || r.all[m] || !tells(m) {
				continue
			}
			e := f.newEffects()
			e.walk(m, nil, 0)
			if e.blocks || e.looks || e.guards || touches(e.state, state) {
				continue
			}
			read, ok := f.reads(m, nil, state, func(fn *ssa.Function) bool { return r.all[fn] && fn == r.add }, 0, make(map[*ssa.Function]bool))
			if !ok {
				continue
			}
			first := claims[0]
			first.Shape, first.Type, first.Reader, first.Read = Component, typ, m, read
			first.Place, first.Write, first.State = read.Place, state[read.Place], f.display(read.Place)
			first.Register, first.Handler = r.pos, r.add.Pos()
			first.Call, _ = r.call.(*ssa.Call)
			first.More = claims[1:]
			return first
		}
	}
	return nil
}

func touches(a, b map[string]Access) bool {
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

func exported(m *ssa.Function) bool { return token.IsExported(m.Name()) }

// tells reports whether a method hands something out.
func tells(m *ssa.Function) bool {
	switch m.Name() {
	case "String", "GoString", "Collect", "Describe", "ServeHTTP", "Len", "Dump":
		return false
	}
	res := m.Signature.Results()
	for v := range res.Variables() {
		if clientgo.TypeName(v.Type()) != "error" {
			return true
		}
	}
	return false
}

// answers reports whether a method's name and type say that it tells whether
// its type is synced: HasSynced() bool, WaitForSync(stop) bool and the like.
func answers(m *ssa.Function) bool {
	sig := m.Signature
	if sig.Results().Len() != 1 {
		return false
	}
	if b, ok := sig.Results().At(0).Type().Underlying().(*types.Basic); !ok || b.Kind() != types.Bool {
		return false
	}
	switch name := m.Name(); {
	case sig.Params().Len() == 0:
		switch name {
		case "HasSynced", "IsSynced", "Synced", "HasCacheSynced", "CacheSynced", "CachesSynced", "HasCachesSynced", "IsCacheSynced", "HaveSynced":
			return true
		}
	case sig.Params().Len() == 1:
		return strings.HasPrefix(name, "Wait") && strings.Contains(name, "Sync")
	}
	return false
}

// answer returns a claim if a method says "synced" without the handler.
func (f *finder) answer(m *ssa.Function, r *registration, state map[string]Access) *Claim {
	ways, ok := f.ways(m, nil, r.does.flags, state)
	if !ok {
		return nil
	}
	var c *Claim
	for _, w := range ways {
		w = f.about(w, r)
		at, bad := f.early(w, r)
		if !bad {
			continue
		}
		if c == nil {
			c = &Claim{Method: m, Wait: at.Pos}
			if at.Kind == InformerSynced {
				c.WaitCall = callAt(m, at.Pos)
			}
		}
		c.Ways = append(c.Ways, w)
	}
	return c
}

// early reports whether a way asks the informer or its lister, and nothing
// that the handler has a part in.
func (f *finder) early(w Way, r *registration) (at Atom, bad bool) {
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
			if a.Want && r.informer != "" && f.same(a.Place, r.informer) {
				at, bad = a, true
			}
		case ListEmpty:
			if a.Want && !bad && f.ownLister(a.Place, r) {
				at, bad = a, true
			}
		}
	}
	return at, bad
}

// ownLister reports whether a lister is one that the handler itself fills the
// state from, or that of the accessor whose informer it is registered on.
func (f *finder) ownLister(lister string, r *registration) bool {
	if r.does.lists[lister] {
		return true
	}
	accessor, ok := strings.CutSuffix(r.informer, ".Informer()")
	if ok && f.same(lister, accessor+".Lister()") {
		return true
	}
	for p := range r.does.lists {
		if f.same(lister, p) {
			return true
		}
	}
	return false
}

func callAt(fn *ssa.Function, pos token.Pos) ssa.CallInstruction {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if c, ok := instr.(ssa.CallInstruction); ok && c.Pos() == pos {
				return c
			}
		}
	}
	return nil
}
