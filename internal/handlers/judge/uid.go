package judge

import (
	"cmp"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/aftermath"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/keep"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/ssautil"
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

	GenerationRemembered   UIDKind = "generation-remembered"
	ExpectationsRemembered UIDKind = "expectations-remembered"
	WrittenOnce            UIDKind = "written-once"

	// Nobody looks for these: a run shows them.
	UIDsMishandled UIDKind = "uids-mishandled"
	WrongKey       UIDKind = "wrong-key"
)

// A UID is a handler pair that takes two objects of one name for one object.
type UID struct {
	Kind  UIDKind
	Group *registered.Group
	Pos   token.Pos       // the comparison, or the early branch; else invalid
	At    ssa.Instruction // the same
	Func  *ssa.Function   // the function that has to change
	State *interp.Effect  // what is keyed by UID, or the work of Delete that is skipped
	Early bool            // the UIDs are compared, but too late
	// Against is where what is kept is compared with a new object's, or asked for
	// its name; or where Add writes the object. It is invalid for other kinds.
	Against token.Pos
	// Partly: where the generations differ something else is compared, and the object
	// may be dropped for that: to compare the UIDs beside the generations is not enough.
	Partly bool
	// Worked is set if what is remembered is forgotten by the work on an object
	// that is not found, and not, or not only, by Delete.
	Worked bool
}

// UIDs returns what a handler pair does wrong when one Update has an old and a
// new object with different UIDs.
//
// Update runs once in the abstract, with two objects. A function that gets
// both of them and cannot be looked into may compare their UIDs, and so
// silences everything that comes after it.
func UIDs(p *resolve.Package, g *registered.Group) []*UID {
	if g.Open {
		// A wrapper may have split the update already.
		return nil
	}
	pr := pair{p: p, in: p.Machine, Group: g}
	if g.Update == nil {
		return pr.noUpdate()
	}
	up := pr.in.RunUpdate(g.Update, false)
	if up.GaveUp {
		return nil
	}
	var out []*UID
	for _, find := range []func(*interp.Trail) *UID{pr.generation, pr.keyed, pr.inherited, pr.equality, pr.remembered, pr.expected, pr.skipped} {
		if u := find(up); u != nil {
			u.Group = g
			out = append(out, u)
		}
	}
	return slices.DeleteFunc(out, func(u *UID) bool { return toldApart(p, g, u) })
}

// A pair is the functions of a group, asked about two objects of one name.
type pair struct {
	*registered.Group
	p  *resolve.Package
	in *interp.Machine
}

// met: a UID was compared with another object's, or looked for: what was found may
// tell a new object from one that is known.
const met = interp.SawUID | interp.Sought

// single runs Add or Delete with an object.
func (p *pair) single(f *registered.Func) *interp.Trail {
	if f == nil {
		return nil
	}
	return p.in.RunOne(f)
}

// generation: the generations are equal, and nothing happens.
func (p *pair) generation(up *interp.Trail) *UID {
	if len(up.Generations) == 0 || p.Held {
		return nil // to delete what is held raises its generation, and that was seen
	}
	dropped, works, partly := false, false, false
	for _, e := range up.Ends {
		if e.Flags&interp.Odd != 0 {
			continue
		}
		equal, does := e.Flags&interp.GenEqual != 0, e.Flags&interp.Acted != 0
		if p.Style == clientgo.Predicate {
			does = e.Truth() != interp.False
			if compared, differ := e.Generations(); compared {
				// return old.Generation != new.Generation
				if !differ {
					return nil
				}
				works, equal, does = true, true, false
			}
		}
		unsure := p.Style == clientgo.Predicate && e.Truth() == interp.Unknown
		if !equal && (unsure || !does && e.Flags&(met|interp.SpecEqual) != 0) {
			partly = true
		}
		switch {
		case equal && !does && e.Flags&met == 0:
			dropped = true
		case !equal && does:
			works = true
		}
	}
	if !dropped || !works {
		return nil
	}
	if !p.missed() {
		return nil
	}
	i := up.Generations[0]
	return &UID{Kind: GenerationDropped, Pos: ssautil.Pos(i), At: i, Func: i.Parent(), Partly: partly}
}

// missed reports whether an Update that finds the generations, and whatever
// else it compares, equal leaves out something that Delete of the old object or
// Add of the new would do. If Update does all of that in any case, only work for
// changes is dropped.
func (p *pair) missed() bool {
	if p.Add == nil && p.Delete == nil {
		return true
	}
	same := p.in.RunUpdate(p.Update, true)
	idle := slices.ContainsFunc(same.Ends, func(e interp.End) bool {
		return e.Flags&(interp.Odd|interp.Acted|interp.ActedOld|met|interp.OnElse) == 0
	})
	done := make(map[string]bool)
	for _, e := range same.Effects {
		done[e.Key] = true
	}
	if same.GaveUp {
		return false
	}
	for _, f := range []*registered.Func{p.Add, p.Delete} {
		t := p.single(f)
		if t == nil {
			continue
		}
		if t.GaveUp {
			return false
		}
		for _, e := range t.Effects {
			if idle || !done[e.Key] {
				return true
			}
		}
	}
	// Predicates have results instead.
	return p.Style == clientgo.Predicate
}

