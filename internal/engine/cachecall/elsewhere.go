package cachecall

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// elsewhere reports whether somebody else is told that a call has failed, over a channel
// or in a variable, and gets then in another way what was not read, or reads once more.
// A channel from which nothing here receives may lead to somebody who does.
func (p *Package) elsewhere(call *ssa.Call) bool {
	told := teller{p: p, asked: make(map[ssa.Value]bool)}
	if told.leaves(call) {
		return true
	}
	if errorOf(call) == nil {
		return false
	}
	// What is said only after a failure, or only if there was none.
	good, bad := verdicts(call)
	ended := len(bad) > 0 && !slices.ContainsFunc(bad, func(first *ssa.BasicBlock) bool { return !givesUp(first, call) })
	for _, b := range call.Parent().Blocks {
		failing := slices.ContainsFunc(bad, func(first *ssa.BasicBlock) bool { return first.Dominates(b) })
		if ended || !failing && !slices.ContainsFunc(good, func(first *ssa.BasicBlock) bool { return first.Dominates(b) }) {
			continue // nobody hears of it
		}
		for _, ins := range b.Instrs {
			if ch := signals(ins); ch != nil && told.signalled(ch, failing) {
				return true
			}
			for _, place := range marks(ins) {
				if told.stored(place, call.Parent(), told.looked) {
					return true
				}
			}
		}
	}
	return false
}

// marks are the places that an instruction sets, by itself or by a method of theirs.
func marks(ins ssa.Instruction) []ssa.Value {
	switch ins := ins.(type) {
	case *ssa.Store:
		return []ssa.Value{ins.Addr}
	case *ssa.MapUpdate:
		if load, ok := ins.Map.(*ssa.UnOp); ok {
			return []ssa.Value{load.X}
		}
	case *ssa.Call:
		if fn := ssautil.Callee(&ins.Call); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "sync/atomic" {
			return ins.Call.Args[:1]
		}
	}
	return nil
}

// verdicts are the blocks that are reached only if a call has failed, and only if not.
func verdicts(call *ssa.Call) (good, bad []*ssa.BasicBlock) {
	results := resultsOf(call)
	for _, b := range call.Parent().Blocks {
		fails, works := sides(b, results)
		if fails != nil && len(fails.Preds) == 1 {
			bad = append(bad, fails)
		}
		if works != nil && len(works.Preds) == 1 {
			good = append(good, works)
		}
	}
	return good, bad
}

// signals is the channel on which an instruction says something, or that it closes.
func signals(ins ssa.Instruction) ssa.Value {
	switch ins := ins.(type) {
	case *ssa.Send:
		return ins.Chan
	case *ssa.Select:
		for _, st := range ins.States {
			if st.Dir == types.SendOnly {
				return st.Chan
			}
		}
	case ssa.CallInstruction:
		if b, ok := ins.Common().Value.(*ssa.Builtin); ok && b.Name() == "close" {
			return ins.Common().Args[0]
		}
	}
	return nil
}

// A teller follows what a call has returned to those who look at it.
type teller struct {
	p     *Package
	asked map[ssa.Value]bool
}

// leaves reports whether what a call returns leaves its function other than by return,
// and is made up for there.
func (t *teller) leaves(call *ssa.Call) bool {
	err := errorOf(call)
	if err == nil {
		return false
	}
	for work, seen := []ssa.Value{err}, make(map[ssa.Value]bool); len(work) > 0; {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[v] || v.Referrers() == nil {
			continue
		}
		seen[v] = true
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.Send:
				if r.X == v && t.received(r.Chan) {
					return true
				}
			case *ssa.Select:
				if slices.ContainsFunc(r.States, func(st *ssa.SelectState) bool { return st.Send == v && t.received(st.Chan) }) {
					return true
				}
			case *ssa.Store:
				if r.Val != v {
					continue
				}
				if t.stored(r.Addr, call.Parent(), t.madeUpBy) {
					return true
				}
				work = append(work, whole(r.Addr)...)
			case *ssa.BinOp, *ssa.Phi, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.Slice, *ssa.UnOp:
				work = append(work, r.(ssa.Value))
			case *ssa.MapUpdate:
				for _, place := range marks(r) {
					if t.stored(place, call.Parent(), t.looked) {
						return true
					}
				}
			case ssa.CallInstruction:
				if t.handedOn(r.Common(), v) {
					return true
				}
				if made, ok := r.(*ssa.Call); ok && r.Common().StaticCallee() != nil && errorOf(made) != nil {
					work = append(work, errorOf(made)) // with more words
				}
			case *ssa.Return:
				if t.waitedFor(r.Parent()) {
					return true
				}
			}
		}
	}
	return false
}

