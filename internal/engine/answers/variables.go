package answers

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// own: a variable that is only stored to and loaded from, such as a result of a function
// that defers something, which go/ssa does not lift. One that a function literal captures
// is not: the literal may set it.
func own(made *ssa.Alloc) bool {
	for _, r := range *made.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if r.Val == made {
				return false
			}
		case *ssa.UnOp:
		default:
			return false
		}
	}
	return true
}

// loaded is what is known of a variable of the function's own: it joins what is last put
// into it on the branches that are taken. Before the way begins any of them may have been.
func (w *way) loaded(load *ssa.UnOp, made *ssa.Alloc) (f fact) {
	type visit struct {
		b      *ssa.BasicBlock
		before bool
	}
	seen := make(map[visit]bool)
	var back func(b *ssa.BasicBlock, end int, before bool)
	back = func(b *ssa.BasicBlock, end int, before bool) {
		for i := end - 1; i >= 0; i-- {
			switch instr := b.Instrs[i].(type) {
			case *ssa.Store:
				if instr.Addr != made {
					continue
				}
				val := any_
				if _, is := instr.Val.(*ssa.Const); is || !before {
					val = w.get(instr.Val)
				}
				f = f.join(val)
				return
			case *ssa.Alloc:
				if instr == made {
					f = f.join(zeroOf(made))
					return
				}
			case *ssa.Call:
				before = before || instr == w.from
			}
		}
		for _, pred := range b.Preds {
			v := visit{pred, before}
			if (before || w.edges[[2]int{pred.Index, b.Index}]) && !seen[v] {
				seen[v] = true
				back(pred, len(pred.Instrs), before)
			}
		}
	}
	back(load.Block(), indexOf(load), false)
	return f
}

// zeroOf is what is known of a variable that nothing was put into.
func zeroOf(made *ssa.Alloc) fact {
	t := ssautil.Deref(made.Type())
	if ssautil.IsBool(t) {
		return false_
	}
	return constFact(ssa.NewConst(nil, t))
}

func indexOf(instr ssa.Instruction) int {
	for i, other := range instr.Block().Instrs {
		if other == instr {
			return i
		}
	}
	return 0
}

// takesFirst: what is called takes its work out of a queue before anything else. Whoever
// calls it once more goes on with other work, and does not ask for the same again.
func takesFirst(call *ssa.Call) bool {
	fn := call.Call.StaticCallee()
	if fn == nil || len(fn.Blocks) == 0 {
		return false
	}
	for _, instr := range fn.Blocks[0].Instrs {
		if c, ok := instr.(*ssa.Call); ok && takes(&c.Call) {
			return true
		}
	}
	return false
}

// counts: a number in a place grows by one that is constant.
func counts(st *ssa.Store) bool {
	sum, ok := st.Val.(*ssa.BinOp)
	if !ok || sum.Op != token.ADD && sum.Op != token.SUB {
		return false
	}
	load, ok := sum.X.(*ssa.UnOp)
	_, constant := sum.Y.(*ssa.Const)
	if !ok || !constant || load.Op != token.MUL {
		return false
	}
	from, ok := load.X.(*ssa.FieldAddr)
	to, is := st.Addr.(*ssa.FieldAddr)
	return ok && is && from.X == to.X && from.Field == to.Field || load.X == st.Addr
}
