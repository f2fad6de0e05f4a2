package account

import (
	"fmt"
	"go/token"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/engine/answers"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/ssabuild"
)

// madeUp says what may make up for a read that comes too early: for that reason the rules
// about workers and handlers say nothing of it. Of a read behind the wait it does not
// matter.
func (v view) madeUp(n *compose.Node) string {
	kind := n.Ins.Callee
	if kind != ir.MadeUp && kind != ir.MadeUpAbroad && kind != ir.PutOff || len(n.Subjects) != 1 {
		return ""
	}
	if slices.ContainsFunc(v.waits(n.Subjects[0]), func(w *compose.Node) bool { return v.Strictly(w, n) }) {
		return ""
	}
	lazy, _ := v.set.Pass().ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy)
	if lazy == nil {
		return ""
	}
	all := lazy.Functions()
	read := callAt(all, n.Ins.Pos)
	if read == nil {
		return "" // it is of another package
	}
	// A new one each time: what an answer has been kept for, it does not look for again.
	asked := answers.Of(all)
	if kind == ir.PutOff {
		return fmt.Sprintf("; if it is read too early, that may be made up for: the package has work done again later (%s)", v.where(asked.PutsOffAt()))
	}
	_, why := asked.Because(read)
	switch {
	case !why.At.IsValid():
		return "; if it is read too early, something may make up for it: what comes after it is not followed to its end"
	case why.Again:
		return "; if it is read too early, that may be made up for: it is read again"
	case why.Tells != nil:
		return fmt.Sprintf("; if it is read too early, that may be made up for by whoever calls %s (%s), and sees from what it returns that there was nothing", why.Tells.Name(), v.where(why.At))
	}
	return fmt.Sprintf("; if it is read too early, that may be made up for at %s", v.where(why.At))
}

// callAt is the call with a position.
func callAt(fns []*ssa.Function, pos token.Pos) ssa.CallInstruction {
	for _, fn := range fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(ssa.CallInstruction); ok && call.Pos() == pos {
					return call
				}
			}
		}
	}
	return nil
}

func (v view) where(pos token.Pos) string {
	p := v.set.Pass().Fset.Position(pos)
	return fmt.Sprintf("%s:%d", filepath.Base(p.Filename), p.Line)
}
