package lazy

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ctrlruntime"
)

// An act is what is done with the value that is followed.
type act uint8

const (
	actStart    act = iota // the function's own code starts it
	actEscape              // a stranger may start it, and register anything
	actHand                // a client of it goes where it is not followed
	actWait                // waits for its informers
	actElect               // gets the channel that tells that caches are synced
	actRegister            // may make an informer
	actRead                // reads before it goes on
	actUse                 // reads, at some time
	actHolder              // returned, so that the caller can start it
	actClient              // a client of it is returned
)

// An event is an act, at an instruction of the function that is looked at.
type event struct {
	act    act
	at     ssa.Instruction
	site   Site
	read   *Read // of actRead
	spawn  bool  // actStart: in a goroutine
	weak   bool  // at a time that is not known, or perhaps not at all
	late   bool  // actRead: something in the callee may have started it before
	result int   // actHolder, actClient
}

// A mode is what is known of a value that is followed.
type mode struct {
	holder bool // whoever has it can start the cache
	direct bool // reads come from the cache, whatever their object is
	maybe  bool // it may as well be another value
}

type follower struct {
	e      *engine
	fn     *ssa.Function
	values map[ssa.Value]mode
	cells  map[ssa.Value]mode
	work   []func()
	events []event
}

// follow returns what a function does with a value of its own, in the order in
// which the uses are found.
func (e *engine) follow(fn *ssa.Function, v ssa.Value, m mode) *follower {
	f := e.follower(fn)
	f.value(v, m)
	f.run()
	return f
}

func (e *engine) follower(fn *ssa.Function) *follower {
	return &follower{e: e, fn: fn, values: make(map[ssa.Value]mode), cells: make(map[ssa.Value]mode)}
}

func (f *follower) run() {
	for len(f.work) > 0 {
		next := f.work[0]
		f.work = f.work[1:]
		next()
	}
}

func (f *follower) add(a act, at ssa.Instruction, ev event) {
	ev.act, ev.at = a, at
	if ev.site.Where == "" {
		ev.site = f.e.site(at)
	}
	f.events = append(f.events, ev)
}

// lose is for a value that goes where it is not followed.
func (f *follower) lose(m mode, at ssa.Instruction) {
	if m.holder {
		f.add(actEscape, at, event{})
	} else {
		f.add(actHand, at, event{})
	}
}

// value follows a value.
func (f *follower) value(v ssa.Value, m mode) {
	if _, seen := f.values[v]; seen {
		return
	}
	f.values[v] = m
	refs := v.Referrers()
	if refs == nil {
		return
	}
	for _, instr := range *refs {
		f.work = append(f.work, func() { f.use(v, m, instr) })
	}
}

// converted follows a value that has got another type: as a client.Reader it
// only reads, as an any it may be anything.
func (f *follower) converted(v ssa.Value, m mode, typ types.Type) {
	if m.holder && types.IsInterface(typ) && !ctrlruntime.CanStart(typ) {
		m.holder, m.direct = false, true
	}
	f.value(v, m)
}

func (f *follower) use(v ssa.Value, m mode, instr ssa.Instruction) {
	switch instr := instr.(type) {
	case *ssa.Phi:
		for _, edge := range instr.Edges {
			if c, ok := edge.(*ssa.Const); edge != v && (!ok || !c.IsNil()) {
				m.maybe = true
			}
		}
		f.value(instr, m)
	case *ssa.ChangeInterface:
		f.converted(instr, m, instr.Type())
	case *ssa.ChangeType:
		f.value(instr, m)
	case *ssa.MakeInterface:
		f.lose(m, instr)
	case *ssa.TypeAssert:
		if instr.CommaOk || !m.holder && ctrlruntime.CanStart(instr.AssertedType) {
			// Who looks what is behind a client may start that.
			f.lose(mode{holder: m.holder || ctrlruntime.CanStart(instr.AssertedType)}, instr)
			return
		}
		f.converted(instr, m, instr.AssertedType)
	case *ssa.Store:
		if instr.Val != v {
			return
		}
		f.store(m, instr)
	case *ssa.Return:
		for i, r := range instr.Results {
			if r == v {
				a := actClient
				if m.holder {
					a = actHolder
				}
				f.add(a, instr, event{result: i, weak: m.maybe})
			}
		}
	case *ssa.MakeClosure:
		f.bound(m, instr)
	case ssa.CallInstruction:
		f.call(v, m, instr)
	case *ssa.BinOp, *ssa.DebugRef, *ssa.If:
	default:
		f.lose(m, instr)
	}
}

