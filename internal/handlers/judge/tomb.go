package judge

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/handlers/taker"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// How a handler fails on a tombstone.
type TombKind string

// The kinds; they are the names of tombstone's sub-rules.
const (
	Unchecked     TombKind = "unchecked-assertion"
	Dropped       TombKind = "dropped"
	PointerAssert TombKind = "pointer-assertion"
	KeyFunc       TombKind = "key-func"
	FilterRejects TombKind = "filter-rejects"
	Mishandled    TombKind = "mishandled"
)

// A Tomb is a function that fails on a tombstone.
type Tomb struct {
	Kind  TombKind
	Role  clientgo.HandlerRole // Delete or Filter
	Group *registered.Group
	Func  *ssa.Function // the one that has to change: the handler or a helper it hands the object to
	Param int           // index of the parameter that holds the object there, or -1
	At    ssa.Instruction
	Pos   token.Pos
	Lent  bool      // At is in the wrapper of another package's method, and Pos where that is given
	Inner token.Pos // the line in a further helper where it happens, if At is the call of that
	// Shared is the helper that At calls in a Delete handler, if nothing is lost but what that
	// one does. Also are other Delete handlers that call it.
	Shared *ssa.Function
	Also   []*Tomb
	// How is said by the code itself: "panics", "dereferences nil", "gives up".
	Throws  bool
	Deref   bool
	Panics  bool   // mishandled, pointer-assertion: what is asserted of the tombstone is not checked
	KeyName string // key-func: the function's full name
	Lost    []*interp.Effect
	Partial bool // something is still done
	// Got is the type of the informer's objects, if Delete expects another one, and so
	// fails for every object.
	Got types.Type
	// OtherKey: what is lost is taken away under another key than that of the entry.
	OtherKey bool
	// Behind is what Delete does wrong with the tombstones that a filter does
	// not let through yet.
	Behind []*Tomb
	// Blind: the filter lets no tombstone through yet, and Delete would hand it on as it
	// comes, to functions of which nothing is known. They may not expect one.
	Blind bool
	// Worker is the function that fails on the tombstone, if Delete does no more
	// than put it into a queue.
	Worker string
	// Harmless is the function that gets the keys which are not queued, if all that is lost
	// are keys, and it does nothing for an object that is gone.
	Harmless string
	// Older: the handler, or whoever takes the object out of its queue, tells by the object
	// whether it is being deleted, and that in a tombstone may be older than its deletion.
	Older bool
}

// Advice is what there is to do, as far as it is to unwrap the tombstone.
func (t *Tomb) Advice() string {
	switch {
	case t.Kind == FilterRejects && t.Blind:
		return "unwrap the tombstone here, and in the Delete handler before it hands it on"
	case t.Older && t.Kind != Unchecked && t.Kind != FilterRejects:
		return "unwrap the tombstone, and say that its object is gone: it may be older than its deletion, for which it is asked later"
	}
	return "unwrap the tombstone first"
}

// Join adds what another group has of the same defect: a function that several share.
func (t *Tomb) Join(o *Tomb) {
	if o.Harmless == "" {
		t.Harmless = "" // what is lost for one of them matters
	}
	for _, b := range o.Behind {
		if !slices.ContainsFunc(t.Behind, func(has *Tomb) bool { return has.Pos == b.Pos && has.Kind == b.Kind }) {
			t.Behind = append(t.Behind, b)
		}
	}
	t.Blind = t.Blind || o.Blind
	if o.Pos != t.Pos && !slices.ContainsFunc(t.Also, func(has *Tomb) bool { return has.Pos == o.Pos }) {
		t.Also = append(t.Also, o)
	}
}

// Tombs returns what the Delete and Filter functions of a group do wrong with
// a tombstone. Style must be Untyped.
//
// The function runs twice in the abstract: with a live object and with a
// tombstone that holds one. Only what differs counts: a panic, or effects that
// happen with the object and not with the tombstone. If the tombstone has an
// effect that the object has not, it is handled in some other way on purpose.
func Tombs(p *resolve.Package, g *registered.Group) []*Tomb {
	out, _ := Compare(p, g)
	return out
}