// handedOn reports whether a function that a call gets from somebody else, and not by its
// name, is told of an error: that may be there to make up for it.
func (t *teller) handedOn(c *ssa.CallCommon, err ssa.Value) bool {
	if _, builtin := c.Value.(*ssa.Builtin); builtin || c.IsInvoke() || !slices.Contains(c.Args, err) || Called(c) != nil {
		return false
	}
	fn := c.StaticCallee()
	if made, ok := only(c.Value).(*ssa.MakeClosure); fn == nil && ok {
		fn, _ = made.Fn.(*ssa.Function)
	}
	if fn == nil {
		return true
	}
	k := slices.Index(c.Args, err)
	return k < len(fn.Params) && t.madeUp(fn.Params[k])
}

// waitedFor reports whether what a literal returns is what a group returns that has run
// it, to somebody who makes up for it.
func (t *teller) waitedFor(fn *ssa.Function) bool {
	if fn.Parent() == nil {
		return false
	}
	var groups []types.Type
	var waits []*ssa.Call
	family(ssautil.Outermost(fn), func(ins ssa.Instruction) {
		call, ok := ins.(*ssa.Call)
		if !ok || call.Call.IsInvoke() || len(call.Call.Args) == 0 || call.Call.StaticCallee() == nil {
			return
		}
		switch name := call.Call.StaticCallee().Name(); {
		case name == "Wait" && errorOf(call) != nil:
			waits = append(waits, call)
		case name == "Go" && slices.ContainsFunc(call.Call.Args[1:], func(v ssa.Value) bool {
			made, ok := v.(*ssa.MakeClosure)
			return ok && made.Fn == fn
		}):
			groups = append(groups, call.Call.Args[0].Type())
		}
	})
	return slices.ContainsFunc(waits, func(wait *ssa.Call) bool {
		return slices.ContainsFunc(groups, func(g types.Type) bool { return types.Identical(g, wait.Call.Args[0].Type()) }) && t.madeUp(wait)
	})
}

// whole is what a value is part of that is stored: the structure, or the further
// arguments of a call.
func whole(place ssa.Value) []ssa.Value {
	switch at := place.(type) {
	case *ssa.FieldAddr:
		return whole(at.X)
	case *ssa.IndexAddr:
		return whole(at.X)
	case *ssa.Alloc:
		var out []ssa.Value
		for _, r := range *at.Referrers() {
			switch r := r.(type) {
			case *ssa.UnOp:
				out = append(out, r)
			case *ssa.Slice:
				out = append(out, r)
			}
		}
		return append(out, at)
	}
	return nil
}

// stored reports whether what is put into a place is looked at in another function: in a
// variable that a literal shares with others, or a function gets the address of, one of
// the package, or a field.
func (t *teller) stored(place ssa.Value, in *ssa.Function, looks func(ssa.Value) bool) bool {
	load := func(load *ssa.UnOp) bool { return load.Parent() != in && load.Op == token.MUL && looks(load) }
	switch place := place.(type) {
	case *ssa.Parameter:
		k := slices.Index(in.Params, place)
		return slices.ContainsFunc(t.p.indexed().calls[in], func(call ssa.CallInstruction) bool {
			made, ok := call.Common().Args[k].(*ssa.Alloc)
			return ok && t.stored(made, in, looks)
		})
	case *ssa.FreeVar, *ssa.Alloc:
		made, found := origin(place), false
		if made.Parent() == nil {
			return false
		}
		family(ssautil.Outermost(made.Parent()), func(ins ssa.Instruction) {
			switch ins := ins.(type) {
			case *ssa.UnOp:
				found = found || origin(ins.X) == made && load(ins)
			case *ssa.Call: // of a method that asks
				found = found || ins.Parent() != in && len(ins.Call.Args) == 1 && origin(ins.Call.Args[0]) == made && looks(ins)
			}
		})
		return found
	case *ssa.Global:
		return slices.ContainsFunc(t.p.indexed().loads[place], load)
	case *ssa.FieldAddr:
		return slices.ContainsFunc(t.p.indexed().loads[ssautil.Field(place)], load)
	}
	return false
}

