// Package lazy follows controller-runtime's managers, clusters and caches from
// where they are made, through helpers of the same package and, by facts, of
// other packages, and says which of their reads cannot work.
//
// controller-runtime's cache has no informers until somebody asks for one: a
// read before Start fails, WaitForCacheSync waits for those informers that
// there are, and the first read of a kind makes its informer and waits for it.
//
// What is followed is one value at a time, along uses of its SSA form. Where it
// goes out of sight decides by its type: whoever has a client only reads;
// whoever has a manager, cluster or cache may have started it.
package lazy

import (
	"fmt"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ctrlruntime"
	"github.com/informerlint/informerlint/internal/ssabuild"
)

// Analyzer finds the caches of a package that are read in vain. Its result is
// nil for a package that does not import controller-runtime.
var Analyzer = &analysis.Analyzer{
	Name:       "lazycaches",
	Doc:        "follow controller-runtime's caches (a helper of the informerlint checks)",
	Run:        run,
	Requires:   []*analysis.Analyzer{ssabuild.Analyzer},
	FactTypes:  []analysis.Fact{(*Facts)(nil)},
	ResultType: reflect.TypeFor[*Package](),
}

// The rules.
const (
	NeverStarted     = "never-started"
	ReadBeforeSync   = "read-before-sync"
	UnregisteredRead = "unregistered-read"
)

// A Site is a place of the program.
type Site struct {
	Pos   token.Pos // NoPos in other packages
	Where string    // "file.go:12", or "path/file.go:12" in another package
}

// A Verdict is something that cannot work, as far as the judge can tell.
type Verdict struct {
	Rule   string
	Role   ctrlruntime.Role
	Anchor Site // the line that is wrong
	Birth  Site // where it is made
	Read   Read // what is read; its Where is the line of the read itself
	ReadAt Site // the line in the function at hand that leads to it
	Wait   Site
	Start  Site // the Start that comes too late, or runs beside
	More   int  // other reads before Start
	Story  Story

	Origin, At, StartAt, WaitAt ssa.Instruction // in the function at hand
}

// A Package is what is known of the caches of one package.
type Package struct {
	Verdicts []Verdict
	// Awaited are reads that come after a wait in the same function, whatever
	// has been registered: what a fix is tried on.
	Awaited []Verdict
	Survey  Survey

	pass  *analysis.Pass
	mu    sync.Mutex
	notes []note
}

type note struct {
	pos  token.Pos
	text string
}

// Pass returns the pass that found the caches: the one whose facts count.
func (p *Package) Pass() *analysis.Pass { return p.pass }

// Note keeps why something at a position is not reported.
func (p *Package) Note(pos token.Pos, text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := (note{pos, text}); !slices.Contains(p.notes, n) {
		p.notes = append(p.notes, n)
	}
}

// Why returns the notes about a line.
func (p *Package) Why(file string, line int) (out []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, n := range p.notes {
		if posn := p.pass.Fset.Position(n.pos); posn.Filename == file && posn.Line == line {
			out = append(out, n.text)
		}
	}
	return out
}

type engine struct {
	pass    *analysis.Pass
	pkg     *ssa.Package
	known   map[string]Func // of other packages
	params  map[*ssa.Function][]Param
	made    map[*ssa.Function][]Made
	news    map[*ssa.Function][]origin
	busy    map[*ssa.Function]bool
	knowing map[*ssa.Function]bool
	out     *Package
}

// Again looks at a package that was edited in memory. It exports no facts.
func Again(pass *analysis.Pass) (*Package, error) {
	lazy, err := ssabuild.Analyzer.Run(pass)
	if err != nil {
		return nil, err
	}
	again := *pass
	again.ResultOf = map[*analysis.Analyzer]any{ssabuild.Analyzer: lazy}
	result, err := run(&again)
	if err != nil {
		return nil, err
	}
	return result.(*Package), nil
}

