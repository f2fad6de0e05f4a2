package program

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/config"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/ssabuild"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A Mark is something that an instruction does to state that a handler fills,
// or that decides whether that state is complete. The flow of informers does
// not need marks; who asks about handlers says where they are.
type Mark struct {
	Kind  MarkKind
	Place string // of MarkRead and MarkFill
	Pos   token.Pos
}

// A MarkKind says what a Mark does.
type MarkKind uint8

// The kinds.
const (
	MarkRead  MarkKind = iota // Place is read
	MarkFill                  // Place is written
	MarkLook                  // a lister, a store or the API is asked: what is missing in the state may be found there
	MarkBlock                 // it receives, sleeps or waits: for what is not known
)

// A Marker returns the marks of an instruction, without those of the functions
// of the package that it calls.
type Marker func(ssa.Instruction) []Mark

// Marked makes the programs of the package again, with registrations of
// handlers as values, all reads of listers, and marks. Only packages whose
// handlers fill state pay for that, and nothing of it is in facts. It is nil if
// the programs cannot be made.
func (set *Set) Marked(marks Marker) *Set {
	conf, err := config.For(set.pass)
	pkg := set.pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy).Package()
	if err != nil || pkg == nil {
		return nil
	}
	again := newSet(set.pass)
	b := newBuilder(set.pass.Fset, pkg, clientgo.NewTable())
	b.callers, b.declared, b.marks = again.callers, conf.Functions(), marks
	b.build()
	again.fns, again.types, again.globals, again.sole = b.fns, b.types, b.globals, b.fields.Sole()
	return again
}

// mark emits what an instruction asks or waits for, which may be for as long as
// the functions that it runs, and returns what it does to state.
func (f *fnBuilder) mark(ins ssa.Instruction) (after []ir.Instr) {
	if f.marks == nil {
		return nil
	}
	for _, m := range f.marks(ins) {
		i := newInstr(ir.OpMark)
		i.Mode, i.Name, i.Pos = uint8(m.Kind), m.Place, m.Pos
		if m.Kind == MarkBlock || m.Kind == MarkLook {
			f.cur = append(f.cur, i)
		} else {
			after = append(after, i)
		}
	}
	return after
}

// polled emits that a poll which is over was a wait for what its condition asks.
func (f *fnBuilder) polled(fn *types.Func, runs []clientgo.Runner, args []ir.Reg, s *site) {
	if f.marks == nil || s.mode != ir.CallPlain || !clientgo.Polls(fn) {
		return
	}
	if cond := args[runs[0].Param]; cond != ir.NoReg {
		f.waitFor(cond, s.pos)
	}
}

// waitFor emits a wait for a function.
func (f *fnBuilder) waitFor(fn ir.Reg, pos token.Pos) {
	i := newInstr(ir.OpProto)
	i.Proto, i.Mode, i.Args = clientgo.OpWaitFor, uint8(ir.CallPlain), []ir.Reg{fn}
	f.emit(i, pos)
}

// asked emits at the head of a block that a loop which is over was a wait for an
// informer: for !informer.HasSynced() { ... }.
func (f *fnBuilder) asked(blk *ssa.BasicBlock) {
	if f.marks == nil || len(blk.Preds) != 1 {
		return
	}
	from := blk.Preds[0]
	last, ok := from.Instrs[len(from.Instrs)-1].(*ssa.If)
	if !ok {
		return
	}
	cond, yes, no := ssautil.Asked(last)
	call, ok := cond.(*ssa.Call)
	if !ok || !call.Call.IsInvoke() || from.Succs[yes] != blk || !ssautil.Leads(from.Succs[no], from, blk) {
		return
	}
	recv := f.val(call.Call.Value)
	if recv == ir.NoReg || f.table.MethodOp(call.Call.Value.Type(), call.Call.Method.Name()) != clientgo.OpHasSynced {
		return
	}
	i := newInstr(ir.OpBound)
	i.Dst, i.A, i.Name, i.Proto = f.newReg(), recv, call.Call.Method.Name(), clientgo.OpHasSynced
	f.emit(i, call.Pos())
	f.waitFor(i.Dst, call.Pos())
}
