package handler

import (
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/judge"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
)

// OfUIDs is the trial for recreated objects. on says which kinds are asked for.
func OfUIDs(pkg *resolve.Package, on func(judge.UIDKind) bool) *Trial {
	t := &Trial{Package: pkg, Of: OfRecreations, uids: make(map[*registered.Group][]*judge.UID)}
	judged := func(p *resolve.Package, g *registered.Group) (out []*judge.UID) {
		for _, u := range judge.UIDs(p, g) {
			if on(u.Kind) {
				out = append(out, u)
			}
		}
		return out
	}
	var all []*judge.UID
	for _, g := range pkg.Groups {
		t.uids[g] = judged(pkg, g)
		all = append(all, t.uids[g]...)
	}
	assume := Assume{Forgets: Forgets(all), Worked: Worked(all), WrittenOnce: WrittenOnce(all),
		EqualContents: on(judge.EqualityDropped), DeleteWork: on(judge.DeleteWorkSkipped), NoUpdate: on(judge.NoUpdate)}
	t.Try = func(p *resolve.Package, g *registered.Group) *Verdict {
		a := assume
		a.Tells = judge.Tells(p, g)
		return Recreations(p.Program(g), a)
	}
	t.Find = func(p *resolve.Package, g *registered.Group) int {
		if len(judged(p, g)) > 0 || judge.Tells(p, g) && len(t.try(p, g).Kept()) > 0 {
			return 1
		}
		return 0
	}
	return t
}

// UIDs returns what a group does wrong with recreated objects: what was seen in
// its functions, and then what is seen only when they are run.
func (t *Trial) UIDs(group int) []*judge.UID {
	g := t.Package.Groups[group]
	out := t.uids[g]
	if g.Style == clientgo.Predicate && len(out) > 0 && !t.try(t.Package, g).drops {
		// A run may fail by what Delete keeps; that the new object is dropped is not shown.
		out = slices.DeleteFunc(slices.Clone(out), func(u *judge.UID) bool { return u.Kind == judge.GenerationDropped })
	}
	if judge.Tells(t.Package, g) {
		out = append(out, t.try(t.Package, g).Kept()...)
	}
	return out
}
