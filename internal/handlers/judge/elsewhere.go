package judge

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// elsewhere leaves out what is lost here and done by another handler of the same
// informer, which gets the same tombstones: one is there for objects, the other one
// for tombstones. A panic ends the process, whoever else is there.
func elsewhere(p *resolve.Package, g *registered.Group, tombs []*Tomb) []*Tomb {
	return slices.DeleteFunc(tombs, func(t *Tomb) bool {
		lost := t.Lost
		if t.Kind == FilterRejects {
			lost = effectsOf(p.Machine.RunObject(g.Delete))
		}
		if t.Kind == Unchecked || t.Panics || t.OtherKey || len(lost) == 0 {
			return false
		}
		if relisted(p, g, lost) {
			p.Note(t.Pos, "not reported: what is lost are entries of maps that somebody else goes through and compares with what there is")
			return true
		}
		i := slices.IndexFunc(p.Groups, func(o *registered.Group) bool { return o != g && takes(p, o, lost) && sameInformer(p, g, o) })
		if i >= 0 {
			p.Note(t.Pos, "not reported: another handler of the same informer does the same for tombstones, at "+p.Pass().Fset.Position(p.Groups[i].Pos).String())
		}
		return i >= 0
	})
}

// takes reports whether a tombstone gets to the Delete function of a group, or may,
// and all of some work is done for it there: the same, or something else with the same
// thing, such as a resync of all where an object enqueues what belongs to it.
func takes(p *resolve.Package, g *registered.Group, work []*interp.Effect) bool {
	if g.Style != clientgo.Untyped || g.Delete == nil || g.FilterRejects {
		return false
	}
	dead := p.Machine.RunTombstone(g.Delete)
	return !dead.GaveUp && !slices.ContainsFunc(work, func(e *interp.Effect) bool {
		if d := dead.Effects[e.Key]; d != nil && (d.From != 0 || e.From == 0) {
			return false
		}
		_, with, ok := strings.Cut(e.Key, " of ")
		return !ok || !slices.ContainsFunc(effectsOf(dead), func(d *interp.Effect) bool {
			_, other, _ := strings.Cut(d.Key, " of ")
			return d.Key != e.Key && other == with
		})
	})
}

// toldApart reports whether another handler of the same informer compares the UIDs of
// an Update: it is there for recreated objects, and may do what this one does not.
func toldApart(p *resolve.Package, g *registered.Group, u *UID) bool {
	return slices.ContainsFunc(p.Groups, func(o *registered.Group) bool {
		if o == g || o.Style != clientgo.Untyped || o.Update == nil || !sameInformer(p, g, o) {
			return false
		}
		t := p.Machine.RunUpdate(o.Update, false)
		return len(t.UIDs) > 0 && (mayHelp(t, u) || !followed(p, o.Update.Fn, 0))
	})
}

// maxFollowed is how deep calls are looked at for others that are not followed.
const maxFollowed = 4

// followed reports whether a function calls nothing but what is looked into, and what a
// table knows: a call that is made for its result may do something as well.
func followed(p *resolve.Package, fn *ssa.Function, depth int) bool {
	p.Machine.Need(fn)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if _, dies := instr.(*ssa.Panic); dies {
				return false
			}
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			c := call.Common()
			if b, builtin := c.Value.(*ssa.Builtin); builtin {
				if b.Name() == "close" {
					return false // somebody may be waiting to begin anew
				}
				continue
			}
			if callee := c.StaticCallee(); callee != nil && len(ssautil.Origin(callee).Blocks) > 0 {
				if depth > maxFollowed || !followed(p, ssautil.Origin(callee), depth+1) {
					return false
				}
				continue
			}
			obj := ssautil.Callee(c)
			if slices.ContainsFunc(c.Args, func(a ssa.Value) bool { _, is := a.Type().Underlying().(*types.Signature); return is }) {
				return false // who knows when that is called
			}
			if obj == nil || obj.Pkg() == nil || clientgo.NoReturn(obj) || !clientgo.Quiet(obj) && !clientgo.Modelled(obj.Pkg().Path()) && !clientgo.Std(obj.Pkg().Path()) {
				return false
			}
		}
	}
	return true
}

