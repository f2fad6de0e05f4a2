package ssautil

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Each: the index counts from 0 to the length of what is indexed, in steps
// of one. The loop may be left early; it comes to no element twice.
func Each(v *ssa.IndexAddr) bool {
	index := v.Index
	phi, first := index, int64(0)
	if next, ok := index.(*ssa.BinOp); ok { // for i := range x: from -1, and one more before the test
		if next.Op != token.ADD || !isInt(next.Y, 1) {
			return false
		}
		phi, first = next.X, -1
	}
	p, ok := phi.(*ssa.Phi)
	if !ok || !counts(p, first) {
		return false
	}
	head := p.Block()
	cond, ok := head.Instrs[len(head.Instrs)-1].(*ssa.If)
	if !ok {
		return false
	}
	less, ok := cond.Cond.(*ssa.BinOp)
	return ok && less.Op == token.LSS && less.X == index && isLength(less.Y, v.X)
}

// counts: a phi begins with a number and goes on by one, also where the loop is
// continued early.
func counts(p *ssa.Phi, first int64) bool {
	begins := 0
	for _, e := range p.Edges {
		if isInt(e, first) {
			begins++
			continue
		}
		next, ok := e.(*ssa.BinOp)
		if !ok || next.Op != token.ADD || next.X != p || !isInt(next.Y, 1) {
			return false
		}
	}
	return begins == 1
}

func isInt(v ssa.Value, n int64) bool {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return false
	}
	k, exact := constant.Int64Val(c.Value)
	return exact && k == n
}

// isLength: n is len(x), or x is an array that has n elements.
func isLength(n, x ssa.Value) bool {
	if call, ok := n.(*ssa.Call); ok {
		b, ok := call.Call.Value.(*ssa.Builtin)
		return ok && b.Name() == "len" && call.Call.Args[0] == x
	}
	if p, ok := x.Type().Underlying().(*types.Pointer); ok {
		a, ok := p.Elem().Underlying().(*types.Array)
		return ok && isInt(n, a.Len())
	}
	return false
}
