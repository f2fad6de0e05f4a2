package flow

import (
	"cmp"
	"fmt"
	"go/token"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// A Story is what a composed program does to one informer: the program of
// internal/witness, which runs it. It is a projection of the graph and knows
// nothing of the judge's automaton.
//
// What is uncertain is told apart from what is certain: an event that may be
// about another informer, or that a stranger may cause, is a Help event, to be
// run in the way that helps the informer most.
type Story struct {
	ID      string // names the informer: equal in an edited copy of the package
	Root    string // the function that the program was composed from
	Key     string // of the resource; "" for a stand-alone informer, or a wait of nothing known
	Kind    string // of the resource, for people
	Single  bool   // a stand-alone informer, not one of a factory
	Outside bool   // the factory was made outside
	// Moments are the events at which the informer's user counts on it, each
	// with the ways that lead through it.
	Moments []Moment
}

// An Act is what an event of a story does.
type Act uint8

// The acts. Those named Help are not certain.
const (
	ActRegister     Act = iota // the informer is registered with the factory
	ActStart                   // factory.Start
	ActRun                     // informer.Run, in a goroutine of its own or not
	ActWait                    // factory.WaitForCacheSync
	ActUse                     // handler added, lister taken, store read, HasSynced asked
	ActSpawn                   // thread Event.Thread begins
	ActAwait                   // may wait for another thread
	ActSignal                  // may let another thread go on
	ActUnknown                 // a call that may do both
	ActHelpRegister            // may register the informer
	ActHelpRun                 // somebody may run the informer, now or at any later time
	ActHelpAccess              // somebody may do both
	ActHelpStart               // somebody may register anything and start the factory, now or later
)

var actNames = [...]string{"register", "start", "run", "wait", "use", "spawn", "await", "signal", "unknown", "register?", "run?", "register+run?", "start?"}

func (a Act) String() string { return actNames[a] }

func (a Act) sync() bool { return a == ActAwait || a == ActSignal || a == ActUnknown }

// An Event is one event of a story.
type Event struct {
	Act      Act
	Thread   int // of ActSpawn
	Target   bool
	Deferred bool // it is a deferred call
	Site     Site
}

// A Moment is an event at which the user counts on the informer, and the
// program around it.
type Moment struct {
	Act     Act // ActRegister, ActUse or ActWait
	Site    Site
	Threads []Thread // the first is the one that begins; others are spawned
	Cut     bool     // there were too many ways: nothing can be said
}

// A Thread is code that runs by itself, as the ways through it.
type Thread struct {
	ID    int
	Name  string
	Later bool // it runs at an unknown time, or never
	Group bool // its end can be awaited: it was started by an errgroup, a WaitGroup or the like
	Ways  [][]Event
}

// Limits of a story. What exceeds them is marked as cut.
const (
	maxMoments = 6
	maxWays    = 128
	maxWay     = 24
)

// lifeID names a life within a root function, alike in an edited copy of the
// package: by where it is born, not by lines.
func (j *judge) lifeID(l *life) string {
	name := func(l *life) string {
		if l.birth == nil {
			o := j.g.in.objs[l.obj]
			return o.typ + o.name
		}
		fn, n := l.birth.frame.fn, 0
		for b := range fn.Blocks {
			for k := range fn.Blocks[b].Instrs {
				ins := &fn.Blocks[b].Instrs[k]
				if ins == l.birth.ins {
					return fmt.Sprintf("%s#%d", fn.Key, n)
				}
				if ins.Op == opProto && (ins.Proto == clientgo.OpNewFactory || ins.Proto == clientgo.OpNewInformer) {
					n++
				}
			}
		}
		return fn.Key
	}
	id, twin := name(l), 0
	for _, obj := range j.order {
		if obj == l.obj {
			break
		}
		if name(j.lives[obj]) == id {
			twin++
		}
	}
	return fmt.Sprintf("%s %s/%d", j.root.Key, id, twin)
}

// story makes the story of a resource of a life. waits says whether it is
// about the moments after the factory's wait, or about those that need the
// informer to run some time.
func (j *judge) story(l *life, key string, waits bool) Story {
	o := j.g.in.objs[l.obj]
	s := Story{
		ID: j.lifeID(l) + " " + key, Root: j.root.Key, Key: key, Kind: clientgo.Kind(key), Single: o.origin == oInformer,
		Outside: o.origin != oFactory && o.origin != oInformer,
	}
	if s.Single && l.birth != nil {
		s.Kind = clientgo.Kind(l.birth.ins.Key)
	}
	s.Kind = strings.TrimPrefix(s.Kind, "?")
	if o.weak || j.filled(l, key) != "" {
		return s // stands for several, or does not need to run
	}
	for _, n := range j.moments(l, key, waits) {
		if len(s.Moments) == maxMoments {
			break
		}
		if !n.weak && !j.ofSeveral(n) {
			s.Moments = append(s.Moments, j.moment(l, key, n))
		}
	}
	return s
}

// moments are the events at which the user of an informer counts on it.
func (j *judge) moments(l *life, key string, waits bool) []*node {
	var out []*node
	outside := l.birth == nil
	if waits {
		if outside && len(l.starts) == 0 {
			return nil // whoever made it starts it
		}
		for _, n := range l.waits {
			if !j.g.reaches(n.id, n.id) { // else it is repeated until something is there
				out = append(out, n)
			}
		}
		return out
	}
	if len(l.starts) == 0 && !outside && (l.birth.frame.fn.servesTests() || j.root.servesTests()) {
		return nil // tests fill stores by hand and inject what they like
	}
	for _, n := range l.registers[key] {
		// Registered and never looked at: it need not run, unless the factory
		// is started for some reason.
		if outside && j.trusted(n, key, l) || !outside && (len(l.starts) > 0 || n.op == clientgo.OpLister) {
			out = append(out, n)
		}
	}
	if outside {
		return out
	}
	return append(out, l.uses[key]...)
}

// trusted: what licenses a story about a factory from outside. Whoever made it
// may have registered anything and may start it again, so nothing could be
// said; but a function that takes an accessor, calls Start, and then waits for
// the accessor's informer believes that it is the one who registers, and
// nothing else in the package does.
func (j *judge) trusted(n *node, key string, l *life) bool {
	if n.kind != evRegister || len(l.starts) != 1 {
		return false
	}
	s, fn := l.starts[0], j.root
	return s.frame == j.g.in.root && n.frame == s.frame && fn.accessorBefore(n.ins, s.ins) && fn.awaits(n.ins) && !j.elsewhere(key)
}

// A letter is what distinguishes events when ways are compared: two events of
// one letter in a row are as good as one.
type letter struct {
	act    Act
	thread int
	target bool
	defers bool
}

// A step is a state of the automaton whose words are the ways: a letter that
// a node has emitted.
type step struct {
	node int
	i    int
}

type projection struct {
	j       *judge
	l       *life
	key     string
	target  *node
	sync    bool         // other threads matter, and so what may order them
	threads map[int]bool // that matter
	spawns  map[int][]int
	exits   map[int]bool // nodes from which the thread's end can be reached
	next    map[int]*ahead
	cut     bool
}

// ahead is what can follow a node within its thread.
type ahead struct {
	nodes []int // with letters, nearest first
	end   bool
}

// moment projects the program onto one resource and finds the ways.
func (j *judge) moment(l *life, key string, target *node) Moment {
	p := &projection{j: j, l: l, key: key, target: target, spawns: make(map[int][]int), next: make(map[int]*ahead)}
	for _, n := range j.g.nodes {
		for _, s := range n.succs {
			if t := j.g.nodes[s].thread; t != n.thread && j.g.entry[t] == s {
				p.spawns[n.id] = append(p.spawns[n.id], t)
			}
		}
	}
	p.matter()
	p.reachEnds()
	m := Moment{Act: actOf(target), Site: j.site(target)}
	for _, t := range slices.Sorted(maps.Keys(p.threads)) {
		th := j.g.in.threads[t]
		out := Thread{ID: t, Name: "main", Later: t != 0 && th.mode != clientgo.Concurrent, Ways: p.ways(t)}
		if t != 0 {
			out.Name = "goroutine"
			if at, ok := j.g.spawnAt[t]; ok {
				n := j.g.nodes[at]
				out.Group = n.ins != nil && n.ins.Op == opRun
				if s := j.site(n); s.Where != "" {
					out.Name = "goroutine of " + s.Where
				}
			}
		}
		m.Threads = append(m.Threads, out)
	}
	m.Cut = p.cut
	return m
}

func actOf(n *node) Act {
	switch n.kind {
	case evRegister:
		return ActRegister
	case evWait:
		return ActWait
	}
	return ActUse
}

// matter finds the threads with events about the informer, and those that
// lead to them.
func (p *projection) matter() {
	g := p.j.g
	p.threads = map[int]bool{0: true}
	for _, n := range g.nodes {
		if len(p.own(n)) > 0 {
			p.threads[n.thread] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for id, ts := range p.spawns {
			for _, t := range ts {
				if from := g.nodes[id].thread; p.threads[t] && !p.threads[from] {
					p.threads[from], changed = true, true
				}
			}
		}
	}
	p.sync = len(p.threads) > 1
}

// own are the letters of a node about the informer, without those that order
// threads.
func (p *projection) own(n *node) []letter {
	var out []letter
	add := func(a Act) {
		l := letter{act: a, target: n == p.target}
		if !slices.Contains(out, l) {
			out = append(out, l)
		}
	}
	for _, s := range n.subjects {
		if s.obj != p.l.obj {
			continue
		}
		about := mayBe(s.key, p.key)
		sure := !n.weak && s.key == p.key
		switch n.kind {
		case evRegister:
			switch {
			case sure:
				add(ActRegister)
			case about:
				add(ActHelpRegister)
			}
		case evStart:
			if n.weak || p.j.g.reaches(n.id, n.id) {
				add(ActHelpStart) // in a loop it comes again
			} else {
				add(ActStart)
			}
		case evRun:
			switch {
			case sure:
				add(ActRun)
			case about:
				add(ActHelpRun)
			}
		case evWait:
			if !n.weak {
				add(ActWait)
			}
		case evUse:
			if sure {
				add(ActUse)
			}
		case evEscape:
			switch {
			case s.key != "" && !about:
			case s.cap&capStart != 0:
				add(ActHelpStart)
			case s.cap&capRegister != 0:
				add(ActHelpAccess)
			case s.cap&capRun != 0:
				add(ActHelpRun)
			}
		}
	}
	return out
}

// letters are what a node emits, in order.
func (p *projection) letters(n *node) []letter {
	if !p.threads[n.thread] {
		return nil
	}
	out := p.own(n)
	if p.sync {
		defers := n.ins != nil && callMode(n.ins.Mode) == callDefer
		switch n.kind {
		case evAwait:
			out = append(out, letter{act: ActAwait})
		case evSignal:
			out = append(out, letter{act: ActSignal, defers: defers})
		case evUnknown:
			out = append(out, letter{act: ActUnknown, defers: defers})
		}
	}
	for _, t := range p.spawns[n.id] {
		if p.threads[t] {
			out = append(out, letter{act: ActSpawn, thread: t})
		}
	}
	return out
}

// goesOn lists the successors of a node in its thread. Where the factory is
// nil there is no story about it.
func (p *projection) goesOn(n *node) []int {
	var out []int
	for _, s := range n.succs {
		if s == n.nilSucc && p.j.isSubject(n.nilOf, p.l.obj) {
			continue
		}
		if p.j.g.nodes[s].thread == n.thread {
			out = append(out, s)
		}
	}
	return out
}

// reachEnds finds from where a thread can come to its end. Elsewhere it may
// stop anywhere: it is a loop without an end.
func (p *projection) reachEnds() {
	before := make(map[int][]int)
	var work []int
	p.exits = make(map[int]bool)
	for _, n := range p.j.g.nodes {
		on := p.goesOn(n)
		if len(on) == 0 {
			p.exits[n.id] = true
			work = append(work, n.id)
		}
		for _, s := range on {
			before[s] = append(before[s], n.id)
		}
	}
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		for _, b := range before[id] {
			if !p.exits[b] {
				p.exits[b] = true
				work = append(work, b)
			}
		}
	}
}

// after finds what follows a node: the next nodes with letters, and whether
// the thread can end before any.
func (p *projection) after(id int) *ahead {
	if a := p.next[id]; a != nil {
		return a
	}
	a := new(ahead)
	p.next[id] = a
	seen := map[int]bool{}
	work := []int{id}
	for len(work) > 0 {
		n := p.j.g.nodes[work[0]]
		work = work[1:]
		on := p.goesOn(n)
		if len(on) == 0 || !p.exits[n.id] {
			a.end = true
		}
		for _, s := range on {
			if seen[s] {
				continue
			}
			seen[s] = true
			if len(p.letters(p.j.g.nodes[s])) > 0 {
				a.nodes = append(a.nodes, s)
			} else {
				work = append(work, s)
			}
		}
	}
	return a
}

// ways enumerates what the thread can do, as sequences of letters: each
// sequence once, whatever the number of paths that spell it, and each letter
// at most twice, for loops.
func (p *projection) ways(t int) [][]Event {
	first := p.j.g.entry[t]
	start := []step{{first, len(p.letters(p.j.g.nodes[first])) - 1}}
	var out [][]Event
	if ls := p.letters(p.j.g.nodes[first]); len(ls) > 0 {
		start = []step{{first, -1}}
	}
	var word []Event
	var spelled []letter
	silent := func(l letter) bool { return idle(l, spelled) }
	var walk func(at []step)
	walk = func(at []step) {
		if p.cut {
			return
		}
		follow, end := p.follow(at, silent)
		if end {
			if len(out) == maxWays {
				p.cut = true
				return
			}
			out = append(out, plain(word, t == 0))
		}
		order := slices.SortedFunc(maps.Keys(follow), func(a, b letter) int {
			return cmp.Or(cmp.Compare(a.act, b.act), cmp.Compare(a.thread, b.thread), compareBool(a.target, b.target), compareBool(a.defers, b.defers))
		})
		for _, l := range order {
			n := 0
			for _, s := range spelled {
				if s == l {
					n++
				}
			}
			if n == 2 {
				continue // a third time round a loop
			}
			if len(word) == maxWay {
				p.cut = true
				return
			}
			steps := follow[l]
			rep := p.j.g.nodes[steps[0].node]
			word = append(word, Event{Act: l.act, Thread: l.thread, Target: l.target, Deferred: l.defers, Site: p.j.site(rep)})
			spelled = append(spelled, l)
			walk(steps)
			word, spelled = word[:len(word)-1], spelled[:len(spelled)-1]
		}
	}
	walk(start)
	return distinct(out)
}

func distinct(ways [][]Event) [][]Event {
	seen := make(map[string]bool)
	return slices.DeleteFunc(ways, func(w []Event) bool {
		var b strings.Builder
		for _, e := range w {
			fmt.Fprint(&b, e.Act, e.Thread, e.Target, e.Deferred, " ")
		}
		dup := seen[b.String()]
		seen[b.String()] = true
		return dup
	})
}

// idle letters are as good as absent after what was spelled: they would do
// again what is done. The moment itself counts once.
func idle(l letter, spelled []letter) bool {
	switch {
	case l.act == ActUse && !l.target:
		return true
	case l.act == ActRegister && !l.target:
		// Registering again returns what is there.
		return slices.ContainsFunc(spelled, func(s letter) bool { return s.act == ActRegister })
	case l.act != ActStart && l.act != ActHelpStart:
		return slices.Contains(spelled, l)
	}
	// Start starts what is new.
	for _, s := range slices.Backward(spelled) {
		switch {
		case s == l:
			return true
		case s.act == ActRegister, s.act == ActHelpRegister, s.act == ActHelpAccess, s.act == ActSpawn:
			return false
		}
	}
	return false
}

// plain leaves out of a way what can no longer matter in it: waiting for other
// threads with nothing to follow.
func plain(way []Event, first bool) []Event {
	last, acted := 0, false
	for i, e := range way {
		if !e.Act.sync() {
			last = i + 1
			acted = acted || e.Act != ActSpawn
		}
	}
	out := slices.Clone(way[:last])
	if !first && acted && slices.ContainsFunc(way[last:], func(e Event) bool { return e.Act != ActAwait }) {
		out = append(out, Event{Act: ActSignal})
	}
	if !first && !acted && last == 0 {
		return nil
	}
	return out
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// follow lists the letters that can come next, with the steps that emit them,
// and whether the thread may end before.
func (p *projection) follow(at []step, silent func(letter) bool) (map[letter][]step, bool) {
	out := make(map[letter][]step)
	end := false
	seen := make(map[step]bool)
	work := slices.Clone(at)
	add := func(s step) {
		if seen[s] {
			return
		}
		seen[s] = true
		if l := p.letters(p.j.g.nodes[s.node])[s.i]; silent(l) {
			work = append(work, s)
		} else {
			out[l] = append(out[l], s)
		}
	}
	for len(work) > 0 {
		s := work[0]
		work = work[1:]
		if s.i+1 < len(p.letters(p.j.g.nodes[s.node])) {
			add(step{s.node, s.i + 1})
			continue
		}
		a := p.after(s.node)
		end = end || a.end
		for _, n := range a.nodes {
			add(step{n, 0})
		}
	}
	return out, end
}

// Pass returns the pass that the package was followed in: the one that has the
// facts of the packages below.
func (p *Package) Pass() *analysis.Pass { return p.pass }

// Note keeps a word about a place that is not reported, for Why.
func (p *Package) Note(pos token.Pos, text string) { p.note(pos, "%s", text) }

// Stories returns the stories of everything that the package's programs do, or
// of one root function if root is not empty, whether there is a verdict or
// not. It composes the programs again.
func (p *Package) Stories(root string) []Story {
	var out []Story
	for _, fn := range p.eng.roots() {
		if root != "" && fn.Key != root {
			continue
		}
		j := p.compose(fn)
		if j == nil {
			continue
		}
		for _, obj := range j.order {
			l := j.lives[obj]
			keys := sortedKeys(l.registers)
			if j.g.in.objs[obj].origin == oInformer {
				keys = []string{""}
			}
			for _, key := range keys {
				out = append(out, j.story(l, key, false))
			}
			if len(keys) == 0 {
				keys = []string{""}
			}
			if len(l.waits) > 0 {
				for _, key := range keys {
					out = append(out, j.story(l, key, true))
				}
			}
		}
	}
	return out
}
