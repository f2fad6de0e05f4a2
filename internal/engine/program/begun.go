package program

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/cachecall"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// begins translates what keeps functions and runs them together: a run group that one
// function fills and runs, beside each other; a scheduler of gocron that one function
// makes, fills and starts, each at once and then seldom. It is false for any other call.
func (f *fnBuilder) begins(s *site, i ir.Instr, obj *types.Func) bool {
	run := newInstr(ir.OpRun)
	run.Mode = uint8(clientgo.Concurrent)
	switch name := clientgo.FuncName(obj); {
	case name == clientgo.ActorAdded:
		if len(cachecall.Actors(s.call, clientgo.ActorsRun)) == 0 {
			return false
		}
		f.runLater(i.Args[2:], s.pos)
	case name == clientgo.ActorsRun && s.mode != ir.CallDefer:
		for _, add := range cachecall.Actors(s.call, clientgo.ActorAdded) {
			run.A, run.Key = f.val(add.Common().Args[1]), ""
			if add.Block().Dominates(s.ins.Block()) { // else it depends on what may be said of others
				run.Key = ir.Sure
			}
			f.runs(run, add.Pos())
		}
		f.await(s, "")
	case clientgo.MakesScheduler(obj) || clientgo.Schedules(obj):
		f.await(s, Foreign) // it runs nothing yet
	case clientgo.JobMethod(obj) == "Do":
		do, ok := s.ins.(*ssa.Call)
		return ok && cachecall.Begun(do)
	case clientgo.BeginsJobs(obj):
		jobs := cachecall.Jobs(s.ins)
		for _, do := range jobs {
			run.A, run.Key = f.val(cachecall.Job(do)), ir.Seldom
			f.runs(run, do.Pos())
		}
		return len(jobs) > 0
	default:
		return false
	}
	return true
}

// runs emits that a function runs, if that may matter.
func (f *fnBuilder) runs(run ir.Instr, pos token.Pos) {
	if run.A != ir.NoReg {
		f.emit(run, pos)
	}
}
