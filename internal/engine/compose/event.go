package compose

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/interp"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// An EventKind says what a node of the composed program does.
type EventKind uint8

const (
	EvNone     EventKind = iota
	EvBirth              // a factory or stand-alone informer is made
	EvRegister           // Informer(), Lister(), ForResource, InformerFor
	EvStart              // factory.Start
	EvRun                // informer.Run
	EvWait               // factory.WaitForCacheSync
	EvUse                // handler added, lister taken, store read, HasSynced asked
	EvFill               // the store is filled by hand
	EvEscape             // a capability leaves
	EvSpawn              // a thread begins
	EvAwait              // may wait for another thread
	EvSignal             // may let another thread go on
	EvUnknown            // a call that was not followed
	EvSync               // cache.WaitForCacheSync: waits for its subjects, and maybe for what is not followed
	EvRead               // a lister or store is read
	EvSetup              // a setting that works only before the start
	EvMark               // something is done to state that a handler fills: see program.Mark
)

var eventNames = [...]string{"-", "birth", "register", "start", "run", "wait", "use", "fill", "escape", "spawn", "await", "signal", "unknown", "sync", "read", "setup", "mark"}

func (k EventKind) String() string { return eventNames[k] }

// primitives returns the receivers of a primitive that are not hand-written
// objects: those are laid out as calls.
func (g *Graph) primitives(f *interp.Frame, ins *ir.Instr) interp.Values {
	var out interp.Values
	for _, v := range f.Get(ins.A) {
		if !g.in.HandWritten(v, ins.Name) {
			out = append(out, v)
		}
	}
	return out
}

// dynamicPrimitives are the events of a call through a method value or a
// narrow interface.
func (g *Graph) dynamicPrimitives(f *interp.Frame, ins *ir.Instr) []*Node {
	var out []*Node
	for op, recv := range g.in.Primitives(f, ins) {
		if kindOf[op] == EvSetup {
			continue // whether its error is dropped is not known here
		}
		n := &Node{Ins: ins}
		if g.about(n, op, interp.Values{recv}, ""); n.Kind != EvNone {
			out = append(out, n)
		}
	}
	return out
}

// AsksSynced: the event asks an informer whether it has synced, and something depends on the
// answer. One that is only logged makes nobody wait.
func (n *Node) AsksSynced() bool {
	return n.Kind == EvUse && n.Op == clientgo.OpHasSynced && !n.Ins.Tentative
}

// kindOf says which event a primitive is. One that is not here only gives a
// value.
var kindOf = map[clientgo.Op]EventKind{
	clientgo.OpNewFactory:  EvBirth,
	clientgo.OpNewInformer: EvBirth,
	clientgo.OpNewCache:    EvBirth,
	clientgo.OpInformer:    EvRegister,
	clientgo.OpLister:      EvRegister,
	clientgo.OpForResource: EvRegister,
	clientgo.OpInformerFor: EvRegister,
	clientgo.OpStart:       EvStart,
	clientgo.OpRun:         EvRun,
	clientgo.OpWait:        EvWait,
	clientgo.OpWaitFor:     EvSync,
	clientgo.OpAddHandler:  EvUse,
	clientgo.OpHasSynced:   EvUse,
	clientgo.OpDelivered:   EvUse,
	clientgo.OpStore:       EvUse,
	clientgo.OpRead:        EvRead,
	clientgo.OpConfigure:   EvSetup,
}

// event is what an instruction does, EvNone if nothing: here, and only here, an
// instruction becomes an event. (What leaves at it is in escapes.)
func (g *Graph) event(f *interp.Frame, ins *ir.Instr) *Node {
	n := &Node{Ins: ins}
	switch ins.Op {
	case ir.OpAwait:
		n.Kind = EvAwait
	case ir.OpSignal:
		n.Kind = EvSignal
	case ir.OpMark:
		n.Kind = EvMark
	case ir.OpFill:
		n.Kind = EvFill
		for _, v := range f.Get(ins.A) {
			if v.Kind == interp.VStore {
				n.Subjects = append(n.Subjects, Subject{Obj: v.Obj, Key: v.Key})
			}
		}
	case ir.OpRun:
		switch {
		case ir.Inline(ins):
		case clientgo.Mode(ins.Mode) == clientgo.Later && ins.Key != ir.AddFunc:
			n.Kind, n.Subjects = EvEscape, g.capabilities(f.Get(ins.A))
		default:
			n.Kind = EvSpawn
		}
	case ir.OpProto:
		if ir.CallMode(ins.Mode) == ir.CallGo {
			n.Kind = EvSpawn
			return n
		}
		switch kindOf[ins.Proto] {
		case EvBirth:
			n.Kind, n.Op, n.Subjects = EvBirth, ins.Proto, []Subject{{Obj: f.Made(ins)}}
		case EvSync:
			n.Kind, n.Op, n.Subjects = EvSync, ins.Proto, g.awaited(f, ins.Args).Informers
		default:
			g.about(n, ins.Proto, g.primitives(f, ins), ins.Key)
		}
	}
	return n
}

// about makes a node the event that a primitive is on its receivers.
func (g *Graph) about(n *Node, op clientgo.Op, recvs interp.Values, key string) {
	n.Op, n.Kind = op, kindOf[op]
	switch n.Kind {
	case EvNone:
		g.cacheEvent(n, op, recvs, key)
		return
	case EvRead:
		if recvs = slices.DeleteFunc(slices.Clone(recvs), func(v interp.Value) bool { return !v.Readable() }); len(recvs) == 0 {
			n.Kind = EvNone
			return
		}
	}
	for _, v := range recvs {
		o, ok := g.in.Identity(v)
		if !ok {
			continue
		}
		s := Subject{Obj: o}
		switch {
		case n.Kind == EvStart || n.Kind == EvWait: // of all of a factory
		case v.Kind == interp.VInformer:
			s.Key = v.Key
		case n.Kind == EvSetup:
		case v.Kind != interp.VLoc && v.Key != "":
			s.Key = v.Key
		default:
			s.Key = key
		}
		if !slices.Contains(n.Subjects, s) {
			n.Subjects = append(n.Subjects, s)
		}
	}
	if len(n.Subjects) == 0 && (n.Kind == EvStart || n.Kind == EvRun) {
		n.Kind, n.Subjects = EvEscape, g.anything(nil)
		return
	}
	n.Weak = len(n.Subjects) != 1 || g.in.Object(n.Subjects[0].Obj).Weak
}
