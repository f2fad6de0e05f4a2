package cachecall

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Actors are the calls of a method of the run group that a call is about: of the same
// variable, in the same function.
func Actors(c *ssa.CallCommon, method string) (out []ssa.CallInstruction) {
	group, ok := c.Args[0].(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, r := range *group.Referrers() {
		if call, ok := r.(ssa.CallInstruction); ok && clientgo.FuncName(ssautil.Callee(call.Common())) == method && call.Common().Args[0] == group {
			out = append(out, call)
		}
	}
	return out
}

// Jobs are the calls of Do whose jobs a call of StartAsync begins, each at once, and
// then seldom: those of a scheduler that this function makes, and with which nothing
// else is done. They say what runs.
func Jobs(start ssa.CallInstruction) (out []*ssa.Call) {
	made, ok := start.Common().Args[0].(*ssa.Call)
	if !ok || !clientgo.MakesScheduler(ssautil.Callee(&made.Call)) || begins(made) != start {
		return nil
	}
	for _, do := range added(made, false) {
		if do.Block().Dominates(start.Block()) {
			out = append(out, do)
		}
	}
	return out
}

// Job is the function that a call of Do gets, as an interface.
func Job(do *ssa.Call) ssa.Value {
	v := do.Call.Args[1]
	if mi, ok := v.(*ssa.MakeInterface); ok {
		return mi.X
	}
	return v
}

// Begun reports whether a call of Do adds a job that Jobs knows of.
func Begun(do *ssa.Call) bool {
	at := do
	for {
		call, ok := at.Call.Args[0].(*ssa.Call)
		if !ok {
			return false
		}
		fn := ssautil.Callee(&call.Call)
		if clientgo.MakesScheduler(fn) {
			start := begins(call)
			return start != nil && slices.Contains(Jobs(start), do)
		}
		if !clientgo.Schedules(fn) {
			return false
		}
		at = call
	}
}

// begins is the only call that begins the jobs of a scheduler, if nothing else is done
// with it than to add some.
func begins(scheduler *ssa.Call) (begun ssa.CallInstruction) {
	for _, r := range *scheduler.Referrers() {
		if _, ok := r.(*ssa.DebugRef); ok {
			continue
		}
		call, ok := r.(ssa.CallInstruction)
		if !ok || slices.Contains(call.Common().Args[1:], ssa.Value(scheduler)) {
			return nil
		}
		_, plain := r.(*ssa.Call)
		switch fn := ssautil.Callee(call.Common()); {
		case clientgo.BeginsJobs(fn) && begun == nil && plain:
			begun = call
		case clientgo.Schedules(fn):
			if !plain || !onlyAdds(r.(*ssa.Call)) {
				return nil
			}
		case clientgo.JobMethod(fn) != "Stop":
			return nil
		}
	}
	return begun
}

// onlyAdds reports whether with what a chain of calls returns, which is the scheduler
// itself, nothing else is done than to go on with the chain, or to add a job.
func onlyAdds(chain *ssa.Call) bool {
	for _, r := range *chain.Referrers() {
		if _, ok := r.(*ssa.DebugRef); ok {
			continue
		}
		call, ok := r.(*ssa.Call)
		if !ok || len(call.Call.Args) == 0 || call.Call.Args[0] != ssa.Value(chain) {
			return false
		}
		fn := ssautil.Callee(&call.Call)
		if clientgo.JobMethod(fn) != "Do" && !(clientgo.Schedules(fn) && onlyAdds(call)) {
			return false
		}
	}
	return true
}

// added are the calls of Do that lead back to a scheduler, where a unit of time on the
// way says that the job runs seldom.
func added(from *ssa.Call, seldom bool) (out []*ssa.Call) {
	for _, r := range *from.Referrers() {
		call, ok := r.(*ssa.Call)
		if !ok || len(call.Call.Args) == 0 || call.Call.Args[0] != from {
			continue
		}
		switch fn := ssautil.Callee(&call.Call); {
		case clientgo.JobMethod(fn) == "Do" && seldom && bare(call):
			out = append(out, call)
		case clientgo.Schedules(fn):
			out = append(out, added(call, seldom || clientgo.SeldomUnit(fn))...)
		}
	}
	return out
}

// bare reports whether a job is called with nothing: what else it gets is not followed.
func bare(do *ssa.Call) bool {
	for _, arg := range do.Call.Args[2:] {
		if c, ok := arg.(*ssa.Const); !ok || !c.IsNil() {
			return false
		}
	}
	return true
}
