package answers

import (
	"go/constant"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// MakesUp reports whether something may make up for a list that was read too early,
// and is empty: the function puts its work back then, or says that it has failed, so
// that whoever has called it does. It is true where that is not certain: the list is
// handed on, or what comes of it is returned, or the package puts work off.
func MakesUp(read ssa.CallInstruction, all []*ssa.Function) bool {
	v, ok := read.(*ssa.Call)
	if !ok || putsOff(all) {
		return true
	}
	res := v.Parent().Signature.Results()
	for i := range res.Len() {
		if !ssautil.IsError(res.At(i).Type()) {
			return true
		}
	}
	e := &empty{read: v, lens: make(map[ssa.Value]bool), seen: make(map[*ssa.BasicBlock]bool)}
	if !e.find() {
		return true
	}
	after := false
	for _, instr := range v.Block().Instrs {
		if after && e.told(instr) {
			return true
		}
		after = after || instr == ssa.Instruction(v)
	}
	return e.follow(v.Block())
}

// An empty follows a function from where a list was read, as if there were nothing in
// it.
type empty struct {
	read *ssa.Call
	err  ssa.Value // of the read
	lens map[ssa.Value]bool
	seen map[*ssa.BasicBlock]bool
}

// find looks at what is done with the list: its length is asked, or its elements are
// looked at. False if it is anything else.
func (e *empty) find() bool {
	list := ssa.Value(e.read)
	if e.read.Call.Signature().Results().Len() > 1 {
		list = nil
		for _, r := range *e.read.Referrers() {
			switch r := r.(type) {
			case *ssa.Extract:
				if r.Index == 0 {
					list = r
				} else {
					e.err = r
				}
			case *ssa.DebugRef:
			default:
				return false
			}
		}
	}
	if list == nil {
		return true
	}
	for _, r := range *list.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef, *ssa.IndexAddr:
		case *ssa.Call:
			if b, ok := r.Call.Value.(*ssa.Builtin); !ok || b.Name() != "len" {
				return false
			}
			e.lens[r] = true
		default:
			return false
		}
	}
	return true
}

// follow goes on from the end of a block, and reports whether anything on the way
// makes up for it.
func (e *empty) follow(b *ssa.BasicBlock) bool {
	next := b.Succs
	if cond, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok {
		if is, known := e.holds(cond.Cond); known && is {
			next = b.Succs[:1]
		} else if known {
			next = b.Succs[1:]
		}
	}
	for _, s := range next {
		if e.seen[s] {
			continue
		}
		e.seen[s] = true
		for _, instr := range s.Instrs {
			if e.told(instr) {
				return true
			}
		}
		if e.follow(s) {
			return true
		}
	}
	return false
}

// holds decides conditions about the length of the list, and about the error of the
// read, which has none (a lister does not know that it is not synced).
func (e *empty) holds(cond ssa.Value) (is, known bool) {
	op, ok := cond.(*ssa.BinOp)
	if !ok {
		return false, false
	}
	x, y, how := op.X, op.Y, op.Op
	if c, ok := y.(*ssa.Const); ok && c.IsNil() && x == e.err && x != nil {
		return how == token.EQL, how == token.EQL || how == token.NEQ
	}
	if e.lens[y] {
		x, y, how = y, x, turned[how]
	}
	if !e.lens[x] {
		return false, false
	}
	if c, ok := y.(*ssa.Const); ok && c.Value != nil && how != token.ILLEGAL {
		return constant.Compare(constant.MakeInt64(0), how, c.Value), true
	}
	// An index is not below zero.
	return how == token.LEQ, how == token.LEQ || how == token.GTR
}

var turned = map[token.Token]token.Token{
	token.EQL: token.EQL, token.NEQ: token.NEQ, token.LSS: token.GTR, token.GTR: token.LSS, token.LEQ: token.GEQ, token.GEQ: token.LEQ,
}

// told: the instruction puts work back, or says that something has failed.
func (e *empty) told(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Panic:
		return true
	case *ssa.Return:
		for _, r := range instr.Results {
			if c, ok := r.(*ssa.Const); r != e.err && !(ok && c.IsNil()) {
				return true
			}
		}
	case ssa.CallInstruction:
		_, builtin := instr.Common().Value.(*ssa.Builtin)
		name := called(instr.Common())
		return name == "" && !builtin || putsBack(name)
	}
	return false
}

func called(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		return c.Method.Name()
	}
	if fn := c.StaticCallee(); fn != nil {
		return fn.Name()
	}
	return ""
}

func putsBack(name string) bool {
	for _, verb := range []string{"add", "enqueue", "queue", "requeue", "retry", "push", "put", "schedule", "resync", "exit", "fatal"} {
		if strings.HasPrefix(strings.ToLower(name), verb) {
			return true
		}
	}
	return false
}

// putsOff: the package has work done later, which may be all of it, again and again: it
// puts work off, has a timer, or puts into a queue what it has listed through the API.
func putsOff(all []*ssa.Function) bool {
	for _, fn := range all {
		lists, puts := false, false
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				c, name := call.Common(), called(call.Common())
				if putsBack(name) && strings.HasSuffix(name, "After") || timers[name] {
					return true
				}
				puts = puts || putsBack(name)
				sig := c.Signature()
				lists = lists || name == "List" && sig.Params().Len() > 0 && clientgo.IsContext(sig.Params().At(0).Type())
			}
		}
		if lists && puts {
			return true
		}
	}
	return false
}

var timers = map[string]bool{"AfterFunc": true, "Tick": true, "NewTicker": true, "NewTimer": true}

// Resyncs reports whether a constructor is given a time after which handlers are told
// of everything once more. False only if it surely is none.
func Resyncs(args []ssa.Value) bool {
	for _, a := range args {
		if c, ok := a.(*ssa.Const); a.Type().String() == "time.Duration" && !(ok && c.Value != nil && constant.Sign(c.Value) == 0) {
			return true
		}
	}
	return false
}
