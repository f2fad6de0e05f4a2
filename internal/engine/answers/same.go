package answers

import (
	"fmt"
	"go/constant"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/logged"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// IgnoresSame reports whether an Update function surely does no more than log when both
// objects are one. A resync gives it one object twice (processDeltas and HandleDeltas in
// client-go's tools/cache, v0.37.2: what is in the store, and the same from the queue),
// and many leave that out:
//
//	if old.ResourceVersion == new.ResourceVersion {
//		return
//	}
func IgnoresSame(update ssa.Value) bool {
	if c, ok := update.(*ssa.ChangeType); ok {
		update = c.X
	}
	if c, ok := update.(*ssa.MakeClosure); ok {
		update = c.Fn
	}
	fn, ok := update.(*ssa.Function)
	if !ok {
		return false
	}
	if method := ssautil.Bound(fn); method != nil {
		fn = method
	}
	n := len(fn.Params)
	if n < 2 {
		return false
	}
	return twice(fn, map[ssa.Value]string{fn.Params[n-2]: "it", fn.Params[n-1]: "it"}, 0).idle
}

// A run is what a function comes to that is given one object twice.
type run struct {
	idle    bool // it does no more than look and log
	yes, no bool // what it may return, of one that returns a bool
}

// A doubled follows a function that is given one object twice, where it goes then.
type doubled struct {
	fn    *ssa.Function
	of    map[ssa.Value]string // what a parameter is, in terms of what is the same
	depth int
	at    *ssa.BasicBlock
	seen  map[[2]*ssa.BasicBlock]bool // edges
	out   run
}

const maxTwice = 3 // calls below the Update function

func twice(fn *ssa.Function, of map[ssa.Value]string, depth int) run {
	if len(fn.Blocks) == 0 || depth > maxTwice {
		return run{}
	}
	d := &doubled{fn: fn, of: of, depth: depth, seen: make(map[[2]*ssa.BasicBlock]bool), out: run{idle: true}}
	d.block(nil, fn.Blocks[0])
	return d.out
}

// block goes on in a block that is come to from another.
func (d *doubled) block(from, b *ssa.BasicBlock) {
	if edge := [2]*ssa.BasicBlock{from, b}; d.seen[edge] || !d.out.idle {
		return
	} else {
		d.seen[edge] = true
	}
	d.at = b
	for _, instr := range b.Instrs {
		switch i := instr.(type) {
		case *ssa.If:
			is, known := d.answer(i.Cond, from)
			if !known || is {
				d.block(b, b.Succs[0])
			}
			if !known || !is {
				d.block(b, b.Succs[1])
			}
		case *ssa.Jump:
			d.block(b, b.Succs[0])
		case *ssa.Return:
			if len(i.Results) == 1 && ssautil.IsBool(i.Results[0].Type()) {
				is, known := d.answer(i.Results[0], from)
				d.out.yes, d.out.no = d.out.yes || is || !known, d.out.no || !is || !known
			}
		default:
			d.out.idle = d.out.idle && d.quiet(instr)
		}
	}
}

// quiet: an instruction only looks, compares and logs, or calls what does no more when it
// is given the same.
func (d *doubled) quiet(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	if !ok || logged.Quiet(instr) {
		return logged.Quiet(instr)
	}
	fn := ssautil.Callee(&call.Call)
	return fn != nil && (clientgo.DeepEqual(fn) || clientgo.Computes(fn)) || d.below(call).idle
}

// below follows a call of a function of the same package.
func (d *doubled) below(call *ssa.Call) run {
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Pkg != d.fn.Pkg || len(fn.Params) != len(call.Call.Args) {
		return run{}
	}
	of := make(map[ssa.Value]string)
	for k, arg := range call.Call.Args {
		if t := d.term(arg, 0); t != "" {
			of[fn.Params[k]] = t
		}
	}
	return twice(fn, of, d.depth+1)
}

// answer is what a condition comes to, in a block that is come to from another.
func (d *doubled) answer(cond ssa.Value, from *ssa.BasicBlock) (is, known bool) {
	switch c := cond.(type) {
	case *ssa.Const:
		if c.Value != nil && c.Value.Kind() == constant.Bool {
			return constant.BoolVal(c.Value), true
		}
	case *ssa.UnOp:
		if c.Op == token.NOT {
			is, known = d.answer(c.X, from)
			return !is, known
		}
	case *ssa.Phi: // of && and ||: it stands where it is asked
		for k, pred := range c.Block().Preds {
			if pred == from && c.Block() == d.at {
				return d.answer(c.Edges[k], nil)
			}
		}
	case *ssa.BinOp:
		if !d.equal(c.X, c.Y) {
			return false, false
		}
		switch c.Op {
		case token.EQL, token.LEQ, token.GEQ:
			return true, true
		case token.NEQ, token.LSS, token.GTR:
			return false, true
		}
	case *ssa.Call:
		if fn := ssautil.Callee(&c.Call); fn != nil && compares(&c.Call) {
			args := c.Call.Args
			if !c.Call.IsInvoke() && fn.Signature().Recv() != nil {
				args = args[1:]
			}
			return true, d.equal(args[0], args[1])
		}
		r := d.below(c)
		return r.yes, r.idle && r.yes != r.no
	}
	return false, false
}

// compares: a function is given two values and says whether they are the same.
func compares(c *ssa.CallCommon) bool {
	fn := ssautil.Callee(c)
	if params := fn.Signature().Params().Len(); params == 3 { // options may say that anything is another
		last, ok := c.Args[len(c.Args)-1].(*ssa.Const)
		return ok && last.IsNil() && clientgo.DeepEqual(fn)
	} else if params != 2 {
		return false
	}
	switch clientgo.FuncName(fn) {
	case "bytes.Equal", "slices.Equal", "maps.Equal", "strings.EqualFold":
		return true
	}
	return clientgo.DeepEqual(fn)
}

// equal: two values are computed in the same way from what is one object.
func (d *doubled) equal(x, y ssa.Value) bool {
	t := d.term(x, 0)
	return t != "" && t == d.term(y, 0)
}

// term says how a value is computed from the object; "" if it is not, or from something
// else besides.
func (d *doubled) term(v ssa.Value, depth int) string {
	if t := d.of[v]; t != "" || depth > maxDepth {
		return t
	}
	then := func(x ssa.Value, format string, args ...any) string {
		t := d.term(x, depth+1)
		if t == "" {
			return ""
		}
		return t + fmt.Sprintf(format, args...)
	}
	switch v := v.(type) {
	case *ssa.TypeAssert:
		return then(v.X, "")
	case *ssa.Extract:
		if _, asserted := v.Tuple.(*ssa.TypeAssert); asserted && v.Index == 0 {
			return d.term(v.Tuple, depth+1)
		}
		return then(v.Tuple, "#%d", v.Index)
	case *ssa.MakeInterface:
		return then(v.X, "")
	case *ssa.ChangeInterface:
		return then(v.X, "")
	case *ssa.ChangeType:
		return then(v.X, "")
	case *ssa.FieldAddr:
		return then(v.X, ".%d", v.Field)
	case *ssa.Field:
		return then(v.X, ".%d", v.Field)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return then(v.X, "*")
		}
	case *ssa.Lookup:
		if key, ok := v.Index.(*ssa.Const); ok {
			return then(v.X, "[%s]", key)
		}
	case *ssa.Call:
		return d.called(v, depth)
	}
	return ""
}

// called is the term of what is asked of the object: a getter, its length, or meta.Accessor.
func (d *doubled) called(call *ssa.Call, depth int) string {
	c := &call.Call
	if b, ok := c.Value.(*ssa.Builtin); ok && b.Name() == "len" {
		if t := d.term(c.Args[0], depth+1); t != "" {
			return t + "len"
		}
		return ""
	}
	fn := ssautil.Callee(c)
	recv := c.Value
	if fn == nil {
		return ""
	}
	if !c.IsInvoke() {
		if len(c.Args) != 1 {
			return ""
		}
		recv = c.Args[0]
	}
	getter := strings.HasPrefix(fn.Name(), "Get") && fn.Signature().Params().Len() == 0 && clientgo.Quiet(fn)
	t := d.term(recv, depth+1)
	if t == "" || !getter && !clientgo.IsAccessor(fn) {
		return ""
	}
	return t + fn.Name() + "()"
}