// Compare returns what Tombs does, and where that is nothing, whether it is worth a run
// to see what a tombstone comes to way by way.
func Compare(p *resolve.Package, g *registered.Group) (out []*Tomb, ask bool) {
	if g.Style == clientgo.Predicate {
		return unknown(p, g), false
	}
	if g.Style != clientgo.Untyped || g.Opened || !p.Program(g).FilterKnown() {
		return nil, false // a filter may turn tombstones away, and then Delete never sees one
	}
	out, ask = compare(p, g)
	if (len(out) > 0 || ask) && brief(g, p.Machine.Need) {
		out, ask = slices.DeleteFunc(out, func(t *Tomb) bool { return t.Kind != Unchecked && !t.Panics }), false
	}
	return out, ask
}

func compare(p *resolve.Package, g *registered.Group) (out []*Tomb, ask bool) {
	if g.Delete == nil {
		return filterAlone(p.Machine, g), false
	}
	live, dead := p.Machine.RunBoth(g.Delete)
	if live.GaveUp || dead.GaveUp {
		if out = certain(g, live, dead); len(out) > 0 && otherKind(p, g) {
			return nil, false
		}
		return out, false
	}
	behind := compareRuns(g, g.Delete, clientgo.OnDelete, live, dead)
	ask = len(behind) == 0 && asks(live, dead)
	if (len(behind) > 0 || ask) && otherKind(p, g) {
		return wrongKind(p, g, behind, dead), false
	}
	for _, t := range behind {
		t.Harmless, t.Older = harmless(p, g, t), older(p, t)
	}
	if g.Filter == nil {
		return elsewhere(p, g, behind), ask
	}
	works := len(live.Effects) > 0
	t := filter(p.Machine, g, works)
	if t != nil && len(elsewhere(p, g, []*Tomb{t})) == 0 {
		t = nil
	}
	switch {
	case t == nil && g.FilterRejects:
		return nil, false
	case t == nil:
		return elsewhere(p, g, behind), ask
	case g.FilterRejects:
		if t.Kind == FilterRejects {
			t.Harmless = harmless(p, g, &Tomb{Kind: t.Kind, At: t.At, Lost: effectsOf(live)})
		}
		// No tombstone gets to Delete: the filter is the one defect. But its
		// fix has to be Delete's as well.
		if m, kind := culprit(dead.Misses); len(behind) == 0 && kind == Dropped && works {
			// What it calls with the nil that the assertion leaves may not expect nil.
			behind = []*Tomb{newTomb(g, g.Delete, clientgo.OnDelete, *m, effectsOf(live), live)}
			behind[0].Kind = kind
		}
		t.Behind, t.Blind = behind, len(dead.Forwards) > 0
		return []*Tomb{t}, false
	}
	return append(elsewhere(p, g, behind), t), false
}

func compareRuns(g *registered.Group, f *registered.Func, role clientgo.HandlerRole, live, dead *interp.Trail) []*Tomb {
	if t := panicking(g, f, role, live, dead); t != nil {
		return []*Tomb{t}
	}
	lost, otherwise := undone(live, dead)
	switch {
	case otherwise:
		return nil
	case len(lost) == 0:
		return otherKey(g, role, live, dead)
	}
	m, kind := culprit(dead.Misses)
	if m == nil {
		return nil
	}
	t := newTomb(g, f, role, *m, lost, live)
	if at := ssautil.Pos(t.At); len(lost) > 1 && lost[0].Pos == at {
		lost = append(lost[1:], lost[0]) // the call that the tombstone is given to is made: what comes after it is not
	}
	t.Kind, t.Lost, t.Partial = kind, lost, len(dead.Effects) > 0
	return []*Tomb{t}
}

