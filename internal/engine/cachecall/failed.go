package cachecall

import (
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A failure is where a function goes on when a call of it has failed because a cache is
// not started.
type failure struct {
	passed map[*ssa.BasicBlock]bool // the blocks that may follow
	only   []*ssa.BasicBlock        // the first of those that follow only then
	next   bool                     // it comes to the call again, which it does not after a success: for another element
}

func failed(call *ssa.Call) failure {
	results := resultsOf(call)
	out, nothing := failure{passed: make(map[*ssa.BasicBlock]bool)}, emptied(call)
	for work := []*ssa.BasicBlock{call.Block()}; len(work) > 0; {
		blk := work[len(work)-1]
		work = work[:len(work)-1]
		succs := blk.Succs
		if bad, good := sides(blk, results); bad != nil {
			succs = []*ssa.BasicBlock{bad}
			if len(bad.Preds) == 1 {
				out.only = append(out.only, bad)
			}
			out.next = out.next || ofMany(call) && ssautil.Leads(bad, call.Block(), nil) && !ssautil.Leads(good, call.Block(), nil)
		} else if not := unlessStatus(blk, results); not != nil {
			succs = []*ssa.BasicBlock{not}
		} else {
			for _, empty := range unlessRead(blk, nothing) {
				if len(empty.Preds) == 1 {
					out.only = append(out.only, empty)
				}
			}
		}
		for _, s := range succs {
			if !out.passed[s] {
				out.passed[s] = true
				work = append(work, s)
			}
		}
	}
	return out
}

// sides are the blocks to which the branch at the end of a block leads if one of the
// results of a call says that it has failed, and if not: an error that is not nil, a
// pointer that is, a bool that is false.
func sides(blk *ssa.BasicBlock, results []ssa.Value) (bad, good *ssa.BasicBlock) {
	branch := branchOf(blk)
	if branch == nil {
		return nil, nil
	}
	cond, y, n := ssautil.Asked(branch)
	yes, no := blk.Succs[y], blk.Succs[n]
	for _, r := range results {
		if ssautil.IsBool(r.Type()) && holds(cond, r) {
			return no, yes
		}
		cmp, ok := cond.(*ssa.BinOp)
		if !ok {
			continue
		}
		x, nothing := cmp.X, cmp.Y
		if isNil(x) {
			x, nothing = nothing, x
		}
		if !isNil(nothing) || !holds(x, r) {
			continue
		}
		if (cmp.Op == token.NEQ) == ssautil.IsError(r.Type()) {
			return yes, no
		}
		return no, yes
	}
	return nil, nil
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// unlessStatus is the block to which a branch leads unless the API server has said what
// it asks an error for: a cache that is not started does not say that.
func unlessStatus(blk *ssa.BasicBlock, results []ssa.Value) *ssa.BasicBlock {
	branch := branchOf(blk)
	if branch == nil {
		return nil
	}
	cond, _, no := ssautil.Asked(branch)
	call, ok := cond.(*ssa.Call)
	if !ok || !ssautil.IsBool(call.Type()) || !ofStatus(ssautil.Callee(&call.Call)) || len(call.Call.Args) != 1 {
		return nil
	}
	for _, r := range results {
		if holds(call.Call.Args[0], r) {
			return blk.Succs[no]
		}
	}
	return nil
}

// emptied are the values that are empty, or an error that is not, if a call has failed:
// what is taken from its results, and from the objects that it should have filled. Those
// of a method that answers whether one of them is are among them, and false.
func emptied(call *ssa.Call) map[ssa.Value]bool {
	out := make(map[ssa.Value]bool)
	work := resultsOf(call)
	if reads(call.Common()) || call.Call.Signature().Results().Len() == 0 {
		for _, arg := range call.Call.Args {
			if v := unwrapped(arg); ssautil.IsPointer(v.Type()) {
				work = append(work, v)
			}
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if out[v] || v.Referrers() == nil {
			continue
		}
		out[v] = true
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.Extract, *ssa.Phi, *ssa.Field, *ssa.FieldAddr, *ssa.UnOp, *ssa.Lookup, *ssa.ChangeType, *ssa.Convert, *ssa.ChangeInterface:
				work = append(work, r.(ssa.Value))
			case *ssa.Call:
				if r.Call.Value.Name() == "len" && !r.Call.IsInvoke() {
					work = append(work, r)
				} else if ssautil.IsBool(r.Type()) && r != call {
					out[r] = false // how it asks is not known
				}
			case *ssa.Store:
				if made, ok := r.Addr.(*ssa.Alloc); ok && r.Val == v {
					work = append(work, made)
				}
			}
		}
	}
	return out
}

// unlessRead are the blocks to which a branch may lead if what it asks is empty.
func unlessRead(blk *ssa.BasicBlock, nothing map[ssa.Value]bool) []*ssa.BasicBlock {
	branch := branchOf(blk)
	if branch == nil {
		return nil
	}
	cond, yes, no := ssautil.Asked(branch)
	if empty, asked := nothing[cond]; asked && !empty {
		return blk.Succs
	} else if asked {
		return blk.Succs[no : no+1] // a bool
	}
	cmp, ok := cond.(*ssa.BinOp)
	if !ok {
		return nil
	}
	x, zero := cmp.X, cmp.Y
	if isZero(x) {
		x, zero = zero, x
	}
	if !nothing[x] || !isZero(zero) {
		return nil
	}
	if cmp.Op != token.EQL {
		yes, no = no, yes // !=, or > 0
	}
	if ssautil.IsError(x.Type()) {
		return blk.Succs[no : no+1]
	}
	return blk.Succs[yes : yes+1]
}

func isZero(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	switch {
	case !ok:
		return false
	case c.Value == nil:
		return true
	case c.Value.Kind() == constant.String:
		return constant.StringVal(c.Value) == ""
	case c.Value.Kind() == constant.Int:
		return constant.Sign(c.Value) == 0
	}
	return false
}

func branchOf(blk *ssa.BasicBlock) *ssa.If {
	if len(blk.Instrs) == 0 {
		return nil
	}
	branch, _ := blk.Instrs[len(blk.Instrs)-1].(*ssa.If)
	return branch
}

// givesUp reports whether all that follows a block ends the process, or returns what a
// call has failed with: whatever is called there makes up for nothing.
func givesUp(first *ssa.BasicBlock, call *ssa.Call) bool {
	err := errorOf(call)
	return leavesOff(first, func(v ssa.Value) bool { return err != nil && carries(v, err) })
}

// leavesOff is givesUp for what a function returns as its last result to say so.
func leavesOff(first *ssa.BasicBlock, says func(ssa.Value) bool) bool {
	seen := map[*ssa.BasicBlock]bool{first: true}
	for work := []*ssa.BasicBlock{first}; len(work) > 0; {
		blk := work[len(work)-1]
		work = work[:len(work)-1]
		if ends(blk) {
			continue
		}
		switch last := blk.Instrs[len(blk.Instrs)-1].(type) {
		case *ssa.Return:
			n := len(last.Results)
			if n == 0 || !says(last.Results[n-1]) {
				return false
			}
			continue
		}
		for _, s := range blk.Succs {
			if !first.Dominates(s) {
				return false
			}
			if !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return true
}

// ends reports whether a block ends the process.
func ends(blk *ssa.BasicBlock) bool {
	for _, ins := range blk.Instrs {
		switch ins := ins.(type) {
		case *ssa.Panic:
			return true
		case *ssa.Call:
			if fn := ssautil.Callee(&ins.Call); fn != nil && clientgo.NoReturn(fn) {
				return true
			}
		}
	}
	return false
}

// maxCarried is how many steps an error is followed through.
const maxCarried = 8

// carries reports whether a value is an error, or made of it. Each value is looked at
// once: a variable of errors that a deferred function sets is stored to from itself.
func carries(v, err ssa.Value) bool {
	seen := map[ssa.Value]bool{v: true}
	for round, step := []ssa.Value{v}, 0; len(round) > 0 && step <= maxCarried; step++ {
		if slices.Contains(round, err) {
			return true
		}
		var next []ssa.Value
		for _, v := range round {
			for _, from := range sources(v) {
				if !seen[from] {
					seen[from] = true
					next = append(next, from)
				}
			}
		}
		round = next
	}
	return false
}

// sources are what a value is made of, as far as errors are.
func sources(v ssa.Value) []ssa.Value {
	switch v := v.(type) {
	case *ssa.Call:
		return v.Call.Args
	case *ssa.Phi:
		return v.Edges
	case *ssa.MakeInterface:
		return []ssa.Value{v.X}
	case *ssa.ChangeInterface:
		return []ssa.Value{v.X}
	case *ssa.Slice:
		return elements(v)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return stores(v.X)
		}
	}
	return nil
}
