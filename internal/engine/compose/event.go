package compose

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/program"
)

// An EventKind says what a node of the composed program does.
type EventKind uint8

const (
	EvNone     EventKind = iota
	evBirth              // a factory or stand-alone informer is made
	EvRegister           // Informer(), Lister(), ForResource, InformerFor
	EvStart              // factory.Start
	EvRun                // informer.Run
	EvWait               // factory.WaitForCacheSync
	EvUse                // handler added, lister taken, store read, HasSynced asked
	evFill               // the store is filled by hand
	EvEscape             // a capability leaves
	evSpawn              // a thread begins
	EvAwait              // may wait for another thread
	EvSignal             // may let another thread go on
	EvUnknown            // a call that was not followed
	EvSync               // cache.WaitForCacheSync: waits for its subjects, and maybe for what is not followed
	EvRead               // a lister or store is read
	EvSetup              // a setting that works only before the start
	EvMark               // something is done to state that a handler fills: see program.Mark
)

// primitives returns the receivers of a primitive that are not hand-written
// objects: those are laid out as calls.
func (g *Graph) primitives(f *Frame, ins *program.Instr) Values {
	var out Values
	for _, v := range f.get(ins.A) {
		if !g.in.handWritten(v, ins.Name) {
			out = append(out, v)
		}
	}
	return out
}

// dynamicPrimitives are the events of a call through a method value or a
// narrow interface.
func (g *Graph) dynamicPrimitives(f *Frame, ins *program.Instr, thread int) []*Node {
	var out []*Node
	one := func(op clientgo.Op, v Value) {
		n := &Node{}
		g.event(n, op, Values{v}, "")
		if n.Kind != EvNone {
			out = append(out, n)
		}
	}
	if ins.Callee == program.CalleeInvoke {
		for _, v := range f.get(ins.A) {
			if op := g.in.opByName(v, ins.Name); op != clientgo.OpNone && !g.in.handWritten(v, ins.Name) {
				one(op, v)
			}
		}
		return out
	}
	fns := f.get(ins.A)
	if f.Fn == boundStub {
		fns = Values{g.in.threads[thread].Fn}
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

// event classifies a primitive on its receivers.
func (g *Graph) event(n *Node, op clientgo.Op, recvs Values, key string) {
	n.Op = op
	switch op {
	case clientgo.OpInformer, clientgo.OpLister, clientgo.OpForResource, clientgo.OpInformerFor:
		n.Kind = EvRegister
	case clientgo.OpStart:
		n.Kind = EvStart
	case clientgo.OpWait:
		n.Kind = EvWait
	case clientgo.OpRun:
		n.Kind = EvRun
	case clientgo.OpAddHandler, clientgo.OpHasSynced, clientgo.OpStore, clientgo.OpDelivered:
		n.Kind = EvUse
	case clientgo.OpRead:
		if !slices.ContainsFunc(recvs, reads) {
			return
		}
		n.Kind = EvRead
	default:
		return
	}
	for _, v := range recvs {
		if n.Kind == EvRead && !reads(v) {
			continue
		}
		o, ok := g.in.id(v)
		if !ok {
			continue
		}
		s := Subject{Obj: o}
		if n.Kind == EvRegister || n.Kind == EvRun || n.Kind == EvUse || n.Kind == EvRead {
			s.Key = key
			if v.k != vLoc && v.s != "" {
				s.Key = v.s
			}
			if v.k == vInformer {
				s.Key = v.s
			}
		}
		if !slices.Contains(n.Subjects, s) {
			n.Subjects = append(n.Subjects, s)
		}
	}
	n.Weak = len(n.Subjects) != 1 || g.in.objs[n.Subjects[0].Obj].Weak
}

// setup makes a node a setting, if the instruction is one.
func (g *Graph) setup(n *Node, f *Frame, ins *program.Instr) {
	if ins.Proto != clientgo.OpConfigure {
		return
	}
	n.Kind = EvSetup
	for _, v := range g.primitives(f, ins) {
		o, ok := g.in.id(v)
		if !ok {
			continue
		}
		s := Subject{Obj: o}
		if v.k == vInformer {
			s.Key = v.s
		}
		if !slices.Contains(n.Subjects, s) {
			n.Subjects = append(n.Subjects, s)
		}
	}
	n.Weak = len(n.Subjects) != 1 || g.in.objs[n.Subjects[0].Obj].Weak
}

// reads: the value leads to an informer's store.
func reads(v Value) bool { return v.k == vLister || v.k == vStore }
