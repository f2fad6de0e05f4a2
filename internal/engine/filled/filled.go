// Package filled finds reads of state that a handler fills, after a wait which covers
// only the informer: the rule of the check handlersync. Who asks knows which
// functions are handlers and what they fill (program.Marker); the composed program
// says which informer a handler is registered with, what waits ask, and in which
// order things are.
package filled

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/interp"
	"github.com/informerlint/informerlint/internal/engine/program"
)

// Handlers are the composed programs of a package whose handlers fill state.
type Handlers struct {
	by     *compose.Composer
	owners []string // types whose methods are followed wherever an object of them is
	// waiter reports whether a function of another package does nothing that may block
	// but wait for informers.
	waiter func(fn string) bool
	graphs map[string]*compose.Graph
}

// NewHandlers prepares the programs of a set with marks. Owners, "path.Type",
// are the types whose fields are filled; waiter knows the functions of other packages
// that do nothing that may block but wait for informers.
func NewHandlers(set *program.Set, owners []string, waiter func(fn string) bool) *Handlers {
	return &Handlers{by: compose.New(set), owners: owners, waiter: waiter, graphs: make(map[string]*compose.Graph)}
}

// A Registered is the registration of a handler in a composed program.
type Registered struct {
	g        *compose.Graph
	n        *compose.Node
	informer compose.Subject
	waiter   func(fn string) bool
	alone    bool
}

// In finds a call that registers a handler in the program of a root function: once for
// each way that leads to it, as for a helper that is called for several informers. It
// leaves out those of which it is not certain which informer they are about.
func (h *Handlers) In(root *ssa.Function, call ssa.CallInstruction) []*Registered {
	if g := h.graph(root); g != nil {
		return h.registered(g, at(g, call))
	}
	return nil
}

// Below is In for a call in a line of a function of another package.
func (h *Handlers) Below(root *ssa.Function, fn string, line int) *Registered {
	g := h.graph(root)
	if g == nil {
		return nil
	}
	var there []*compose.Node
	for _, n := range g.Nodes {
		if n.Ins != nil && n.Ins.Line == line && n.Frame.Fn.Key == fn {
			there = append(there, n)
		}
	}
	if all := h.registered(g, there); len(all) == 1 && all[0].Alone() {
		return all[0]
	}
	return nil
}

func (h *Handlers) graph(root *ssa.Function) *compose.Graph {
	key := program.Key(root)
	g, done := h.graphs[key]
	if !done {
		g = h.by.ComposeMarked(key, h.owners)
		h.graphs[key] = g
	}
	return g
}

// maxTimes is how often one call is looked at in a program.
const maxTimes = 8

func (h *Handlers) registered(g *compose.Graph, there []*compose.Node) (out []*Registered) {
	there = slices.DeleteFunc(there, func(n *compose.Node) bool {
		return n.Kind != compose.EvUse || n.Op != clientgo.OpAddHandler
	})
	for _, n := range there[:min(len(there), maxTimes)] {
		if !n.Weak && n.Subjects[0].Key != "?" {
			out = append(out, &Registered{g: g, n: n, informer: n.Subjects[0], waiter: h.waiter, alone: len(there) == 1})
		}
	}
	return out
}

// Alone reports whether the handler is registered there and in no other way in this
// program. Of several objects of one type it would not be known whose state is read.
func (r *Registered) Alone() bool { return r.alone }

// Spot is the instruction of the package that leads to the registration.
func (r *Registered) Spot() Spot {
	f, ins := r.n.Frame, r.n.Ins
	for ; f != nil && !f.Fn.Local; f, ins = f.Caller() {
	}
	if f == nil {
		return Spot{}
	}
	return Spot{f.Fn.Key, ins.Pos}
}

// at are the events of a call.
func at(g *compose.Graph, call ssa.CallInstruction) []*compose.Node {
	key, pos := program.Key(call.Parent()), call.Common().Pos()
	if _, ok := call.(*ssa.Go); ok {
		pos = call.Pos()
	}
	var out []*compose.Node
	for _, n := range g.Nodes {
		if n.Ins != nil && n.Ins.Pos == pos && n.Frame.Fn.Key == key {
			out = append(out, n)
		}
	}
	return out
}

// An Ask is one thing that a wait or a condition asks, seen from a
// registration.
type Ask struct {
	Kind AskKind
	Fn   string // of AskFunc: its key
}

// An AskKind says what is asked.
type AskKind uint8

