package flow

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// An eventKind says what a node of the composed program does.
type eventKind uint8

const (
	evNone     eventKind = iota
	evBirth              // a factory or stand-alone informer is made
	evRegister           // Informer(), Lister(), ForResource, InformerFor
	evStart              // factory.Start
	evRun                // informer.Run
	evWait               // factory.WaitForCacheSync
	evUse                // handler added, lister taken, store read, HasSynced asked
	evFill               // the store is filled by hand
	evEscape             // a capability leaves
	evSpawn              // a thread begins
	evAwait              // may wait for another thread
	evSignal             // may let another thread go on
	evUnknown            // a call that was not followed
	evSync               // cache.WaitForCacheSync: waits for its subjects, and maybe for what is not followed
	evRead               // a lister or store is read
	evSetup              // a setting that works only before the start
)

// A capability is what a stranger can do with something that escaped.
type capability uint8

const (
	capStart    capability = 1 << iota // start the factory, and all below
	capRegister                        // register the resource (or any, if none is named)
	capRun                             // run the informer
)

// A subject is the informer or factory that an event is about.
type subject struct {
	obj int
	key string // resource; "" for all of a factory, or for a stand-alone informer
	cap capability
}

// A node is one event, or a joint, of the composed program.
type node struct {
	id       int
	kind     eventKind
	subjects []subject
	weak     bool // one of several subjects: may, not must
	frame    *frame
	ins      *instr
	op       clientgo.Op
	succs    []int
	thread   int
	nilOf    vset // tested against nil here; nilSucc is taken when it is nil
	nilSucc  int
}

// maxNodes is the size over which a composed program is not judged.
const maxNodes = 80_000

// A graph is the composed program of a root function: events with their
// order, threads beside it.
type graph struct {
	in      *interp
	nodes   []*node
	entry   map[int]int // thread to its first node
	spawnAt map[int]int // thread to the node that starts it
	full    bool
	reachM  map[int][]uint64
	sites   map[threadSite]bool // places that start a thread
}

func newGraph(in *interp) *graph {
	g := &graph{in: in, entry: make(map[int]int), spawnAt: make(map[int]int), reachM: make(map[int][]uint64)}
	for _, t := range in.threads {
		first := g.add(&node{thread: t.id})
		g.entry[t.id] = first
		switch {
		case t.proto != nil:
			n := g.add(&node{thread: t.id, frame: t.from, ins: t.ins})
			g.event(g.nodes[n], t.proto.op, t.proto.recv, t.ins.Key)
			g.link(first, n)
		case t.top != nil:
			entry, _ := g.frame(t.top, t.id)
			g.link(first, entry)
		}
	}
	// Threads begin at the node of the instruction that starts them. A
	// function that a type's escape lets run begins where the object left.
	places := make(map[threadSite][]*node)
	for _, n := range g.nodes {
		if n.kind != evNone && n.ins != nil {
			places[threadSite{n.frame, n.ins}] = append(places[threadSite{n.frame, n.ins}], n)
		}
	}
	for _, t := range in.threads[1:] {
		for _, at := range t.sites {
			for _, n := range places[at] {
				if n.thread == t.id && t.proto != nil {
					continue // go factory.Start(): the thread is this instruction itself
				}
				if _, ok := g.spawnAt[t.id]; !ok {
					g.spawnAt[t.id] = n.id
				}
				g.link(n.id, g.entry[t.id])
			}
		}
	}
	return g
}

func (g *graph) add(n *node) int {
	n.id = len(g.nodes)
	n.nilSucc = -1
	if n.id >= maxNodes {
		g.full = true
	}
	g.nodes = append(g.nodes, n)
	return n.id
}

func (g *graph) link(a, b int) {
	if !slices.Contains(g.nodes[a].succs, b) {
		g.nodes[a].succs = append(g.nodes[a].succs, b)
	}
}

