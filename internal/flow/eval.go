package flow

import (
	"go/token"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// Limits of one interpretation. What exceeds them escapes, which silences.
const (
	maxFrames = 3000
	maxDepth  = 28
	maxRounds = 40
	maxValues = 96
	maxNested = 6 // fields of fields of an object from outside
	maxCopies = 8 // copies of copies of a structure
)

// A kind says what a val is.
type kind uint8

const (
	vLoc      kind = iota // the place s of the object obj; "" is the object itself
	vFunc                 // the function s; obj holds its bindings, or is -1
	vBound                // a method bound to a receiver; obj says which
	vGroup                // group accessor of the factory obj
	vVersion              // version accessor of the factory obj
	vAccessor             // accessor of resource s of the factory obj
	vInformer             // informer of resource s of the factory obj; "" is a stand-alone informer
	vLister               // lister of the same
	vStore                // store or indexer of the same
	vSynced               // HasSynced of the same
)

// A val is an abstract value. Identity is (factory, resource), never the
// Informer() call: since client-go v0.37 each call returns a new wrapper.
type val struct {
	k   kind
	obj int
	s   string
}

type vset []val

func (s *vset) add(v val) bool {
	if slices.Contains(*s, v) || len(*s) >= maxValues {
		return false
	}
	*s = append(*s, v)
	return true
}

func (s *vset) addAll(t vset) bool {
	changed := false
	for _, v := range t {
		changed = s.add(v) || changed
	}
	return changed
}

// origin of an object.
type origin uint8

const (
	oPlain    origin = iota // allocated in the visible program
	oFactory                // a factory that a known constructor returned
	oInformer               // a stand-alone informer that a known constructor returned
	oOpen                   // comes from outside: a parameter, a global, or what hangs below one
	oHolder                 // closure bindings or bound receiver
)

type object struct {
	id     int
	origin origin
	typ    string // concrete named type, "" if none
	weak   bool   // stands for several objects (made in a loop): can only silence
	frame  *frame
	ins    *instr
	depth  int
	name   string // for people: "kubeFactory", "parameter 1"
	// for bound methods
	method string
	proto  clientgo.Op
	static string
	global string // name of the package variable it is
}

type loc struct {
	obj  int
	path string
}

type cell struct {
	vals   vset
	copies []loc
}

// A frame is one call of one function in one calling context.
type frame struct {
	id      int
	fn      *Fn
	parent  *frame
	call    *instr // in the parent
	regs    []vset
	results []vset
	kids    map[kidKey]*frame
	thread  *thread
	depth   int
	loop    bool // called from within a loop
	allocs  map[*instr]int
}

type kidKey struct {
	ins *instr
	key string
	obj int
}

// A thread is code that runs beside, or at some time after, the place that
// starts it.
type thread struct {
	id    int
	top   *frame
	mode  clientgo.Mode
	ins   *instr // that starts it
	from  *frame
	proto *protoThread // a primitive that is started directly: go f.Start()
	fn    val          // the bound method that it runs, for method values
	sites []threadSite // all places that start it; ins and from are the first
}

type threadSite struct {
	f   *frame
	ins *instr
}

// startedAt adds a place that starts the thread.
func (t *thread) startedAt(f *frame, ins *instr) {
	if s := (threadSite{f, ins}); !slices.Contains(t.sites, s) {
		t.sites = append(t.sites, s)
	}
}

type protoThread struct {
	op   clientgo.Op
	recv vset
}

type threadKey struct {
	f   *frame
	ins *instr
	v   val
}

// An interp composes the program of one root function with the programs of
// everything it calls, as far as they are known.
type interp struct {
	eng     *engine
	root    *frame
	objs    []*object
	heap    map[loc]*cell
	cells   map[int][]loc    // the places of an object that have a cell
	copied  map[int][]string // paths of an object's cells that have copies
	kids    map[loc]int      // open objects below open objects
	frames  []*frame
	threads []*thread
	byKey   map[threadKey]*thread
	seen    map[string]bool            // functions that have a frame
	later   map[string]bool            // functions that run at some time because their object left
	unknown map[*frame]map[*instr]bool // calls with at least one unknown callee
	changed bool
	version int               // counts changes
	stamps  map[threadKey]int // the version at which a value's escape at a place was last followed
	settled bool              // what has no value by now comes from a stranger
	full    bool              // a limit was hit
}

func newInterp(eng *engine, fn *Fn) *interp {
	in := &interp{
		eng: eng, heap: make(map[loc]*cell), cells: make(map[int][]loc), copied: make(map[int][]string), kids: make(map[loc]int),
		byKey: make(map[threadKey]*thread), seen: make(map[string]bool), later: make(map[string]bool), stamps: make(map[threadKey]int),
		unknown: make(map[*frame]map[*instr]bool),
	}
	t := &thread{mode: clientgo.Now}
	in.threads = append(in.threads, t)
	in.root = in.newFrame(fn, nil, nil, t)
	t.top = in.root
	for i := range fn.Params {
		if !fn.paramTracked[i] {
			continue
		}
		o := in.newObject(oOpen)
		o.name = "parameter"
		o.typ = fn.paramType[i]
		in.root.regs[i].add(val{vLoc, o.id, ""})
	}
	return in
}

func (in *interp) change() {
	in.changed = true
	in.version++
}

func (in *interp) newObject(o origin) *object {
	obj := &object{id: len(in.objs), origin: o}
	in.objs = append(in.objs, obj)
	return obj
}

func (in *interp) newFrame(fn *Fn, parent *frame, call *instr, t *thread) *frame {
	f := &frame{id: len(in.frames), fn: fn, parent: parent, call: call, thread: t,
		regs: make([]vset, fn.Regs), kids: make(map[kidKey]*frame), allocs: make(map[*instr]int)}
	if parent != nil {
		f.depth = parent.depth + 1
		f.loop = parent.loop
		if !f.loop && call != nil {
			f.loop = parent.fn.inLoop(call)
		}
	}
	in.frames = append(in.frames, f)
	in.seen[outer(fn.Key)] = true
	in.change()
	return f
}

// inLoop reports whether an instruction lies in a loop of its function.
func (fn *Fn) inLoop(ins *instr) bool {
	for i := range fn.Blocks {
		b := &fn.Blocks[i]
		if !b.Loop || len(b.Instrs) == 0 {
			continue
		}
		for k := range b.Instrs {
			if &b.Instrs[k] == ins {
				return true
			}
		}
	}
	return false
}

// run interprets to a fixed point. Only then is a value that is still unknown
// taken for one from a stranger: before, it may just not have arrived.
func (in *interp) run() {
	for round := 0; ; round++ {
		in.changed = false
		for i := 0; i < len(in.frames); i++ {
			in.frame(in.frames[i])
			if in.full {
				return // too large to follow: it will not be judged
			}
		}
		if !in.changed {
			if in.settled {
				return
			}
			in.settled = true
		}
		if round == maxRounds {
			in.full = true
			return
		}
	}
}

func (in *interp) frame(f *frame) {
	if f.fn == boundStub {
		in.boundCall(f, &boundStub.Blocks[0].Instrs[0], f.thread.fn, nil)
		return
	}
	for b := range f.fn.Blocks {
		blk := &f.fn.Blocks[b]
		for i := range blk.Instrs {
			in.step(f, &blk.Instrs[i])
		}
	}
}

func (in *interp) set(f *frame, r reg, vs ...val) {
	if r == noReg {
		return
	}
	for _, v := range vs {
		if f.regs[r].add(v) {
			in.change()
		}
	}
}

func (f *frame) get(r reg) vset {
	if r == noReg {
		return nil
	}
	return f.regs[r]
}

func join(path, name string) string {
	switch {
	case name == "[*]":
		if strings.HasSuffix(path, "[*][*][*]") {
			return path
		}
		return path + "[*]"
	case path == "":
		return name
	}
	return path + "." + name
}

// sub returns the object below an object from outside.
func (in *interp) sub(o int, path string) (int, bool) {
	if id, ok := in.kids[loc{o, path}]; ok {
		return id, true
	}
	if in.objs[o].depth >= maxNested {
		return 0, false
	}
	c := in.newObject(oOpen)
	c.depth = in.objs[o].depth + 1
	c.name = in.objs[o].name + "." + path
	c.weak = in.objs[o].weak || strings.Contains(path, "[*]")
	in.kids[loc{o, path}] = c.id
	return c.id, true
}

func (in *interp) cell(l loc) *cell {
	c := in.heap[l]
	if c == nil {
		c = new(cell)
		in.heap[l] = c
		in.cells[l.obj] = append(in.cells[l.obj], l)
	}
	return c
}

// load returns what is stored at a place. Structures that are copied to and fro
// lead to one place in very many ways: each place is looked at once.
func (in *interp) load(l loc) vset {
	var out vset
	type visit struct {
		loc
		depth int
	}
	var seen map[loc]bool
	for work := []visit{{l, 0}}; len(work) > 0; work = work[1:] {
		l, depth := work[0].loc, work[0].depth
		if c := in.heap[l]; c != nil {
			out.addAll(c.vals)
		}
		if in.objs[l.obj].origin == oOpen {
			if id, ok := in.sub(l.obj, l.path); ok {
				out.add(val{vLoc, id, ""})
			}
		}
		if depth == maxCopies {
			continue
		}
		for _, q := range in.copied[l.obj] {
			rest, ok := below(l.path, q)
			if !ok {
				continue
			}
			for _, src := range in.heap[loc{l.obj, q}].copies {
				next := loc{src.obj, src.path + rest.join(src.path)}
				if seen == nil {
					seen = map[loc]bool{l: true}
				}
				if !seen[next] {
					seen[next] = true
					work = append(work, visit{next, depth + 1})
				}
			}
		}
	}
	return out
}

// A suffix is the rest of a path below another one.
type suffix string

func (s suffix) join(base string) string {
	if base == "" {
		return strings.TrimPrefix(string(s), ".")
	}
	return string(s)
}

// below returns the rest of path below q: "a.b" below "a" is ".b".
func below(path, q string) (suffix, bool) {
	if path == q {
		return "", true
	}
	if q == "" {
		if strings.HasPrefix(path, "[") {
			return suffix(path), true
		}
		return suffix("." + path), true
	}
	if strings.HasPrefix(path, q) && (path[len(q)] == '.' || path[len(q)] == '[') {
		return suffix(path[len(q):]), true
	}
	return "", false
}

func (in *interp) store(l loc, vs vset) {
	if len(vs) == 0 {
		return
	}
	if in.cell(l).vals.addAll(vs) {
		in.change()
	}
}

func (in *interp) copyTo(l, src loc) {
	if l == src {
		return
	}
	c := in.cell(l)
	if slices.Contains(c.copies, src) || len(c.copies) >= maxValues {
		return
	}
	if len(c.copies) == 0 {
		in.copied[l.obj] = append(in.copied[l.obj], l.path)
	}
	c.copies = append(c.copies, src)
	in.change()
}

// id returns the object that a place is, for events on it.
func (in *interp) id(v val) (int, bool) {
	if v.k != vLoc {
		return v.obj, true
	}
	if v.s == "" {
		return v.obj, true
	}
	return in.sub(v.obj, v.s)
}

func (in *interp) step(f *frame, ins *instr) {
	switch ins.Op {
	case opAlloc:
		o, ok := f.allocs[ins]
		if !ok {
			obj := in.newObject(oPlain)
			obj.typ, obj.frame, obj.ins = ins.Name, f, ins
			obj.weak = f.loop || f.fn.inLoop(ins)
			o = obj.id
			f.allocs[ins] = o
		}
		in.set(f, ins.Dst, val{vLoc, o, ""})
	case opGlobal:
		o, ok := in.eng.globalObject(in, ins.Name)
		if ok {
			in.set(f, ins.Dst, val{vLoc, o, ""})
		}
	case opField, opElem:
		name := ins.Name
		if ins.Op == opElem {
			name = "[*]"
		}
		for _, v := range f.get(ins.A) {
			if v.k == vLoc && strings.Count(v.s, ".") < maxNested {
				in.set(f, ins.Dst, val{vLoc, v.obj, join(v.s, name)})
			}
		}
	case opLoad:
		for _, v := range f.get(ins.A) {
			if v.k == vLoc {
				in.set(f, ins.Dst, in.load(loc{v.obj, v.s})...)
			}
		}
	case opMove:
		for _, a := range ins.Args {
			in.set(f, ins.Dst, f.get(a)...)
		}
	case opStore:
		for _, a := range f.get(ins.A) {
			if a.k == vLoc {
				in.store(loc{a.obj, a.s}, f.get(ins.B))
				in.stored(f, ins, a, f.get(ins.B))
			}
		}
		if len(f.get(ins.A)) == 0 && in.settled {
			in.escapeAll(f, ins, f.get(ins.B))
		}
	case opCopy:
		for _, a := range f.get(ins.A) {
			for _, b := range f.get(ins.B) {
				if a.k != vLoc {
					continue
				}
				if b.k != vLoc {
					in.store(loc{a.obj, a.s}, vset{b})
					continue
				}
				if ins.Name == "[*]" {
					in.copyTo(loc{a.obj, join(a.s, "[*]")}, loc{b.obj, join(b.s, "[*]")})
				} else {
					in.copyTo(loc{a.obj, a.s}, loc{b.obj, b.s})
				}
				in.stored(f, ins, a, vset{b})
			}
		}
	case opFunc:
		in.set(f, ins.Dst, val{vFunc, -1, ins.Name})
	case opClosure:
		o, ok := f.allocs[ins]
		if !ok {
			o = in.newObject(oHolder).id
			f.allocs[ins] = o
		}
		for i, a := range ins.Args {
			in.store(loc{o, bindName(i)}, f.get(a))
		}
		in.set(f, ins.Dst, val{vFunc, o, ins.Name})
	case opBound:
		o, ok := f.allocs[ins]
		if !ok {
			obj := in.newObject(oHolder)
			obj.method, obj.proto, obj.static = ins.Name, ins.Proto, ins.Key
			o = obj.id
			f.allocs[ins] = o
		}
		in.store(loc{o, "recv"}, f.get(ins.A))
		in.set(f, ins.Dst, val{vBound, o, ins.Name})
	case opCall:
		in.call(f, ins)
	case opProto:
		in.proto(f, ins)
	case opRun:
		in.runs(f, ins)
	case opEscape:
		for _, a := range ins.Args {
			in.escapeAll(f, ins, f.get(a))
		}
	case opReturn:
		for len(f.results) < len(ins.Args) {
			f.results = append(f.results, nil)
		}
		for i, a := range ins.Args {
			if f.results[i].addAll(f.get(a)) {
				in.change()
			}
		}
		if f.answers() {
			for _, r := range f.results {
				in.escapeAll(f, ins, r)
			}
		}
	}
}

// answers: who called the function is not known, and gets its results.
func (f *frame) answers() bool {
	return f.parent == nil && (f.thread.id == 0 || f.thread.mode == clientgo.Later)
}

func bindName(i int) string { return "free" + string(rune('A'+i%26)) + strings.Repeat("'", i/26) }

// stored: a value was stored into a place. If the place is outside, others may
// reach it there: by an exported field anybody, by a hidden one the functions
// that touch it.
func (in *interp) stored(f *frame, ins *instr, a val, vs vset) {
	o := in.objs[a.obj]
	if o.origin != oOpen {
		return
	}
	field := a.s
	if i := strings.IndexAny(field, ".["); i >= 0 {
		field = field[:i]
	}
	if o.global != "" {
		if in.eng.globals[o.global] == nil {
			in.escapeAll(f, ins, vs)
			return
		}
		for _, who := range in.eng.globals[o.global] {
			in.spawnKey(f, ins, who, nil)
		}
		return
	}
	if o.typ == "" || field == "" || token.IsExported(field) {
		in.escapeAll(f, ins, vs)
		return
	}
	// A hidden field: its package's functions may use it from now on.
	if !in.touch(f, ins, o.typ, val{vLoc, a.obj, ""}) {
		in.escapeAll(f, ins, vs)
	}
}

// touch lets the functions that reach into a type's hidden fields run at some
// time; false if one of them gets the object from where it cannot be seen.
func (in *interp) touch(f *frame, ins *instr, typ string, self val) bool {
	info := in.eng.typeInfo(typ)
	if info == nil {
		return false
	}
	ok := true
	for _, t := range info.Touchers {
		if in.seen[t.Fn] && !in.later[t.Fn] {
			continue // it is part of this program already
		}
		if t.Param < 0 {
			ok = false
			continue
		}
		in.spawnKey(f, ins, t.Fn, map[int]val{t.Param: self})
	}
	for _, m := range info.Methods {
		in.spawnKey(f, ins, m, map[int]val{0: self})
	}
	return ok
}

// spawnKey lets a function run at some time, with some parameters known.
func (in *interp) spawnKey(f *frame, ins *instr, key string, params map[int]val) {
	fn := in.eng.lookup(key)
	if fn == nil {
		return
	}
	self := val{vFunc, -1, key}
	if v, ok := params[0]; ok {
		self.obj = v.obj
	}
	tk := threadKey{nil, nil, self}
	t := in.byKey[tk]
	if t == nil {
		if len(in.frames) >= maxFrames {
			in.full = true
			return
		}
		t = &thread{id: len(in.threads), mode: clientgo.Later, ins: ins, from: f}
		in.byKey[tk] = t
		in.threads = append(in.threads, t)
		in.later[key] = true
		t.top = in.newFrame(fn, nil, nil, t)
	}
	t.startedAt(f, ins)
	for i, v := range params {
		if i < len(t.top.regs) {
			in.set(t.top, reg(i), v)
		}
	}
}

// program returns the frame of a callee, made on first use; nil if it cannot
// be followed (unknown, recursive, too deep).
func (in *interp) program(f *frame, ins *instr, key string, obj int) *frame {
	kk := kidKey{ins, key, obj}
	if kid := f.kids[kk]; kid != nil {
		return kid
	}
	fn := in.eng.lookup(key)
	if fn == nil {
		return nil
	}
	if f.depth >= maxDepth || len(in.frames) >= maxFrames {
		in.full = true
		return nil
	}
	for p := f; p != nil; p = p.parent {
		if p.fn.Key == key {
			return nil
		}
	}
	kid := in.newFrame(fn, f, ins, f.thread)
	f.kids[kk] = kid
	return kid
}

func (in *interp) mark(f *frame, ins *instr) {
	if in.unknown[f] == nil {
		in.unknown[f] = make(map[*instr]bool)
	}
	in.unknown[f][ins] = true
}

func (in *interp) call(f *frame, ins *instr) {
	args := make([]vset, len(ins.Args))
	for i, a := range ins.Args {
		args[i] = f.get(a)
	}
	switch ins.Callee {
	case calleeStatic:
		in.enter(f, ins, val{vFunc, -1, ins.Name}, args)
	case calleeInvoke:
		recvs := f.get(ins.A)
		if len(recvs) == 0 && in.settled {
			in.stranger(f, ins, args)
		}
		for _, v := range recvs {
			in.invoke(f, ins, v, ins.Name, args)
		}
	case calleeValue:
		fns := f.get(ins.A)
		if len(fns) == 0 && in.settled {
			in.stranger(f, ins, args)
		}
		for _, v := range fns {
			in.enter(f, ins, v, args)
		}
	}
}

func (in *interp) stranger(f *frame, ins *instr, args []vset) {
	in.mark(f, ins)
	for _, a := range args {
		in.escapeAll(f, ins, a)
	}
}

// invoke calls a method by the dynamic type of its receiver.
func (in *interp) invoke(f *frame, ins *instr, recv val, name string, args []vset) {
	if recv.k == vLoc {
		o := in.objs[recv.obj]
		if o.typ != "" && recv.s == "" {
			key := o.typ + "." + name
			if in.eng.lookup(key) != nil {
				in.enter(f, ins, val{vFunc, -1, key}, append([]vset{{recv}}, args...))
				return
			}
		}
		if o.origin == oOpen || o.origin == oPlain {
			in.stranger(f, ins, append([]vset{{recv}}, args...))
			return
		}
	}
	if op := in.opByName(recv, name); op != clientgo.OpNone {
		in.primitive(f, ins, op, recv, "")
		return
	}
	// A method of a function type, most often: it may call the function.
	in.stranger(f, ins, append([]vset{{recv}}, args...))
}

// opByName is the primitive behind a narrow interface: the value is known to
// be a factory or informer, whatever the static type says.
func (in *interp) opByName(v val, name string) clientgo.Op {
	role := clientgo.None
	switch v.k {
	case vLoc:
		switch in.objs[v.obj].origin {
		case oFactory:
			role = clientgo.Factory
		case oInformer:
			role = clientgo.Informer
		}
	case vAccessor:
		role = clientgo.Accessor
	case vInformer:
		role = clientgo.Informer
	}
	return clientgo.OpOf(role, name)
}

// enter calls a function value, or starts it as a thread for go.
func (in *interp) enter(f *frame, ins *instr, fn val, args []vset) {
	if callMode(ins.Mode) == callGo && (ins.Op == opCall) {
		in.spawn(f, ins, fn, clientgo.Concurrent, args)
		return
	}
	switch fn.k {
	case vFunc:
		if fn.obj < 0 && !anyTracked(ins.Results) && in.eng.inert(fn.s, 0) {
			return
		}
		kid := in.program(f, ins, fn.s, fn.obj)
		if kid == nil {
			in.stranger(f, ins, args)
			return
		}
		in.bind(kid, fn, args)
		in.passResults(f, ins, kid)
	case vBound:
		in.boundCall(f, ins, fn, args)
	default:
		in.stranger(f, ins, args)
	}
}

func (in *interp) boundCall(f *frame, ins *instr, fn val, args []vset) {
	o := in.objs[fn.obj]
	for _, recv := range in.load(loc{fn.obj, "recv"}) {
		switch {
		case o.static != "" && in.eng.lookup(o.static) != nil:
			in.enter(f, ins, val{vFunc, -1, o.static}, append([]vset{{recv}}, args...))
		case o.proto != clientgo.OpNone && !in.handWritten(recv, o.method):
			in.primitive(f, ins, o.proto, recv, "")
		default:
			in.invoke(f, ins, recv, o.method, args)
		}
	}
}

// handWritten: the receiver is an object of a type whose method is known by
// its program, not by its role.
func (in *interp) handWritten(v val, method string) bool {
	if v.k != vLoc || v.s != "" {
		return false
	}
	t := in.objs[v.obj].typ
	return t != "" && in.eng.lookup(t+"."+method) != nil
}

func (in *interp) bind(kid *frame, fn val, args []vset) {
	for i, a := range args {
		if i < kid.fn.Params && kid.regs[i].addAll(a) {
			in.change()
		}
	}
	if fn.obj >= 0 && in.objs[fn.obj].origin == oHolder {
		for i := range kid.fn.Free {
			if kid.regs[kid.fn.Params+i].addAll(in.load(loc{fn.obj, bindName(i)})) {
				in.change()
			}
		}
	}
}

func (in *interp) passResults(f *frame, ins *instr, kid *frame) {
	for i, r := range ins.Results {
		if r != noReg && i < len(kid.results) {
			in.set(f, r, kid.results[i]...)
		}
	}
}

// spawn runs a function value as a thread of its own.
func (in *interp) spawn(f *frame, ins *instr, fn val, mode clientgo.Mode, args []vset) {
	if fn.k != vFunc && fn.k != vBound {
		in.escapeAll(f, ins, vset{fn})
		return
	}
	tk := threadKey{f, ins, fn}
	if mode == clientgo.Later {
		tk = threadKey{v: fn} // whoever lets it run, it is the same code at some time
	}
	t := in.byKey[tk]
	if t == nil {
		if len(in.frames) >= maxFrames {
			in.full = true
			return
		}
		t = &thread{id: len(in.threads), mode: mode, ins: ins, from: f}
		switch fn.k {
		case vFunc:
			key := in.eng.lookup(fn.s)
			if key == nil {
				for _, a := range args {
					in.escapeAll(f, ins, a)
				}
				in.mark(f, ins)
				return
			}
			for p := f; p != nil && mode != clientgo.Later; p = p.parent {
				if p.fn.Key == fn.s {
					return
				}
			}
			in.byKey[tk] = t
			in.threads = append(in.threads, t)
			t.top = in.newFrame(key, nil, nil, t)
			t.top.depth = f.depth + 1
			t.top.loop = f.loop || f.fn.inLoop(ins)
		case vBound:
			in.byKey[tk] = t
			in.threads = append(in.threads, t)
			t.top = in.newFrame(boundStub, nil, nil, t)
			t.top.depth = f.depth + 1
			t.fn = fn
		}
	}
	t.startedAt(f, ins)
	if t.top.fn == boundStub {
		// A frame with one instruction: the bound call.
		in.boundCall(t.top, &boundStub.Blocks[0].Instrs[0], fn, args)
		return
	}
	in.bind(t.top, fn, args)
}

// boundStub is the body of "go x.M()" where x.M is a method value.
var boundStub = &Fn{Key: "method value", Blocks: []block{{NilOf: noReg, NilSucc: -1,
	Instrs: []instr{{Op: opCall, Callee: calleeValue, Dst: noReg, A: noReg, B: noReg}}}}}

// runs: a known function runs its argument.
func (in *interp) runs(f *frame, ins *instr) {
	vs := f.get(ins.A)
	if ins.Name != "" {
		for _, part := range strings.Split(ins.Name, ".") {
			var next vset
			for _, v := range vs {
				if v.k == vLoc {
					next.addAll(in.load(loc{v.obj, join(v.s, part)}))
				}
			}
			// By value or through a pointer, the last step is a load; inner
			// structures are places.
			if len(next) == 0 || onlyPlaces(next) {
				for _, v := range vs {
					if v.k == vLoc {
						next.add(val{vLoc, v.obj, join(v.s, part)})
					}
				}
			}
			vs = next
		}
	}
	for _, v := range vs {
		switch {
		case v.k != vFunc && v.k != vBound:
			if ins.Name == "" {
				in.escapeAll(f, ins, vset{v})
			}
		case inline(ins):
			in.enter(f, ins, v, nil)
		default:
			in.spawn(f, ins, v, clientgo.Mode(ins.Mode), nil)
		}
	}
}

// inline: a known function runs its argument before it returns.
func inline(ins *instr) bool {
	return clientgo.Mode(ins.Mode) == clientgo.Now || clientgo.Mode(ins.Mode) == clientgo.Once
}

func onlyPlaces(vs vset) bool {
	return !slices.ContainsFunc(vs, func(v val) bool { return v.k != vLoc })
}

// escapeAll lets values leave. What a stranger can do with them is a matter of
// capability (design, E1): with a function, call it; with an object, call its
// exported methods and use its exported fields; with a factory, start it.
func (in *interp) escapeAll(f *frame, ins *instr, vs vset) {
	for _, v := range vs {
		at := threadKey{f, ins, v}
		if last, ok := in.stamps[at]; ok && last == in.version {
			continue
		}
		in.escape(f, ins, v, make(map[val]bool))
		in.stamps[at] = in.version
	}
}

func (in *interp) escape(f *frame, ins *instr, v val, seen map[val]bool) {
	if seen[v] {
		return
	}
	seen[v] = true
	switch v.k {
	case vFunc, vBound:
		in.spawn(f, ins, v, clientgo.Later, nil)
	case vLoc:
		o := in.objs[v.obj]
		if o.origin == oFactory || o.origin == oInformer {
			return
		}
		if o.typ != "" && v.s == "" && o.origin == oPlain {
			in.touch(f, ins, o.typ, v)
		}
		for _, x := range in.visible(v) {
			in.escape(f, ins, x, seen)
		}
	}
}

// visible returns what a stranger can read from an object: its exported
// fields, elements, and all fields of a type whose functions are not known.
func (in *interp) visible(v val) vset {
	var out vset
	o := in.objs[v.obj]
	hidden := o.typ == "" || in.leaky(o.typ)
	for _, l := range in.cells[v.obj] {
		rest, ok := below(l.path, v.s)
		if !ok {
			continue
		}
		if !hidden && !exportedPath(string(rest)) {
			continue
		}
		out.addAll(in.heap[l].vals)
		for _, src := range in.heap[l].copies {
			out.add(val{vLoc, src.obj, src.path})
		}
	}
	return out
}

// leaky: functions reach into the type's hidden fields that get the object
// from where it cannot be seen, or nothing is known of the type.
func (in *interp) leaky(typ string) bool {
	info := in.eng.typeInfo(typ)
	if info == nil {
		return true
	}
	for _, t := range info.Touchers {
		if t.Param < 0 && !in.seen[t.Fn] {
			return true
		}
	}
	return false
}

func exportedPath(rest string) bool {
	for _, part := range strings.FieldsFunc(rest, func(r rune) bool { return r == '.' || r == '[' || r == '*' || r == ']' }) {
		if !token.IsExported(part) {
			return false
		}
	}
	return true
}

// proto interprets a primitive of the protocol.
func (in *interp) proto(f *frame, ins *instr) {
	switch ins.Proto {
	case clientgo.OpNewFactory, clientgo.OpNewInformer:
		o, ok := f.allocs[ins]
		if !ok {
			obj := in.newObject(oFactory)
			obj.frame, obj.ins, obj.weak = f, ins, f.loop || f.fn.inLoop(ins)
			if ins.Proto == clientgo.OpNewInformer {
				obj.origin = oInformer
			}
			o = obj.id
			f.allocs[ins] = o
		}
		for _, r := range ins.Results {
			if in.objs[o].origin == oFactory {
				in.set(f, r, val{vLoc, o, ""})
			} else {
				in.set(f, r, val{vInformer, o, ""})
			}
		}
		return
	case clientgo.OpWaitFor, clientgo.OpRead:
		return
	}
	if callMode(ins.Mode) == callGo {
		tk := threadKey{f, ins, val{}}
		t := in.byKey[tk]
		if t == nil {
			t = &thread{id: len(in.threads), mode: clientgo.Concurrent, ins: ins, from: f, proto: &protoThread{op: ins.Proto}}
			t.startedAt(f, ins)
			in.byKey[tk] = t
			in.threads = append(in.threads, t)
			in.change()
		}
		for _, v := range f.get(ins.A) {
			if in.handWritten(v, ins.Name) {
				args := make([]vset, len(ins.Args))
				for i, a := range ins.Args {
					args[i] = f.get(a)
				}
				in.spawn(f, ins, val{vFunc, -1, in.objs[v.obj].typ + "." + ins.Name}, clientgo.Concurrent, append([]vset{{v}}, args...))
				continue
			}
			if t.proto.recv.add(v) {
				in.change()
			}
		}
		return
	}
	for _, v := range f.get(ins.A) {
		if in.handWritten(v, ins.Name) {
			args := make([]vset, len(ins.Args))
			for i, a := range ins.Args {
				args[i] = f.get(a)
			}
			in.enter(f, ins, val{vFunc, -1, in.objs[v.obj].typ + "." + ins.Name}, append([]vset{{v}}, args...))
			continue
		}
		in.primitive(f, ins, ins.Proto, v, ins.Key)
	}
}

// primitive gives the results of a primitive on one receiver. The events are
// read off the same instruction later, when all values are known.
func (in *interp) primitive(f *frame, ins *instr, op clientgo.Op, v val, key string) {
	if op == clientgo.OpNarrow && v.k != vLister {
		return
	}
	o, ok := in.id(v)
	if !ok {
		return
	}
	if v.s != "" && v.k != vLoc {
		key = v.s // the accessor knows better than a GenericInformer's type
	}
	var out val
	switch op {
	case clientgo.OpGroup:
		out = val{vGroup, o, ""}
	case clientgo.OpVersion:
		out = val{vVersion, o, ""}
	case clientgo.OpAccessor, clientgo.OpForResource:
		out = val{vAccessor, o, key}
	case clientgo.OpInformer, clientgo.OpInformerFor:
		out = val{vInformer, o, key}
	case clientgo.OpLister:
		out = val{vLister, o, key}
	case clientgo.OpStore:
		out = val{vStore, o, v.s}
	case clientgo.OpHasSynced:
		out = val{vSynced, o, v.s}
	case clientgo.OpNarrow:
		out = v
	default:
		return
	}
	if len(ins.Results) > 0 {
		in.set(f, ins.Results[0], out)
	}
}
