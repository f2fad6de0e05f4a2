package outcome

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A call that is moved past "ctx, cancel := context.WithTimeout(ctx, ...)" says the
// same and means another thing: a worker that ran until the program ends is stopped
// after seconds, a wait that gave up never does. A story does not tell two stops apart.

// given counts, for each callee, what its calls get of what a story does not follow:
// the contexts and channels that stop them, and the plain values that a goroutine
// begins with.
func (f *function) given(counts map[string]int) {
	for _, b := range f.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			c := call.Common()
			name := calleeName(c)
			if name == "" || strings.HasPrefix(name, "(context.Context).") || strings.HasPrefix(name, "context.") {
				continue // what is made of a context is seen where it is handed on
			}
			_, begins := instr.(*ssa.Go)
			for i, arg := range c.Args {
				if stops(arg.Type()) || begins && plain(arg.Type()) {
					counts[fmt.Sprintf("%s %d: %s", name, i, origin(arg, instr, 8))]++
				}
			}
		}
	}
}

// otherwise reports whether something is not given any more what it was.
func otherwise(a, b *look) bool {
	for what, n := range a.given {
		if b.given[what] < n {
			return true
		}
	}
	return false
}

func calleeName(c *ssa.CallCommon) string {
	if fn := ssautil.Callee(c); fn != nil {
		return clientgo.FuncName(fn)
	}
	return ""
}

// stops: a context, or a channel that something can be received from.
func stops(t types.Type) bool {
	if ch, ok := t.Underlying().(*types.Chan); ok {
		return ch.Dir() != types.SendOnly
	}
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "context" && named.Obj().Name() == "Context"
}

func plain(t types.Type) bool {
	_, ok := t.Underlying().(*types.Basic)
	return ok
}

// origin says where a value comes from, at an instruction, in words that are the same
// for a function and the edited one.
func origin(v ssa.Value, at ssa.Instruction, deep int) string {
	if deep == 0 {
		return "..."
	}
	next := func(v ssa.Value) string { return origin(v, at, deep-1) }
	switch x := v.(type) {
	case *ssa.ChangeType:
		return next(x.X)
	case *ssa.ChangeInterface:
		return next(x.X)
	case *ssa.MakeInterface:
		return next(x.X)
	case *ssa.Const:
		if x.Value != nil && x.Value.Kind() != constant.Unknown {
			return x.Value.ExactString()
		}
		return "zero"
	case *ssa.Parameter:
		return fmt.Sprint("parameter ", depth(x.Parent()), x.Name())
	case *ssa.FreeVar:
		if bound, made := bindingOf(x); bound != nil {
			return origin(bound, made, deep-1)
		}
	case *ssa.Global:
		return x.String()
	case *ssa.Alloc:
		return "variable " + x.Comment
	case *ssa.FieldAddr:
		return fmt.Sprint(next(x.X), ".", x.Field)
	case *ssa.Field:
		return fmt.Sprint(next(x.X), ".", x.Field)
	case *ssa.Extract:
		return fmt.Sprint(next(x.Tuple), " #", x.Index)
	case *ssa.BinOp:
		return next(x.X) + " " + x.Op.String() + " " + next(x.Y)
	case *ssa.UnOp:
		if x.Op != token.MUL {
			return x.Op.String() + next(x.X)
		}
		return loaded(x, deep)
	case *ssa.Call:
		said := calleeName(x.Common())
		if x.Call.IsInvoke() {
			said += " of " + origin(x.Call.Value, x, deep-1)
		}
		for _, arg := range x.Call.Args {
			said += ", " + origin(arg, x, deep-1)
		}
		return said
	case *ssa.Phi:
		var edges []string
		for _, e := range x.Edges {
			edges = append(edges, origin(e, x, min(deep-1, 3)))
		}
		slices.Sort(edges)
		return "either " + strings.Join(slices.Compact(edges), " or ")
	}
	return fmt.Sprintf("%T", v)
}

// loaded is what a variable holds when it is read: of one that a function literal
// shares, what was put into it last on every way to here, or to where the literal is
// made.
func loaded(load *ssa.UnOp, deep int) string {
	var place ssa.Value = load.X
	var at ssa.Instruction = load
	for {
		free, ok := place.(*ssa.FreeVar)
		if !ok {
			break
		}
		bound, made := bindingOf(free)
		if bound == nil {
			return "captured " + free.Name()
		}
		place, at = bound, made
	}
	alloc, ok := place.(*ssa.Alloc)
	if !ok {
		return "*" + origin(place, at, deep-1)
	}
	var last *ssa.Store
	for _, ref := range *alloc.Referrers() {
		s, ok := ref.(*ssa.Store)
		if ok && s.Addr == ssa.Value(alloc) && precedes(s, at) && (last == nil || precedes(last, s)) {
			last = s
		}
	}
	if last == nil {
		return "variable " + alloc.Comment
	}
	return origin(last.Val, last, deep-1)
}

// bindingOf is what a variable of a function literal is outside of it, and where the
// literal is made.
func bindingOf(v *ssa.FreeVar) (ssa.Value, ssa.Instruction) {
	fn := v.Parent()
	i := slices.Index(fn.FreeVars, v)
	if fn.Parent() == nil || i < 0 {
		return nil, nil
	}
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			if made, ok := instr.(*ssa.MakeClosure); ok && made.Fn == ssa.Value(fn) {
				return made.Bindings[i], made
			}
		}
	}
	return nil, nil
}

// depth is the number of functions that a literal stands in.
func depth(fn *ssa.Function) (n int) {
	for ; fn.Parent() != nil; fn = fn.Parent() {
		n++
	}
	return n
}