// frame lays out one call; it returns its entry and exit.
func (g *graph) frame(f *frame, thread int) (entry, exit int) {
	exit = g.add(&node{thread: thread})
	if g.full {
		return exit, exit
	}
	blocks := make([]int, len(f.fn.Blocks))
	for i := range f.fn.Blocks {
		blocks[i] = g.add(&node{thread: thread})
	}
	var deferred []*instr
	for i := range f.fn.Blocks {
		for k := range f.fn.Blocks[i].Instrs {
			ins := &f.fn.Blocks[i].Instrs[k]
			if callMode(ins.Mode) == callDefer && (ins.Op == opCall || ins.Op == opProto || ins.Op == opSignal || ins.Op == opAwait) {
				deferred = append(deferred, ins)
			}
		}
	}
	for i := range f.fn.Blocks {
		b := &f.fn.Blocks[i]
		cur := blocks[i]
		returned := false
		for k := range b.Instrs {
			ins := &b.Instrs[k]
			if ins.Op == opReturn {
				cur = g.escapes(f, ins, cur, thread)
				g.link(cur, exit)
				returned = true
				break
			}
			if ins.Op == opRunDefer {
				for d := len(deferred) - 1; d >= 0; d-- {
					after := g.add(&node{thread: thread})
					end := g.instr(f, deferred[d], cur, thread)
					g.link(cur, after) // the defer statement may not have been reached
					g.link(end, after)
					cur = after
				}
				continue
			}
			if slices.Contains(deferred, ins) {
				continue
			}
			cur = g.instr(f, ins, cur, thread)
		}
		if returned {
			continue
		}
		for _, s := range b.Succs {
			g.link(cur, blocks[s])
		}
		if b.NilSucc >= 0 && b.NilOf != noReg {
			g.nodes[cur].nilOf, g.nodes[cur].nilSucc = f.get(b.NilOf), blocks[b.NilSucc]
		}
	}
	if len(blocks) == 0 {
		return exit, exit
	}
	return blocks[0], exit
}

// instr lays out one instruction after cur and returns where to go on.
func (g *graph) instr(f *frame, ins *instr, cur, thread int) int {
	chain := func(n *node) int {
		n.thread, n.frame, n.ins = thread, f, ins
		id := g.add(n)
		g.link(cur, id)
		cur = id
		return id
	}
	switch ins.Op {
	case opAwait:
		chain(&node{kind: evAwait})
	case opSignal:
		chain(&node{kind: evSignal})
	case opFill:
		n := &node{kind: evFill}
		for _, v := range f.get(ins.A) {
			if v.k == vStore {
				n.subjects = append(n.subjects, subject{obj: v.obj, key: v.s})
			}
		}
		chain(n)
	case opEscape, opStore, opCopy:
		return g.escapes(f, ins, cur, thread)
	case opProto:
		if callMode(ins.Mode) == callGo {
			chain(&node{kind: evSpawn})
			return cur
		}
		n := &node{}
		g.event(n, ins.Proto, g.primitives(f, ins), ins.Key)
		if ins.Proto == clientgo.OpWaitFor {
			n.kind, n.subjects = evSync, g.awaited(f, ins.Args)
		}
		if ins.Proto == clientgo.OpNewFactory || ins.Proto == clientgo.OpNewInformer {
			n.kind = evBirth
			n.subjects = []subject{{obj: f.allocs[ins]}}
		}
		g.setup(n, f, ins)
		if n.kind != evNone {
			chain(n)
		}
		return g.calls(f, ins, cur, thread, n.kind != evNone || len(f.get(ins.A)) == 0)
	case opRun:
		if !inline(ins) {
			n := chain(&node{kind: evSpawn})
			if clientgo.Mode(ins.Mode) == clientgo.Later {
				g.nodes[n].kind = evEscape
				g.nodes[n].subjects = g.capabilities(f.get(ins.A))
			}
			return cur
		}
		return g.calls(f, ins, cur, thread, true)
	case opCall:
		if callMode(ins.Mode) == callGo {
			chain(&node{kind: evSpawn})
			if g.in.unknown[f][ins] {
				cur = g.escapes(f, ins, cur, thread)
			}
			return cur
		}
		unknown := g.in.unknown[f][ins]
		if unknown {
			cur = g.escapes(f, ins, cur, thread)
		}
		// Method values of primitives: f.Start passed around and called here.
		var ends []int
		start := cur
		if ins.Callee == calleeValue || ins.Callee == calleeInvoke {
			for _, n := range g.dynamicPrimitives(f, ins, thread) {
				n.thread, n.frame, n.ins = thread, f, ins
				id := g.add(n)
				g.link(start, id)
				ends = append(ends, id)
			}
		}
		end := g.calls(f, ins, start, thread, unknown)
		if len(ends) > 0 {
			join := g.add(&node{thread: thread})
			for _, e := range ends {
				g.link(e, join)
			}
			if end != start {
				g.link(end, join)
			}
			return join
		}
		return end
	}
	return cur
}

// primitives returns the receivers of a primitive that are not hand-written
// objects: those are laid out as calls.
func (g *graph) primitives(f *frame, ins *instr) vset {
	var out vset
	for _, v := range f.get(ins.A) {
		if !g.in.handWritten(v, ins.Name) {
			out = append(out, v)
		}
	}
	return out
}