// mayHelp reports whether what another handler does may be what is missing. It is not
// if it does nothing at all; and where state is left behind, not if it only keeps
// other state in order: takes entries of it away, and puts some there for the new object.
func mayHelp(t *interp.Trail, u *UID) bool {
	if t.GaveUp || len(t.Forwards) > 0 || len(t.Hands) > 0 {
		return true
	}
	return slices.ContainsFunc(effectsOf(t), func(e *interp.Effect) bool {
		if u.Kind != UIDKeyedState || u.State == nil || e.Queue || e.Entry.Map == "" || e.Name == u.State.Name {
			return true
		}
		return !e.Frees && (e.From|e.UID)&interp.Old != 0
	})
}

// sameInformer reports whether two groups may be handlers of one informer, by the
// expressions that they are registered with.
func sameInformer(p *resolve.Package, a, b *registered.Group) bool {
	of := informers(p, b)
	return slices.ContainsFunc(informers(p, a), func(s string) bool { return slices.Contains(of, s) })
}

func informers(p *resolve.Package, g *registered.Group) (out []string) {
	for _, c := range g.Calls {
		if fn := ssautil.Callee(c.Common()); fn != nil && clientgo.Registers(fn) {
			informer, _ := ssautil.Method(c.Common())
			out = append(out, expressions(p, informer, 0)...)
		}
	}
	return out
}

// maxExpression is how deep an informer is spelled out.
const maxExpression = 8

// expressions spell out what an informer is: as a parameter, and as what callers of
// this package give for it; a field of any structure of its type; or a call of what is
// spelled out.
func expressions(p *resolve.Package, v ssa.Value, depth int) []string {
	if v == nil || depth > maxExpression {
		return nil
	}
	p.Machine.Need(v.Parent())
	switch v := v.(type) {
	case *ssa.Parameter:
		at := slices.Index(v.Parent().Params, v)
		return append(all(p, given(p, v.Parent(), at), depth), v.Parent().String()+" "+strconv.Itoa(at))
	case *ssa.FreeVar:
		return all(p, captured(p, v), depth)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return expressions(p, v.X, depth+1)
		}
	case *ssa.FieldAddr:
		return []string{clientgo.TypeName(v.X.Type()) + "." + ssautil.FieldName(v.X.Type(), v.Field)}
	case *ssa.Field:
		return []string{clientgo.TypeName(v.X.Type()) + "." + ssautil.FieldName(v.X.Type(), v.Field)}
	case *ssa.Global:
		return []string{v.String()}
	case *ssa.Alloc:
		var stored []ssa.Value
		for _, ref := range *v.Referrers() {
			if st, ok := ref.(*ssa.Store); ok && st.Addr == v {
				stored = append(stored, st.Val)
			}
		}
		return all(p, stored, depth)
	case *ssa.MakeInterface:
		return expressions(p, v.X, depth+1)
	case *ssa.ChangeInterface:
		return expressions(p, v.X, depth+1)
	case *ssa.Call:
		if recv, name := ssautil.Method(&v.Call); recv != nil {
			out := expressions(p, recv, depth+1)
			for i := range out {
				out[i] += "." + name
			}
			return out
		}
	}
	return []string{v.Parent().String() + " " + v.Name()}
}

func all(p *resolve.Package, vs []ssa.Value, depth int) (out []string) {
	for _, v := range vs {
		out = append(out, expressions(p, v, depth+1)...)
	}
	return out
}

// given are the arguments of the calls of a function in the package.
func given(p *resolve.Package, fn *ssa.Function, param int) (out []ssa.Value) {
	for _, caller := range p.Functions() {
		for _, b := range caller.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if callee := call.Common().StaticCallee(); callee != nil && ssautil.Origin(callee) == fn && param < len(call.Common().Args) {
					out = append(out, call.Common().Args[param])
				}
			}
		}
	}
	return out
}

// captured are the variables that a literal has captured.
func captured(p *resolve.Package, v *ssa.FreeVar) (out []ssa.Value) {
	for _, b := range v.Parent().Parent().Blocks {
		for _, instr := range b.Instrs {
			if made, ok := instr.(*ssa.MakeClosure); ok && made.Fn == v.Parent() {
				out = append(out, ssautil.Captured(v, []*ssa.MakeClosure{made})...)
			}
		}
	}
	return out
}