// equality: some part of both is equal, and nothing happens.
func (p *pair) equality(up *interp.Trail) *UID {
	if len(up.Equal) == 0 || p.Style == clientgo.Predicate {
		return nil
	}
	dropped := false
	for _, e := range up.Ends {
		if e.Flags&(interp.Odd|met|interp.Acted) == 0 && e.Flags&interp.SpecEqual != 0 {
			dropped = true
		}
	}
	if !dropped || len(up.Effects) == 0 {
		return nil
	}
	i := up.Equal[0]
	return &UID{Kind: EqualityDropped, Pos: ssautil.Pos(i), At: i, Func: i.Parent()}
}

// keyed: Add and Delete keep something by UID, and Update goes by the new
// object alone.
func (p *pair) keyed(up *interp.Trail) *UID {
	add, del := p.single(p.Add), p.single(p.Delete)
	if add != nil && add.GaveUp || del != nil && del.GaveUp {
		return nil
	}
	looks := len(up.UIDs) > 0 // some way through Update looks at the old object
	for _, e := range up.Ends {
		if e.Flags&(interp.SawUID|interp.ActedOld) != 0 {
			looks = true
		}
	}
	if !looks {
		state := byUID(add, del, up, true)
		if state == nil || p.Delete == nil && p.Add == nil || p.swept(state.Name) || p.replaced(state) {
			return nil
		}
		return &UID{Kind: UIDKeyedState, Func: p.Update.Fn, State: state}
	}
	// The old object is looked after on some ways. A way that ends before, by
	// the new object alone, forgets it.
	if len(up.Early) == 0 {
		return nil
	}
	i := up.Early[0]
	state := byUID(add, del, up, false)
	if state == nil && !splits(up) {
		if state, i = looked(up); state == nil {
			return nil
		}
	}
	if state != nil && p.replaced(state) {
		return nil
	}
	for _, e := range up.Ends {
		if e.Flags&(interp.Odd|met|interp.Acted|interp.ActedOld|interp.OnOld) == 0 && e.Flags&interp.OnNew != 0 {
			return &UID{Kind: UIDKeyedState, Func: i.Parent(), Pos: ssautil.Pos(i), At: i, State: state, Early: true}
		}
	}
	return nil
}

// swept reports whether somebody else than Delete looks through all of a place.
func (p *pair) swept(place string) bool {
	for _, fn := range p.p.Functions() {
		p.in.Need(fn)
	}
	return aftermath.Swept(p.p.Functions(), p.in.Hops(), place, p.Delete)
}

// replaced reports whether state is in what may go or be replaced as a whole, with all
// that was left in it: maps in a map, a structure with a map. Or somebody else has it.
func (p *pair) replaced(state *interp.Effect) bool {
	for _, fn := range p.p.Functions() {
		p.in.Need(fn)
	}
	return effect.Replaced(p.p.Functions(), state.Entry.Map) || !aftermath.Steady(p.p.Functions(), p.in.Hops(), placeOf(state), p.Group)
}

// placeOf names the place that an effect is on; "" if it has none.
func placeOf(e *interp.Effect) string {
	place := e.Name
	if _, of, ok := strings.Cut(e.Key, " of "); ok {
		place = of // of a call
	} else if strings.HasPrefix(e.Key, "call of ") {
		place = ""
	}
	return cmp.Or(e.Kept, e.Entry.Map, e.Place, place)
}

// looked returns what Update takes away under the old object's UID, if it first
// looks there for what is kept under the new one's, and the branch where nothing
// is found.
func looked(up *interp.Trail) (*interp.Effect, *ssa.If) {
	for _, i := range up.Early {
		m := effect.Looked(i.Cond)
		for _, e := range effectsOf(up) {
			if m != nil && e.Frees && e.UID == interp.Old && e.Name == effect.Place(m) {
				return e, i
			}
		}
	}
	return nil, nil
}

// splits reports whether Update compares the UIDs and then works on both
// objects.
func splits(up *interp.Trail) bool {
	var from uint8
	for _, e := range up.Effects {
		if e.Flags&interp.SawUID != 0 {
			from |= e.From
		}
	}
	return len(up.UIDs) > 0 && from == interp.Both
}