func run(pass *analysis.Pass) (any, error) {
	if ctrlruntime.Within(pass.Pkg.Path()) || !uses(pass) {
		return (*Package)(nil), nil
	}
	lazy := pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy)
	pkg := lazy.Package()
	if pkg == nil {
		return (*Package)(nil), nil
	}
	e := &engine{
		pass: pass, pkg: pkg, known: importFacts(pass),
		params: make(map[*ssa.Function][]Param), made: make(map[*ssa.Function][]Made), news: make(map[*ssa.Function][]origin),
		busy: make(map[*ssa.Function]bool), knowing: make(map[*ssa.Function]bool),
		out: &Package{pass: pass},
	}
	facts := new(Facts)
	for _, fn := range lazy.Functions() {
		e.judge(fn)
		if f := (Func{Name: name(fn), Params: e.summary(fn), Made: e.makes(fn)}); f.Name != "" && len(f.Params)+len(f.Made) > 0 {
			facts.Funcs = append(facts.Funcs, f)
		}
	}
	if len(facts.Funcs) > 0 {
		facts.sort()
		pass.ExportPackageFact(facts)
	}
	slices.SortStableFunc(e.out.Verdicts, func(a, b Verdict) int { return int(a.Anchor.Pos - b.Anchor.Pos) })
	return e.out, nil
}

// uses reports whether a package imports controller-runtime itself. Others can
// only hold what is made elsewhere, and whatever they do is not known.
func uses(pass *analysis.Pass) bool {
	for _, imp := range pass.Pkg.Imports() {
		if ctrlruntime.Within(imp.Path()) {
			return true
		}
	}
	return false
}

// name is the key of a function in facts; "" for what nobody else can call, and
// for generic functions.
func name(fn *ssa.Function) string {
	obj, ok := fn.Object().(*types.Func)
	if !ok || fn.Synthetic != "" || !obj.Exported() {
		return ""
	}
	return clientgo.FuncName(obj)
}

func (e *engine) site(at ssa.Instruction) Site {
	pos := at.Pos()
	for fn := at.Parent(); !pos.IsValid() && fn != nil; fn = fn.Parent() {
		pos = fn.Pos()
	}
	posn := e.pass.Fset.Position(pos)
	return Site{Pos: pos, Where: fmt.Sprintf("%s:%d", filepath.Base(posn.Filename), posn.Line)}
}

// summary is what a function does with its parameters.
func (e *engine) summary(fn *ssa.Function) []Param {
	if p, ok := e.params[fn]; ok {
		return p
	}
	if len(fn.Blocks) == 0 || e.busy[fn] || len(fn.TypeArgs()) > 0 {
		return nil
	}
	e.busy[fn] = true
	defer delete(e.busy, fn)
	var out []Param
	first := 0
	if fn.Signature.Recv() != nil {
		first = 1
	}
	for i := first; i < len(fn.Params); i++ {
		role := ctrlruntime.RoleOf(fn.Params[i].Type())
		if role == ctrlruntime.None {
			continue
		}
		f := e.follow(fn, fn.Params[i], mode{holder: role.Holder(), direct: role == ctrlruntime.Cache})
		out = append(out, e.condense(i-first, f))
	}
	e.params[fn] = out
	return out
}

func (e *engine) condense(i int, f *follower) Param {
	p := Param{Index: i}
	for _, ev := range f.events {
		switch ev.act {
		case actStart:
			p.Starts = p.Starts || !ev.weak
			p.Escapes = p.Escapes || ev.weak
		case actEscape:
			p.Escapes = true
		case actHand:
			p.Hands = true
		case actRegister:
			p.Registers = true
		case actWait, actElect:
			p.Waits = true
		case actUse:
			p.Uses = p.Uses || !ev.weak
			p.Registers = p.Registers || ev.weak
		case actHolder, actClient:
			if ev.weak {
				p.Escapes = p.Escapes || ev.act == actHolder
				p.Hands = p.Hands || ev.act == actClient
			} else if ev.act == actHolder {
				p.Holders = appendNew(p.Holders, ev.result)
			} else {
				p.Clients = appendNew(p.Clients, ev.result)
			}
		case actRead:
			p.Uses = true
			after, late := false, ev.late
			for _, other := range f.events {
				if other.at == ev.at && other.act != actStart || !precedes(other.at, ev.at) {
					continue
				}
				switch other.act {
				case actStart, actWait, actElect:
					after = true
				case actEscape:
					late = true
				}
			}
			if !after && (p.Read == nil || p.Late && !late) {
				r := *ev.read
				if r.Where == "" {
					r.Where = path.Base(e.pass.Pkg.Path()) + "/" + ev.site.Where
				}
				p.Read, p.Late = &r, late
			}
		}
	}
	slices.Sort(p.Clients)
	slices.Sort(p.Holders)
	return p
}

