package flow

import (
	"fmt"
	"go/token"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// Rules of the judge. The checks give them their names and messages.
const (
	LateRegistration       = "late-registration"
	ConcurrentRegistration = "concurrent-registration"
	NeverStarted           = "never-started"
	StartRacesWait         = "start-races-wait"
	RedundantGo            = "redundant-go"
)

// A Site is a place in the story of a defect.
type Site struct {
	Pos   token.Pos // in this package: the place, or the call that leads to it
	Where string    // "file.go:12", or "path/file.go:12" in another package
	Local bool      // Pos is the place itself
	Via   token.Pos // of a registration: the place, in the function of the anchor, that leads to it
	Call  string    // what the place does: "Start", "Lister", ...
	Kind  string    // of the resource, "" if none
	Key   string    // of the resource
	Use   bool      // it only uses the informer: reads, waits, adds a handler
}

// A Verdict is one defect.
type Verdict struct {
	Rule     string
	Anchor   Site   // the line that has to change
	Regs     []Site // registrations that come too late, or never run
	Start    Site   // the Start that is meant; zero for never-started
	Wait     Site
	Birth    Site      // where the factory or informer was made
	Sibling  Site      // never-started: the nearest Start of another one
	Accessor Site      // the accessor was taken before Start, in the belief that it registers
	Single   bool      // a stand-alone informer, not a factory
	Partial  bool      // other informers of the same factory are run one by one
	Spawn    Site      // the go statement
	Only     bool      // the goroutine does nothing else that matters
	Direct   bool      // it is Start itself, or a value of it: go factory.Start(stop)
	Field    string    // never-started: the field of a structure that holds it
	Read     Site      // read-before-wait, worker-before-wait: what reads too early
	Factory  bool      // wait-before-start: the factory's own wait
	Fields   []string  // the same for each informer of a partial factory; "" if there is none
	Setting  Site      // the call that works only before the start
	Others   []Verdict // more of the same rule with the same anchor
	Stories  []Story   // what the program does to the informers that it is about
	same     string    // identity for duplicates
	obj      int
	keys     []string
	target   *node // the moment that its stories are about, if it is one
}

// A Note says why a site that was looked at is not reported.
type Note struct {
	Pos  token.Pos
	Text string
}

// The automaton of one (factory, resource):
//
//	u0 not registered, no Start yet       r0 registered, no Start yet
//	u1 not registered, a Start has been   r1 registered since the last Start: nobody starts it
//	st started
const (
	u0 uint8 = 1 << iota
	u1
	r0
	r1
	st
	anyState = u0 | u1 | r0 | r1 | st
)

func onStart(s uint8) uint8 {
	var t uint8
	if s&(u0|u1) != 0 {
		t |= u1
	}
	if s&(r0|r1|st) != 0 {
		t |= st
	}
	return t
}

func onRegister(s uint8) uint8 {
	var t uint8
	if s&u0 != 0 {
		t |= r0
	}
	if s&u1 != 0 {
		t |= r1
	}
	return t | s&(r0|r1|st)
}

// judge composes and judges every root function of the package.
func (p *Package) judge() {
	seen := make(map[string]bool)
	for _, fn := range p.eng.roots() {
		j := p.compose(fn)
		if j == nil {
			continue
		}
		verdicts := j.verdicts()
		j.dump()
		for _, v := range verdicts {
			if !seen[v.same] {
				seen[v.same] = true
				p.verdicts = append(p.verdicts, v)
			}
		}
	}
	sort.SliceStable(p.verdicts, func(a, b int) bool { return p.verdicts[a].Anchor.Pos < p.verdicts[b].Anchor.Pos })
	p.merge()
}

// compose makes the composed program of a root function ready to be judged. It
// is nil if the program is too large.
func (p *Package) compose(fn *Fn) *judge {
	in := newInterp(p.eng, fn)
	in.run()
	if in.full {
		p.note(fn.pos, "the program of %s is too large to follow", fn.Key)
		return nil
	}
	g := newGraph(in)
	if g.full {
		p.note(fn.pos, "the program of %s is too large to judge", fn.Key)
		return nil
	}
	j := &judge{p: p, g: g, root: fn}
	j.collect()
	return j
}

// merge gives one defect one report: goroutinestart owns an anchor before
// startorder does.
func (p *Package) merge() {
	owner := make(map[token.Pos]string)
	for _, v := range p.verdicts {
		if v.Rule == StartRacesWait {
			owner[v.Anchor.Pos] = v.Rule
		}
	}
	first := make(map[string]int)
	var out []Verdict
	for _, v := range p.verdicts {
		if o := owner[v.Anchor.Pos]; o != "" && o != v.Rule {
			continue
		}
		id := fmt.Sprint(v.Rule, v.Anchor.Pos)
		if i, dup := first[id]; dup {
			// Several informers that the same line forgets: one report.
			out[i].Others = append(out[i].Others, v)
			continue
		}
		first[id] = len(out)
		out = append(out, v)
	}
	p.verdicts = out
}

func (p *Package) note(pos token.Pos, format string, args ...any) {
	n := Note{pos, fmt.Sprintf(format, args...)}
	if !slices.Contains(p.notes, n) {
		p.notes = append(p.notes, n)
	}
}

// Why returns what the engine noted about a line, as text.
func (p *Package) Why(file string, line int) []string {
	if p == nil {
		return nil
	}
	p.Verdicts()
	var out []string
	for _, n := range p.notes {
		pos := p.pass.Fset.Position(n.Pos)
		if pos.Line == line && (pos.Filename == file || strings.HasSuffix(pos.Filename, "/"+filepath.Base(file))) && !slices.Contains(out, n.Text) {
			out = append(out, n.Text)
		}
	}
	return out
}

// roots are the functions that are judged: those that make a factory or
// informer, or get one from a callee that made it, and those that start one or
// wait for one.
func (eng *engine) roots() []*Fn {
	births := make(map[string]int8) // 1 yes, -1 no or under way
	var has func(key string, depth int) bool
	has = func(key string, depth int) bool {
		if v, ok := births[key]; ok {
			return v > 0
		}
		births[key] = -1
		fn := eng.lookup(key)
		if fn == nil || depth > maxDepth {
			return false
		}
		yes := false
		for i := range fn.Blocks {
			for k := range fn.Blocks[i].Instrs {
				ins := &fn.Blocks[i].Instrs[k]
				switch {
				case ins.Op == opProto && (ins.Proto == clientgo.OpNewFactory || ins.Proto == clientgo.OpNewInformer):
					yes = true
				case ins.Op == opProto && (ins.Proto == clientgo.OpStart || ins.Proto == clientgo.OpWait) && fn.local:
					yes = true
				default:
					for _, m := range mentions(ins) {
						if ins.Op != opAlloc && fn.hands(ins, m) && has(m, depth+1) {
							yes = true
						}
					}
				}
			}
		}
		if yes {
			births[key] = 1
		}
		return yes
	}
	var out []*Fn
	keys := make([]string, 0, len(eng.fns))
	for k := range eng.fns {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	for _, k := range keys {
		fn := eng.fns[k]
		if !strings.Contains(k, "$") && has(k, 0) {
			out = append(out, fn)
		}
	}
	return out
}

// hands reports whether something that a callee makes may come into the hands
// of fn: as a result, or in an object of fn's own that the callee fills. What a
// method puts into its receiver is judged with the method, where all that touch
// the field are followed; a caller that was given the receiver adds nothing.
func (fn *Fn) hands(ins *instr, callee string) bool {
	switch {
	case ins.Op == opClosure || ins.Op == opFunc:
		return fn.local && outer(callee) == outer(fn.Key) && callee != fn.Key
	case ins.Op != opCall:
		return false
	case anyTracked(ins.Results), strings.Contains(fn.Key, "$"):
		return true
	}
	return slices.ContainsFunc(ins.Args, func(r reg) bool { return r != noReg && int(r) >= fn.Params })
}

// A life is all that the composed program does to one factory or informer.
type life struct {
	obj       int
	birth     *node
	registers map[string][]*node // by resource
	starts    []*node
	runs      map[string][]*node
	waits     []*node
	uses      map[string][]*node
	fills     []*node
	escapes   []*node
	reads     map[string][]*node
	syncs     map[string][]*node // cache.WaitForCacheSync on its HasSynced
	setups    []*node
}

type judge struct {
	p     *Package
	g     *graph
	root  *Fn
	lives map[int]*life
	order []int
	waits []*node // whatever may wait for informers or threads
}

func (j *judge) life(obj int) *life {
	l := j.lives[obj]
	if l == nil {
		l = &life{obj: obj, registers: map[string][]*node{}, runs: map[string][]*node{}, uses: map[string][]*node{},
			reads: map[string][]*node{}, syncs: map[string][]*node{}}
		j.lives[obj] = l
		j.order = append(j.order, obj)
	}
	return l
}

// collect sorts the events by the factory or informer that they are about.
func (j *judge) collect() {
	j.lives = make(map[int]*life)
	for _, n := range j.g.nodes {
		for _, s := range n.subjects {
			l := j.life(s.obj)
			switch n.kind {
			case evBirth:
				l.birth = n
			case evRegister:
				l.registers[s.key] = append(l.registers[s.key], n)
				if n.op == clientgo.OpLister {
					l.uses[s.key] = append(l.uses[s.key], n)
				}
			case evStart:
				l.starts = append(l.starts, n)
			case evRun:
				l.runs[s.key] = append(l.runs[s.key], n)
			case evWait:
				l.waits = append(l.waits, n)
			case evUse:
				l.uses[s.key] = append(l.uses[s.key], n)
			case evFill:
				l.fills = append(l.fills, n)
			case evEscape:
				l.escapes = append(l.escapes, n)
			case evSetup:
				l.setups = append(l.setups, n)
			}
		}
	}
	j.collectWaits()
}

func (j *judge) verdicts() []Verdict {
	var out []Verdict
	for _, obj := range j.order {
		l := j.lives[obj]
		o := j.g.in.objs[obj]
		j.survey(l)
		out = append(out, j.races(l)...)
		out = append(out, j.setups(l)...)
		if o.origin != oFactory && o.origin != oInformer {
			out = append(out, j.believed(l)...)
			for _, s := range l.starts {
				j.noteAt(s, "the factory comes from outside (%s): its life is not wholly visible here", strings.TrimPrefix(o.name, "."))
			}
			continue
		}
		if l.birth == nil {
			continue
		}
		if o.weak {
			j.noteAt(l.birth, "made in a loop: this stands for several, which cannot be told apart")
			continue
		}
		if o.origin == oFactory {
			out = append(out, j.late(l)...)
			out = append(out, j.concurrent(l)...)
		}
		out = append(out, j.never(l)...)
	}
	out = append(out, j.tooEarly(out)...)
	for i := range out {
		if out[i].Stories == nil {
			out[i].Stories = j.stories(&out[i])
		}
	}
	return out
}

// stories of what a verdict is about: of each resource, or of the factory's
// wait if nothing is registered by this program.
func (j *judge) stories(v *Verdict) []Story {
	waits := v.Rule == StartRacesWait
	keys := v.keys
	if waits && len(keys) == 0 {
		keys = []string{""}
	}
	if v.Rule == RedundantGo {
		return nil // nothing goes wrong there
	}
	if v.target != nil {
		return []Story{j.storyAt(j.lives[v.obj], v.keys[0], v.target)}
	}
	var out []Story
	for _, key := range keys {
		out = append(out, j.story(j.lives[v.obj], key, waits))
	}
	return out
}

func (j *judge) noteAt(n *node, format string, args ...any) {
	if s := j.site(n); s.Pos.IsValid() {
		j.p.note(s.Pos, format, args...)
	}
}

// mayBe reports whether two resource keys may name the same informer. A key
// that is not constant is some resource; one kind in two groups may be one
// type under two paths.
func mayBe(a, b string) bool {
	if a == b || a == "" || b == "" {
		return true
	}
	if strings.HasPrefix(a, "?") != strings.HasPrefix(b, "?") {
		return true
	}
	if strings.HasPrefix(a, "?") {
		return a == "?" || b == "?"
	}
	return clientgo.Kind(a) == clientgo.Kind(b)
}

// strong: the event is surely on this informer.
func strong(n *node, key string) bool {
	return !n.weak && key != "" && key != "?"
}

// can reports whether an escape gives a stranger any of the capabilities for
// this factory and resource.
func can(n *node, obj int, key string, want capability) bool {
	for _, s := range n.subjects {
		if s.obj == obj && s.cap&want != 0 && (s.key == "" || mayBe(s.key, key)) {
			return true
		}
	}
	return false
}

// states runs the automaton of (l, key) forward from the birth.
func (j *judge) states(l *life, key string) []uint8 {
	in := make([]uint8, len(j.g.nodes))
	out := make([]uint8, len(j.g.nodes))
	work := []int{l.birth.id}
	in[l.birth.id] = u0
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		n := j.g.nodes[id]
		s := j.transfer(n, l.obj, key, in[id])
		if id == l.birth.id {
			s = u0
		}
		if s == out[id] {
			continue
		}
		out[id] = s
		for _, next := range n.succs {
			if next == n.nilSucc && j.isSubject(n.nilOf, l.obj) {
				continue // there is no factory on that side
			}
			if in[next]|s != in[next] {
				in[next] |= s
				work = append(work, next)
			}
		}
	}
	return in
}

func (j *judge) isSubject(vs vset, obj int) bool {
	return slices.ContainsFunc(vs, func(v val) bool {
		// The factory itself, not one of its informers: where a field for the
		// informer is still nil, the factory is there and registers it.
		id, ok := j.g.in.id(v)
		return ok && id == obj && v.k == vLoc
	})
}

func (j *judge) transfer(n *node, obj int, key string, s uint8) uint8 {
	for _, sub := range n.subjects {
		if sub.obj != obj {
			continue
		}
		t := s
		sure := !n.weak
		switch n.kind {
		case evStart:
			t = onStart(s)
		case evRegister:
			if !mayBe(sub.key, key) {
				continue
			}
			t = onRegister(s)
			sure = sure && sub.key == key
		case evRun:
			if !mayBe(sub.key, key) {
				continue
			}
			t = st
			sure = sure && sub.key == key
		case evEscape:
			if sub.key != "" && !mayBe(sub.key, key) {
				continue
			}
			t, sure = anyState, false
		}
		if !sure {
			t |= s
		}
		s = t
	}
	return s
}

// late: the first registration of a resource comes after the last Start on
// every path, and nothing starts or runs it later.
func (j *judge) late(l *life) []Verdict {
	byAnchor := make(map[string]*Verdict)
	var order []string
	for _, key := range sortedKeys(l.registers) {
		if key == "" || len(l.starts) == 0 {
			continue
		}
		// A resource that is not constant is late only if nothing at all was
		// registered before: then Start has started nothing, whatever it is.
		which := key
		if key == "?" {
			which = ""
		}
		var states []uint8
		for _, r := range l.registers[key] {
			if r.weak || j.ofSeveral(r) {
				continue
			}
			if states == nil {
				states = j.states(l, which)
			}
			if states[r.id] != u1 {
				continue
			}
			if why := j.repaired(l, which, r); why != "" {
				j.noteAt(r, "registers %s after Start, but %s", clientgo.Kind(key), why)
				continue
			}
			start := j.nearestBefore(l.starts, r)
			anchor := j.siteBeside(start, r)
			id := j.ident(LateRegistration, anchor)
			v := byAnchor[id]
			if v == nil {
				v = &Verdict{Rule: LateRegistration, Anchor: anchor, Start: anchor, Birth: j.site(l.birth), same: id, obj: l.obj}
				byAnchor[id] = v
				order = append(order, id)
			}
			v.addKey(key)
			v.addReg(j.reg(r, start))
		}
	}
	return collectVerdicts(byAnchor, order)
}

// reg is the site of a registration, and how the function of the anchor comes
// to it.
func (j *judge) reg(r, anchor *node) Site {
	s := j.site(r)
	s.Via = j.siteBeside(r, anchor).Pos
	return s
}

// believed: the one verdict on a factory from outside. A function takes the
// accessor, calls Start, and only then asks the accessor for its Informer, on
// whose HasSynced it waits: it believes that the accessor registers. Nothing
// else in the package registers that resource or starts a factory.
func (j *judge) believed(l *life) []Verdict {
	if len(l.starts) != 1 || l.starts[0].weak || l.starts[0].frame != j.g.in.root {
		return nil
	}
	s, fn := l.starts[0], j.root
	var out []Verdict
	for _, key := range sortedKeys(l.registers) {
		if key == "" || strings.HasPrefix(key, "?") {
			continue
		}
		for _, r := range l.registers[key] {
			if !strong(r, key) || j.ofSeveral(r) || r.frame != s.frame || !j.g.reaches(s.id, r.id) || j.g.reaches(r.id, s.id) {
				continue
			}
			if !fn.accessorBefore(r.ins, s.ins) || !fn.awaits(r.ins) || j.elsewhere(key) || j.registered(l, key, s) {
				continue
			}
			anchor := j.site(s)
			v := Verdict{Rule: LateRegistration, Anchor: anchor, Start: anchor, same: j.ident(LateRegistration, anchor), obj: l.obj, keys: []string{key}}
			for _, r := range l.registers[key] {
				v.addReg(j.reg(r, s))
			}
			return append(out, v)
		}
	}
	return out
}

// registered: the program itself may have registered the resource before.
func (j *judge) registered(l *life, key string, before *node) bool {
	for k, regs := range l.registers {
		if mayBe(k, key) && slices.ContainsFunc(regs, func(r *node) bool { return j.g.reaches(r.id, before.id) }) {
			return true
		}
	}
	return false
}

// accessorBefore: the accessor whose informer register asks for was taken
// before start, and it was not taken as a plain parameter.
func (fn *Fn) accessorBefore(register, start *instr) bool {
	for b := range fn.Blocks {
		for k := range fn.Blocks[b].Instrs {
			ins := &fn.Blocks[b].Instrs[k]
			if ins.Op == opProto && ins.Proto == clientgo.OpAccessor && len(ins.Results) > 0 && ins.Results[0] == register.A &&
				ins.Pos < start.Pos && start.Pos < register.Pos {
				return true
			}
		}
	}
	return false
}

// awaits: the function asks the informer that register returned for HasSynced.
func (fn *Fn) awaits(register *instr) bool {
	if len(register.Results) == 0 || register.Results[0] == noReg {
		return false
	}
	same := []reg{register.Results[0]} // also as another interface
	for b := range fn.Blocks {
		for k := range fn.Blocks[b].Instrs {
			ins := &fn.Blocks[b].Instrs[k]
			switch {
			case ins.Op == opMove && len(ins.Args) == 1 && slices.Contains(same, ins.Args[0]):
				same = append(same, ins.Dst)
			case (ins.Op == opBound || ins.Op == opProto) && ins.Proto == clientgo.OpHasSynced && slices.Contains(same, ins.A):
				return true
			}
		}
	}
	return false
}

// elsewhere: another function of the package registers the resource or starts
// a factory. A function that only the root leads to comes after its Start.
func (j *judge) elsewhere(key string) bool {
	for _, fn := range j.p.eng.fns {
		if fn == j.root || fn.test {
			continue
		}
		for b := range fn.Blocks {
			for k := range fn.Blocks[b].Instrs {
				ins := &fn.Blocks[b].Instrs[k]
				if ins.Op != opProto {
					continue
				}
				switch ins.Proto {
				case clientgo.OpStart:
					return true
				case clientgo.OpInformer, clientgo.OpLister, clientgo.OpForResource, clientgo.OpInformerFor:
					if mayBe(ins.Key, key) && !j.only(fn) {
						return true
					}
				}
			}
		}
	}
	return false
}

// only: the function runs in this program, and nothing else in the package
// mentions it.
func (j *judge) only(callee *Fn) bool {
	if !j.g.in.seen[outer(callee.Key)] {
		return false
	}
	for _, fn := range j.p.eng.fns {
		if fn == j.root || fn.test || outer(fn.Key) == outer(callee.Key) {
			continue
		}
		for b := range fn.Blocks {
			for k := range fn.Blocks[b].Instrs {
				if slices.Contains(mentions(&fn.Blocks[b].Instrs[k]), outer(callee.Key)) {
					return false
				}
			}
		}
	}
	return true
}

func collectVerdicts(m map[string]*Verdict, order []string) []Verdict {
	var out []Verdict
	for _, id := range order {
		if m[id].Anchor.Pos.IsValid() {
			out = append(out, *m[id])
		}
	}
	return out
}

func (v *Verdict) addKey(key string) {
	if !slices.Contains(v.keys, key) {
		v.keys = append(v.keys, key)
	}
}

func (v *Verdict) addReg(s Site) {
	for _, r := range v.Regs {
		if r.Where == s.Where && r.Kind == s.Kind {
			return
		}
	}
	v.Regs = append(v.Regs, s)
}

// ofSeveral reports whether a node is laid out once but its subject is only
// one of several at run time.
func (j *judge) ofSeveral(n *node) bool { return len(n.subjects) != 1 }

// repaired says why a late registration may still be started: "" if it cannot.
func (j *judge) repaired(l *life, key string, r *node) string {
	if why := j.filled(l, key); why != "" {
		return why
	}
	beside := func(e *node) bool { return !j.g.reaches(e.id, r.id) || j.g.reaches(r.id, e.id) }
	for _, s := range l.starts {
		if beside(s) {
			return "a Start at " + j.site(s).Where + " may come after it"
		}
	}
	for k, runs := range l.runs {
		if !mayBe(k, key) {
			continue
		}
		for _, n := range runs {
			return "its informer is run at " + j.site(n).Where
		}
	}
	for k, regs := range l.registers {
		if !mayBe(k, key) {
			continue
		}
		for _, n := range regs {
			if n.id != r.id && n.thread != r.thread && !j.g.reaches(r.id, n.id) {
				return "it may be registered earlier, at " + j.site(n).Where
			}
		}
	}
	for _, e := range l.escapes {
		if can(e, l.obj, key, capStart|capRun) {
			return "the factory or informer leaves at " + j.site(e).Where + ", where it may be started"
		}
		if can(e, l.obj, key, capRegister) && !j.g.reaches(r.id, e.id) {
			return "it may be registered where it leaves, at " + j.site(e).Where
		}
	}
	return ""
}

// filled says where the store of a resource is filled by hand: then it is not
// empty, whether the informer runs or not. Tests do that.
func (j *judge) filled(l *life, key string) string {
	for _, n := range l.fills {
		for _, s := range n.subjects {
			if s.obj == l.obj && mayBe(s.key, key) {
				return "its store is filled by hand at " + j.site(n).Where
			}
		}
	}
	return ""
}

// nearestBefore returns the last of the nodes that precede n.
func (j *judge) nearestBefore(nodes []*node, n *node) *node {
	best := nodes[0]
	for _, s := range nodes {
		if !j.g.reaches(s.id, n.id) {
			continue
		}
		if !j.g.reaches(best.id, n.id) || j.g.reaches(best.id, s.id) {
			best = s
		}
	}
	return best
}

// concurrent: the only Start runs in a goroutine, and the first registration
// follows the go statement: if the goroutine is first, it starts nothing.
func (j *judge) concurrent(l *life) []Verdict {
	byAnchor := make(map[string]*Verdict)
	var order []string
	for _, s := range l.starts {
		if s.weak || s.thread == 0 {
			continue
		}
		spawn := j.spawnOf(s)
		if spawn == nil {
			continue
		}
		for _, key := range sortedKeys(l.registers) {
			if key == "" || key == "?" {
				continue
			}
			var states []uint8
			for _, r := range l.registers[key] {
				if !strong(r, key) || j.ofSeveral(r) || j.inside(r, s.thread) || !j.g.reaches(spawn.id, r.id) {
					continue
				}
				if states == nil {
					states = j.states(l, key)
				}
				if states[spawn.id] != u0 {
					continue
				}
				if j.g.reaches(s.id, r.id) || j.g.reaches(r.id, s.id) || j.laterThread(r, spawn.thread) {
					continue
				}
				if j.again(l.registers[key], r, spawn) {
					continue
				}
				if why := j.orderedBeside(l, key, s, r, spawn); why != "" {
					j.noteAt(s, "Start runs beside the registration of %s, but %s", clientgo.Kind(key), why)
					continue
				}
				anchor := j.siteBeside(spawn, r)
				id := j.ident(ConcurrentRegistration, anchor)
				v := byAnchor[id]
				if v == nil {
					v = &Verdict{Rule: ConcurrentRegistration, Anchor: anchor, Start: j.site(s), Spawn: anchor, Birth: j.site(l.birth), same: id, obj: l.obj}
					byAnchor[id] = v
					order = append(order, id)
				}
				v.addKey(key)
				v.addReg(j.reg(r, spawn))
			}
		}
	}
	return collectVerdicts(byAnchor, order)
}

// again: the resource was surely asked for before, also behind the spawn.
func (j *judge) again(regs []*node, r, spawn *node) bool {
	return slices.ContainsFunc(regs, func(first *node) bool {
		return first != r && !first.weak && j.g.reaches(spawn.id, first.id) && j.g.reaches(first.id, r.id) && !j.g.reaches(r.id, first.id)
	})
}

// laterThread: n runs in a thread whose time is unknown (a hook, a handler),
// below the given thread. Then nothing is known of the order.
func (j *judge) laterThread(n *node, top int) bool {
	for t := n.thread; t != top && t != 0; {
		th := j.g.in.threads[t]
		if th.mode == clientgo.Later {
			return true
		}
		at, ok := j.g.spawnAt[t]
		if !ok {
			return true
		}
		t = j.g.nodes[at].thread
	}
	return false
}

// inside: n runs in thread t or one that t starts.
func (j *judge) inside(n *node, t int) bool {
	return n.thread == t || j.g.reaches(j.g.entry[t], n.id)
}

// spawnOf returns the statement that starts the goroutine in which n runs, if
// it surely is a goroutine.
func (j *judge) spawnOf(n *node) *node {
	if n.thread == 0 || j.g.in.threads[n.thread].mode != clientgo.Concurrent {
		return nil
	}
	at, ok := j.g.spawnAt[n.thread]
	if !ok {
		return nil
	}
	return j.g.nodes[at]
}

// orderedBeside says why the order of a Start in a goroutine and an event in
// its parent may be fixed after all, or what else may start the informer.
func (j *judge) orderedBeside(l *life, key string, s, r, spawn *node) string {
	if why := j.filled(l, key); why != "" {
		return why
	}
	for _, other := range l.starts {
		if other.id != s.id && !j.g.reaches(other.id, spawn.id) {
			return "another Start follows at " + j.site(other).Where
		}
	}
	for k, runs := range l.runs {
		if mayBe(k, key) && len(runs) > 0 {
			return "its informer is run at " + j.site(runs[0]).Where
		}
	}
	for k, regs := range l.registers {
		if !mayBe(k, key) {
			continue
		}
		for _, n := range regs {
			if n.id != r.id && !j.g.reaches(spawn.id, n.id) && n.thread != r.thread {
				return "it may be registered earlier, at " + j.site(n).Where
			}
			if n.id != r.id && j.inside(n, s.thread) {
				return "the goroutine registers it as well"
			}
		}
	}
	for _, e := range l.escapes {
		if can(e, l.obj, key, capStart|capRun) || can(e, l.obj, key, capRegister) && !j.g.reaches(r.id, e.id) {
			return "the factory leaves at " + j.site(e).Where + ", where it may be started"
		}
	}
	return j.happensBefore(s, r, spawn)
}

// happensBefore says why the start s of a goroutine and an event r after its
// go statement may be ordered by something that is not followed (J5).
func (j *judge) happensBefore(s, r, spawn *node) string {
	top := j.g.entry[s.thread]
	// The end of a goroutine that a group started is a signal: its Wait.
	signalled := spawn.ins.Op == opRun
	for _, n := range j.g.nodes {
		switch n.kind {
		case evAwait:
			if j.inside(n, s.thread) && j.g.reaches(top, n.id) && j.g.reaches(n.id, s.id) {
				return "the goroutine waits for something before it"
			}
		case evSignal, evUnknown:
			if j.inside(n, s.thread) && (j.g.reaches(s.id, n.id) || n.ins != nil && callMode(n.ins.Mode) == callDefer) {
				signalled = true
			}
		}
	}
	if !signalled {
		return ""
	}
	for _, n := range j.g.nodes {
		if (n.kind == evAwait || n.kind == evUnknown) && !j.inside(n, s.thread) && j.g.reaches(spawn.id, n.id) && j.g.reaches(n.id, r.id) {
			return "the goroutine signals, and something is awaited in between"
		}
	}
	return ""
}

// races: Start runs in a goroutine and the same factory's WaitForCacheSync
// may run before it.
func (j *judge) races(l *life) []Verdict {
	var out []Verdict
	for _, s := range l.starts {
		spawn := j.spawnOf(s)
		if s.thread != 0 && spawn != nil && j.onlyStart(s) {
			anchor := j.site(spawn)
			out = append(out, Verdict{Rule: RedundantGo, Anchor: anchor, Start: j.site(s), Spawn: anchor, Only: true, Direct: j.direct(s), same: j.ident(RedundantGo, anchor)})
		}
		if s.weak || spawn == nil {
			continue
		}
		for _, w := range l.waits {
			if w.weak || j.inside(w, s.thread) || !j.g.reaches(spawn.id, w.id) || j.g.reaches(s.id, w.id) || j.laterThread(w, spawn.thread) {
				continue
			}
			if why := j.startedBefore(l, s, w, spawn); why != "" {
				j.noteAt(s, "runs beside the factory's WaitForCacheSync at %s, but %s", j.site(w).Where, why)
				continue
			}
			anchor := j.siteBeside(spawn, w)
			v := Verdict{Rule: StartRacesWait, Anchor: anchor, Start: j.site(s), Spawn: anchor, Wait: j.site(w), Only: j.onlyStart(s), Direct: j.direct(s), same: j.ident(StartRacesWait, anchor), obj: l.obj, keys: sortedKeys(l.registers)}
			// In another package it is reported there: it needs nothing from here.
			if anchor.Pos.IsValid() && j.common(spawn, w).fn.local {
				out = append(out, v)
			}
			break
		}
	}
	return out
}

// startedBefore says why a wait need not be empty: something else may have
// started the factory before it, or the order is fixed.
func (j *judge) startedBefore(l *life, s, w, spawn *node) string {
	if j.g.reaches(w.id, w.id) {
		return "the wait is repeated"
	}
	for _, other := range l.starts {
		if other.id == s.id || j.g.reaches(w.id, other.id) && !j.g.reaches(other.id, w.id) {
			continue
		}
		if o := j.spawnOf(other); o != nil && j.g.reaches(o.id, w.id) && !j.g.reaches(other.id, w.id) {
			continue // one more that races
		}
		return "it is started at " + j.site(other).Where + " as well"
	}
	for _, e := range l.escapes {
		if can(e, l.obj, "", capStart) && !j.g.reaches(w.id, e.id) {
			return "the factory leaves at " + j.site(e).Where + ", where it may be started"
		}
	}
	return j.happensBefore(s, w, spawn)
}

// onlyStart: the goroutine does nothing but Start.
func (j *judge) onlyStart(s *node) bool {
	for _, n := range j.g.nodes {
		if n.thread == s.thread && n.id != s.id && n.kind != evNone {
			return false
		}
	}
	return true
}

// direct: the goroutine is the call of Start itself.
func (j *judge) direct(s *node) bool {
	t := j.g.in.threads[s.thread]
	return t.proto != nil || t.top != nil && t.top.fn == boundStub
}

// never: a factory or informer whose whole life is visible is used, and
// nothing starts it.
func (j *judge) never(l *life) []Verdict {
	if l.birth.frame.fn.servesTests() || j.root.servesTests() {
		return nil // tests fill stores by hand and inject what they like
	}
	single := j.g.in.objs[l.obj].origin == oInformer
	if len(l.starts) > 0 {
		return nil
	}
	if len(l.fills) > 0 {
		j.noteAt(l.birth, "nothing starts it, but its store is filled by hand at %s", j.site(l.fills[0]).Where)
		return nil
	}
	var missing []string
	partial := false
	if single {
		if len(l.runs) == 0 && len(l.uses[""]) > 0 {
			missing = []string{""}
		}
	} else {
		for _, key := range sortedKeys(l.registers) {
			ran := false
			for k := range l.runs {
				ran = ran || mayBe(k, key)
			}
			partial = partial || ran
			if !ran && j.used(l, key) {
				missing = append(missing, key)
			}
		}
	}
	missing = slices.DeleteFunc(missing, func(key string) bool {
		for _, e := range l.escapes {
			if can(e, l.obj, key, capStart|capRun) {
				j.noteAt(l.birth, "nothing here starts it, but it leaves at %s, where it may be started", j.site(e).Where)
				return true
			}
		}
		return false
	})
	if len(missing) == 0 {
		return nil
	}
	birth := j.site(l.birth)
	v := Verdict{Rule: NeverStarted, Birth: birth, Single: single, Partial: partial, obj: l.obj, keys: missing}
	for _, key := range missing {
		for _, n := range append(slices.Clone(l.registers[key]), l.uses[key]...) {
			s := j.site(n)
			if s.Kind == "" && single {
				s.Kind = clientgo.Kind(l.birth.ins.Key)
			}
			v.addReg(s)
		}
	}
	v.Field = j.field(l, "")
	for _, key := range missing {
		v.Fields = append(v.Fields, j.field(l, key))
	}
	v.Sibling = j.sibling(l)
	v.Anchor = birth
	if v.Sibling.Pos.IsValid() && (!birth.Local || !j.sameFunc(v.Sibling, birth)) {
		v.Anchor = v.Sibling
	}
	v.same = j.ident(NeverStarted, birth) + v.Anchor.Where
	if !v.Anchor.Pos.IsValid() {
		return nil
	}
	return []Verdict{v}
}

// servesTests: the function is in a test file, or in one that is there for
// tests by its name or its package's: mocks, fakes, helpers. What they make is
// often only to be handed on.
func (fn *Fn) servesTests() bool {
	if fn.test || strings.HasPrefix(fn.File, "mock") || strings.HasPrefix(fn.File, "fake") || strings.HasPrefix(fn.File, "test") {
		return true
	}
	pkg := outer(fn.Key)
	for _, part := range strings.FieldsFunc(pkg, func(r rune) bool { return r == '/' || r == '.' }) {
		switch part {
		case "test", "tests", "testing", "testutil", "testutils", "testhelper", "testhelpers", "e2e", "mock", "mocks", "fake", "fakes":
			return true
		}
	}
	return false
}

func (j *judge) used(l *life, key string) bool {
	for k, n := range l.uses {
		if mayBe(k, key) && len(n) > 0 {
			return true
		}
	}
	return false
}

// sibling returns the Start or Run of another factory or informer that is
// nearest to where this one should have been started: one that was made in the
// same call, before any other; in this package; last in program order.
func (j *judge) sibling(l *life) Site {
	var best Site
	bestRank := 0
	single := j.g.in.objs[l.obj].origin == oInformer
	home := j.home(l)
	for _, obj := range j.order {
		other := j.lives[obj]
		nodes := other.starts
		if single || obj == l.obj {
			nodes = nil
			for _, key := range sortedKeys(other.runs) {
				nodes = append(nodes, other.runs[key]...)
			}
		}
		rank := 1
		if obj == l.obj || other.birth != nil && j.home(other) == home {
			rank = 3
		}
		for _, n := range nodes {
			s := j.site(n)
			if !s.Pos.IsValid() {
				continue
			}
			r := rank
			if s.Local {
				r++
			}
			if r > bestRank || r == bestRank && s.Pos > best.Pos {
				best, bestRank = s, r
			}
		}
	}
	return best
}

// field returns the name of the one structure field that holds the factory or
// stand-alone informer, or the factory's informer of a resource.
func (j *judge) field(l *life, key string) string {
	name := ""
	for at, c := range j.g.in.heap {
		if at.path == "" || strings.ContainsAny(at.path, ".[") || j.g.in.objs[at.obj].typ == "" {
			continue
		}
		if slices.ContainsFunc(c.vals, func(v val) bool {
			return v.obj == l.obj && (v.k == vInformer && v.s == key || v.k == vLoc && key == "")
		}) {
			if name != "" && name != at.path {
				return ""
			}
			name = at.path
		}
	}
	return name
}

// home is the call of this package in which a factory or informer was made.
func (j *judge) home(l *life) *frame {
	if l.birth == nil {
		return nil
	}
	f := l.birth.frame
	for f.parent != nil && !f.fn.local {
		f = f.parent
	}
	return f
}

func (j *judge) sameFunc(a, b Site) bool {
	fa, fb := j.p.funcAt(a.Pos), j.p.funcAt(b.Pos)
	return fa != "" && fa == fb
}

// ident is the identity of a verdict, for one report per anchor.
func (j *judge) ident(rule string, s Site) string { return rule + "@" + s.Where }

// site finds the place of a node, and the call in this package that leads to it.
func (j *judge) site(n *node) Site {
	var s Site
	if n.ins == nil {
		return s
	}
	s.Call = callName(n)
	s.Use = n.kind == evUse
	if len(n.subjects) == 1 {
		s.Key = n.subjects[0].key
		s.Kind = strings.TrimPrefix(clientgo.Kind(s.Key), "?")
	}
	f, ins := n.frame, n.ins
	if f.fn == boundStub {
		t := f.thread
		f, ins = t.from, t.ins
	}
	s.Where = where(f.fn, ins)
	s.Local = f.fn.local
	for f != nil && !f.fn.local {
		if f.parent == nil {
			if f.thread == nil || f.thread.from == nil {
				return s
			}
			f, ins = f.thread.from, f.thread.ins
			continue
		}
		ins, f = f.call, f.parent
	}
	if f != nil && ins != nil {
		s.Pos = ins.Pos
	}
	return s
}

// siteBeside is the place of n in the innermost function that leads to both n
// and other: there the two have to be put in order, not in a helper that
// starts whatever it is given.
func (j *judge) siteBeside(n, other *node) Site {
	above := make(map[*frame]bool)
	for f := other.frame; f != nil; f, _ = up(f) {
		above[f] = true
	}
	s := j.site(n)
	f, ins := n.frame, n.ins
	for f != nil && !above[f] {
		f, ins = up(f)
	}
	if f == nil || ins == nil || !f.fn.local || f == n.frame {
		return s
	}
	s.Pos, s.Local, s.Where = ins.Pos, false, where(f.fn, ins)
	return s
}

// common is the innermost frame that leads to both nodes.
func (j *judge) common(n, other *node) *frame {
	above := make(map[*frame]bool)
	for f := other.frame; f != nil; f, _ = up(f) {
		above[f] = true
	}
	f := n.frame
	for f != nil && !above[f] {
		f, _ = up(f)
	}
	if f == nil {
		return j.g.in.root
	}
	return f
}

// up goes to the call or go statement that leads to a frame.
func up(f *frame) (*frame, *instr) {
	if f.parent != nil {
		return f.parent, f.call
	}
	if f.thread != nil && f.thread.from != nil && f.thread.top == f {
		return f.thread.from, f.thread.ins
	}
	return nil, nil
}

func where(fn *Fn, ins *instr) string {
	if fn.local {
		return fmt.Sprintf("%s:%d", fn.File, ins.Line)
	}
	path := outer(fn.Key)
	if i := strings.LastIndex(path, "/"); i >= 0 {
		if k := strings.IndexByte(path[i:], '.'); k >= 0 {
			path = path[:i+k]
		}
	} else if k := strings.IndexByte(path, '.'); k >= 0 {
		path = path[:k]
	}
	return fmt.Sprintf("%s/%s:%d", path, fn.File, ins.Line)
}

func callName(n *node) string {
	switch n.kind {
	case evBirth, evSetup:
		return n.ins.Name
	case evStart:
		return "Start"
	case evSync:
		return "WaitForCacheSync"
	case evRead:
		return n.ins.Name
	case evWait:
		return "WaitForCacheSync"
	case evRun:
		return "Run"
	case evRegister, evUse:
		switch n.op {
		case clientgo.OpLister:
			return "Lister()"
		case clientgo.OpForResource:
			return "ForResource"
		case clientgo.OpInformerFor:
			return "InformerFor"
		case clientgo.OpAddHandler:
			return "AddEventHandler"
		case clientgo.OpHasSynced:
			return "HasSynced"
		case clientgo.OpStore:
			return "GetStore"
		}
		return "Informer()"
	}
	return ""
}

func sortedKeys(m map[string][]*node) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// funcAt names the function declaration around a position.
func (p *Package) funcAt(pos token.Pos) string {
	for _, file := range p.pass.Files {
		if file.FileStart <= pos && pos < file.FileEnd {
			for _, d := range file.Decls {
				if d.Pos() <= pos && pos < d.End() {
					return fmt.Sprint(d.Pos())
				}
			}
		}
	}
	return ""
}