// byUID returns what Delete takes away or enqueues by UID, or what Add does by
// UID and Update does not do for the new object. A Delete that only marks
// something leaves the taking away to others.
//
// With only, what Update does for the new object in the same way does not
// count: it is how the state is kept in order, and no sign that the old
// object's is taken away by Delete and nobody else.
func byUID(add, del, up *interp.Trail, only bool) *interp.Effect {
	again := func(e *interp.Effect) bool {
		return slices.ContainsFunc(effectsOf(up), func(u *interp.Effect) bool { return u.UID&interp.New != 0 && u.Key == e.Key })
	}
	if del != nil {
		for _, e := range effectsOf(del) {
			if e.Kept != "" {
				if e.UID != 0 && e.Frees && stays(e.Kept, add, up) {
					return e
				}
				continue
			}
			if e.UID != 0 && (e.Frees || e.Queue) && !(only && !e.Queue && again(e)) {
				return e
			}
		}
	}
	if add == nil {
		return nil
	}
	for _, e := range effectsOf(add) {
		if e.UID != 0 && e.Kept == "" && !again(e) {
			return e
		}
	}
	return nil
}

// stays reports whether an entry that Add makes in another package's place stays
// there whatever Update does for the new object: it is known of that package that
// it takes no other object's entry away, and nobody else gets the new object.
func stays(place string, add, up *interp.Trail) bool {
	if add == nil {
		return false
	}
	made := slices.ContainsFunc(effectsOf(add), func(e *interp.Effect) bool { return e.Kept == place && !e.Frees && e.UID != 0 })
	return made && !slices.ContainsFunc(effectsOf(up), func(e *interp.Effect) bool {
		return e.Whole&interp.New != 0 && keep.Apart(e.Gives, place)
	})
}

// skipped: Update only enqueues, Delete takes state away.
func (p *pair) skipped(up *interp.Trail) *UID {
	for _, e := range p.leftOut(up) {
		return &UID{Kind: DeleteWorkSkipped, Func: p.Update.Fn, State: e}
	}
	return nil
}

// leftOut is what Delete takes away, where Update only enqueues.
func (p *pair) leftOut(up *interp.Trail) (out []*interp.Effect) {
	if p.Delete == nil || !onlyEnqueues(up) {
		return nil
	}
	del := p.single(p.Delete)
	if del.GaveUp || p.finalizers() {
		return nil
	}
	for _, e := range effectsOf(del) {
		if e.Frees && e.From != 0 && up.Effects[e.Key+"0"] == nil {
			out = append(out, e)
		}
	}
	return out
}

// onlyEnqueues reports whether an Update does nothing but enqueue, whatever the
// UIDs are.
func onlyEnqueues(up *interp.Trail) bool {
	if len(up.UIDs) > 0 || slices.ContainsFunc(up.Ends, func(e interp.End) bool { return e.Flags&met != 0 }) {
		return false
	}
	for _, e := range up.Effects {
		// The key of the old object is that of the new one.
		if !e.Enqueues() || (e.UID|e.Whole)&interp.Old != 0 {
			return false
		}
	}
	return true
}

// inherited: Update writes an entry under the object's name, but only if there
// is none, and Delete takes it away: the new object gets the old one's.
func (p *pair) inherited(up *interp.Trail) *UID {
	if len(up.UIDs) > 0 || p.Delete == nil {
		return nil
	}
	del := p.single(p.Delete)
	if del.GaveUp {
		return nil
	}
	for _, e := range effectsOf(up) {
		if !e.Fresh || !e.Named || e.Flags&met != 0 {
			continue
		}
		rewritten := slices.ContainsFunc(effectsOf(up), func(o *interp.Effect) bool { return o != e && o.Place == e.Place && o.Named })
		taken := slices.ContainsFunc(effectsOf(del), func(o *interp.Effect) bool { return o.Place == e.Place && o.Frees && o.Named })
		if taken && !rewritten {
			return &UID{Kind: EntryInherited, Func: p.Update.Fn, State: e, Pos: e.Pos}
		}
	}
	return nil
}

// finalizers reports whether the package has to do with finalizers: then an
// object is not gone before its controller has done Delete's work.
func (p *pair) finalizers() bool {
	for id := range p.p.Pass().TypesInfo.Uses {
		if strings.Contains(id.Name, "Finalizer") {
			return true
		}
	}
	return false
}

// noUpdate: Add works, and there is no Update.
func (p *pair) noUpdate() []*UID {
	if !p.NoUpdate || p.Add == nil || p.Style == clientgo.Predicate {
		return nil
	}
	if u := p.written(); u != nil {
		return []*UID{u}
	}
	add := p.single(p.Add)
	if add.GaveUp {
		return nil
	}
	for _, e := range effectsOf(add) {
		if !e.Queue {
			return []*UID{{Kind: NoUpdate, Group: p.Group, Func: p.Add.Fn, Pos: p.Pos, State: e}}
		}
	}
	return nil
}
