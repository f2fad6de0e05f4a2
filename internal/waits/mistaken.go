package waits

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// mistakenBy finds fields that a wait asks, and that are set to the HasSynced of
// another informer than their names say: nodesSynced to the one of pods, which
// podsSynced is set to as well, beside nodesLister, which is of nodes. Nothing then
// asks the informer of nodes. That it has a handler does not make this right.
func mistakenBy(all []*Wait) (out []Partial) {
	for _, w := range all {
		for st, a := range w.asking() {
			for _, e := range a.siblings {
				if _, v := w.field(e); v != nil && !w.factoryWaits() {
					if p := w.mistaken(st, a, v); p != nil {
						out = append(out, *p)
					}
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b Partial) int { return int(a.Twice.Arg.Pos() - b.Twice.Arg.Pos()) })
	return slices.CompactFunc(out, func(a, b Partial) bool { return a.Twice.Arg == b.Twice.Arg })
}

// mistaken says what is wrong with the field v of the structure, if anything is.
func (w *Wait) mistaken(st *types.Struct, a asking, v *types.Var) *Partial {
	set, accessor := w.setTo(v)
	if accessor == nil {
		return nil
	}
	first := w.sameAs(a, v, set, types.ExprString(accessor))
	lister, meant := w.listerNamed(st, v, set)
	if first == nil || meant == nil || types.ExprString(meant) == types.ExprString(accessor) || types.Identical(w.pass.TypesInfo.TypeOf(meant), w.pass.TypesInfo.TypeOf(accessor)) {
		return nil
	}
	b := w.varOf(meant)
	if b == nil || b.IsField() || len(w.sets(b)) > 0 || !w.reads(lister) {
		return nil
	}
	if g := w.given(b); g.lost || len(g.asks) > 0 {
		return nil // it may be asked elsewhere
	}
	return &Partial{Wait: w, Informer: b.Name(), Read: lister.Name(), Calls: w.calls(b, lister), Twice: &Duplicate{
		Arg: set.value, First: first, Text: types.ExprString(set.value), Forgotten: []string{types.ExprString(meant) + ".Informer().HasSynced"}}}
}

// setTo is the one place that sets a field to the HasSynced of an informer, and the
// accessor of that; nil if there is none, or another.
func (f *finder) setTo(v *types.Var) (s set, accessor ast.Expr) {
	sets := f.sets(v)
	if len(sets) != 1 || sets[0].value == nil {
		return s, nil
	}
	return sets[0], f.of(sets[0].value, "HasSynced")
}

// sameAs is what another field that the wait asks is set to in the same block, if
// that is the HasSynced of the same accessor.
func (w *Wait) sameAs(a asking, v *types.Var, of set, accessor string) ast.Expr {
	for _, e := range a.siblings {
		_, sibling := w.field(e)
		if sibling == nil || sibling == v {
			continue
		}
		if s, same := w.setTo(sibling); same != nil && s.block() == of.block() && types.ExprString(same) == accessor {
			return s.value
		}
	}
	return nil
}

// listerNamed is the field that is named as v is, for a lister, and the accessor
// that it is set to the lister of in the same block.
func (f *finder) listerNamed(st *types.Struct, v *types.Var, of set) (lister *types.Var, accessor ast.Expr) {
	for field := range st.Fields() {
		if f.table.RoleOf(field.Type()) != clientgo.Lister || base(field.Name()) != base(v.Name()) {
			continue
		}
		sets := f.sets(field)
		if len(sets) != 1 || sets[0].value == nil || sets[0].block() != of.block() {
			continue
		}
		call, ok := ast.Unparen(sets[0].value).(*ast.CallExpr)
		if !ok {
			continue
		}
		if sel, ok := call.Fun.(*ast.SelectorExpr); ok && sel.Sel.Name == "Lister" && token.IsIdentifier(types.ExprString(sel.X)) {
			return field, sel.X
		}
	}
	return nil, nil
}

// base is what a field's name says that it is about: pod of podListerSynced and
// podLister.
func base(name string) string {
	name = strings.ToLower(name)
	for _, suffix := range []string{"synced", "sync", "has", "informer", "lister"} {
		name = strings.TrimSuffix(name, suffix)
	}
	return strings.TrimSuffix(name, "s")
}