// store follows a value into a variable, and into the options of a client that
// is made with it.
func (f *follower) store(m mode, instr *ssa.Store) {
	switch addr := instr.Addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		f.cell(addr, m)
		return
	case *ssa.FieldAddr:
		if client := f.clientWith(addr); client != nil {
			f.value(client, mode{maybe: m.maybe})
			return
		}
	}
	f.lose(m, instr)
}

// cell follows a variable that closures share.
func (f *follower) cell(v ssa.Value, m mode) {
	if _, seen := f.cells[v]; seen {
		return
	}
	f.cells[v] = m
	f.work = append(f.work, func() {
		refs := *v.Referrers()
		for _, instr := range refs {
			if s, ok := instr.(*ssa.Store); ok && s.Addr == v {
				c, isConst := s.Val.(*ssa.Const)
				if _, known := f.values[s.Val]; !known && (!isConst || !c.IsNil()) {
					m.maybe = true
				}
			}
		}
		for _, instr := range refs {
			switch instr := instr.(type) {
			case *ssa.Store:
				if instr.Addr != v {
					f.lose(m, instr)
				}
			case *ssa.UnOp:
				f.value(instr, m)
			case *ssa.MakeClosure:
				for i, b := range instr.Bindings {
					if b == v {
						f.closure(instr, i, m)
					}
				}
			case *ssa.DebugRef:
			default:
				f.lose(m, instr)
			}
		}
	})
}

// closure looks at what a function literal does with a captured variable.
func (f *follower) closure(mc *ssa.MakeClosure, i int, m mode) {
	fn, ok := mc.Fn.(*ssa.Function)
	if !ok || len(fn.Blocks) == 0 || i >= len(fn.FreeVars) {
		f.lose(m, mc)
		return
	}
	inner := f.e.follower(fn)
	inner.cell(fn.FreeVars[i], m)
	inner.run()

	at, spawned, direct := ssa.Instruction(mc), false, false
	if refs := *mc.Referrers(); len(refs) == 1 {
		switch call := refs[0].(type) {
		case *ssa.Go:
			if call.Call.Value == mc {
				at, spawned = call, true
			}
		case *ssa.Call:
			if call.Call.Value == mc {
				at, direct = call, true
			}
		}
	}
	for _, ev := range inner.events {
		next := ev
		next.at = at
		switch ev.act {
		case actHolder:
			next.act = actEscape
		case actClient:
			next.act = actHand
		case actStart:
			next.spawn = ev.spawn || spawned
			next.weak = ev.weak || !spawned && !direct || conditional(ev.at)
		case actRead:
			if !direct {
				next.act = actUse
			}
		case actWait, actElect:
			if !direct {
				continue
			}
		}
		f.events = append(f.events, next)
	}
}

// bound is for a method value: mgr.Start as a function.
func (f *follower) bound(m mode, mc *ssa.MakeClosure) {
	fn, _ := mc.Fn.(*ssa.Function)
	if fn == nil {
		f.lose(m, mc)
		return
	}
	obj, _ := fn.Object().(*types.Func)
	switch op := ctrlruntime.OpOf(obj); op {
	case ctrlruntime.Start:
		f.add(actStart, mc, event{weak: true})
	case ctrlruntime.GetCache, ctrlruntime.Unknown:
		f.lose(m, mc)
	case ctrlruntime.Register:
		f.add(actRegister, mc, event{})
	case ctrlruntime.Read, ctrlruntime.GetClient:
		f.add(actHand, mc, event{})
	}
}

func (f *follower) call(v ssa.Value, m mode, instr ssa.CallInstruction) {
	c := instr.Common()
	if c.IsInvoke() && c.Value == v {
		for _, arg := range c.Args {
			if arg == v {
				f.lose(m, instr)
			}
		}
		f.method(m, instr)
		return
	}
	for i, arg := range c.Args {
		if arg == v {
			f.argument(i, m, instr)
		}
	}
}

// method is for a method of the value itself.
func (f *follower) method(m mode, instr ssa.CallInstruction) {
	c := instr.Common()
	_, isGo := instr.(*ssa.Go)
	_, isDefer := instr.(*ssa.Defer)
	result, _ := instr.(*ssa.Call)
	switch ctrlruntime.OpOf(c.Method) {
	case ctrlruntime.Start:
		f.add(actStart, instr, event{spawn: isGo, weak: isDefer || m.maybe})
	case ctrlruntime.GetClient:
		if result != nil {
			f.value(result, mode{maybe: m.maybe})
		}
	case ctrlruntime.GetCache:
		if result != nil {
			f.value(result, mode{holder: true, direct: true, maybe: m.maybe})
		}
	case ctrlruntime.Wait:
		if !isGo {
			f.add(actWait, instr, event{weak: m.maybe})
		}
	case ctrlruntime.Elect:
		f.add(actElect, instr, event{})
	case ctrlruntime.Register:
		ev := event{}
		if len(c.Args) > 1 {
			if mi, ok := c.Args[1].(*ssa.MakeInterface); ok {
				ev.read = &Read{Call: c.Method.Name(), Kind: ctrlruntime.Kind(mi.X.Type()), Form: ctrlruntime.Form(mi.X.Type())}
			}
		}
		f.add(actRegister, instr, ev)
	case ctrlruntime.Read:
		f.read(m, instr)
	case ctrlruntime.Nothing:
	default:
		f.lose(m, instr)
	}
}