// family does something with each instruction of a function and its literals.
func family(fn *ssa.Function, do func(ssa.Instruction)) {
	for _, b := range fn.Blocks {
		for _, ins := range b.Instrs {
			do(ins)
		}
	}
	for _, lit := range fn.AnonFuncs {
		family(lit, do)
	}
}

// origin is the variable that a free variable of a literal is, outside it.
func origin(v ssa.Value) ssa.Value {
	for {
		free, ok := v.(*ssa.FreeVar)
		if !ok {
			return v
		}
		outside := captured(free)
		if len(outside) != 1 {
			return v
		}
		v = outside[0]
	}
}

// An index is where a package looks at what comes from elsewhere.
type index struct {
	receives []ssa.Instruction
	loads    map[any][]*ssa.UnOp // by the field or variable of the package
	calls    map[*ssa.Function][]ssa.CallInstruction
}

func (p *Package) indexed() *index {
	if p.index != nil {
		return p.index
	}
	out := &index{loads: make(map[any][]*ssa.UnOp), calls: make(map[*ssa.Function][]ssa.CallInstruction)}
	p.index = out
	for _, fn := range p.functions() {
		for _, b := range fn.Blocks {
			for _, ins := range b.Instrs {
				switch ins := ins.(type) {
				case *ssa.Select:
					out.receives = append(out.receives, ins)
				case ssa.CallInstruction:
					if callee := ins.Common().StaticCallee(); callee != nil {
						out.calls[callee] = append(out.calls[callee], ins)
					}
				case *ssa.UnOp:
					switch at := ins.X.(type) {
					case *ssa.FieldAddr:
						out.loads[ssautil.Field(at)] = append(out.loads[ssautil.Field(at)], ins)
					case *ssa.Global:
						out.loads[at] = append(out.loads[at], ins)
					}
					if ins.Op == token.ARROW {
						out.receives = append(out.receives, ins)
					}
				}
			}
		}
	}
	return out
}

func (p *Package) functions() []*ssa.Function {
	for _, m := range p.pkg.Members {
		if fn, ok := m.(*ssa.Function); ok {
			return ssautil.FunctionsOf(fn) // all of the package
		}
	}
	return nil
}

// receives are the states of an instruction that may receive from a channel: -1 for one
// that does nothing else.
func receives(ins ssa.Instruction, ch ssa.Value) (states []int) {
	switch ins := ins.(type) {
	case *ssa.UnOp:
		if ins.Op == token.ARROW && connected(ins.X, ch) {
			return []int{-1}
		}
	case *ssa.Select:
		for k, st := range ins.States {
			if st.Dir == types.RecvOnly && connected(st.Chan, ch) {
				states = append(states, k)
			}
		}
	}
	return states
}

// connected reports whether two channels may be one: by where they are made, if that is
// known, else by their elements.
func connected(a, b ssa.Value) bool {
	x, y := channel(a), channel(b)
	if x != nil && y != nil {
		return x == y
	}
	of, with := elem(a.Type()), elem(b.Type())
	return of == nil || with == nil || types.Identical(of, with)
}

// elem is what goes through a channel; nil for one whose type is a parameter.
func elem(ch types.Type) types.Type {
	if c, ok := ch.Underlying().(*types.Chan); ok {
		return c.Elem()
	}
	return nil
}

// channel is where a channel is made: nil if that is not known.
func channel(v ssa.Value) *ssa.MakeChan {
	for depth := 0; depth < 8; depth++ {
		switch c := v.(type) {
		case *ssa.MakeChan:
			return c
		case *ssa.ChangeType:
			v = c.X
		case *ssa.FreeVar:
			if v = origin(c); v == c {
				return nil
			}
		default:
			one := only(v)
			if one == v {
				return nil
			}
			v = one
		}
	}
	return nil
}

// received reports whether whoever receives what says that a call has failed makes up for
// it.
func (t *teller) received(ch ssa.Value) bool {
	someone := false
	return slices.ContainsFunc(t.p.indexed().receives, func(ins ssa.Instruction) bool {
		states := receives(ins, ch)
		someone = someone || len(states) > 0
		return slices.ContainsFunc(states, func(k int) bool { return t.madeUp(got(ins, k)...) })
	}) || !someone
}