// The kinds.
const (
	AskUnknown      AskKind = iota
	AskInformer             // whether the informer of the registration is synced
	AskElse                 // whether another informer is
	AskRegistration         // whether the registration is
	AskSibling              // whether another registration with the same informer is
	AskOther                // whether a registration with another informer is
	AskFunc                 // another function of the package
)

var asksUnknown = []Ask{{Kind: AskUnknown}}

// Asks is what a call of HasSynced, or a wait, or the list of a lister, asks; nil
// if the program does not lead there. A call that asks one thing here and
// another there asks something unknown.
func (r *Registered) Asks(call ssa.CallInstruction) []Ask {
	var out []Ask
	there := at(r.g, call)
	if len(there) == 0 || r.waiter(calleeKey(call)) {
		return r.asksBelow(call)
	}
	for _, n := range there {
		switch n.Kind {
		case compose.EvSync, compose.EvWait, compose.EvUse, compose.EvUnknown, compose.EvRead:
			asks := r.asks(n)
			if out != nil && !slices.Equal(out, asks) {
				return asksUnknown
			}
			out = asks
		}
	}
	return out
}

func calleeKey(call ssa.CallInstruction) string {
	if callee := call.Common().StaticCallee(); callee != nil {
		return program.Key(callee)
	}
	return ""
}

// asksBelow is what a function of another package asks that does nothing that may block
// but wait for informers: all of its waits, if it always asks the same.
func (r *Registered) asksBelow(call ssa.CallInstruction) (out []Ask) {
	if !r.waiter(calleeKey(call)) {
		return nil
	}
	key, pos := program.Key(call.Parent()), call.Common().Pos()
	for _, n := range r.g.Nodes {
		if n.Kind != compose.EvSync && n.Kind != compose.EvWait || n.Frame.Fn.Local {
			continue
		}
		f, ins := n.Frame, n.Ins
		for ; f != nil && !f.Fn.Local; f, ins = f.Caller() {
		}
		if f == nil || f.Fn.Key != key || ins.Pos != pos {
			continue
		}
		asks := r.asks(n)
		if out != nil && !slices.Equal(out, asks) {
			return asksUnknown
		}
		out = asks
	}
	return out
}

func (r *Registered) asks(n *compose.Node) []Ask {
	if n.Kind == compose.EvSync {
		return r.seen(r.g.Awaited(n))
	}
	if !r.g.Plain(n) {
		return asksUnknown
	}
	s := n.Subjects[0]
	switch {
	case n.Kind == compose.EvWait && s.Obj == r.informer.Obj:
		return []Ask{{Kind: AskInformer}}
	case n.Kind == compose.EvWait:
		return []Ask{{Kind: AskElse}}
	case n.Op == clientgo.OpDelivered:
		return r.seen(compose.Awaited{Registrations: []int{s.Obj}})
	}
	return r.seen(compose.Awaited{Informers: []compose.Subject{s}})
}

// seen says what is asked from the registration's point of view.
func (r *Registered) seen(a compose.Awaited) []Ask {
	var out []Ask
	for _, s := range slices.Concat(a.Informers, a.Outside) {
		switch {
		case s == r.informer:
			out = append(out, Ask{Kind: AskInformer})
		case s.Obj == r.informer.Obj && compose.MayBe(s.Key, r.informer.Key):
			out = append(out, Ask{Kind: AskUnknown})
		default:
			out = append(out, Ask{Kind: AskElse})
		}
	}
	for _, obj := range a.Registrations {
		kind := AskUnknown
		if n := r.g.Registration(obj); n == r.n {
			kind = AskRegistration
		} else if n != nil && !n.Weak && n.Subjects[0] == r.informer {
			kind = AskSibling
		} else if n != nil {
			kind = AskOther
		}
		out = append(out, Ask{Kind: kind})
	}
	for _, fn := range a.Funcs {
		out = append(out, Ask{Kind: AskFunc, Fn: fn})
	}
	if a.Open {
		out = append(out, Ask{Kind: AskUnknown})
	}
	return out
}

// A Gap is a wait that may be over before a handler has seen what exists, and
// a read of what it fills after it.
type Gap struct {
	Wait  Spot // in the function that leads to both
	Inner Spot // the wait itself
	Asks  []Ask
	Read  Spot
	State string
}

// A Spot is an instruction of a function.
type Spot struct {
	Fn  string
	Pos token.Pos
}

// A Seeker says which gaps are looked for.
type Seeker struct {
	State  func(place string) bool         // it is filled by the handler
	Own    func(fn string) bool            // the handler leads to it
	Covers func([]Ask) bool                // a wait that asks this covers the informer only
	Tells  func(fn string, read Spot) bool // a function that reads there only tells whether something is there
	Once   func(place string) bool         // who reads it again does not take back what he did with it before
	Logged func(call token.Pos) bool       // what is called there is only logged
}