// dynamicPrimitives are the events of a call through a method value or a
// narrow interface.
func (g *graph) dynamicPrimitives(f *frame, ins *instr, thread int) []*node {
	var out []*node
	one := func(op clientgo.Op, v val) {
		n := &node{}
		g.event(n, op, vset{v}, "")
		if n.kind != evNone {
			out = append(out, n)
		}
	}
	if ins.Callee == calleeInvoke {
		for _, v := range f.get(ins.A) {
			if op := g.in.opByName(v, ins.Name); op != clientgo.OpNone && !g.in.handWritten(v, ins.Name) {
				one(op, v)
			}
		}
		return out
	}
	fns := f.get(ins.A)
	if f.fn == boundStub {
		fns = vset{g.in.threads[thread].fn}
	}
	for _, fn := range fns {
		if fn.k != vBound {
			continue
		}
		o := g.in.objs[fn.obj]
		for _, recv := range g.in.load(loc{fn.obj, "recv"}) {
			op := o.proto
			if op == clientgo.OpNone {
				op = g.in.opByName(recv, o.method)
			}
			if op != clientgo.OpNone && !g.in.handWritten(recv, o.method) {
				one(op, recv)
			}
		}
	}
	return out
}

// calls lays out the callees of an instruction; maybe says that none of them
// may run.
func (g *graph) calls(f *frame, ins *instr, cur, thread int, maybe bool) int {
	var kids []*frame
	for k, kid := range f.kids {
		if k.ins == ins {
			kids = append(kids, kid)
		}
	}
	if len(kids) == 0 {
		return cur
	}
	slices.SortFunc(kids, func(a, b *frame) int { return a.id - b.id })
	after := g.add(&node{thread: thread})
	for _, kid := range kids {
		entry, exit := g.frame(kid, thread)
		g.link(cur, entry)
		g.link(exit, after)
		if ins.Op == opRun && clientgo.Mode(ins.Mode) == clientgo.Now {
			g.link(exit, entry) // any number of times
		}
	}
	if maybe {
		g.link(cur, after)
	}
	return after
}

// event classifies a primitive on its receivers.
func (g *graph) event(n *node, op clientgo.Op, recvs vset, key string) {
	n.op = op
	switch op {
	case clientgo.OpInformer, clientgo.OpLister, clientgo.OpForResource, clientgo.OpInformerFor:
		n.kind = evRegister
	case clientgo.OpStart:
		n.kind = evStart
	case clientgo.OpWait:
		n.kind = evWait
	case clientgo.OpRun:
		n.kind = evRun
	case clientgo.OpAddHandler, clientgo.OpHasSynced, clientgo.OpStore:
		n.kind = evUse
	case clientgo.OpRead:
		if !slices.ContainsFunc(recvs, reads) {
			return
		}
		n.kind = evRead
	default:
		return
	}
	for _, v := range recvs {
		if n.kind == evRead && !reads(v) {
			continue
		}
		o, ok := g.in.id(v)
		if !ok {
			continue
		}
		s := subject{obj: o}
		if n.kind == evRegister || n.kind == evRun || n.kind == evUse || n.kind == evRead {
			s.key = key
			if v.k != vLoc && v.s != "" {
				s.key = v.s
			}
			if v.k == vInformer {
				s.key = v.s
			}
		}
		if !slices.Contains(n.subjects, s) {
			n.subjects = append(n.subjects, s)
		}
	}
	n.weak = len(n.subjects) != 1 || g.in.objs[n.subjects[0].obj].weak
}

// reads: the value leads to an informer's store.
func reads(v val) bool { return v.k == vLister || v.k == vStore }

// awaited are the informers whose HasSynced is among the arguments of
// cache.WaitForCacheSync. Functions of other things are not in it.
func (g *graph) awaited(f *frame, args []reg) []subject {
	var out []subject
	add := func(v val) {
		if id, ok := g.in.id(v); ok && v.k != vLoc && !slices.Contains(out, subject{obj: id, key: v.s}) {
			out = append(out, subject{obj: id, key: v.s})
		}
	}
	seen := make(map[val]bool)
	var visit func(v val, depth int)
	visit = func(v val, depth int) {
		if seen[v] || depth > 4 {
			return
		}
		seen[v] = true
		switch v.k {
		case vSynced:
			add(v)
		case vBound:
			o := g.in.objs[v.obj]
			for _, recv := range g.in.load(loc{v.obj, "recv"}) {
				if (o.proto == clientgo.OpHasSynced || g.in.opByName(recv, o.method) == clientgo.OpHasSynced) && !g.in.handWritten(recv, o.method) {
					add(recv)
				}
			}
		case vLoc:
			if g.in.objs[v.obj].origin == oOpen {
				return // somebody else's list
			}
			for _, x := range g.in.load(loc{v.obj, join(v.s, "[*]")}) {
				visit(x, depth+1)
			}
		}
	}
	for _, a := range args {
		for _, v := range f.get(a) {
			visit(v, 0)
		}
	}
	return out
}

