package ir

import (
	"fmt"
	"io"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// Write prints a program, one instruction a line:
//
//	func example.com/p.Run(r0, r1)
//	  b0 -> b1 b2
//	    r2 = informer(r0) core/v1.Pod :12
//
// A block that is in a loop has "loop", one whose last test is that of a
// register against nil says where it goes when it is.
func (fn *Fn) Write(w io.Writer) {
	fmt.Fprintf(w, "func %s(%s)", fn.Key, regList(0, fn.Params))
	if fn.Free > 0 {
		fmt.Fprintf(w, " free(%s)", regList(fn.Params, fn.Free))
	}
	fmt.Fprintln(w)
	for i := range fn.Blocks {
		b := &fn.Blocks[i]
		fmt.Fprintf(w, "  b%d", i)
		if len(b.Succs) > 0 {
			fmt.Fprint(w, " ->")
		}
		for _, s := range b.Succs {
			fmt.Fprintf(w, " b%d", s)
		}
		if b.NilOf == NoReg && b.NilSucc >= 0 {
			fmt.Fprintf(w, " (b%d without an error)", b.NilSucc)
		}
		if b.NilOf != NoReg && b.NilSucc >= 0 {
			fmt.Fprintf(w, " (b%d if r%d is nil)", b.NilSucc, b.NilOf)
		}
		if b.FailSucc >= 0 {
			fmt.Fprintf(w, " (b%d if it fails)", b.FailSucc)
		}
		if b.Loop {
			fmt.Fprint(w, " loop")
		}
		fmt.Fprintln(w)
		for k := range b.Instrs {
			fmt.Fprintf(w, "    %s\n", &b.Instrs[k])
		}
	}
}

func regList(first, n int) string {
	names := make([]string, n)
	for i := range names {
		names[i] = Reg(first + i).String()
	}
	return strings.Join(names, ", ")
}

func (r Reg) String() string {
	if r == NoReg {
		return "_"
	}
	return fmt.Sprintf("r%d", int(r))
}

var opNames = [...]string{"alloc", "global", "field", "elem", "load", "store", "copy", "move", "func", "closure", "bound", "call", "proto", "run", "escape", "await", "signal", "fill", "return", "rundefers", "mark"}

func (op Opcode) String() string { return opNames[op] }

// String is the instruction as Write prints it.
func (ins *Instr) String() string {
	var b strings.Builder
	switch {
	case len(ins.Results) > 0:
		fmt.Fprintf(&b, "%s = ", joinRegs(ins.Results))
	case ins.Dst != NoReg:
		fmt.Fprintf(&b, "%s = ", ins.Dst)
	}
	switch ins.Op {
	case OpCall, OpProto, OpAwait, OpSignal:
		b.WriteString([...]string{"", "go ", "defer "}[ins.Mode])
	case OpMark:
		b.WriteString([...]string{"read ", "fill ", "look ", "block "}[ins.Mode])
	case OpRun:
		fmt.Fprintf(&b, "%s ", clientgo.Mode(ins.Mode))
	}
	if ins.Op == OpProto {
		b.WriteString(ins.Proto.String())
	} else {
		b.WriteString(ins.Op.String())
	}
	if args := ins.operands(); len(args) > 0 {
		fmt.Fprintf(&b, "(%s)", joinRegs(args))
	}
	switch {
	case ins.Op == OpCall && ins.Callee == CalleeInvoke:
		b.WriteString(" method")
	case ins.Op == OpBound && ins.Proto != clientgo.OpNone:
		fmt.Fprintf(&b, " %s", ins.Proto)
	case ins.Op == OpProto && ins.Callee == DroppedError:
		b.WriteString(" error dropped")
	case ins.Op == OpProto && ins.Callee == Lasts:
		b.WriteString(" lasts")
	case ins.Op == OpRun && ins.Callee == Again:
		b.WriteString(" again and again")
	}
	for _, text := range []string{ins.Name, ins.Key} {
		if text != "" {
			b.WriteString(" " + text)
		}
	}
	if ins.Line > 0 {
		fmt.Fprintf(&b, " :%d", ins.Line)
	}
	return b.String()
}

func (ins *Instr) operands() []Reg {
	var out []Reg
	if ins.A != NoReg {
		out = append(out, ins.A)
	}
	if ins.B != NoReg {
		out = append(out, ins.B)
	}
	return append(out, ins.Args...)
}

func joinRegs(rs []Reg) string {
	names := make([]string, len(rs))
	for i, r := range rs {
		names[i] = r.String()
	}
	return strings.Join(names, ", ")
}