// Gap finds the first wait after the registration that covers its informer
// only and is surely followed by a read of state, without anything in between
// that may wait, ask or fill.
func (r *Registered) Gap(by Seeker) *Gap {
	for _, w := range r.waits() {
		if by.Own(w.Frame.Fn.Key) {
			continue
		}
		asks := r.asks(w)
		if !by.Covers(asks) {
			continue
		}
		read := r.firstRead(w, by)
		if read == nil || r.askedAgain(w, read, by.Tells) {
			continue
		}
		f, ins := w.Frame, w.Ins
		for top := r.g.Common(w, read); f != top; {
			f, ins = f.Caller()
		}
		return &Gap{Wait: Spot{f.Fn.Key, ins.Pos}, Inner: Spot{w.Frame.Fn.Key, w.Ins.Pos}, Asks: asks, Read: Spot{read.Frame.Fn.Key, read.Ins.Pos}, State: read.Ins.Name}
	}
	return nil
}

// askedAgain: a function that waits and reads, and only tells whether something
// is there, is called from outside. Whoever calls it may do so until it is: a
// poll, a probe of readiness.
func (r *Registered) askedAgain(w, read *compose.Node, tells func(string, Spot) bool) bool {
	return w.Thread != 0 && tells(r.g.Threads()[w.Thread].Top.Fn.Key, Spot{read.Frame.Fn.Key, read.Ins.Pos})
}

// waits are the waits that come after the registration on every path.
func (r *Registered) waits() []*compose.Node {
	var out []*compose.Node
	var without []bool
	for _, n := range r.g.Nodes {
		if n.Kind != compose.EvSync && n.Kind != compose.EvWait || !r.followed(n.Frame) || !r.g.Reaches(r.n.ID, n.ID) {
			continue
		}
		if without == nil {
			without = r.g.GoodWithout(r.n)
		}
		if !without[n.ID] {
			out = append(out, n)
		}
	}
	return out
}

// followed: a wait is in the package, or in a function of another one that does nothing
// else that may block: such programs have no marks.
func (r *Registered) followed(f *interp.Frame) bool {
	below := ""
	for ; f != nil && !f.Fn.Local; f, _ = f.Caller() {
		below = f.Fn.Key
	}
	return f != nil && (below == "" || r.waiter(below))
}

// WaitsIn is what the waits in a function, and in what it calls, ask, if a read
// of state follows, as long as nothing is stopped and nothing fails; and if what
// they wait for does not begin only when they are over.
func (r *Registered) WaitsIn(fn *ssa.Function) (out [][]Ask) {
	key := program.Key(fn)
	registered := r.g.GoodWays(r.n)
	read := false
	for _, w := range r.waits() {
		if !registered[w.ID] || r.blocks(w) {
			continue
		}
		for id := range r.g.GoodWays(w) {
			n := r.g.Nodes[id]
			read = read || n.Kind == compose.EvMark && program.MarkKind(n.Ins.Mode) == program.MarkRead && n.Thread == w.Thread
		}
		for f := w.Frame; f != nil; f, _ = f.Caller() {
			if f.Fn.Key == key {
				out = append(out, r.asks(w))
				break
			}
		}
	}
	if !read {
		return nil
	}
	return out
}

// AskedBefore is what waits ask that the registration comes after, on each way to
// it: it is not made before they are over.
func (r *Registered) AskedBefore() (out [][]Ask) {
	begins := r.n.ID
	if at, spawned := r.g.SpawnAt[r.n.Thread]; spawned {
		begins = at
	}
	for _, w := range r.g.Nodes {
		if w.Kind != compose.EvSync && w.Kind != compose.EvWait || w.ID == begins || !r.g.Reaches(w.ID, begins) {
			continue
		}
		if w.Thread == r.n.Thread || w.Thread == r.g.Nodes[begins].Thread {
			if !r.g.Without(w)[begins] {
				out = append(out, r.asks(w))
			}
		}
	}
	return out
}

// blocks: whatever starts the informer comes after a wait for it.
func (r *Registered) blocks(w *compose.Node) bool {
	starts := false
	for _, n := range r.g.Nodes {
		if n.Kind != compose.EvStart && n.Kind != compose.EvRun || !slices.ContainsFunc(n.Subjects, func(s compose.Subject) bool { return s.Obj == r.informer.Obj }) {
			continue
		}
		begins := n.ID
		if at, spawned := r.g.SpawnAt[n.Thread]; spawned && n.Thread != w.Thread {
			begins = at
		}
		if !r.g.Reaches(w.ID, begins) {
			return false
		}
		starts = true
	}
	return starts
}