// panicking returns the first place at which a tombstone panics, and an object does not.
func panicking(g *registered.Group, f *registered.Func, role clientgo.HandlerRole, live, dead *interp.Trail) *Tomb {
	always := len(dead.Ends) == 0 && len(live.Ends) > 0
	for i, m := range dead.Misses {
		if m.Kind != interp.MissPanic && m.Kind != interp.MissDeref && m.Kind != interp.MissThrow {
			continue
		}
		if !always && slices.ContainsFunc(live.Misses, func(l interp.Miss) bool { return l.Instr == m.Instr && l.Kind == m.Kind }) {
			continue // it does so with some objects as well, as when a call fails
		}
		if m.Kind == interp.MissThrow && m.After {
			continue // the code rejects what it finds in the tombstone
		}
		use := m.Instr
		star := starred(dead.Misses[:i], m)
		switch {
		case star != nil:
			// It would have been recovered there.
			m = *star
		case m.Kind == interp.MissDeref:
			// What left nil is what has to change: an assertion, or meta.Accessor.
			for _, a := range slices.Backward(dead.Misses[:i]) {
				if a.Kind == interp.MissAssert || a.Kind == interp.MissKey && accessor(a.KeyFunc) && uses(m.Instr, a.Instr) {
					m.Instr, m.Frame = a.Instr, a.Frame
					break
				}
			}
		}
		t := newTomb(g, f, role, m, effectsOf(live), live)
		if use != m.Instr {
			t.Inner = ssautil.Pos(use)
		}
		t.Kind, t.Throws, t.Deref = Unchecked, m.Kind == interp.MissThrow, m.Kind == interp.MissDeref
		switch {
		case star != nil:
			t.Kind, t.Panics = PointerAssert, true
		case m.After && m.Kind == interp.MissPanic:
			t.Kind, t.Panics = Mishandled, true
		}
		return t
	}
	return nil
}

// uses reports whether an instruction has one of the results of a call as an operand.
func uses(instr, call ssa.Instruction) bool {
	return slices.ContainsFunc(instr.Operands(nil), func(op *ssa.Value) bool {
		e, ok := (*op).(*ssa.Extract)
		from, is := call.(ssa.Value)
		return ok && is && e.Tuple == from
	})
}

// starred returns the assertion to a pointer that a function makes in front of a panic of
// its own: no tombstone was recovered there, and that is what panics.
func starred(before []interp.Miss, m interp.Miss) *interp.Miss {
	if m.Kind == interp.MissThrow || m.After {
		return nil
	}
	for i := range before {
		if b := &before[i]; b.Kind == interp.MissPointer && b.Frame == m.Frame && b.Instr.Block().Dominates(m.Instr.Block()) && opened(b.Instr) {
			return b
		}
	}
	return nil
}

// opened reports whether something is read of what an assertion returns: who only asks
// whether there is a tombstone does not recover the object from it.
func opened(assertion ssa.Instruction) bool {
	v, ok := assertion.(ssa.Value)
	return ok && slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		switch r := ref.(type) {
		case *ssa.Extract:
			return r.Index == 0 && opened(r)
		case *ssa.FieldAddr:
			return true
		}
		return false
	})
}

// undone is what is done with an object and not with a tombstone, what tells most
// first; otherwise, if a tombstone has something done that an object has not.
func undone(live, dead *interp.Trail) (lost []*interp.Effect, otherwise bool) {
	otherwise = more(live, dead)
	for key, e := range live.Effects {
		if dead.Effects[key] == nil {
			lost = append(lost, e)
		}
	}
	slices.SortFunc(lost, telling)
	return lost, otherwise
}

// more reports whether something is done for a tombstone that is not done for an object,
// or is done where the key that it has not got was found empty, as it may be for some.
func more(live, dead *interp.Trail) bool {
	if dead.Nameless && len(dead.Effects) > 0 {
		return true // what is done may make up for what is not done without a name
	}
	for key, e := range dead.Effects {
		if live.Effects[key] == nil || e.Flags&interp.Keyless != 0 {
			return true
		}
	}
	return false
}

// otherKey looks for an entry that is taken out of a map of the package's own under
// one key for an object, and under another for a tombstone. Under which of them it is
// there, the run knows.
func otherKey(g *registered.Group, role clientgo.HandlerRole, live, dead *interp.Trail) []*Tomb {
	for _, e := range effectsOf(live) {
		d := dead.Effects[e.Key]
		if e.Frees && e.Entry.Map != "" && !effect.Loose(e.Entry.Map) && e.Entry.By != "" && d.Entry.By != "" && d.Entry.By != e.Entry.By {
			if fn, pos := aside(d, e); fn != nil {
				return []*Tomb{{Kind: Mishandled, Role: role, Group: g, Func: fn, Param: -1, Pos: pos, Lost: []*interp.Effect{e}, OtherKey: true}}
			}
		}
	}
	return nil
}

