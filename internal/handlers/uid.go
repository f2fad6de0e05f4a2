package handlers

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// How an Update function fails on an object that was deleted and created again.
type UIDKind string

// The kinds; they are the names of uidcheck's sub-rules.
const (
	GenerationDropped UIDKind = "generation-dropped"
	UIDKeyedState     UIDKind = "uid-keyed-state"
	DeleteWorkSkipped UIDKind = "delete-work-skipped"
	EqualityDropped   UIDKind = "equality-dropped"
	NoUpdate          UIDKind = "no-update"
	EntryInherited    UIDKind = "entry-inherited"
)

// A UID is a handler pair that takes two objects of one name for one object.
type UID struct {
	Kind   UIDKind
	Group  *Group
	Pos    token.Pos       // the comparison, or the early branch; else invalid
	At     ssa.Instruction // the same
	Func   *ssa.Function   // the function that has to change
	State  *Effect         // what is keyed by UID, or the work of Delete that is skipped
	Early  bool            // the UIDs are compared, but too late
	inside *trail
}

// UIDs returns what a handler pair does wrong when one Update has an old and a
// new object with different UIDs.
//
// Update runs once in the abstract, with two objects. A function that gets
// both of them and cannot be looked into may compare their UIDs, and so
// silences everything that comes after it.
func (p *Package) UIDs(g *Group) []*UID {
	if g.Open {
		// A wrapper may have split the update already.
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if g.Update == nil {
		return p.noUpdate(g)
	}
	old, cur := val{k: object, from: fromOld}, val{k: object, from: fromNew}
	up := p.in.run(g.Update, true, objects(g.Update, old, cur)...)
	if up.gaveUp {
		return nil
	}
	var out []*UID
	for _, find := range []func(*Group, *trail) *UID{p.generation, p.keyed, p.inherited, p.equality, p.skipped} {
		if u := find(g, up); u != nil {
			u.Group, u.inside = g, up
			out = append(out, u)
		}
	}
	return out
}

// objects returns the arguments of a handler: its objects, or an event or a
// deletion that holds them.
func objects(f *Func, objs ...val) []val {
	if params := f.Params(); len(params) == 0 || len(params) < len(objs) || clientgo.EventObjects(params[0].Type()) != nil || clientgo.IsDeletedObject(params[0].Type()) {
		return []val{{k: tuple, elems: objs}}
	}
	return objs
}

// single runs Add or Delete with an object.
func (p *Package) single(f *Func) *trail {
	if f == nil {
		return nil
	}
	return p.in.run(f, true, objects(f, val{k: object, from: fromOld})...)
}

// generation: the generations are equal, and nothing happens.
func (p *Package) generation(g *Group, up *trail) *UID {
	if len(up.gens) == 0 {
		return nil
	}
	dropped, works := false, false
	for _, e := range up.ends {
		if e.flags&odd != 0 {
			continue
		}
		equal, does := e.flags&genEqual != 0, e.flags&acted != 0
		if g.Style == clientgo.Predicate {
			if len(e.results) != 1 {
				return nil
			}
			r := e.results[0]
			does = r.k != isFalse
			if r.k == compare && r.part == partGen {
				// return old.Generation != new.Generation
				if !r.neg {
					return nil
				}
				works, equal, does = true, true, false
			}
		}
		switch {
		case equal && !does && e.flags&sawUID == 0:
			dropped = true
		case !equal && does:
			works = true
		}
	}
	if !dropped || !works {
		return nil
	}
	if !p.missed(g) {
		return nil
	}
	i := up.gens[0]
	return &UID{Kind: GenerationDropped, Pos: instrPos(i), At: i, Func: i.Parent()}
}

// missed reports whether an Update that finds the generations, and whatever
// else it compares, equal leaves out something that Delete of the old object or
// Add of the new would do. If Update does all of that in any case, only work for
// changes is dropped.
func (p *Package) missed(g *Group) bool {
	if g.Add == nil && g.Delete == nil {
		return true
	}
	same := &trail{in: p.in, uid: true, same: true, effects: make(map[string]*Effect)}
	same.start(g.Update, objects(g.Update, val{k: object, from: fromOld}, val{k: object, from: fromNew}))
	done := make(map[string]bool)
	for _, e := range same.effects {
		done[e.Key] = true
	}
	if same.gaveUp {
		return false
	}
	for _, f := range []*Func{g.Add, g.Delete} {
		t := p.single(f)
		if t == nil {
			continue
		}
		if t.gaveUp {
			return false
		}
		for _, e := range t.effects {
			if !done[e.Key] {
				return true
			}
		}
	}
	// Predicates have results instead.
	return g.Style == clientgo.Predicate
}

// equality: some part of both is equal, and nothing happens.
func (p *Package) equality(g *Group, up *trail) *UID {
	if len(up.equal) == 0 || g.Style == clientgo.Predicate {
		return nil
	}
	dropped := false
	for _, e := range up.ends {
		if e.flags&(odd|sawUID|acted) == 0 && e.flags&specEqual != 0 {
			dropped = true
		}
	}
	if !dropped || len(up.effects) == 0 {
		return nil
	}
	i := up.equal[0]
	return &UID{Kind: EqualityDropped, Pos: instrPos(i), At: i, Func: i.Parent()}
}

// keyed: Add and Delete keep something by UID, and Update goes by the new
// object alone.
func (p *Package) keyed(g *Group, up *trail) *UID {
	add, del := p.single(g.Add), p.single(g.Delete)
	if add != nil && add.gaveUp || del != nil && del.gaveUp {
		return nil
	}
	looks := len(up.cmps) > 0 // some way through Update looks at the old object
	for _, e := range up.ends {
		if e.flags&(sawUID|actedOld) != 0 {
			looks = true
		}
	}
	if !looks {
		state := p.byUID(add, del, up, true)
		if state == nil || g.Delete == nil && g.Add == nil {
			return nil
		}
		return &UID{Kind: UIDKeyedState, Func: g.Update.Fn, State: state}
	}
	// The old object is looked after on some ways. A way that ends before, by
	// the new object alone, forgets it.
	state := p.byUID(add, del, up, false)
	if len(up.early) == 0 || state == nil && !splits(up) {
		return nil
	}
	for _, e := range up.ends {
		if e.flags&(odd|sawUID|acted|actedOld|onOld) == 0 && e.flags&onNew != 0 {
			i := up.early[0]
			return &UID{Kind: UIDKeyedState, Func: i.Parent(), Pos: instrPos(i), At: i, State: state, Early: true}
		}
	}
	return nil
}

// splits reports whether Update compares the UIDs and then works on both
// objects.
func splits(up *trail) bool {
	var from uint8
	for _, e := range up.effects {
		if e.flags&sawUID != 0 {
			from |= e.from
		}
	}
	return len(up.cmps) > 0 && from == fromBoth
}

// byUID returns what Delete takes away or enqueues by UID, or what Add does by
// UID and Update does not do for the new object. A Delete that only marks
// something leaves the taking away to others.
//
// With only, what Update does for the new object in the same way does not
// count: it is how the state is kept in order, and no sign that the old
// object's is taken away by Delete and nobody else.
func (p *Package) byUID(add, del, up *trail, only bool) *Effect {
	again := func(e *Effect) bool {
		return slices.ContainsFunc(effectsOf(up), func(u *Effect) bool { return u.uid&fromNew != 0 && u.Key == e.Key })
	}
	if del != nil {
		for _, e := range effectsOf(del) {
			if e.uid != 0 && (e.frees || e.queue) && !(only && !e.queue && again(e)) {
				return e
			}
		}
	}
	if add == nil {
		return nil
	}
	for _, e := range effectsOf(add) {
		if e.uid != 0 && !again(e) {
			return e
		}
	}
	return nil
}

// skipped: Update only enqueues, Delete takes state away.
func (p *Package) skipped(g *Group, up *trail) *UID {
	if g.Delete == nil || len(up.cmps) > 0 {
		return nil
	}
	for _, e := range up.ends {
		if e.flags&(sawUID|actedOld) != 0 {
			return nil
		}
	}
	for _, e := range up.effects {
		if !e.queue && !enqueues(e.Name) {
			return nil
		}
	}
	del := p.single(g.Delete)
	if del.gaveUp || p.in.finalizers() {
		return nil
	}
	for _, e := range effectsOf(del) {
		if e.frees && e.from != 0 && up.effects[e.Key+"0"] == nil {
			return &UID{Kind: DeleteWorkSkipped, Func: g.Update.Fn, State: e}
		}
	}
	return nil
}

// inherited: Update writes an entry under the object's name, but only if there
// is none, and Delete takes it away: the new object gets the old one's.
func (p *Package) inherited(g *Group, up *trail) *UID {
	if len(up.cmps) > 0 || g.Delete == nil {
		return nil
	}
	del := p.single(g.Delete)
	if del.gaveUp {
		return nil
	}
	for _, e := range effectsOf(up) {
		if !e.fresh || !e.named || e.flags&sawUID != 0 {
			continue
		}
		rewritten := slices.ContainsFunc(effectsOf(up), func(o *Effect) bool { return o != e && o.place == e.place && o.named })
		taken := slices.ContainsFunc(effectsOf(del), func(o *Effect) bool { return o.place == e.place && o.frees && o.named })
		if taken && !rewritten {
			return &UID{Kind: EntryInherited, Func: g.Update.Fn, State: e, Pos: e.Pos}
		}
	}
	return nil
}

func enqueues(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "enqueue") || strings.Contains(name, "queue")
}

// finalizers reports whether the package has to do with finalizers: then an
// object is not gone before its controller has done Delete's work.
func (in *interp) finalizers() bool {
	for id := range in.pass.TypesInfo.Uses {
		if strings.Contains(id.Name, "Finalizer") {
			return true
		}
	}
	return false
}

// noUpdate: Add works, and there is no Update.
func (p *Package) noUpdate(g *Group) []*UID {
	if !g.NoUpdate || g.Add == nil || g.Style == clientgo.Predicate {
		return nil
	}
	add := p.single(g.Add)
	if add.gaveUp {
		return nil
	}
	for _, e := range effectsOf(add) {
		if !e.queue {
			return []*UID{{Kind: NoUpdate, Group: g, Func: g.Add.Fn, Pos: g.Pos, State: e}}
		}
	}
	return nil
}
