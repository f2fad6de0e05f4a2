package resolve

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/apart"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Facts is what a package tells its importers. Everything is keyed by text,
// because closures, unexported methods and fields have no object path, and
// everything is sorted. Only direct imports are read, so that a stand-alone
// run and a vettool see the same.
//
// A fact that is missing can only lose reports: an unknown function is an
// effect, and does the same with a tombstone as with an object.
type Facts struct {
	Sinks   []Sink
	Helpers []interp.Helper
	Vars    []interp.Var
}

// AFact marks Facts as a fact.
func (*Facts) AFact() {}

func (f *Facts) String() string { return "handlers" }

// A Sink is a parameter ("path.F#1") or field ("path.T.F") that is used as a
// handler function, or as a whole handler.
type Sink struct {
	Name  string
	Role  clientgo.HandlerRole
	Style clientgo.HandlerStyle
	// Open: the functions are wrapped before they are registered, so that
	// nothing can be said about UIDs.
	Open bool
	// Args are what the function is called with, if that is more than the object.
	Args registered.Args
	// Plain: what calls the function does nothing else, so that it is known what
	// comes to it; Opened: what calls Delete's opens tombstones. See plumbed.
	Plain, Opened bool
	// Made: it is no handler, but makes one: what it returns is.
	Made bool
	// Method is what is called of it, if it is no handler of client-go's.
	Method string
}

// sinks are what one parameter or field is used as: a function may be given to
// all three notifications.
type sinks []Sink

// with adds a sink, unless there is one for the same notification.
func (s sinks) with(n Sink) (sinks, bool) {
	if slices.ContainsFunc(s, func(o Sink) bool { return o.Role == n.Role }) {
		return s, false
	}
	return append(s, n), true
}

// maxFacts limits each list, so that a package of helpers costs its importers
// little. The lists are sorted before they are cut, so that the cut is always
// the same.
const maxFacts = 400

// imported is what the direct imports say.
type imported struct {
	reaches bool
	sinks   map[string]sinks
	helpers map[string][]interp.Helper
	vars    map[string]string
	names   map[string]bool // of objects whose use makes a package interesting
}

func importFacts(pass *analysis.Pass) *imported {
	im := &imported{sinks: make(map[string]sinks), helpers: make(map[string][]interp.Helper), vars: make(map[string]string), names: make(map[string]bool)}
	im.reaches = clientgo.IsRoot(pass.Pkg.Path())
	for _, p := range pass.Pkg.Imports() {
		var f Facts
		if !pass.ImportPackageFact(p, &f) {
			var f apart.Facts
			if pass.ImportPackageFact(p, &f) {
				im.help(f.Helpers)
			}
			continue
		}
		im.reaches = true
		for _, s := range f.Sinks {
			im.sinks[s.Name] = append(im.sinks[s.Name], s)
			name, _, _ := strings.Cut(s.Name, "#")
			im.names[name] = true
			// The field "path.T.F" is used where T is.
			if i := strings.LastIndexByte(name, '.'); i > strings.LastIndexByte(name, '/') {
				im.names[name[:i]] = true
			}
		}
		im.help(f.Helpers)
		for _, v := range f.Vars {
			im.vars[v.Name] = v.Func
		}
	}
	return im
}

// help notes what a package says of its helpers.
func (im *imported) help(helpers []interp.Helper) {
	for _, h := range helpers {
		im.helpers[h.Name] = append(im.helpers[h.Name], h)
	}
}

// facts makes the facts of the package.
func (r *resolver) facts() Facts {
	f := Facts{Sinks: r.exported()}
	f.Helpers, f.Vars = r.in.Export(nil)
	slices.SortFunc(f.Sinks, func(a, b Sink) int { return cmp.Or(strings.Compare(a.Name, b.Name), int(a.Role)-int(b.Role)) })
	slices.SortFunc(f.Vars, func(a, b interp.Var) int { return strings.Compare(a.Name, b.Name) })
	f.Sinks = f.Sinks[:min(len(f.Sinks), maxFacts)]
	f.Helpers = apart.Sorted(f.Helpers)
	f.Vars = f.Vars[:min(len(f.Vars), maxFacts)]
	return f
}

// exported returns the sinks that importers may use.
func (r *resolver) exported() []Sink {
	var out []Sink
	for p, to := range r.params {
		obj := ssautil.Object(p.Parent())
		if obj == nil || !obj.Exported() {
			continue
		}
		i := slices.Index(p.Parent().Params, p) - ssautil.Shift(obj)
		for _, s := range to {
			s.Name = fmt.Sprintf("%s#%d", clientgo.FuncName(obj), i)
			out = append(out, s)
		}
	}
	own := clientgo.Path(r.pass.Pkg.Path()) + "."
	for name, to := range r.fields {
		if rest, ok := strings.CutPrefix(name, own); ok && token.IsExported(rest) && token.IsExported(rest[strings.LastIndexByte(rest, '.')+1:]) {
			out = append(out, to...)
		}
	}
	return out
}