// aside returns where an effect is not the other one: a helper that does both is
// called with one key and with another.
func aside(d, e *interp.Effect) (*ssa.Function, token.Pos) {
	if d.Pos != e.Pos {
		return d.Frame.Fn, d.Pos
	}
	for f, o := d.Frame, e.Frame; f.Up != nil && o.Up != nil; f, o = f.Up, o.Up {
		if f.Call != o.Call {
			return f.Up.Fn, ssautil.Pos(f.Call)
		}
	}
	return nil, token.NoPos
}

func effectsOf(t *interp.Trail) []*interp.Effect {
	out := make([]*interp.Effect, 0, len(t.Effects))
	for _, e := range t.Effects {
		out = append(out, e)
	}
	slices.SortFunc(out, byPos)
	return out
}

// telling has first what says most of a lost deletion: what the object has a part in,
// and not what is counted or told beside it. What is queued is what the rest of the
// controller hears of; then comes what is taken away, which is what a deletion is for.
// A field that is set is often one of what is sent or given away then; so is a map
// without a name, which nobody would look for. What is queued need not be made of the
// object as far as that is followed: it may be an item that was filled from it.
func telling(a, b *interp.Effect) int {
	rank := func(e *interp.Effect) int {
		switch {
		case effect.Nameless(e.Name):
			return 4
		case strings.HasPrefix(e.Key, "write "):
			return 3
		case e.Frees:
			return 1
		case e.Enqueues():
			return 0
		}
		return 2
	}
	if a.Lesser != b.Lesser {
		if a.Lesser {
			return 1
		}
		return -1
	}
	part := func(e *interp.Effect) uint8 {
		if e.Queue {
			return max(e.From, interp.Old)
		}
		return e.From
	}
	return cmp.Or(cmp.Compare(part(b), part(a)), cmp.Compare(rank(a), rank(b)), byPos(a, b))
}

func byPos(a, b *interp.Effect) int {
	return cmp.Or(cmp.Compare(a.Pos, b.Pos), strings.Compare(a.Key, b.Key))
}

// culprit picks the point that has to change from those at which a tombstone
// was not what the code expects.
func culprit(misses []interp.Miss) (*interp.Miss, TombKind) {
	pick := func(ok func(m *interp.Miss) bool) *interp.Miss {
		for i := range misses {
			if ok(&misses[i]) {
				return &misses[i]
			}
		}
		return nil
	}
	seen := pick(func(m *interp.Miss) bool { return m.Kind == interp.MissSeen })
	if m := pick(func(m *interp.Miss) bool { return m.Kind == interp.MissPointer }); m != nil && seen == nil {
		return m, PointerAssert
	}
	if seen != nil {
		if m := pick(func(m *interp.Miss) bool { return m.After }); m != nil {
			return m, Mishandled
		}
		return seen, Mishandled
	}
	if m := pick(func(m *interp.Miss) bool { return m.Kind == interp.MissKey }); m != nil && !accessor(m.KeyFunc) {
		// A failed assertion before it on the same way would be the cause.
		if a := pick(func(a *interp.Miss) bool { return a.Kind == interp.MissAssert }); a == nil {
			return m, KeyFunc
		}
	}
	if m := pick(func(m *interp.Miss) bool { return m.Kind == interp.MissAssert || m.Kind == interp.MissKey }); m != nil {
		return m, Dropped
	}
	return nil, ""
}

// accessor reports whether a function makes no key, but something that reads
// the object: it fails first, but is not what has to change.
func accessor(name string) bool {
	k, _ := clientgo.KeyFuncOf(name)
	return k.Accessor
}

