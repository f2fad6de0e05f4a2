package delivered

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/delivered/once"
)

// Fixed returns the ways that the wait of a claim has in the edited package p, in
// all programs that see them whole, or else in all; nil if it is not found there.
func (p *Package) Fixed(c *Claim) (ways []Way) {
	if p.f == nil {
		return nil
	}
	var unclear []Way
	for _, r := range p.again(c) {
		for _, at := range p.f.programsOf(r) {
			again := p.f.waysAgain(c, question{f: p.f, r: r, at: at})
			if slices.ContainsFunc(again, Way.unclear) {
				unclear = append(unclear, again...)
			} else {
				ways = append(ways, again...)
			}
		}
	}
	if ways == nil {
		return unclear
	}
	return ways
}

// again are the registrations in the edited package p that a claim is about.
func (p *Package) again(c *Claim) (out []*registration) {
	if p.f == nil || c.Call == nil {
		return nil
	}
	for _, r := range p.all {
		if r.call != nil && r.call.Parent().String() == c.Call.Parent().String() && r.nth == c.nth && r.does.state[c.Place].Place != "" {
			out = append(out, r)
		}
	}
	return out
}

// Missing returns the ways of the claim's methods in the edited package p, if
// there may be a value of their type whose handler is not registered, or whose
// registration is that of another value.
func (p *Package) Missing(c *Claim) (ways []Way) {
	typ := p.ownerOf(c)
	for _, r := range p.again(c) {
		call, ok := r.call.(*ssa.Call)
		if typ == nil || ok && p.Always(&Claim{Call: call}, typ) {
			continue
		}
		for _, at := range p.f.programsOf(r) {
			ways = append(ways, p.f.waysAgain(c, question{f: p.f, r: r, at: at})...)
		}
	}
	return ways
}

// Always reports whether the claim's handler is registered, and once, for every value
// of a type that the package makes. Where it is not, a method that asks the
// registration alone would say of some values for ever that they are not synced, and
// of others what the last registration says.
func (p *Package) Always(c *Claim, typ *types.TypeName) bool {
	return once.Always(p.f.fns, p.f.who.Of, c.Call, typ)
}

// ownerOf is the type whose values keep their registrations in the package p; nil
// if it is kept in a variable of the function that waits.
func (p *Package) ownerOf(c *Claim) *types.TypeName {
	name := c.Type
	if recv := c.Method.Signature.Recv(); (c.Shape == Sequence || c.Shape == Notice) && recv != nil && c.Call.Parent() != c.Method {
		t := recv.Type()
		if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
			t = ptr.Elem()
		}
		if named, ok := types.Unalias(t).(*types.Named); ok {
			name = named.Obj().Name()
		}
	}
	typ, _ := p.pass.Pkg.Scope().Lookup(name).(*types.TypeName)
	return typ
}

// Early returns what waits ask, as ways, that come before the claim's handler is
// registered in the edited package p: it is registered when they are over.
func (p *Package) Early(c *Claim) (ways []Way) {
	for _, r := range p.again(c) {
		for _, at := range p.f.programsOf(r) {
			q := question{f: p.f, r: r, at: at}
			for _, asks := range at.AskedBefore() {
				ways = append(ways, Way{Atoms: q.atoms(asks, true, c.Wait)})
			}
		}
	}
	return ways
}

func (w Way) unclear() bool {
	return slices.ContainsFunc(w.Atoms, func(a Atom) bool { return a.Kind == Unclear })
}

// waysAgain finds the ways of a claim's methods, or of the waits in its
// function, in one program of the edited package.
func (f *finder) waysAgain(c *Claim, q question) (ways []Way) {
	for _, m := range append([]*Claim{c}, c.More...) {
		i := slices.IndexFunc(f.fns, func(fn *ssa.Function) bool { return fn.String() == m.Method.String() })
		if i < 0 {
			return nil
		}
		if c.Shape == Component || c.Shape == Gate {
			var to *ssa.BasicBlock
			if c.Shape == Gate {
				read := f.readIn(f.fns[i], q.r.does.state)
				if read == nil {
					return nil
				}
				to = read.Block()
			}
			all, ok := q.waysTo(f.fns[i], to, nil)
			if !ok {
				return nil
			}
			ways = append(ways, all...)
			continue
		}
		waits := q.at.WaitsIn(f.fns[i])
		if waits == nil {
			return nil
		}
		var all Way
		for _, asks := range waits {
			all.Atoms = append(all.Atoms, q.atoms(asks, true, c.Wait)...)
		}
		ways = append(ways, all)
	}
	return ways
}