// got is what an instruction receives.
func got(ins ssa.Instruction, state int) (out []ssa.Value) {
	switch ins := ins.(type) {
	case *ssa.UnOp:
		if !ins.CommaOk {
			return []ssa.Value{ins}
		}
		for _, r := range *ins.Referrers() {
			if e, ok := r.(*ssa.Extract); ok && e.Index == 0 {
				out = append(out, e)
			}
		}
	case *ssa.Select:
		index := 2 // of the first that is received
		for _, st := range ins.States[:state] {
			if st.Dir == types.RecvOnly {
				index++
			}
		}
		for _, r := range *ins.Referrers() {
			if e, ok := r.(*ssa.Extract); ok && e.Index == index {
				out = append(out, e)
			}
		}
	}
	return out
}

// signalled reports whether whoever hears a channel makes up for what was not read: what
// follows that he has heard it, or for what is said only if it was read, that he has not.
func (t *teller) signalled(ch ssa.Value, failing bool) bool {
	someone := false
	of := elem(ch.Type())
	if of == nil {
		return true
	}
	if _, runs := of.Underlying().(*types.Signature); runs {
		return true
	}
	return slices.ContainsFunc(t.p.indexed().receives, func(ins ssa.Instruction) bool {
		states := receives(ins, ch)
		someone = someone || len(states) > 0
		if len(states) > 0 && t.answered(ins.Parent()) {
			return true
		}
		sel, many := ins.(*ssa.Select)
		for _, k := range states {
			if !many {
				if failing && t.follows(ins) {
					return true
				}
				continue
			}
			for other := range sel.States {
				if first := chosen(sel, other); first != nil && (other == k) == failing && t.after(first, nil) {
					return true
				}
			}
			if last := otherwiseOf(sel); !failing && last != nil && t.after(last, nil) {
				return true
			}
		}
		return false
	}) || failing && !someone
}

// answered reports whether the result of a function is asked, and what follows from that
// makes up for a read.
func (t *teller) answered(fn *ssa.Function) bool {
	return slices.ContainsFunc(t.p.indexed().calls[fn], func(at ssa.CallInstruction) bool {
		call, ok := at.(*ssa.Call)
		return ok && slices.ContainsFunc(resultsOf(call), func(v ssa.Value) bool {
			return (ssautil.IsBool(v.Type()) || ssautil.IsError(v.Type())) && t.looked(v)
		})
	})
}

// follows reports whether what comes after an instruction, in its block or those that it
// dominates, makes up for a read.
func (t *teller) follows(ins ssa.Instruction) bool {
	b := ins.Block()
	if slices.ContainsFunc(b.Instrs[slices.Index(b.Instrs, ins)+1:], t.again) {
		return true
	}
	return slices.ContainsFunc(b.Parent().Blocks, func(d *ssa.BasicBlock) bool {
		return d != b && b.Dominates(d) && slices.ContainsFunc(d.Instrs, t.again)
	})
}

// chosen is the block that follows if a state of a select is chosen.
func chosen(sel *ssa.Select, state int) *ssa.BasicBlock {
	branch := branchFor(sel, state)
	if branch == nil || len(branch.Block().Succs[0].Preds) != 1 {
		return nil
	}
	return branch.Block().Succs[0]
}

// otherwiseOf is the block that follows if the last state that is asked for is not: that
// of default.
func otherwiseOf(sel *ssa.Select) *ssa.BasicBlock {
	if sel.Blocking {
		return nil
	}
	branch := branchFor(sel, len(sel.States)-1)
	if branch == nil || len(branch.Block().Succs[1].Preds) != 1 {
		return nil
	}
	return branch.Block().Succs[1]
}

// madeUp reports whether what is had where a value says that a call has failed makes up
// for that.
func (t *teller) madeUp(from ...ssa.Value) bool {
	results, nothing := t.parts(from)
	for _, v := range results {
		if ssautil.IsError(v.Type()) && t.p.asks(v, make(map[ssa.Value]bool)) {
			return true
		}
		if t.passed(v) {
			return true
		}
	}
	if len(results) == 0 {
		return false
	}
	for _, b := range results[0].Parent().Blocks {
		first, _ := sides(b, results)
		firsts := []*ssa.BasicBlock{first}
		if first == nil {
			firsts = unlessRead(b, nothing)
		} else if branch := branchOf(b); ssautil.IsBool(branch.Cond.Type()) && nothing[branch.Cond] {
			firsts = b.Succs // what it says is not known
		}
		for _, first := range firsts {
			if len(first.Preds) == 1 && t.after(first, results) {
				return true
			}
		}
	}
	return false
}