// newTomb places a report: in the innermost function that both tests the object
// and does the work. A converter that only tests is used by others, too, and
// so the place to unwrap is where it is called.
func newTomb(g *registered.Group, f *registered.Func, role clientgo.HandlerRole, m interp.Miss, lost []*interp.Effect, live *interp.Trail) *Tomb {
	path := m.Frame.Path()
	at := len(path) - 1
	for ; at > 0; at-- {
		if slices.ContainsFunc(lost, func(e *interp.Effect) bool { return under(e.Frame, path[at]) }) {
			break
		}
	}
	if role == clientgo.Filter {
		// One that only returns what a helper says of the object: the helper is the filter.
		for at < len(path)-1 && returned(path[at+1].Call) {
			at++
		}
	}
	if m.Kind != interp.MissKey && m.Kind != interp.MissPointer {
		// A helper that Add and Update call as well is right for them: it is
		// the Delete handler that hands it a tombstone.
		for at > 0 && shared(g, path[at].Fn) {
			at--
		}
	}
	for at > 0 && path[at].Worker {
		at-- // what is in the queue is known where it is put in
	}
	fr, instr := path[at], m.Instr
	t := &Tomb{Role: role, Group: g, Func: fr.Fn, Param: -1, KeyName: m.KeyFunc}
	if m.Frame.Worker {
		t.Worker = m.Frame.Fn.Name()
	}
	if at < len(path)-1 {
		t.Inner = ssautil.Pos(instr)
		instr = path[at+1].Call
		if role == clientgo.OnDelete && !g.Process && !m.Frame.Worker && len(lost) > 0 && !slices.ContainsFunc(lost, func(e *interp.Effect) bool { return !under(e.Frame, path[at+1]) }) {
			t.Shared = path[at+1].Fn
		}
	}
	t.At, t.Pos, t.Lent = instr, fr.Pos(instr), fr.At.IsValid()
	t.Param = objectParam(fr.Fn, instr)
	return t
}

// returned reports whether a call is there for what it returns, which is returned.
func returned(call ssa.Instruction) bool {
	c, ok := call.(*ssa.Call)
	if !ok {
		return false
	}
	uses := slices.DeleteFunc(slices.Clone(*c.Referrers()), func(r ssa.Instruction) bool { _, debug := r.(*ssa.DebugRef); return debug })
	if len(uses) != 1 {
		return false
	}
	_, ok = uses[0].(*ssa.Return)
	return ok
}

// shared reports whether a function also gets what is added or updated.
func shared(g *registered.Group, fn *ssa.Function) bool {
	for _, other := range []*registered.Func{g.Add, g.Update} {
		if other != nil && (other.Fn == fn || calls(other.Fn, fn, 0)) {
			return true
		}
	}
	return false
}

// under reports whether frame e is frame f of the same call, or below it.
func under(e, f *interp.Frame) bool {
	for ; e != nil; e = e.Up {
		if e.Fn == f.Fn && e.Call == f.Call {
			return true
		}
	}
	return false
}

func calls(fn, target *ssa.Function, depth int) bool {
	if depth > 2 {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if mc, ok := instr.(*ssa.MakeClosure); ok && calls(mc.Fn.(*ssa.Function), target, depth+1) {
				return true // a task
			}
			if c, ok := instr.(ssa.CallInstruction); ok {
				if callee := c.Common().StaticCallee(); callee != nil && (callee == target || len(callee.Blocks) > 0 && calls(callee, target, depth+1)) {
					return true
				}
			}
		}
	}
	return false
}

// objectParam returns the index of the parameter that an instruction tests or
// passes on, if it is an interface{}.
func objectParam(fn *ssa.Function, instr ssa.Instruction) int {
	var ops []*ssa.Value
	for _, op := range instr.Operands(ops) {
		v := *op
		if c, ok := v.(*ssa.ChangeInterface); ok {
			v = c.X
		}
		if p, ok := v.(*ssa.Parameter); ok && clientgo.IsAny(p.Type()) {
			return slices.Index(fn.Params, p)
		}
	}
	// A use further on: the only untyped parameter.
	at := -1
	for i, p := range fn.Params {
		if clientgo.IsAny(p.Type()) {
			if at >= 0 {
				return -1
			}
			at = i
		}
	}
	return at
}

