package program

import (
	"go/types"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/ir"
)

// declare emits what the config file says of a function, in place of its
// program. It is false if the file says nothing that matters here. Arguments
// that are not mentioned go where they cannot be followed, as with any
// function of which nothing is known.
func (f *fnBuilder) declare(fn *types.Func, i ir.Instr, s *site) bool {
	shift := 0
	if !s.call.IsInvoke() && fn.Signature().Recv() != nil {
		shift = 1 // Args[0] is the receiver
	}
	said := make(map[int]bool)
	for _, d := range f.declared.Of(fn) {
		k := d.Param + shift
		if d.Act == clientgo.Opens || k >= len(i.Args) {
			continue
		}
		said[k] = true
		if i.Args[k] == ir.NoReg {
			continue
		}
		switch d.Act {
		case clientgo.Runs:
			f.runners([]clientgo.Runner{{Param: k, Mode: d.Mode}}, i.Args, false, s)
		case clientgo.Wraps:
			if len(s.results) > 0 && s.results[0] != ir.NoReg {
				m := newInstr(ir.OpMove)
				m.Dst, m.Args = s.results[0], []ir.Reg{i.Args[k]}
				f.emit(m, s.pos)
			}
		case clientgo.Starts:
			f.starts(i.Args[k], s.call.Args[k].Type(), s)
		}
	}
	if len(said) == 0 {
		return false
	}
	var rest []ir.Reg
	for k, r := range i.Args {
		if r != ir.NoReg && !said[k] {
			rest = append(rest, r)
		}
	}
	if len(rest) > 0 {
		f.escape(rest, s.pos)
	}
	return true
}

// starts emits the Start of a factory, or the Run of an informer in a
// goroutine. Of anything else it is not known what in it is started.
func (f *fnBuilder) starts(r ir.Reg, typ types.Type, s *site) {
	i := newInstr(ir.OpProto)
	i.A, i.Mode = r, uint8(s.mode)
	switch f.table.RoleOf(typ) {
	case clientgo.Factory:
		i.Proto = clientgo.OpStart
	case clientgo.Informer, clientgo.Controller:
		i.Proto, i.Mode = clientgo.OpRun, uint8(ir.CallGo)
	default:
		i = newInstr(ir.OpEscape)
		i.Args = []ir.Reg{r}
	}
	f.emit(i, s.pos)
}
