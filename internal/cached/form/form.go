// Package form answers questions about the SSA form of one function that is
// interpreted way by way: which of its conditions are the same, and which
// registers are still used. States that differ in nothing else are one. And it
// says what the function's stores are: which only make an empty map of a nil one,
// and which may give a variable another value by the time that a closure runs.
package form

import (
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/ssautil"
)

// A Func answers questions about one function.
type Func struct {
	fn      *ssa.Function
	liveIn  []map[ssa.Value]bool // by block
	numbers map[ssa.Instruction]string
	conds   map[ssa.Value]string
	blocks  map[string][]*ssa.BasicBlock // of a condition: where its parts are computed
}

// New looks at a function that has a body.
func New(fn *ssa.Function) *Func {
	f := &Func{fn: fn, numbers: make(map[ssa.Instruction]string), conds: make(map[ssa.Value]string), blocks: make(map[string][]*ssa.BasicBlock)}
	n := 0
	asked := make(map[string]int)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			n++
			f.numbers[instr] = strconv.Itoa(n)
			switch instr := instr.(type) {
			case *ssa.If:
				f.ask(instr.Cond, asked)
			case *ssa.Call:
				for _, a := range instr.Call.Args {
					if ssautil.IsBool(a.Type()) {
						f.ask(a, asked) // the callee may ask
					}
				}
			}
		}
	}
	for v, k := range f.conds {
		if asked[k] < 2 {
			delete(f.conds, v)
		} else {
			f.parts(k, v, 0)
		}
	}
	f.liveIn = ssautil.Live(f.fn)
	return f
}

func (f *Func) ask(cond ssa.Value, asked map[string]int) {
	if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
		cond = not.X
	}
	if _, ok := cond.(*ssa.Const); ok {
		return
	}
	k := text(cond, 0)
	f.conds[cond] = k
	asked[k]++
}

// parts notes where the parts of a condition are computed: what text spells out,
// and the registers that it names.
func (f *Func) parts(k string, v ssa.Value, depth int) {
	instr, ok := v.(ssa.Instruction)
	if !ok || depth > maxText {
		return
	}
	if b := instr.Block(); !slices.Contains(f.blocks[k], b) {
		f.blocks[k] = append(f.blocks[k], b)
	}
	switch v.(type) {
	case *ssa.BinOp, *ssa.UnOp, *ssa.FieldAddr, *ssa.Field, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.Call:
	default:
		return
	}
	var ops [12]*ssa.Value
	for _, op := range instr.Operands(ops[:0]) {
		if *op != nil {
			f.parts(k, *op, depth+1)
		}
	}
}

// Within reports whether a part of a condition is computed in a loop.
func (f *Func) Within(k string, header *ssa.BasicBlock) bool {
	return slices.ContainsFunc(f.blocks[k], header.Dominates)
}

const maxText = 6

// Cond names a condition that is asked more than once; "" for others.
func (f *Func) Cond(v ssa.Value) string { return f.conds[v] }

// text spells a value out, so that two that are computed in the same way from
// the same are one. What has a state of its own is named by its register.
func text(v ssa.Value, depth int) string {
	if depth > maxText {
		return v.Name()
	}
	sub := func(v ssa.Value) string { return text(v, depth+1) }
	switch v := v.(type) {
	case *ssa.BinOp:
		return "(" + sub(v.X) + v.Op.String() + sub(v.Y) + ")"
	case *ssa.UnOp:
		return v.Op.String() + sub(v.X)
	case *ssa.FieldAddr:
		return sub(v.X) + "." + strconv.Itoa(v.Field)
	case *ssa.Field:
		return sub(v.X) + "." + strconv.Itoa(v.Field)
	case *ssa.ChangeType:
		return sub(v.X)
	case *ssa.ChangeInterface:
		return sub(v.X)
	case *ssa.MakeInterface:
		return sub(v.X)
	case *ssa.Const:
		return v.String()
	case *ssa.Call:
		// The same question about the same: predicates and lengths. What they
		// answer may change, and then a way is lost.
		var b strings.Builder
		if v.Call.IsInvoke() {
			b.WriteString(sub(v.Call.Value) + "." + v.Call.Method.Name())
		} else {
			switch v.Call.Value.(type) {
			case *ssa.Builtin, *ssa.Function:
			default:
				return v.Name()
			}
			b.WriteString(v.Call.Value.Name())
		}
		for _, a := range v.Call.Args {
			b.WriteString("," + sub(a))
		}
		return b.String()
	}
	return v.Name()
}

// Name names a block.
func (f *Func) Name(b *ssa.BasicBlock) string { return strconv.Itoa(b.Index) + " " }

// Instr names an instruction.
func (f *Func) Instr(i ssa.Instruction) string { return f.numbers[i] }

// Live reports whether a register is used after the beginning of a block;
// parameters always are, for callers look at what they lead to.
func (f *Func) Live(b *ssa.BasicBlock, v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return true
	case *ssa.Phi:
		if v.Block() == b {
			return true
		}
	}
	return f.liveIn[b.Index][v]
}