// filter runs a FilterFunc in front of a Delete function.
func filter(in *interp.Machine, g *registered.Group, works bool) *Tomb {
	if !works {
		return filterIdle(in, g)
	}
	live, dead := in.RunObject(g.Filter), in.RunTombstone(g.Filter)
	if live.GaveUp || dead.GaveUp {
		return nil
	}
	if t := filterPanics(g, live, dead); t != nil {
		return t
	}
	if !g.FilterRejects || !slices.ContainsFunc(live.Ends, func(e interp.End) bool {
		return e.Flags&interp.Odd == 0 && e.Truth() != interp.False
	}) {
		return nil
	}
	m, _ := culprit(dead.Misses)
	if m == nil {
		return nil
	}
	t := newTomb(g, g.Filter, clientgo.Filter, *m, nil, live)
	t.Kind = FilterRejects
	return t
}

// filterPanics returns the first place at which a filter panics on a tombstone, and not
// on an object.
func filterPanics(g *registered.Group, live, dead *interp.Trail) *Tomb {
	for _, m := range dead.Misses {
		if (m.Kind == interp.MissPanic || m.Kind == interp.MissDeref) && !slices.ContainsFunc(live.Misses, func(l interp.Miss) bool { return l.Instr == m.Instr }) {
			t := newTomb(g, g.Filter, clientgo.Filter, m, nil, live)
			t.Kind, t.Deref = Unchecked, m.Kind == interp.MissDeref
			return t
		}
	}
	return nil
}

// filterAlone runs a filter that has no Delete function behind it.
//
// Whether there is none has to be certain: what a filter is made to let through may be
// too much for a function that is not seen.
func filterAlone(in *interp.Machine, g *registered.Group) []*Tomb {
	if g.Filter == nil || !g.NoDelete {
		return nil
	}
	if t := filterIdle(in, g); t != nil {
		return []*Tomb{t}
	}
	return nil
}

// filterIdle runs a filter behind which nothing is done for a deletion. It is asked all
// the same, and a panic ends the process; to reject a tombstone loses nothing.
//
// It has to be client-go that asks: an AddEventHandler of somebody's own may never tell
// of a deletion.
func filterIdle(in *interp.Machine, g *registered.Group) *Tomb {
	if g.Open || len(g.Calls) == 0 || slices.ContainsFunc(g.Calls, ownCall) {
		return nil
	}
	live, dead := in.RunObject(g.Filter), in.RunTombstone(g.Filter)
	if live.GaveUp || dead.GaveUp || slices.ContainsFunc(dead.Misses, func(m interp.Miss) bool { return m.After || m.Kind == interp.MissSeen }) {
		return nil // it knows tombstones
	}
	if !slices.ContainsFunc(live.Ends, func(e interp.End) bool { return e.Flags&interp.Odd == 0 }) {
		return nil // it panics on objects as well
	}
	return filterPanics(g, live, dead)
}

// ownCall reports whether a handler is registered by a function that may do anything
// with it.
func ownCall(c ssa.CallInstruction) bool {
	obj := ssautil.Callee(c.Common())
	return obj == nil || obj.Pkg() == nil || !clientgo.Modelled(obj.Pkg().Path())
}

// Who is the function that fails, in the words of a message.
func (t *Tomb) Who() string {
	switch {
	case t.Group.Process:
		return "the process function"
	case t.Role != clientgo.Filter:
		return "the Delete handler"
	case t.Group.Delete == nil:
		return "the filter, which is asked about deletions too,"
	}
	return "the filter in front of the Delete handler"
}

// Together says what is done where the functions are given to client-go.
func (t *Tomb) Together() string {
	if t.Group.Process {
		return "the function processes what comes out of a queue here"
	}
	return "the handlers are put together here"
}

// harmless: see Tomb.Harmless. A panic is never.
func harmless(p *resolve.Package, g *registered.Group, t *Tomb) string {
	if t.Kind == Unchecked {
		return ""
	}
	return taker.Idle(p, g, t.Lost)
}

// Called names what a lost effect calls. A function of another package than pkg is named
// with its package, as in the source: nobody looks for "Fix" and finds heap.Fix.
func Called(e *interp.Effect, pkg *types.Package) string {
	name := effect.Short(e.Name)
	path, alone := strings.CutSuffix(e.Key, "."+name)
	if !alone || strings.ContainsAny(e.Key, " (") || path == clientgo.Path(pkg.Path()) {
		return name
	}
	return effect.Short(e.Key)
}