// read is for Get and List.
func (f *follower) read(m mode, instr ssa.CallInstruction) {
	c := instr.Common()
	i := 2 // Get(ctx, key, obj)
	if c.Method.Name() == "List" {
		i = 1
	}
	if i >= len(c.Args) {
		f.add(actUse, instr, event{weak: true})
		return
	}
	typ := c.Args[i].Type()
	if mi, ok := c.Args[i].(*ssa.MakeInterface); ok {
		typ = mi.X.Type()
	}
	call, ok := instr.(*ssa.Call)
	a := actRead
	switch {
	case !m.direct && !ctrlruntime.Cached(typ):
		if !types.IsInterface(typ) {
			return // a live read
		}
		a = actUse // of what is not known
	case !ok, m.maybe, dropped(call), f.e.knows(f.fn), conditional(instr):
		a = actUse
	}
	r := &Read{Call: c.Method.Name(), Kind: ctrlruntime.Kind(typ), Form: ctrlruntime.Form(typ)}
	f.add(a, instr, event{read: r, weak: a == actUse && types.IsInterface(typ)})
}

// dropped: nobody looks at the error, so that the read may be there to
// register the informer.
func dropped(call *ssa.Call) bool {
	for _, r := range *call.Referrers() {
		if _, debug := r.(*ssa.DebugRef); !debug {
			return false
		}
	}
	return true
}

// conditional reports whether an instruction runs only if a parameter says so:
// a caller may know when that is right.
func conditional(instr ssa.Instruction) bool {
	for b := instr.Block(); b != nil; b = b.Idom() {
		d := b.Idom()
		if d == nil || len(d.Instrs) == 0 {
			return false
		}
		branch, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok || len(b.Preds) != 1 {
			continue
		}
		cond := branch.Cond
		if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
			cond = not.X
		}
		switch cond.(type) {
		case *ssa.Parameter, *ssa.FreeVar:
			return true
		}
	}
	return false
}

// argument is for a function that is called with the value.
func (f *follower) argument(i int, m mode, instr ssa.CallInstruction) {
	c := instr.Common()
	obj := calleeObject(c)
	if obj != nil && obj.Pkg() != nil && ctrlruntime.Within(obj.Pkg().Path()) && !c.IsInvoke() {
		if call, ok := instr.(*ssa.Call); ok && ctrlruntime.Wraps(obj) && i == 0 {
			f.value(call, m)
		} else if m.holder {
			// builder, controller, source, webhook: they read, register and
			// keep what they are given, and start nothing.
			f.add(actRegister, instr, event{})
		} else {
			f.add(actHand, instr, event{})
		}
		return
	}
	callee := c.StaticCallee()
	if callee == nil {
		f.lose(m, instr)
		return
	}
	if callee.Signature.Recv() != nil {
		if i == 0 {
			f.lose(m, instr)
			return
		}
		i--
	}
	p, ok := f.e.param(callee, i)
	if !ok {
		f.lose(m, instr)
		return
	}
	f.apply(p, m, instr)
}

// apply does what is known of a parameter.
func (f *follower) apply(p Param, m mode, instr ssa.CallInstruction) {
	call, sync := instr.(*ssa.Call)
	_, isGo := instr.(*ssa.Go)
	if p.Escapes {
		f.lose(m, instr)
	}
	if p.Hands {
		f.add(actHand, instr, event{})
	}
	if p.Registers {
		f.add(actRegister, instr, event{})
	}
	if p.Read != nil {
		if sync && !m.maybe && !conditional(instr) {
			f.add(actRead, instr, event{read: p.Read, late: p.Late})
		} else {
			f.add(actUse, instr, event{read: p.Read})
		}
	}
	if p.Waits && sync {
		f.add(actWait, instr, event{weak: true})
	}
	if p.Uses {
		f.add(actUse, instr, event{})
	}
	if p.Starts && m.holder {
		f.add(actStart, instr, event{spawn: isGo, weak: !isGo && !sync || m.maybe})
	}
	if !sync {
		return
	}
	for _, r := range p.Clients {
		f.result(call, r, mode{maybe: m.maybe})
	}
	for _, r := range p.Holders {
		f.result(call, r, m)
	}
}