// A markSet is a set of kinds of marks.
type markSet uint8

func (s markSet) has(kinds ...program.MarkKind) bool {
	return slices.ContainsFunc(kinds, func(k program.MarkKind) bool { return s&(1<<k) != 0 })
}

// marksOf is what a node does to the state.
func marksOf(n *compose.Node, state func(string) bool) markSet {
	if n.Kind != compose.EvMark {
		return 0
	}
	kind := program.MarkKind(n.Ins.Mode)
	if (kind == program.MarkRead || kind == program.MarkFill) && !state(n.Ins.Name) {
		return 0
	}
	return 1 << kind
}

// A search looks for a read behind a wait.
type search struct {
	r          *Registered
	wait       *compose.Node
	state, own func(string) bool
	logged     func(token.Pos) bool
	below      map[*interp.Frame]markSet // of calls after the wait, with what they lead to
	fills      []*compose.Node           // after the wait
	blocks     []*compose.Node           // after the wait
	without    []bool
	seen       map[int]bool
}

// firstRead is the first read of state after a wait that nothing else can put
// in order with the handler.
func (r *Registered) firstRead(w *compose.Node, by Seeker) *compose.Node {
	s := &search{r: r, wait: w, state: by.State, own: by.Own, logged: by.Logged, below: make(map[*interp.Frame]markSet), without: r.g.GoodWithout(w), seen: make(map[int]bool)}
	for _, n := range r.g.Nodes {
		marks := marksOf(n, by.State)
		if marks == 0 || n.Thread != w.Thread {
			continue
		}
		if marks.has(program.MarkFill) && r.g.Reaches(w.ID, n.ID) {
			s.fills = append(s.fills, n)
		}
		if marks.has(program.MarkBlock) && r.g.Reaches(w.ID, n.ID) {
			s.blocks = append(s.blocks, n)
		}
		for f := n.Frame; f != nil && !w.Frame.Below(f); f, _ = f.Caller() {
			s.below[f] |= marks
		}
	}
	read := s.after(w)
	if read == nil {
		return nil
	}
	// It reads again: a loop may go on until the handler has been there.
	if r.g.Reaches(read.ID, read.ID) && !by.Once(read.Ins.Name) {
		return nil
	}
	// What fills the state itself afterwards: there may be all of it then.
	top := r.g.Common(w, read)
	if slices.ContainsFunc(s.fills, func(n *compose.Node) bool { return n.Frame.Below(top) && !s.without[n.ID] }) {
		return nil
	}
	// A function that waits and then goes on to wait for more: it comes back
	// without that only to say that the first wait was stopped.
	if called := below(top, w.Frame); called != nil && slices.ContainsFunc(s.blocks, func(n *compose.Node) bool { return n.Frame.Below(called) }) {
		return nil
	}
	return read
}

// below is the call in a frame that leads to another one; nil if they are the same.
func below(top, f *interp.Frame) (called *interp.Frame) {
	for ; f != top; f, _ = f.Caller() {
		called = f
	}
	return called
}

// after finds the first read that follows a node where nothing has failed: a wait that
// was stopped lets nobody rely on what is there, nor does a helper that says so.
func (s *search) after(n *compose.Node) *compose.Node {
	for next := range n.Next() {
		if next == n.FailSucc || next == n.ErrSucc {
			continue
		}
		if read := s.visit(s.r.g.Nodes[next]); read != nil {
			return read
		}
	}
	return nil
}

func (s *search) visit(n *compose.Node) *compose.Node {
	if s.seen[n.ID] || s.without[n.ID] || n.Thread != s.wait.Thread {
		return nil
	}
	s.seen[n.ID] = true
	if (n.Kind == compose.EvSync || n.Kind == compose.EvWait) && !n.Frame.Fn.Local {
		return nil // another package waits for something else, where there are no marks
	}
	var callee *interp.Frame // of a function that leads to the wait
	owned := false
	for f := n.Frame; f != nil && !s.wait.Frame.Below(f); {
		up, call := f.Caller()
		callee, owned = f, owned || s.own(f.Fn.Key) || call != nil && s.logged(call.Pos)
		f = up
	}
	marks, inside := marksOf(n, s.state), s.below[callee]
	switch {
	case inside.has(program.MarkBlock, program.MarkFill), marks.has(program.MarkBlock, program.MarkFill):
		return nil
	case marks.has(program.MarkRead) && !owned && !inside.has(program.MarkLook):
		return n
	}
	return s.after(n)
}
