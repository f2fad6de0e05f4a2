// Package shape writes down what an expression asks, so that two programs can be compared:
// that of the user, and the same with a fix. Positions and the names of registers are not in
// it, and neither is what a fix may change: an object that may come out of a tombstone is
// that object, and the function that makes the key of it.
package shape

import (
	"fmt"
	"go/token"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Expressions are looked into as deep as this: what is below is the same in all.
const (
	maxDepth = 12
	maxCalls = 3 // functions in each other
)

// Of returns what a value is made of. Where that is one of several things, all of them are
// given, and no constants: for a condition with && or || those have been decided.
func Of(v ssa.Value) string {
	w := writer{open: make(map[ssa.Value]bool), known: make(map[ssa.Value]string)}
	return w.of(v)
}

// OfOne is Of where it is known which of several things a variable is: that of a register.
func OfOne(v ssa.Value, register string) string {
	if phi, ok := v.(*ssa.Phi); ok {
		for _, e := range phi.Edges {
			if e.Name() == register {
				return Of(e)
			}
		}
	}
	return Of(v)
}

const tombstone = "tombstone"

type writer struct {
	open  map[ssa.Value]bool   // what it is in the middle of: the variable of a loop is made of itself
	known map[ssa.Value]string // what was written already: sums of sums would double it
	depth int                  // without variables: a fix that unwraps a tombstone makes one
	calls []*ssa.Function
}

func (w *writer) of(v ssa.Value) string {
	if w.open[v] || w.depth > maxDepth {
		return "…"
	}
	text, ok := w.known[v]
	if !ok {
		text = w.write(v)
		w.known[v] = text
	}
	return text
}

func (w *writer) write(v ssa.Value) string {
	if value, pointer := clientgo.IsTombstone(v.Type()); value || pointer {
		return tombstone
	}
	w.open[v] = true
	defer delete(w.open, v)
	if _, variable := v.(*ssa.Phi); !variable {
		w.depth++
		defer func() { w.depth-- }()
	}
	switch v := v.(type) {
	case *ssa.Const, *ssa.Builtin:
		return v.String()
	case *ssa.Function:
		if _, ok := clientgo.KeyFuncOf(v.String()); ok {
			return "key function"
		}
		return v.String()
	case *ssa.Global:
		return v.String()
	case *ssa.Parameter:
		return fmt.Sprint("parameter ", slices.Index(v.Parent().Params, v))
	case *ssa.FreeVar:
		return v.Name()
	case *ssa.Alloc:
		return "variable " + v.Comment
	case *ssa.Phi:
		return w.any(v.Edges)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return w.of(v.X)
		}
		return v.Op.String() + w.of(v.X)
	case *ssa.BinOp:
		return "(" + w.of(v.X) + " " + v.Op.String() + " " + w.of(v.Y) + ")"
	case *ssa.FieldAddr:
		return w.of(v.X) + "." + ssautil.FieldName(v.X.Type(), v.Field)
	case *ssa.Field:
		return w.of(v.X) + "." + ssautil.FieldName(v.X.Type(), v.Field)
	case *ssa.Extract:
		return fmt.Sprint(w.of(v.Tuple), "#", v.Index)
	case *ssa.MakeInterface:
		return w.of(v.X)
	case *ssa.ChangeInterface:
		return w.of(v.X)
	case *ssa.TypeAssert:
		return w.of(v.X) + ".(" + v.AssertedType.String() + ")"
	case *ssa.Call:
		return w.call(v)
	case ssa.Instruction:
		return w.made(fmt.Sprintf("%T", v), v)
	}
	return fmt.Sprintf("%T", v)
}

// any are the shapes of a variable.
func (w *writer) any(values []ssa.Value) string {
	all := make(map[string]bool)
	for _, v := range values {
		if c, ok := v.(*ssa.Const); ok && ssautil.IsBool(c.Type()) {
			continue
		}
		if text := w.of(v); !strings.HasPrefix(text, tombstone) {
			all[text] = true
		}
	}
	return strings.Join(slices.Sorted(maps.Keys(all)), " or ")
}

// call is what a function gets, and what one of the same package says for it.
func (w *writer) call(c *ssa.Call) string {
	name := w.of(c.Call.Value)
	if c.Call.IsInvoke() {
		name += "." + c.Call.Method.Name()
	}
	var args []string
	for _, a := range c.Call.Args {
		args = append(args, w.of(a))
	}
	text := name + "(" + strings.Join(args, ", ") + ")"
	fn := c.Call.StaticCallee()
	if fn == nil || fn.Pkg != c.Parent().Pkg || !ssautil.IsBool(c.Type()) || len(w.calls) == maxCalls || slices.Contains(w.calls, fn) {
		return text
	}
	var returned []ssa.Value
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			returned = append(returned, ret.Results...)
		}
	}
	w.calls = append(w.calls, fn)
	defer func() { w.calls = w.calls[:len(w.calls)-1] }()
	return text + " = " + w.any(returned)
}

// made is what an instruction makes of others, by its kind.
func (w *writer) made(kind string, i ssa.Instruction) string {
	var args []string
	for _, op := range i.Operands(nil) {
		if *op != nil {
			args = append(args, w.of(*op))
		}
	}
	return kind + "{" + strings.Join(args, ", ") + "}"
}
