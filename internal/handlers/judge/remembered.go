package judge

import (
	"cmp"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// remembered: Update only enqueues, and what works on the queue compares the
// object's generation with one that is kept under its name, which only Delete
// takes away, or the work on an object that is not found: a new object's first
// generations are below it.
func (p *pair) remembered(up *interp.Trail) *UID {
	for _, e := range p.leftOut(up) {
		if e.UID != 0 {
			continue
		}
		if i := p.comparesGeneration(cmp.Or(e.Place, e.Name)); i != nil {
			return &UID{Kind: GenerationRemembered, Func: p.Update.Fn, State: e, Against: i.Pos()}
		}
	}
	if !onlyEnqueues(up) || len(up.Effects) == 0 || p.finalizers() {
		return nil
	}
	for _, t := range cleared(p.p.Functions()) {
		i := p.comparesGeneration(t.place)
		if i == nil {
			continue
		}
		if e := p.forgets(t); e != nil {
			e.Name = t.place
			return &UID{Kind: GenerationRemembered, Func: p.Update.Fn, State: e, Against: i.Pos(), Worked: true}
		}
	}
	return nil
}

// cleared finds the maps from which functions delete entries.
func cleared(fns []*ssa.Function) (out []*tracker) {
	at := make(map[string]*tracker)
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				m, call := deletes(instr)
				if m == nil {
					continue
				}
				place := effect.Place(m)
				if at[place] == nil {
					at[place] = &tracker{place: place}
					out = append(out, at[place])
				}
				at[place].forgets = append(at[place].forgets, call)
			}
		}
	}
	return out
}

// deletes returns the map from which an instruction deletes an entry, nil if it
// does not.
func deletes(instr ssa.Instruction) (m ssa.Value, call ssa.CallInstruction) {
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return nil, nil
	}
	c := call.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok && b.Name() == "delete" {
		return c.Args[0], call
	}
	if fn := ssautil.Callee(c); fn != nil && clientgo.IsSyncMap(fn) && strings.HasSuffix(fn.Name(), "Delete") && len(c.Args) > 0 {
		return c.Args[0], call
	}
	return nil, nil
}

// comparesGeneration finds a comparison of an object's generation with what is
// kept in a place, in a function that does not look at UIDs.
func (p *pair) comparesGeneration(place string) *ssa.BinOp {
	for _, fn := range p.p.Functions() {
		var found *ssa.BinOp
		uid := false
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if v, ok := instr.(ssa.Value); ok && meta(v) == clientgo.PartUID {
					uid = true
				}
				i, ok := instr.(*ssa.BinOp)
				if ok && found == nil && (of(i.X, i.Y, place) || of(i.Y, i.X, place)) {
					found = i
				}
			}
		}
		if found != nil && !uid {
			p.p.Machine.Need(fn)
			return found
		}
	}
	return nil
}

// of: the one is an object's generation, and the other one is kept in a place.
func of(generation, kept ssa.Value, place string) bool {
	return meta(generation) == clientgo.PartGeneration && entryOf(kept) == place
}

// meta is the part of an object's metadata that a value is, as clientgo.Meta
// names it; "" for any other.
func meta(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.UnOp:
		if f, ok := v.X.(*ssa.FieldAddr); ok && v.Op == token.MUL {
			return metaField(f.X, f.Field)
		}
	case *ssa.Field:
		return metaField(v.X, v.Field)
	case *ssa.Call:
		if v.Call.IsInvoke() {
			return clientgo.MetaGetter(v.Call.Method.Name())
		}
		if fn := v.Call.StaticCallee(); fn != nil && fn.Signature.Recv() != nil {
			return clientgo.MetaGetter(fn.Name())
		}
	}
	return ""
}

func metaField(x ssa.Value, field int) string {
	if clientgo.TypeName(x.Type()) != clientgo.ObjectMeta {
		return ""
	}
	return clientgo.MetaField(ssautil.FieldName(x.Type(), field))
}

// entryOf is the place of the map of which a value is an entry, or a field of
// one; "" for any other.
func entryOf(v ssa.Value) string {
	for range 8 {
		switch x := v.(type) {
		case *ssa.Lookup:
			return effect.Place(x.X)
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.TypeAssert:
			v = x.X
		case *ssa.Convert:
			v = x.X
		case *ssa.Field:
			v = x.X
		case *ssa.UnOp:
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Alloc:
			if v = assigned(x); v == nil {
				return ""
			}
		case *ssa.Call:
			if fn := x.Call.StaticCallee(); fn != nil && fn.String() == "(*sync.Map).Load" {
				return effect.Place(x.Call.Args[0])
			}
			return ""
		default:
			return ""
		}
	}
	return ""
}

// assigned is what a variable is set to, if that is done once.
func assigned(a *ssa.Alloc) (v ssa.Value) {
	for _, r := range *a.Referrers() {
		if s, ok := r.(*ssa.Store); ok && s.Addr == a {
			if v != nil {
				return nil
			}
			v = s.Val
		}
	}
	return v
}
