package program

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/added"
	"github.com/informerlint/informerlint/internal/engine/answers"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/lasts"
	"github.com/informerlint/informerlint/internal/engine/logged"
	"github.com/informerlint/informerlint/internal/engine/resource"
)

// primitive emits a primitive of the protocol: here, and only here, an operation
// of internal/clientgo's table becomes an instruction. name is the method or
// function that is called, recv its receiver's type, nil for a function; args
// are without the receiver.
func (f *fnBuilder) primitive(s *site, i ir.Instr, op clientgo.Op, name string, recv types.Type, args []ssa.Value) {
	i.Op, i.Proto = ir.OpProto, op
	sig := s.call.Signature()
	switch op {
	case clientgo.OpGroup, clientgo.OpVersion:
		if recv == nil && len(i.Args) > 0 { // core.New(factory, namespace, tweak)
			i.A = i.Args[0]
		}
	case clientgo.OpAccessor:
		i.Key = clientgo.Resource(sig.Results().At(0).Type())
	case clientgo.OpInformer, clientgo.OpLister:
		i.Key = clientgo.Resource(recv)
	case clientgo.OpForResource:
		i.Key = "?" + resource.Const(args[0])
	case clientgo.OpInformerFor:
		i.Key = resource.Object(args[0])
	case clientgo.OpNewFactory, clientgo.OpNewInformer:
		if op == clientgo.OpNewInformer {
			i.Key = resource.Made(i.Name, args)
		}
		if answers.Resyncs(args) {
			i.Callee = ir.Resyncs
		}
		f.informersOnly(i.Name, i.Results, sig)
	case clientgo.OpAddHandler:
		i.Name = answers.HandlerName(i.Name, args)
		if answers.DropsError(s.ins) {
			i.Callee = ir.DroppedError
		}
	case clientgo.OpConfigure:
		if !f.configures(s, i, name) {
			return
		}
		i.Name, i.Args, i.Results = name, nil, nil
		if answers.Unused(s.ins.Value()) {
			i.Callee = ir.DroppedError
		}
	case clientgo.OpDelivered, clientgo.OpLook:
		if op == clientgo.OpLook || i.A == ir.NoReg {
			return
		}
	case clientgo.OpRun:
		i.Callee = f.lasts(s.ins)
	case clientgo.OpHasSynced:
		i.Tentative = logged.Ignored(s.ins)
	case clientgo.OpRead, clientgo.OpNarrow:
		if f.caches || i.A == ir.NoReg {
			return
		}
		i.Args = nil
		if op == clientgo.OpRead {
			i.Results, i.Tentative = nil, answers.AskedLater(s.ins) || logged.Only(s.ins)
			i.Callee = f.madeUp(s.ins)
		}
	}
	var tells *ir.Instr
	switch {
	case f.marks != nil || f.caches:
	case op == clientgo.OpWaitFor:
		f.runAsked(i.Args, s.pos)
	case op == clientgo.OpAddHandler || op == clientgo.OpNewInformer:
		tells = f.adds(&i, args)
	}
	f.emit(i, s.pos)
	if op == clientgo.OpNewInformer {
		f.handlerGiven(i, args, s.pos)
	}
	if tells != nil {
		f.emit(*tells, s.pos)
	}
	switch op {
	case clientgo.OpAddHandler, clientgo.OpNewInformer, clientgo.OpInformerFor, clientgo.OpNewFactory:
		f.runLater(i.Args, s.pos)
	case clientgo.OpWaitFor:
		if f.marks != nil { // what its functions ask is looked at
			f.runLater(i.Args, s.pos)
		}
	}
}

// lasts says whether a Run blocks in front of a wait.
func (f *fnBuilder) lasts(run ssa.CallInstruction) ir.CalleeKind {
	if lasts.PastWait(run, f.table, f.all) {
		return ir.Lasts
	}
	return 0
}

// madeUp says whether something makes up for a read that comes too early.
func (f *fnBuilder) madeUp(read ssa.CallInstruction) ir.CalleeKind {
	if f.answers == nil {
		return ir.MadeUp // in the wrapper of a promoted method, which hands on what it reads
	}
	switch answer := f.answers.MakesUp(read); {
	case answer == answers.Yes:
		return ir.MadeUp
	case f.answers.PutsOff():
		return ir.PutOff
	case answer == answers.Abroad:
		return ir.MadeUpAbroad
	}
	return 0
}

// runLater emits that functions run at some time: those that handlers and
// constructors get.
func (f *fnBuilder) runLater(args []ir.Reg, pos token.Pos) {
	for _, r := range args {
		if r != ir.NoReg {
			run := newInstr(ir.OpRun)
			run.Mode, run.A = uint8(clientgo.Later), r
			f.emit(run, pos)
		}
	}
}

// runAsked emits that a wait runs the functions that it is given, any number of
// times before it is over.
func (f *fnBuilder) runAsked(args []ir.Reg, pos token.Pos) {
	if last := len(args) - 1; last >= 0 && args[last] != ir.NoReg {
		run := newInstr(ir.OpRun)
		run.Mode, run.A, run.Name = uint8(clientgo.Now), args[last], "[*]"
		f.emit(run, pos)
	}
}

// informersOnly keeps those results of a constructor that are informers or
// factories, and the store that cache.NewInformer returns before them.
func (f *fnBuilder) informersOnly(name string, results []ir.Reg, sig *types.Signature) {
	for k := range results {
		if results[k] != ir.NoReg && !f.table.RoleOf(sig.Results().At(k).Type()).Runs() && (k > 0 || !clientgo.WithStore(name)) {
			results[k] = ir.NoReg
		}
	}
}

// configures: the call is that of a method that works only before an informer
// is started, and here it does.
func (f *fnBuilder) configures(s *site, i ir.Instr, method string) bool {
	_, plain := s.ins.(*ssa.Call)
	return plain && i.A != ir.NoReg && (method != clientgo.AddIndexers || clientgo.IndexersFixed(f.pkg.Pkg))
}

// adds notes of a registration whether there is an Add function, and emits that
// it runs at some time.
func (f *fnBuilder) adds(i *ir.Instr, args []ssa.Value) (run *ir.Instr) {
	fn, idle := added.By(args)
	if i.Deaf = added.Deaf(args); fn == nil {
		i.Tentative = idle // nothing is told of what is added
		return nil
	}
	r := f.val(fn)
	if r == ir.NoReg {
		return nil
	}
	i.Tentative = idle
	ins := newInstr(ir.OpRun)
	ins.Mode, ins.A, ins.Key = uint8(clientgo.Later), r, ir.AddFunc
	return &ins
}
