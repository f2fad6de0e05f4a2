package interp

import (
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/program"
)

// Limits of one interpretation. What exceeds them escapes, which silences.
const (
	maxFrames = 10_000
	maxOfTest = 3_000 // frames of a test: hundreds of tests set up the same, and what is read long after that matters less
	maxDepth  = 28
	maxRounds = 40
	maxValues = 96
	maxCalled = 20 // calls of one method value in each other
	maxNested = 6  // fields of fields of an object from outside
	maxCopies = 8  // copies of copies of a structure
)

// An Interpretation is that of one root function, with everything that it
// calls, as far as the programs are known.
type Interpretation struct {
	by      *Interpreter
	set     *program.Set
	root    *Frame
	objs    []*Object
	heap    []cells        // by object
	globals map[string]int // the objects that package variables are
	kids    map[loc]int    // open objects below open objects
	frames  []*Frame
	threads []*Thread
	byKey   map[threadKey]*Thread
	seen    map[string]bool               // functions that have a frame
	later   map[string]bool               // functions that run at some time because their object left
	unknown map[*Frame]map[*ir.Instr]bool // calls with at least one unknown callee
	idle    map[Point]map[string][]Values // callees of a call that are inert: they have no frame; and what they are given
	skipped map[Point]bool                // calls that concern no cache
	cur     *Frame                        // that is interpreted
	readers [][]int32                     // of an object: which frames have to look again when it changes
	changed bool
	version int // counts changes of what objects hold, and frames: what a stranger can come by depends on nothing else
	places  map[Point]*place
	placed  []*place // by number
	visible sights   // see Visible
	visits  []*visit // see visit
	looked  Values   // what look works with
	depth   int      // of escapes within each other
	settled bool     // what has no value by now comes from a stranger
	full    bool     // a limit was hit
	limit   int      // of frames
	coarse  bool     // see RunCoarse
	blunt   bool     // see RunBlunt
	beyond  map[Point]*beyond
	entered map[string]bool // see enters
	filled  map[loc]bool    // places outside that hold what the program puts there
	fresh   []fill          // those that were found
	owned   map[string]bool // see private
	hollow  *Object         // what VHollow is of; nil if nobody asks what was not followed
}

func newInterpretation(by *Interpreter, fn *ir.Fn) *Interpretation {
	in := &Interpretation{
		by: by, set: by.set, limit: limit(fn), globals: make(map[string]int), kids: make(map[loc]int),
		byKey: make(map[threadKey]*Thread), seen: make(map[string]bool), later: make(map[string]bool), places: make(map[Point]*place),
		unknown: make(map[*Frame]map[*ir.Instr]bool), idle: make(map[Point]map[string][]Values), beyond: make(map[Point]*beyond), entered: make(map[string]bool),
	}
	t := &Thread{Mode: clientgo.Now}
	in.threads = append(in.threads, t)
	in.root = in.newFrame(fn, nil, nil, t)
	t.Top = in.root
	for i := range fn.Params {
		if fn.Local && !fn.ParamTracked[i] {
			continue
		}
		o := in.newObject(oOpen)
		o.Name = "parameter"
		if fn.Local { // facts do not say what parameters are
			o.Typ = fn.ParamType[i]
		}
		in.root.regs[i].Add(Value{VLoc, o.ID, ""})
	}
	return in
}

func limit(fn *ir.Fn) int {
	if fn.Test {
		return maxOfTest
	}
	return maxFrames
}

func (in *Interpretation) change() {
	in.changed = true
}

// reads notes that what the current frame does depends on what an object holds.
func (in *Interpretation) reads(obj int) {
	if f := in.cur; f != nil && f.reads.add(obj) {
		if more := obj + 1 - len(in.readers); more > 0 {
			in.readers = append(in.readers, make([][]int32, more)...)
		}
		in.readers[obj] = append(in.readers[obj], int32(f.id))
	}
}

// wrote: what an object holds has changed.
func (in *Interpretation) wrote(obj int) {
	in.version++
	in.change()
	if obj < len(in.readers) {
		for _, id := range in.readers[obj] {
			in.frames[id].stale = true
		}
	}
}

func (in *Interpretation) newObject(o origin) *Object {
	obj := &Object{ID: len(in.objs), origin: o}
	in.objs = append(in.objs, obj)
	return obj
}

func (in *Interpretation) newFrame(fn *ir.Fn, parent *Frame, call *ir.Instr, t *Thread) *Frame {
	f := &Frame{id: len(in.frames), Fn: fn, parent: parent, call: call, thread: t,
		stale: true, regs: make([]Values, fn.Regs), kids: make(map[kidKey]*Frame), allocs: make(map[*ir.Instr]int)}
	if parent != nil {
		f.depth = parent.depth + 1
		f.loop = parent.loop
		if !f.loop && call != nil {
			f.loop = parent.Fn.InLoop(call)
		}
	}
	in.frames = append(in.frames, f)
	in.seen[ir.Outer(fn.Key)] = true
	in.version++
	in.change()
	return f
}

// run interprets to a fixed point, each time only the frames for which something
// has changed. Only then is a value that is still unknown
// taken for one from a stranger: before, it may just not have arrived.
func (in *Interpretation) run() {
	for round := 0; ; round++ {
		in.changed = false
		for i := 0; i < len(in.frames); i++ {
			if f := in.frames[i]; f.stale || in.set.Caches() {
				f.stale, in.cur = false, f
				in.frame(f)
			}
			if in.full {
				return // too large to follow: it will not be judged
			}
		}
		if !in.changed {
			if in.settled {
				return
			}
			in.settled = true
			for _, f := range in.frames {
				f.stale = true
			}
		}
		if round == maxRounds {
			in.full = true
			return
		}
	}
}

