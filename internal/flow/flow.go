// Package flow follows informers, factories and what is derived from them
// through a package and, by facts, through the packages below it.
//
// It works in four steps:
//
//  1. build: each function's SSA form becomes a protocol program (Fn): what
//     the function does to informers and to what may hold them, nothing else.
//  2. interp: from a root function the programs of everything it calls are
//     composed, per calling context, and abstract values are computed to a
//     fixed point: which factory, which resource, which function.
//  3. graph: the composed program as events with their order, and threads
//     beside it.
//  4. judge: per (factory, resource) an automaton runs over the graph.
//
// What cannot be followed escapes, and what escapes can only silence.
package flow

import (
	"go/token"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/config"
	"github.com/informerlint/informerlint/internal/ssabuild"
)

// Analyzer computes the package's protocol programs; the checks require it.
// Its result is nil for a package that cannot reach an informer.
//
// It must not require buildssa: an analyzer with facts runs on every
// dependency, and SSA of all of them costs five times the memory. ssabuild
// builds it on demand, which is in packages that reach informers.
var Analyzer = &analysis.Analyzer{
	Name:       "informerflow",
	Doc:        "follow informers and factories (a helper of the informerlint checks)",
	Run:        run,
	Requires:   []*analysis.Analyzer{ssabuild.Analyzer},
	ResultType: reflect.TypeFor[*Package](),
	FactTypes:  []analysis.Fact{(*Programs)(nil), (*Callers)(nil)},
}

// NoFacts makes the engine forget all programs of other packages. It is for
// the test that a missing fact only removes reports.
var NoFacts bool

// A Package is what the engine knows of one package.
type Package struct {
	pass *analysis.Pass
	eng  *engine

	once     sync.Once
	verdicts []Verdict
	notes    []Note
	born     map[string]bool // Starts whose factory's birth is known
	made     map[string]int  // births: how much of the life was visible

	mu      sync.Mutex      // of dropped
	dropped map[string]bool // verdicts that nothing reproduces
}

// Verdicts returns the defects that the judge finds, sorted by position. The
// judge runs when it is first asked, and so never on a dependency, which is
// looked at for its facts only.
func (p *Package) Verdicts() []Verdict {
	p.once.Do(p.judge)
	return p.verdicts
}

// An engine holds the programs that are known in one pass.
type engine struct {
	pkgPath  string
	fset     *token.FileSet
	fns      map[string]*Fn
	types    map[string]*typeInfo
	globals  map[string][]string
	imported map[string]importedFn
	itypes   map[string]importedType
	callers  map[string][]clientgo.Runner
	quiet    map[string]bool // see inert
}

type importedFn struct {
	from *Programs
	i    int
	fn   *Fn
	done bool
}

type importedType struct {
	from *Programs
	i    int
}

func run(pass *analysis.Pass) (any, error) {
	if !reaches(pass) {
		exportCallers(pass)
		return (*Package)(nil), nil
	}
	path := pass.Pkg.Path()
	if clientgo.Modelled(path) {
		// The table knows these; their programs would only be in the way.
		pass.ExportPackageFact(new(Programs))
		return (*Package)(nil), nil
	}
	if len(pass.Files) == 0 {
		return (*Package)(nil), nil // its source has errors: what it exports is lost
	}
	conf, err := config.For(pass)
	if err != nil {
		return nil, err
	}
	eng := newEngine(pass)
	pkg := pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy).Package()
	if pkg == nil {
		return (*Package)(nil), nil // incomplete types: nothing certain can be said
	}
	table := clientgo.NewTable()
	b := newBuilder(pass.Fset, pkg, table)
	b.callers, b.declared = eng.callers, conf.Functions()
	b.build()
	eng.fns, eng.types, eng.globals = b.fns, b.types, b.globals
	pass.ExportPackageFact(eng.export())
	return &Package{pass: pass, eng: eng, born: make(map[string]bool), made: make(map[string]int)}, nil
}

// reaches reports whether the package can reach an informer: it declares
// them, or a direct import carries the fact. Imports() of a package from
// export data is not its real import list, so facts are the right carrier.
func reaches(pass *analysis.Pass) bool {
	if clientgo.IsRoot(pass.Pkg.Path()) {
		return true
	}
	for _, imp := range pass.Pkg.Imports() {
		if clientgo.IsRoot(imp.Path()) || pass.ImportPackageFact(imp, new(Programs)) {
			return true
		}
	}
	return false
}

func newEngine(pass *analysis.Pass) *engine {
	eng := &engine{
		pkgPath: clientgo.Path(pass.Pkg.Path()), fset: pass.Fset,
		imported: make(map[string]importedFn), itypes: make(map[string]importedType),
		callers: make(map[string][]clientgo.Runner),
	}
	if NoFacts {
		return eng
	}
	for _, imp := range pass.Pkg.Imports() {
		cs := new(Callers)
		if pass.ImportPackageFact(imp, cs) {
			cs.addTo(eng.callers)
		}
		fact := new(Programs)
		if !pass.ImportPackageFact(imp, fact) {
			continue
		}
		for i, e := range fact.Fns {
			key := fact.Strings[e.Key]
			if _, dup := eng.imported[key]; !dup {
				eng.imported[key] = importedFn{from: fact, i: i}
			}
		}
		for i, body := range fact.Types {
			d := &decoder{strings: fact.Strings, buf: body}
			name := d.string()
			if _, dup := eng.itypes[name]; !dup {
				eng.itypes[name] = importedType{from: fact, i: i}
			}
		}
	}
	return eng
}

