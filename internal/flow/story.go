package flow

import (
	"cmp"
	"fmt"
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
	ActAwait                   // something before the next event may wait for another thread
	ActSignal                  // something before the next event may let another thread go on
	ActHelpRegister            // may register the informer
	ActHelpRun                 // somebody may run the informer, now or at any later time
	ActHelpAccess              // somebody may do both
	ActHelpStart               // somebody may register anything and start the factory, now or later
	ActRead                    // the informer's lister or store is read
	ActSync                    // cache.WaitForCacheSync waits for the informer, maybe among others
	ActSetup                   // a setting that works only before the start: SetTransform, ...
)

var actNames = [...]string{"register", "start", "run", "wait", "use", "spawn", "await", "signal", "register?", "run?", "register+run?", "start?", "read", "sync", "set up"}

func (a Act) String() string { return actNames[a] }

// An Event is one event of a story.
type Event struct {
	Act    Act
	Thread int // of ActSpawn
	Target bool
	Site   Site
}

// A Moment is an event at which the user counts on the informer, and the
// program around it.
type Moment struct {
	Act     Act // ActRegister, ActUse, ActWait or ActSetup
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
	o, s := j.g.in.objs[l.obj], j.storyOf(l, key)
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

// storyOf is a story without its moments.
func (j *judge) storyOf(l *life, key string) Story {
	o := j.g.in.objs[l.obj]
	s := Story{
		ID: j.lifeID(l) + " " + key, Root: j.root.Key, Key: key, Kind: clientgo.Kind(key), Single: o.origin == oInformer,
		Outside: o.origin != oFactory && o.origin != oInformer,
	}
	if s.Single && l.birth != nil {
		s.Kind = clientgo.Kind(l.birth.ins.Key)
	}
	s.Kind = strings.TrimPrefix(s.Kind, "?")
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
	syncs   bool         // cache.WaitForCacheSync counts
	threads map[int]bool // that matter
	spawns  map[int][]int
	helps   map[int][]letter // of a thread that runs at some time: what it does, at best
	exits   map[int]bool     // nodes from which the thread's end can be reached
	next    map[int]*ahead
	cut     bool
}

// ahead is what can follow a node within its thread, and what may order
// threads before that.
type ahead struct {
	nodes []int // with letters, nearest first
	order map[int]ordering
	end   bool
	last  ordering // before the end
}

// An ordering says that on some way something may wait for other threads, or
// let them go on. Since a story must go wrong in every order where the order is
// not known, a way with such a place says more than the same way without.
type ordering uint8

const (
	awaits ordering = 1 << iota
	signals
)

// storyAt makes the story of one moment: a wait, or a read. It has a name of its
// own, so that it is not taken for the story of the same informer's life.
func (j *judge) storyAt(l *life, key string, n *node) Story {
	s := j.storyOf(l, key)
	s.ID += " " + actOf(n).String()
	if !j.g.in.objs[l.obj].weak && j.filled(l, key) == "" && !n.weak {
		s.Moments = []Moment{j.moment(l, key, n)}
	}
	return s
}

// moment projects the program onto one resource and finds the ways.
func (j *judge) moment(l *life, key string, target *node) Moment {
	p := &projection{j: j, l: l, key: key, target: target, syncs: target.kind == evRead || target.kind == evSync, spawns: make(map[int][]int), next: make(map[int]*ahead)}
	for _, n := range j.g.nodes {
		for _, s := range n.succs {
			if t := j.g.nodes[s].thread; t != n.thread && j.g.entry[t] == s {
				p.spawns[n.id] = append(p.spawns[n.id], t)
			}
		}
	}
	p.matter()
	p.reachEnds()
	p.postpone()
	m := Moment{Act: actOf(target), Site: j.site(target)}
	for _, t := range slices.Sorted(maps.Keys(p.threads)) {
		if !p.kept(t) {
			continue
		}
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
	case evRead:
		return ActRead
	case evSync:
		return ActSync
	case evSetup:
		return ActSetup
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
}

// postpone takes each thread that runs at an unknown time, with all that it
// starts, for what it does at best: register, start, run, as soon as it exists
// and at any later time. The threads that lead to the moment are kept.
func (p *projection) postpone() {
	g := p.j.g
	p.helps = make(map[int][]letter)
	below := make(map[int][]int)
	for id, ts := range p.spawns {
		below[g.nodes[id].thread] = append(below[g.nodes[id].thread], ts...)
	}
	acts := make(map[int][]letter)
	for _, n := range g.nodes {
		acts[n.thread] = append(acts[n.thread], p.own(n)...)
	}
	for t := range p.threads {
		if t == 0 || g.in.threads[t].mode == clientgo.Concurrent {
			continue
		}
		seen := map[int]bool{t: true}
		work := []int{t}
		var helps []letter
		leads := false
		for len(work) > 0 {
			u := work[0]
			work = work[1:]
			leads = leads || u == p.target.thread
			for _, l := range acts[u] {
				l = letter{act: l.act.help()}
				if l.act != ActUse && !slices.Contains(helps, l) {
					helps = append(helps, l)
				}
			}
			for _, v := range below[u] {
				if !seen[v] {
					seen[v] = true
					work = append(work, v)
				}
			}
		}
		if !leads {
			slices.SortFunc(helps, func(a, b letter) int { return cmp.Compare(a.act, b.act) })
			p.helps[t] = helps
		}
	}
	p.next = make(map[int]*ahead)
}

// help is what an act is if it may happen at any time. Waits and uses do
// nothing for the informer.
func (a Act) help() Act {
	switch a {
	case ActRegister:
		return ActHelpRegister
	case ActStart:
		return ActHelpStart
	case ActRun:
		return ActHelpRun
	case ActWait:
		return ActUse
	}
	return a
}

// kept reports whether a thread is one of the story, and not what a postponed
// thread does or leads to.
func (p *projection) kept(t int) bool {
	return p.keptFrom(t, make(map[int]bool))
}

func (p *projection) keptFrom(t int, seen map[int]bool) bool {
	if _, ok := p.helps[t]; ok || seen[t] {
		return false
	}
	if t == 0 {
		return true
	}
	seen[t] = true
	for id, ts := range p.spawns {
		if from := p.j.g.nodes[id].thread; slices.Contains(ts, t) && p.threads[from] && p.keptFrom(from, seen) {
			return true
		}
	}
	return false
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
			if n.weak || p.comesAgain(n) {
				add(ActHelpStart)
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
		case evRead:
			if n == p.target {
				add(ActRead)
			}
		case evSync:
			if p.syncs && (sure || n == p.target && s.key == p.key) {
				add(ActSync)
			}
		case evSetup:
			if n == p.target {
				add(ActSetup)
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

// comesAgain: the node is in a loop that waits for something: a ticker, a queue.
// Then others may have gone on when it is reached the next time.
func (p *projection) comesAgain(n *node) bool {
	g := p.j.g
	return g.reaches(n.id, n.id) && slices.ContainsFunc(g.nodes, func(m *node) bool {
		return orders(m)&awaits != 0 && g.reaches(n.id, m.id) && g.reaches(m.id, n.id)
	})
}

// letters are what a node emits, in order.
func (p *projection) letters(n *node) []letter {
	if !p.threads[n.thread] {
		return nil
	}
	out := p.own(n)
	for _, t := range p.spawns[n.id] {
		switch helps, postponed := p.helps[t]; {
		case postponed:
			for _, l := range helps {
				if !slices.Contains(out, l) {
					out = append(out, l)
				}
			}
		case p.threads[t]:
			out = append(out, letter{act: ActSpawn, thread: t})
		}
	}
	return out
}

// orders says whether a node may order threads.
func orders(n *node) ordering {
	switch n.kind {
	case evAwait:
		if n.ins != nil && n.ins.Name == takesWork {
			return 0 // it puts goroutines in no order that anybody could count on
		}
		return awaits
	case evSignal:
		return signals
	case evUnknown:
		return awaits | signals
	}
	return 0
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
	a := &ahead{order: make(map[int]ordering)}
	p.next[id] = a
	type place struct {
		node   int
		passed ordering
	}
	seen := make(map[place]bool)
	work := []place{{id, orders(p.j.g.nodes[id])}}
	for len(work) > 0 {
		at := work[0]
		work = work[1:]
		n := p.j.g.nodes[at.node]
		on := p.goesOn(n)
		if len(on) == 0 || !p.exits[n.id] {
			a.end = true
			a.last |= at.passed
		}
		for _, s := range on {
			next := p.j.g.nodes[s]
			to := place{s, at.passed | orders(next)}
			if len(p.letters(next)) > 0 {
				to.passed = at.passed
			}
			if seen[to] {
				continue
			}
			seen[to] = true
			if len(p.letters(next)) == 0 {
				work = append(work, to)
				continue
			}
			if _, known := a.order[s]; !known {
				a.nodes = append(a.nodes, s)
			}
			a.order[s] |= at.passed
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
	if len(p.letters(p.j.g.nodes[first])) > 0 {
		start = []step{{first, -1}}
	}
	var out [][]Event
	var word []Event
	var spelled []letter
	add := func(o ordering) {
		if o&awaits != 0 {
			word = append(word, Event{Act: ActAwait})
		}
		if o&signals != 0 {
			word = append(word, Event{Act: ActSignal})
		}
	}
	var walk func(at []step)
	walk = func(at []step) {
		if p.cut {
			return
		}
		mark := len(word)
		f := p.follow(at, func(l letter) bool { return idle(l, spelled) })
		if f.end {
			if len(out) == maxWays {
				p.cut = true
				return
			}
			if t != 0 && len(spelled) > 0 {
				add(f.last & signals) // waiting at the end is for nothing
			}
			out = append(out, slices.Clone(word))
			word = word[:mark]
		}
		letters := slices.SortedFunc(maps.Keys(f.steps), func(a, b letter) int {
			return cmp.Or(cmp.Compare(a.act, b.act), cmp.Compare(a.thread, b.thread), compareBool(a.target, b.target))
		})
		for _, l := range letters {
			n := 0
			for _, s := range spelled {
				if s == l {
					n++
				}
			}
			if n == 2 {
				continue // a third time round a loop
			}
			if len(spelled) == maxWay {
				p.cut = true
				return
			}
			steps := f.steps[l]
			rep := p.j.g.nodes[steps[0].node]
			add(f.order[l])
			word = append(word, Event{Act: l.act, Thread: l.thread, Target: l.target, Site: p.j.site(rep)})
			spelled = append(spelled, l)
			walk(steps)
			word, spelled = word[:mark], spelled[:len(spelled)-1]
		}
	}
	walk(start)
	return out
}

// idle letters are as good as absent after what was spelled: they would do
// again what is done. The moment itself counts once.
func idle(l letter, spelled []letter) bool {
	switch {
	case l.act == ActUse && !l.target, l.act == ActWait && !l.target && slices.Contains(spelled, l):
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

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// A following is what can come after some steps.
type following struct {
	steps map[letter][]step   // the letters, with the steps that emit them
	order map[letter]ordering // what may order threads before them
	end   bool                // the thread may end
	last  ordering            // and what may order threads before that
}

// follow looks on from some steps, through those that emit silent letters.
func (p *projection) follow(at []step, silent func(letter) bool) following {
	f := following{steps: make(map[letter][]step), order: make(map[letter]ordering)}
	passed := make(map[step]ordering)
	var work []step
	for _, s := range at {
		passed[s] = 0
		work = append(work, s)
	}
	add := func(s step, o ordering) {
		l := p.letters(p.j.g.nodes[s.node])[s.i]
		if !silent(l) {
			if !slices.Contains(f.steps[l], s) {
				f.steps[l] = append(f.steps[l], s)
			}
			f.order[l] |= o
			return
		}
		if was, seen := passed[s]; !seen || was|o != was {
			passed[s] = was | o
			work = append(work, s)
		}
	}
	for len(work) > 0 {
		s := work[0]
		work = work[1:]
		o := passed[s]
		if s.i+1 < len(p.letters(p.j.g.nodes[s.node])) {
			add(step{s.node, s.i + 1}, o)
			continue
		}
		a := p.after(s.node)
		if a.end {
			f.end = true
			f.last |= o | a.last
		}
		for _, n := range a.nodes {
			add(step{n, 0}, o|a.order[n])
		}
	}
	return f
}

// Pass returns the pass that the package was followed in: the one that has the
// facts of the packages below.
func (p *Package) Pass() *analysis.Pass { return p.pass }

// Drop counts a verdict that is not reported, because no execution of what was
// extracted shows it.
//
// Two checks ask one package for its verdicts, and drivers run them at the same
// time.
func (p *Package) Drop(v *Verdict) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.dropped == nil {
		p.dropped = make(map[string]bool)
	}
	p.dropped[v.same] = true
}

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
			out = append(out, j.setupStories(l)...)
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