func appendNew(list []int, i int) []int {
	if slices.Contains(list, i) {
		return list
	}
	return append(list, i)
}

// param returns what is known of a parameter of a function, here or in another
// package.
func (e *engine) param(fn *ssa.Function, i int) (Param, bool) {
	if fn.Pkg == e.pkg || fn.Parent() != nil {
		return Func{Params: e.summary(fn)}.param(i)
	}
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		return Param{}, false
	}
	return e.known[clientgo.FuncName(obj)].param(i)
}

// An origin is a value that is new, and that nobody can have started.
type origin struct {
	call  *ssa.Call
	value ssa.Value
	role  ctrlruntime.Role
	where string // of the constructor, if that is in another function
	meant bool   // it is made for its cache
	mode  mode
}

// origins are the new values of a function.
func (e *engine) origins(fn *ssa.Function) []origin {
	if out, ok := e.news[fn]; ok {
		return out
	}
	var out []origin
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || call.Call.IsInvoke() {
				continue
			}
			if role := ctrlruntime.Makes(calleeObject(call.Common())); role != ctrlruntime.None {
				e.out.Survey.Made++
				if why := plain(call, role); why != "" {
					e.out.Survey.Unclear++
					e.out.Note(call.Pos(), "what it reads from is not certain: "+why)
					continue
				}
				if v := extract(call, 0); v != nil {
					out = append(out, origin{call: call, value: v, role: role, meant: meant(call, role), mode: mode{holder: true, direct: role == ctrlruntime.Cache}})
				}
				continue
			}
			for _, m := range e.madeBy(call) {
				v := ssa.Value(call)
				if call.Call.Signature().Results().Len() > 1 {
					v = extract(call, m.Result)
				}
				if v != nil {
					o := origin{call: call, value: v, role: m.Role, where: m.Where, mode: mode{holder: true, direct: m.Role == ctrlruntime.Cache}}
					if m.Client {
						o.mode = mode{direct: m.Direct}
					}
					out = append(out, o)
				}
			}
		}
	}
	e.news[fn] = out
	return out
}

func (e *engine) madeBy(call *ssa.Call) []Made {
	callee := call.Call.StaticCallee()
	if callee == nil {
		return nil
	}
	if callee.Pkg == e.pkg {
		return e.makes(callee)
	}
	if obj, ok := callee.Object().(*types.Func); ok {
		return e.known[clientgo.FuncName(obj)].Made
	}
	return nil
}

// makes are the results of a function that are new.
func (e *engine) makes(fn *ssa.Function) []Made {
	if m, ok := e.made[fn]; ok {
		return m
	}
	if len(fn.Blocks) == 0 || e.busy[fn] {
		return nil
	}
	any := false
	for i := range fn.Signature.Results().Len() {
		any = any || ctrlruntime.RoleOf(fn.Signature.Results().At(i).Type()) != ctrlruntime.None
	}
	if !any {
		return nil
	}
	e.busy[fn] = true
	origins := e.origins(fn)
	delete(e.busy, fn)
	var out []Made
	for _, o := range origins {
		f := e.follow(fn, o.value, o.mode)
		where := o.where
		if where == "" {
			where = path.Base(e.pass.Pkg.Path()) + "/" + e.site(o.call).Where
		}
		if j := (judgement{e: e, o: o, f: f}); j.never() == silent {
			for _, ev := range f.events {
				if ev.act == actClient && !ev.weak && onlyOrNil(fn, ev.result, f) {
					out = append(out, Made{Result: ev.result, Role: o.role, Where: where, Client: true, Direct: f.direct(fn, ev.result)})
				}
			}
			continue
		}
		result := -1
		for _, ev := range f.events {
			switch ev.act {
			case actStart, actEscape:
				result = -2
			case actHolder:
				if result == -1 && !ev.weak {
					result = ev.result
				} else if result != ev.result {
					result = -2
				}
			}
		}
		if result < 0 {
			continue
		}
		// A manager of before v0.7 has no method that a cluster has not.
		role := ctrlruntime.RoleOf(fn.Signature.Results().At(result).Type())
		if role.Holder() && (role == ctrlruntime.Cache) == (o.role == ctrlruntime.Cache) && onlyOrNil(fn, result, f) {
			out = append(out, Made{Result: result, Role: o.role, Where: where})
		}
	}
	e.made[fn] = out
	return out
}