// escapes adds a node for what leaves at an instruction, if anything does.
func (g *graph) escapes(f *frame, ins *instr, cur, thread int) int {
	var vs vset
	switch ins.Op {
	case opEscape:
		for _, a := range ins.Args {
			vs.addAll(f.get(a))
		}
	case opReturn:
		if !f.answers() {
			return cur
		}
		for _, a := range ins.Args {
			vs.addAll(f.get(a))
		}
	case opStore, opCopy:
		open := false
		for _, a := range f.get(ins.A) {
			open = open || a.k == vLoc && g.in.objs[a.obj].origin == oOpen && g.in.opens(a)
		}
		if !open && len(f.get(ins.A)) > 0 {
			if !g.startsThread(f, ins) {
				return cur
			}
		} else {
			vs = f.get(ins.B)
		}
	case opCall:
		for _, a := range ins.Args {
			vs.addAll(f.get(a))
		}
		if ins.Callee == calleeInvoke {
			for _, v := range f.get(ins.A) {
				// A method that is not known can use its receiver's fields.
				if v.k == vLoc && g.in.objs[v.obj].origin == oPlain && !g.in.handWritten(v, ins.Name) {
					vs.add(v)
				}
			}
		}
	}
	subjects := g.capabilities(vs)
	kind := evEscape
	if len(subjects) == 0 && !g.startsThread(f, ins) {
		if ins.Op != opCall {
			return cur
		}
		kind = evUnknown
	}
	id := g.add(&node{kind: kind, subjects: subjects, frame: f, ins: ins, thread: thread})
	g.link(cur, id)
	return id
}

func (g *graph) startsThread(f *frame, ins *instr) bool {
	if g.sites == nil {
		g.sites = make(map[threadSite]bool)
		for _, t := range g.in.threads {
			for _, s := range t.sites {
				g.sites[s] = true
			}
		}
	}
	return g.sites[threadSite{f, ins}]
}

// opens: a value stored at this place can be read by strangers.
func (in *interp) opens(a val) bool {
	o := in.objs[a.obj]
	if o.global != "" {
		return in.eng.globals[o.global] == nil
	}
	if o.typ == "" || a.s == "" {
		return true
	}
	return exportedPath(a.s) || in.leaky(o.typ)
}

// capabilities: what a stranger that gets the values can do with informers.
func (g *graph) capabilities(vs vset) []subject {
	var out []subject
	seen := make(map[val]bool)
	add := func(s subject) {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	var visit func(v val, depth int)
	visit = func(v val, depth int) {
		if seen[v] || depth > 8 {
			return
		}
		seen[v] = true
		switch v.k {
		case vGroup, vVersion:
			add(subject{obj: v.obj, cap: capRegister | capRun})
		case vAccessor:
			add(subject{obj: v.obj, key: v.s, cap: capRegister | capRun})
		case vInformer:
			add(subject{obj: v.obj, key: v.s, cap: capRun})
		case vLoc:
			o := g.in.objs[v.obj]
			switch o.origin {
			case oFactory:
				add(subject{obj: v.obj, cap: capStart | capRegister | capRun})
				return
			case oOpen:
				if id, ok := g.in.id(v); ok {
					add(subject{obj: id, cap: capStart | capRegister | capRun})
				}
			}
			for _, x := range g.in.visible(v) {
				visit(x, depth+1)
			}
		}
	}
	for _, v := range vs {
		visit(v, 0)
	}
	return out
}

// reaches reports whether b can run after a has, by program order: in the
// same thread, or in one that was started after a.
func (g *graph) reaches(a, b int) bool {
	set := g.reachM[a]
	if set == nil {
		set = make([]uint64, (len(g.nodes)+63)/64)
		work := slices.Clone(g.nodes[a].succs)
		for len(work) > 0 {
			n := work[len(work)-1]
			work = work[:len(work)-1]
			if set[n/64]&(1<<(n%64)) != 0 {
				continue
			}
			set[n/64] |= 1 << (n % 64)
			work = append(work, g.nodes[n].succs...)
		}
		g.reachM[a] = set
	}
	return set[b/64]&(1<<(b%64)) != 0
}
