package program

import (
	"encoding/binary"
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// maxFact is the size, in bytes, that the fact of one package may have. What
// does not fit is left out, dependencies' programs first; a program that is
// missing is an escape, so it can only silence.
const maxFact = 1 << 20

// Programs is the package fact: the protocol programs of the package's
// functions, and those of other packages' functions that they lead to. An
// importer thus needs the facts of its direct imports only, which is all that
// every driver gives it.
type Programs struct {
	Strings []string
	Fns     []FnEntry
	Types   [][]byte
}

// A FnEntry is one encoded program; Key and Refs index Strings.
type FnEntry struct {
	Key  int
	Refs []int // functions and types that the program mentions
	Body []byte
}

// AFact marks Programs as a fact.
func (*Programs) AFact() {}

func (p *Programs) String() string { return "informer programs" }

type encoder struct {
	index   map[string]int
	strings []string
	buf     []byte
	refs    []int
}

func (e *encoder) str(s string) int {
	if i, ok := e.index[s]; ok {
		return i
	}
	i := len(e.strings)
	e.index[s] = i
	e.strings = append(e.strings, s)
	return i
}

func (e *encoder) int(n int) { e.buf = binary.AppendVarint(e.buf, int64(n)) }

func (e *encoder) string(s string) { e.int(e.str(s)) }

func (e *encoder) regs(rs []Reg) {
	e.int(len(rs))
	for _, r := range rs {
		e.int(int(r))
	}
}

func (e *encoder) fn(fn *Fn) FnEntry {
	e.buf, e.refs = nil, nil
	e.string(fn.File)
	e.int(fn.Params)
	e.int(fn.Free)
	e.int(fn.Regs)
	flags := 0
	if fn.Exported {
		flags |= 1
	}
	if fn.Test {
		flags |= 2
	}
	e.int(flags)
	e.int(len(fn.Blocks))
	for i := range fn.Blocks {
		b := &fn.Blocks[i]
		e.int(len(b.Succs))
		for _, s := range b.Succs {
			e.int(s)
		}
		e.int(int(b.NilOf))
		e.int(b.NilSucc)
		if b.Loop {
			e.int(1)
		} else {
			e.int(0)
		}
		// Reads are judged in the package that has them.
		instrs := slices.DeleteFunc(slices.Clone(b.Instrs), func(ins Instr) bool { return ins.private() })
		e.int(len(instrs))
		for k := range instrs {
			ins := &instrs[k]
			e.int(ins.bits())
			e.int(int(ins.Dst))
			e.int(int(ins.A))
			e.int(int(ins.B))
			e.regs(ins.Args)
			e.regs(ins.Results)
			e.string(ins.Name)
			e.string(ins.Key)
			e.int(ins.Line)
			for _, name := range ins.Mentions() {
				if r := e.str(name); !slices.Contains(e.refs, r) {
					e.refs = append(e.refs, r)
				}
			}
		}
	}
	return FnEntry{Key: e.str(fn.Key), Refs: e.refs, Body: e.buf}
}

func (e *encoder) typ(t *TypeInfo) []byte {
	e.buf = nil
	e.string(t.Name)
	e.int(len(t.Methods))
	for _, m := range t.Methods {
		e.string(m)
	}
	e.int(len(t.Touchers))
	for _, tc := range t.Touchers {
		e.string(tc.Fn)
		e.int(tc.Param)
	}
	return e.buf
}

// bits packs the small fields of an instruction; setBits is its inverse.
func (ins *Instr) bits() int {
	n := int(ins.Op) | int(ins.Mode)<<6 | int(ins.Callee)<<10 | int(ins.Proto)<<15
	if ins.Tentative {
		n |= 1 << 14
	}
	return n
}

func (ins *Instr) setBits(n int) {
	ins.Op, ins.Mode, ins.Callee = Opcode(n&63), uint8(n>>6&15), CalleeKind(n>>10&15)
	ins.Tentative, ins.Proto = n>>14&1 == 1, clientgo.Op(n>>15)
}