// lookup returns the program of a function, nil if it is not known.
func (eng *engine) lookup(key string) *Fn {
	if fn, ok := eng.fns[key]; ok {
		return fn
	}
	imp, ok := eng.imported[key]
	if !ok {
		return nil
	}
	if !imp.done {
		imp.fn, imp.done = decodeFn(imp.from.Strings, imp.from.Fns[imp.i]), true
		eng.imported[key] = imp
	}
	return imp.fn
}

// inert reports whether a call of a function has no effect on informers or on
// what may hold them, so that it need not be followed.
func (eng *engine) inert(key string, depth int) bool {
	if v, ok := eng.quiet[key]; ok {
		return v
	}
	fn := eng.lookup(key)
	if fn == nil || depth > maxDepth {
		return false
	}
	if eng.quiet == nil {
		eng.quiet = make(map[string]bool)
	}
	eng.quiet[key] = false // while it is looked at, for recursion
	quiet := true
	for b := range fn.Blocks {
		for k := range fn.Blocks[b].Instrs {
			ins := &fn.Blocks[b].Instrs[k]
			switch ins.Op {
			case opAlloc, opGlobal, opField, opElem, opLoad, opMove, opFunc, opReturn, opRunDefer:
			case opCall:
				quiet = quiet && ins.Callee == calleeStatic && callMode(ins.Mode) != callGo && eng.inert(ins.Name, depth+1)
			default:
				quiet = false
			}
		}
	}
	eng.quiet[key] = quiet
	return quiet
}

func (eng *engine) typeInfo(name string) *typeInfo {
	if t, ok := eng.types[name]; ok {
		return t
	}
	imp, ok := eng.itypes[name]
	if !ok {
		return nil
	}
	t := decodeType(imp.from.Strings, imp.from.Types[imp.i])
	if eng.types == nil {
		eng.types = make(map[string]*typeInfo)
	}
	eng.types[name] = t
	return t
}

// globalObject is the object that a package variable is.
func (eng *engine) globalObject(in *interp, name string) (int, bool) {
	for _, o := range in.objs {
		if o.global == name {
			return o.id, true
		}
	}
	o := in.newObject(oOpen)
	o.global, o.name = name, name
	return o.id, true
}

// export makes the package's fact: its own programs, and what they lead to in
// other packages.
func (eng *engine) export() *Programs {
	enc := &encoder{index: make(map[string]int)}
	out := new(Programs)
	size := 0
	var queue []string
	queued := make(map[string]bool)
	push := func(names []string) {
		for _, n := range names {
			if !queued[n] {
				queued[n] = true
				queue = append(queue, n)
			}
		}
	}
	refs := func(e FnEntry) []string {
		names := make([]string, len(e.Refs))
		for i, r := range e.Refs {
			names[i] = enc.strings[r]
		}
		return names
	}
	keys := make([]string, 0, len(eng.fns))
	for k := range eng.fns {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		fn := eng.fns[k]
		if fn.test || !fn.worthExporting() {
			continue
		}
		e := enc.fn(fn)
		if size += len(e.Body); size > maxFact {
			break
		}
		out.Fns = append(out.Fns, e)
		push(refs(e))
	}
	var names []string
	for name := range eng.types {
		if strings.HasPrefix(name, eng.pkgPath+".") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		out.Types = append(out.Types, enc.typ(eng.types[name]))
	}
	for len(queue) > 0 && size < maxFact {
		name := queue[0]
		queue = queue[1:]
		if _, own := eng.fns[name]; own {
			continue
		}
		if _, ok := eng.imported[name]; ok {
			fn := eng.lookup(name)
			if fn == nil {
				continue
			}
			e := enc.fn(fn)
			size += len(e.Body)
			out.Fns = append(out.Fns, e)
			push(refs(e))
		} else if _, ok := eng.itypes[name]; ok {
			if t := eng.typeInfo(name); t != nil {
				out.Types = append(out.Types, enc.typ(t))
				push(t.Methods)
				for _, tc := range t.Touchers {
					push([]string{tc.Fn})
				}
			}
		}
	}
	out.Strings = enc.strings
	return out
}

// worthExporting: a function that touches nothing of interest needs no entry,
// unless somebody could pass it something of interest and would then have to
// take it for a stranger.
func (fn *Fn) worthExporting() bool {
	if fn.tracked || strings.Contains(fn.Key, "$") {
		return true
	}
	for i := range fn.Blocks {
		for k := range fn.Blocks[i].Instrs {
			if fn.Blocks[i].Instrs[k].private() {
				continue
			}
			switch fn.Blocks[i].Instrs[k].Op {
			case opMove, opLoad, opField, opElem, opFunc, opGlobal, opAwait, opSignal, opRunDefer:
			case opReturn:
				if anyTracked(fn.Blocks[i].Instrs[k].Args) {
					return true
				}
			default:
				return true
			}
		}
	}
	return false
}