// direct: all that is returned as a result reads everything from the cache.
func (f *follower) direct(fn *ssa.Function, result int) bool {
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			if m, ok := f.values[ret.Results[result]]; ok && !m.direct {
				return false
			}
		}
	}
	return true
}

// onlyOrNil: a result is the value that is followed, or nil.
func onlyOrNil(fn *ssa.Function, result int, f *follower) bool {
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		v := ret.Results[result]
		if c, isConst := v.(*ssa.Const); isConst && c.IsNil() {
			continue
		}
		if m, ok := f.values[v]; !ok || m.maybe {
			return false
		}
	}
	return true
}

// plain reports whether the options of a constructor leave it to its default
// where the client reads: "" if so, else why that is not certain.
func plain(call *ssa.Call, role ctrlruntime.Role) string {
	if role == ctrlruntime.Cache || len(call.Call.Args) != 2 {
		return "" // a cache reads from itself
	}
	if role == ctrlruntime.Manager {
		return loaded(call.Call.Args[1])
	}
	for _, option := range options(call.Call.Args[1]) {
		if option == nil || len(option.Blocks) == 0 || len(option.Params) != 1 {
			return "an option is not known"
		}
		if why := fields(option.Params[0]); why != "" {
			return why
		}
	}
	return ""
}

// options are the functions in a list of options; nil stands for those that
// are not known.
func options(list ssa.Value) (out []*ssa.Function) {
	if c, ok := list.(*ssa.Const); ok && c.IsNil() {
		return nil
	}
	unknown := []*ssa.Function{nil}
	slice, ok := list.(*ssa.Slice)
	if !ok {
		return unknown
	}
	array, ok := slice.X.(*ssa.Alloc)
	if !ok {
		return unknown
	}
	for _, r := range *array.Referrers() {
		elem, ok := r.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, r := range *elem.Referrers() {
			store, ok := r.(*ssa.Store)
			if !ok {
				continue
			}
			v := store.Val
			if c, ok := v.(*ssa.ChangeType); ok {
				v = c.X
			}
			if mc, ok := v.(*ssa.MakeClosure); ok {
				v = mc.Fn
			}
			fn, _ := v.(*ssa.Function)
			out = append(out, fn)
		}
	}
	return out
}

// meant reports whether something is made for its cache: a cluster is, if its
// options say how. Others may be made for what else a cluster has, or for a
// client that is used for unstructured objects, which it reads live.
func meant(call *ssa.Call, role ctrlruntime.Role) bool {
	if role == ctrlruntime.Cache {
		return true
	}
	if role != ctrlruntime.Cluster || len(call.Call.Args) != 2 {
		return false
	}
	for _, option := range options(call.Call.Args[1]) {
		if option == nil || len(option.Params) != 1 {
			continue
		}
		for _, r := range *option.Params[0].Referrers() {
			if field, ok := r.(*ssa.FieldAddr); ok && fieldName(field) == "Cache" && ctrlruntime.IsType(field.X.Type(), "/pkg/cluster", "Options") {
				return true
			}
		}
	}
	return false
}

// loaded is for options that are given as a structure.
func loaded(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Const:
		return ""
	case *ssa.UnOp:
		if alloc, ok := v.X.(*ssa.Alloc); ok {
			return fields(alloc)
		}
	}
	return "its options come from elsewhere"
}

// fields looks at what is stored in the options at an address.
func fields(addr ssa.Value) string {
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			name := fieldName(r)
			if ctrlruntime.Live(name) || name == "Cache" && ctrlruntime.IsType(r.X.Type(), "/pkg/client", "Options") {
				if written(r) {
					return "its options set " + name
				}
				continue
			}
			if name == "Client" {
				if why := fields(r); why != "" {
					return why
				}
			}
		case *ssa.Store:
			if r.Addr != addr {
				return "its options leave"
			}
			if why := loaded(r.Val); why != "" {
				return why
			}
		case *ssa.UnOp, *ssa.DebugRef:
		default:
			return "its options leave"
		}
	}
	return ""
}

// written: something other than nil goes into a field, or its address leaves.
func written(addr *ssa.FieldAddr) bool {
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			if c, ok := r.Val.(*ssa.Const); !ok || !c.IsNil() {
				return true
			}
		default:
			return true
		}
	}
	return false
}

// Cache is the role of what cache.New makes.
const Cache = ctrlruntime.Cache