func (in *Interpretation) frame(f *Frame) {
	if f.Fn == ir.MethodValue {
		in.methodValue(f, nil)
		return
	}
	for b := range f.Fn.Blocks {
		blk := &f.Fn.Blocks[b]
		for i := range blk.Instrs {
			in.step(f, &blk.Instrs[i])
		}
	}
}

func (in *Interpretation) assign(f *Frame, r ir.Reg, vs ...Value) {
	if r == ir.NoReg {
		return
	}
	for _, v := range vs {
		if f.regs[r].Add(v) {
			f.stale = true
			in.change()
		}
	}
}

// step interprets one instruction.
func (in *Interpretation) step(f *Frame, ins *ir.Instr) {
	switch ins.Op {
	case ir.OpAlloc:
		o := in.objectOf(f, ins, oPlain)
		o.Typ = ins.Name
		in.assign(f, ins.Dst, Value{VLoc, o.ID, ""})
	case ir.OpGlobal:
		in.assign(f, ins.Dst, Value{VLoc, in.globalObject(ins.Name), ""})
	case ir.OpField:
		in.project(f, ins, ins.Name)
	case ir.OpElem:
		in.project(f, ins, "[*]")
	case ir.OpLoad:
		for _, v := range f.Get(ins.A) {
			if v.Kind == VLoc {
				in.assign(f, ins.Dst, in.load(loc{v.Obj, v.Key})...)
			}
		}
	case ir.OpMove:
		for _, a := range ins.Args {
			in.assign(f, ins.Dst, f.Get(a)...)
		}
	case ir.OpStore:
		in.stores(f, ins)
		in.hollowStore(f, ins)
	case ir.OpCopy:
		in.copies(f, ins)
	case ir.OpFunc:
		in.assign(f, ins.Dst, Value{VFunc, -1, ins.Name})
	case ir.OpClosure:
		o := in.objectOf(f, ins, oHolder)
		for i, a := range ins.Args {
			in.store(loc{o.ID, bindName(i)}, f.Get(a))
		}
		in.assign(f, ins.Dst, Value{VFunc, o.ID, ins.Name})
	case ir.OpBound:
		o := in.objectOf(f, ins, oHolder)
		o.method, o.Proto, o.Static = ins.Name, ins.Proto, ins.Key
		in.store(loc{o.ID, "recv"}, f.Get(ins.A))
		in.assign(f, ins.Dst, Value{VBound, o.ID, ins.Name})
	case ir.OpCall:
		in.call(f, ins)
	case ir.OpProto:
		in.proto(f, ins)
	case ir.OpRun:
		in.runs(f, ins)
	case ir.OpEscape:
		for _, a := range ins.Args {
			in.escapeAll(f, ins, f.Get(a))
		}
	case ir.OpReturn:
		in.returns(f, ins)
	}
}

// objectOf is the object that an instruction makes in a frame: the same each
// time that it is interpreted.
func (in *Interpretation) objectOf(f *Frame, ins *ir.Instr, from origin) *Object {
	if id, ok := f.allocs[ins]; ok {
		return in.objs[id]
	}
	o := in.newObject(from)
	o.frame, o.ins = f, ins
	o.Weak = from != oHolder && (f.loop || f.Fn.InLoop(ins))
	f.allocs[ins] = o.ID
	return o
}

func (in *Interpretation) project(f *Frame, ins *ir.Instr, name string) {
	for _, v := range f.Get(ins.A) {
		if v.Kind == VLoc && strings.Count(v.Key, ".") < maxNested {
			in.assign(f, ins.Dst, Value{VLoc, v.Obj, join(v.Key, name)})
		}
	}
}

func (in *Interpretation) stores(f *Frame, ins *ir.Instr) {
	for _, a := range f.Get(ins.A) {
		if a.Kind == VLoc {
			in.store(loc{a.Obj, a.Key}, f.Get(ins.B))
			in.stored(f, ins, a, f.Get(ins.B))
			in.fills(f, ins, a, f.Get(ins.B))
		}
	}
	if len(f.Get(ins.A)) == 0 && in.settled {
		in.escapeAll(f, ins, f.Get(ins.B))
	}
}

func (in *Interpretation) copies(f *Frame, ins *ir.Instr) {
	for _, a := range f.Get(ins.A) {
		for _, b := range f.Get(ins.B) {
			switch {
			case a.Kind != VLoc:
				continue
			case b.Kind != VLoc:
				in.store(loc{a.Obj, a.Key}, Values{b})
				continue
			case ins.Name == "[*]":
				in.copyTo(loc{a.Obj, join(a.Key, "[*]")}, loc{b.Obj, join(b.Key, "[*]")})
			default:
				in.copyTo(loc{a.Obj, a.Key}, loc{b.Obj, b.Key})
			}
			in.stored(f, ins, a, Values{b})
		}
	}
}

func (in *Interpretation) returns(f *Frame, ins *ir.Instr) {
	for len(f.results) < len(ins.Args) {
		f.results = append(f.results, nil)
	}
	for i, a := range ins.Args {
		if f.results[i].AddAll(f.Get(a)) {
			if f.parent != nil {
				f.parent.stale = true
			}
			in.change()
		}
	}
	if f.Answers() {
		for _, r := range f.results {
			in.escapeAll(f, ins, r)
		}
	}
}

// globalObject is the object that a package variable is.
func (in *Interpretation) globalObject(name string) int {
	if id, ok := in.globals[name]; ok {
		return id
	}
	o := in.newObject(oOpen)
	o.global, o.Name = name, name
	in.globals[name] = o.ID
	return o.ID
}

func bindName(i int) string { return "free" + string(rune('A'+i%26)) + strings.Repeat("'", i/26) }
