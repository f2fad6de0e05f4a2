package delivered

import (
	"cmp"
	"go/constant"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/delivered/across"
	"github.com/informerlint/informerlint/internal/delivered/kept"
	"github.com/informerlint/informerlint/internal/delivered/uses"
	"github.com/informerlint/informerlint/internal/engine/program"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// An Access is one write or read of state.
type Access struct {
	Place string
	Pos   token.Pos
	Func  *ssa.Function
}

// effects is what a function does to shared places, with the functions of the
// package that it calls.
type effects struct {
	f      *finder
	state  map[string]Access // that it writes
	taken  map[string]bool   // what it takes something out of
	flags  map[string]bool   // that it sets to true
	lists  map[string]bool   // the listers and stores that it reads
	funcs  map[*ssa.Function]bool
	blocks bool // it receives, sleeps or waits
	looks  bool // it asks a lister, a store or a client
	guards bool // it asks a registration
	begun  bool // what only makes something empty is left out
	flat   bool // functions of the package that are called are left out
}

func (f *finder) newEffects() *effects {
	return &effects{f: f, state: make(map[string]Access), taken: make(map[string]bool), flags: make(map[string]bool), lists: make(map[string]bool), funcs: make(map[*ssa.Function]bool)}
}

// walk adds what a function does. Goroutines that it starts are left out: a
// registration does not wait for them either.
func (e *effects) walk(fn *ssa.Function, fr *frame, depth int) {
	if depth > maxDepth || len(fn.Blocks) == 0 || e.funcs[fn] && depth > 2 {
		return
	}
	e.funcs[fn] = true
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			e.instr(instr, fr, depth)
		}
	}
}

func (e *effects) instr(instr ssa.Instruction, fr *frame, depth int) {
	switch i := instr.(type) {
	case *ssa.Store:
		e.store(i, fr)
	case *ssa.MapUpdate:
		e.write(e.f.place(i.Map, fr), i.Pos(), i.Parent())
	case *ssa.UnOp:
		if i.Op == token.ARROW {
			e.blocks = true
		}
	case *ssa.Select:
		e.blocks = true
	case *ssa.Go:
	case ssa.CallInstruction:
		e.call(i, fr, depth)
	}
}

func (e *effects) write(place string, pos token.Pos, fn *ssa.Function) {
	place = whole(place)
	switch {
	case strings.HasPrefix(place, "("):
		if !strings.Contains(place, ").") || strings.Contains(place, "()") {
			return
		}
	case strings.HasPrefix(place, "var:"), strings.HasPrefix(place, "new:"), strings.HasPrefix(place, "global:"):
	default:
		return
	}
	if _, ok := e.state[place]; !ok {
		e.state[place] = Access{place, pos, fn}
	}
}

func (e *effects) store(i *ssa.Store, fr *frame) {
	place := e.f.place(i.Addr, fr)
	if place == "" || e.f.ofCopy(i.Addr) {
		return
	}
	if c, ok := i.Val.(*ssa.Const); ok {
		if c.Value != nil && c.Value.Kind() == constant.Bool && constant.BoolVal(c.Value) {
			e.flags[place] = true
		}
		if c.Value == nil {
			e.taken[whole(place)] = true
		}
		return
	}
	if uses.Stateful(i.Val.Type()) && !(e.begun && uses.Empty(i.Val)) {
		e.write(place, i.Pos(), i.Parent())
	}
}

func (e *effects) call(i ssa.CallInstruction, fr *frame, depth int) {
	c := i.Common()
	if c.IsInvoke() {
		e.hand(i, fr)
		if !uses.Announces(c) {
			e.outside(c.Method, c.Value, i, fr)
		}
		return
	}
	callee := kept.Called(c)
	if callee == nil {
		if b, ok := c.Value.(*ssa.Builtin); ok && (b.Name() == "delete" || b.Name() == "clear") {
			e.taken[whole(e.f.place(c.Args[0], fr))] = true
		}
		return
	}
	if len(callee.Blocks) > 0 {
		if b := ssautil.Bound(callee); b != nil {
			if mc, ok := c.Value.(*ssa.MakeClosure); ok && len(b.Blocks) > 0 && !e.flat {
				e.walk(b, &frame{fn: b, params: []string{e.f.place(mc.Bindings[0], fr)}, fresh: fr != nil && fr.fresh}, depth+1)
			}
			return
		}
		if callee.Pkg == e.f.pkg || callee.Parent() != nil {
			if e.flat {
				return
			}
			e.walk(callee, e.f.enter(callee, c, fr, fr != nil && fr.fresh), depth+1)
			return
		}
	}
	obj := ssautil.Object(callee)
	if obj == nil || e.held(i, fr) {
		return
	}
	e.blocks = e.blocks || across.MayWait(e.f.owners, c, obj)
	var recv ssa.Value
	if len(c.Args) > 0 && obj.Signature().Recv() != nil {
		recv = c.Args[0]
	}
	switch uses.Library(obj) {
	case uses.Storing:
		e.keep(i, recv, fr)
		return
	case uses.Taking:
		e.taken[whole(e.f.place(recv, fr))] = true
	}
	e.outside(obj, recv, i, fr)
}

// keep notes what a call puts into a container of a library.
func (e *effects) keep(i ssa.CallInstruction, recv ssa.Value, fr *frame) {
	c := i.Common()
	place := e.f.place(recv, fr)
	if len(c.Args) > 1 {
		if k, ok := c.Args[1].(*ssa.Const); ok {
			if k.Value != nil && k.Value.Kind() == constant.Bool && constant.BoolVal(k.Value) && place != "" {
				e.flags[place] = true
			}
			return
		}
		if len(c.Args) == 2 && (!uses.Stateful(c.Args[1].Type()) || e.begun && uses.Empty(c.Args[1])) {
			return // an atomic counter, or a start
		}
	}
	e.write(place, i.Pos(), i.Parent())
}