// result follows one result of a call.
func (f *follower) result(call *ssa.Call, i int, m mode) {
	if call.Call.Signature().Results().Len() == 1 {
		f.value(call, m)
		return
	}
	if x := extract(call, i); x != nil {
		f.value(x, m)
	}
}

// extract returns one result of a call that has several; nil if it is not used.
func extract(call *ssa.Call, i int) ssa.Value {
	for _, r := range *call.Referrers() {
		if x, ok := r.(*ssa.Extract); ok && x.Index == i {
			return x
		}
	}
	return nil
}

// calleeObject returns the function that is called, or the variable of another
// package that holds it (ctrl.NewManager is one).
func calleeObject(c *ssa.CallCommon) types.Object {
	if c.IsInvoke() {
		return c.Method
	}
	if fn := c.StaticCallee(); fn != nil {
		if fn.Object() == nil && fn.Origin() != nil {
			return fn.Origin().Object()
		}
		return fn.Object()
	}
	if load, ok := c.Value.(*ssa.UnOp); ok {
		if g, ok := load.X.(*ssa.Global); ok {
			return g.Object()
		}
	}
	return nil
}

// clientWith returns the client that is made with options whose field at addr
// is the cache to read from: client.New with Options.Cache.Reader.
func (f *follower) clientWith(addr *ssa.FieldAddr) ssa.Value {
	if !ctrlruntime.IsType(addr.X.Type(), "/pkg/client", "CacheOptions") || fieldName(addr) != "Reader" {
		return nil
	}
	options, ok := addr.X.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, r := range *options.Referrers() {
		s, ok := r.(*ssa.Store)
		if !ok || s.Val != options {
			continue
		}
		outer, ok := s.Addr.(*ssa.FieldAddr)
		if !ok || !ctrlruntime.IsType(outer.X.Type(), "/pkg/client", "Options") || fieldName(outer) != "Cache" {
			continue
		}
		alloc, ok := outer.X.(*ssa.Alloc)
		if !ok {
			continue
		}
		for _, r := range *alloc.Referrers() {
			load, ok := r.(*ssa.UnOp)
			if !ok {
				continue
			}
			for _, r := range *load.Referrers() {
				if call, ok := r.(*ssa.Call); ok && ctrlruntime.NewClient(calleeObject(call.Common())) {
					return extract(call, 0)
				}
			}
		}
	}
	return nil
}

func fieldName(addr *ssa.FieldAddr) string {
	ptr, ok := addr.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return ""
	}
	st, ok := ptr.Elem().Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	return st.Field(addr.Field).Name()
}

// knows reports whether a function speaks of the error of a read before Start:
// then it knows what it does.
func (e *engine) knows(fn *ssa.Function) bool {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	if k, ok := e.knowing[fn]; ok {
		return k
	}
	known := false
	var look func(fn *ssa.Function)
	look = func(fn *ssa.Function) {
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				var typ types.Type
				switch i := i.(type) {
				case *ssa.TypeAssert:
					typ = i.AssertedType
				case *ssa.Alloc:
					typ = i.Type()
					if p, ok := typ.(*types.Pointer); ok {
						typ = p.Elem()
					}
				case *ssa.MakeInterface:
					typ = i.X.Type()
				default:
					continue
				}
				known = known || ctrlruntime.IsType(typ, "/pkg/cache", "ErrCacheNotStarted")
			}
		}
		for _, a := range fn.AnonFuncs {
			look(a)
		}
	}
	look(fn)
	e.knowing[fn] = known
	return known
}

// precedes reports whether one instruction may run before another of the same
// function.
func precedes(a, b ssa.Instruction) bool {
	if a.Parent() != b.Parent() {
		return true
	}
	if a.Block() == b.Block() && index(a) < index(b) {
		return true
	}
	seen := make(map[*ssa.BasicBlock]bool)
	work := append([]*ssa.BasicBlock(nil), a.Block().Succs...)
	for len(work) > 0 {
		blk := work[0]
		work = work[1:]
		if seen[blk] {
			continue
		}
		seen[blk] = true
		if blk == b.Block() {
			return true
		}
		work = append(work, blk.Succs...)
	}
	return false
}

func index(i ssa.Instruction) int {
	for n, other := range i.Block().Instrs {
		if other == i {
			return n
		}
	}
	return -1
}