func (t *teller) madeUpBy(v ssa.Value) bool { return t.madeUp(v) }

// looked is madeUp for what says in another way that a call has failed, or has not: what
// is asked of it is not known.
func (t *teller) looked(v ssa.Value) bool {
	results, known := t.parts([]ssa.Value{v})
	for _, b := range v.Parent().Blocks {
		branch := branchOf(b)
		if branch == nil {
			continue
		}
		cond, _, _ := ssautil.Asked(branch)
		cmp, compares := cond.(*ssa.BinOp)
		if !known[cond] && !(compares && (known[cmp.X] || known[cmp.Y])) {
			continue
		}
		for _, first := range b.Succs {
			if len(first.Preds) == 1 && t.after(first, results) {
				return true
			}
		}
	}
	return false
}

// passed reports whether a function of the package that gets a value, or that is returned
// it, makes up for what it says.
func (t *teller) passed(v ssa.Value) bool {
	if t.asked[v] || len(t.asked) > 50 {
		return false
	}
	t.asked[v] = true
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Return:
			k := slices.Index(r.Results, v)
			fn := r.Parent()
			if slices.ContainsFunc(t.p.indexed().calls[fn], func(at ssa.CallInstruction) bool {
				call, ok := at.(*ssa.Call)
				if !ok {
					return false
				}
				if len(r.Results) == 1 {
					return t.madeUp(call)
				}
				return slices.ContainsFunc(*call.Referrers(), func(use ssa.Instruction) bool {
					e, ok := use.(*ssa.Extract)
					return ok && e.Index == k && t.madeUp(e)
				})
			}) {
				return true
			}
		case ssa.CallInstruction:
			fn := r.Common().StaticCallee()
			if fn == nil || fn.Pkg != t.p.pkg {
				continue
			}
			for i, arg := range r.Common().Args {
				if arg == v && i < len(fn.Params) && t.madeUp(fn.Params[i]) {
					return true
				}
			}
		}
	}
	return false
}

// parts are a value and what is taken from it, or made with more words.
func (t *teller) parts(work []ssa.Value) (out []ssa.Value, nothing map[ssa.Value]bool) {
	nothing = make(map[ssa.Value]bool)
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if nothing[v] || v.Referrers() == nil {
			continue
		}
		nothing[v] = true
		out = append(out, v)
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.Phi, *ssa.Field, *ssa.FieldAddr, *ssa.UnOp, *ssa.ChangeInterface, *ssa.TypeAssert, *ssa.Lookup, *ssa.Extract:
				work = append(work, r.(ssa.Value))
			case *ssa.Call:
				if b, ok := r.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
					work = append(work, r)
				} else if made := errorOf(r); made != nil && !r.Call.IsInvoke() {
					work = append(work, made)
				}
			case *ssa.Store:
				if made, ok := r.Addr.(*ssa.Alloc); ok && r.Val == v {
					work = append(work, made)
				}
			}
		}
	}
	return out, nothing
}

// after reports whether what follows only from a block on makes up for a read, and does
// not just give up.
func (t *teller) after(first *ssa.BasicBlock, errs []ssa.Value) bool {
	return slices.ContainsFunc(first.Parent().Blocks, func(b *ssa.BasicBlock) bool {
		return first.Dominates(b) && slices.ContainsFunc(b.Instrs, t.again)
	}) && !leavesOff(first, func(v ssa.Value) bool {
		return fresh(v) || slices.ContainsFunc(errs, func(err ssa.Value) bool { return carries(v, err) })
	})
}

// fresh reports whether a value is an error that is made there, or that of a context.
func fresh(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	if call.Call.IsInvoke() {
		return clientgo.IsContext(call.Call.Value.Type())
	}
	switch clientgo.FuncName(ssautil.Callee(&call.Call)) {
	case "errors.New", "fmt.Errorf":
		return true
	}
	return false
}

// again reports whether an instruction reads, may get what was not read in another way,
// or tells somebody else.
func (t *teller) again(ins ssa.Instruction) bool {
	if call, ok := ins.(ssa.CallInstruction); ok && t.p.leadsToRead(call.Common()) {
		return true
	}
	return t.p.means(ins)
}