// outside notes a call of a function whose body is not seen.
func (e *effects) outside(obj *types.Func, recv ssa.Value, i ssa.CallInstruction, fr *frame) {
	name := obj.Name()
	if recv != nil {
		switch e.f.table.RoleOf(recv.Type()) {
		case clientgo.Lister:
			e.looks = true
			if p := e.f.place(recv, fr); p != "" {
				e.lists[p] = true
			}
		case clientgo.Informer, clientgo.Accessor, clientgo.Factory:
			if name == "GetStore" || name == "GetIndexer" || name == "Lister" {
				e.looks = true
			}
		}
		if clientgo.IsRoot(uses.Path(obj)) && (name == "List" || name == "ListKeys" || strings.HasPrefix(name, "Get") || strings.HasPrefix(name, "By")) {
			e.looks = true
			if p := e.f.place(recv, fr); p != "" {
				e.lists[p] = true
			}
		}
		if clientgo.IsRegistration(recv.Type()) && name == "HasSynced" {
			e.guards = true
		}
		if clientgo.Dequeues(recv.Type(), obj) {
			e.blocks = true
		}
	}
	if !clientgo.Quiet(obj) && uses.TakesContext(obj.Signature()) && (name == "Get" || name == "List") {
		e.looks = true
	}
	if uses.Waits(name) || clientgo.OfWait(obj) {
		e.blocks = true
	}
}

// reads returns the first read, in a function and those that it calls, of one
// of the places.
func (f *finder) reads(fn *ssa.Function, fr *frame, of map[string]Access, skip func(*ssa.Function) bool, depth int, seen map[*ssa.Function]bool) (Access, bool) {
	if depth > maxDepth || seen[fn] {
		return Access{}, false
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if a, ok := f.readAt(instr, fr, of, skip, depth, seen); ok {
				return a, true
			}
		}
	}
	return Access{}, false
}

// readAt is reads for one instruction.
func (f *finder) readAt(instr ssa.Instruction, fr *frame, of map[string]Access, skip func(*ssa.Function) bool, depth int, seen map[*ssa.Function]bool) (Access, bool) {
	at := func(v ssa.Value) (string, bool) {
		p := whole(f.place(v, fr))
		for s := p; s != ""; s = s[:max(0, strings.LastIndexByte(s, '.'))] {
			if _, ok := of[s]; ok {
				return s, true
			}
		}
		return "", false
	}
	switch i := instr.(type) {
	case *ssa.UnOp:
		if i.Op == token.MUL {
			if s, ok := at(i.X); ok && uses.Consumed(i, 0) {
				return Access{s, i.Pos(), i.Parent()}, true
			}
		}
	case *ssa.Lookup:
		if s, ok := at(i.X); ok {
			return Access{s, i.Pos(), i.Parent()}, true
		}
	case *ssa.Range:
		if s, ok := at(i.X); ok {
			return Access{s, i.Pos(), i.Parent()}, true
		}
	case *ssa.Go, *ssa.Defer:
	case *ssa.Call:
		c := i.Common()
		callee := kept.Called(c)
		if callee == nil {
			s := f.listeners(c, fr)
			_, ok := of[s]
			return Access{s, i.Pos(), i.Parent()}, ok && uses.Announces(c)
		}
		if obj := ssautil.Object(callee); obj != nil && uses.Library(obj) == uses.Loading {
			if s, ok := at(c.Args[0]); ok {
				return Access{s, i.Pos(), i.Parent()}, true
			}
		}
		if s := cmp.Or(f.handsOver(i, fr, of), f.asksOwner(i, of)); s != "" {
			return Access{s, i.Pos(), i.Parent()}, true
		}
		if len(callee.Blocks) > 0 && (callee.Pkg == f.pkg || callee.Parent() != nil) && (skip == nil || !skip(callee)) {
			return f.reads(callee, f.enter(callee, c, fr, false), of, skip, depth+1, seen)
		}
	}
	return Access{}, false
}

// marker marks what is done to the places that handlers fill.
func (f *finder) marker(of map[string]Access) program.Marker {
	return func(instr ssa.Instruction) []program.Mark {
		var out []program.Mark
		add := func(kind program.MarkKind, place string) {
			out = append(out, program.Mark{Kind: kind, Place: place, Pos: instr.Pos()})
		}
		// A callee that gets the state itself does not know what it is.
		call, _ := instr.(*ssa.Call)
		given := call != nil && f.given(call, of)
		e := f.newEffects()
		e.flat = !given
		e.instr(instr, nil, 0)
		if call == nil || given || !f.local(call) {
			if a, ok := f.readAt(instr, nil, of, nil, 0, make(map[*ssa.Function]bool)); ok {
				add(program.MarkRead, a.Place)
			}
		}
		for _, p := range slices.Sorted(maps.Keys(e.state)) {
			if _, ok := of[p]; ok {
				add(program.MarkFill, p)
			}
		}
		if e.looks {
			add(program.MarkLook, "")
		}
		if e.blocks || e.guards {
			add(program.MarkBlock, "")
		}
		return out
	}
}

// local reports whether a call is of a function of the package.
func (f *finder) local(call *ssa.Call) bool {
	callee := kept.Called(&call.Call)
	return callee != nil && len(callee.Blocks) > 0 && (callee.Pkg == f.pkg || callee.Parent() != nil)
}

// given reports whether a function of the package gets state as an argument.
func (f *finder) given(call *ssa.Call, of map[string]Access) bool {
	return f.local(call) && slices.ContainsFunc(call.Call.Args, func(a ssa.Value) bool {
		_, ok := of[whole(f.place(a, nil))]
		return ok
	})
}
