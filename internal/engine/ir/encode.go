package ir

import (
	"encoding/binary"
	"slices"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// An Entry is one encoded program; Key and Refs index the strings of its fact.
type Entry struct {
	Key  int
	Refs []int // functions and types that the program mentions
	Body []byte
}

// An Encoder encodes the programs and types of one fact, which share a table of
// strings.
type Encoder struct {
	Strings []string // what Entries refer to

	index map[string]int
	buf   []byte
	refs  []int
}

// NewEncoder returns an encoder of an empty fact.
func NewEncoder() *Encoder { return &Encoder{index: make(map[string]int)} }

func (e *Encoder) str(s string) int {
	if i, ok := e.index[s]; ok {
		return i
	}
	i := len(e.Strings)
	e.index[s] = i
	e.Strings = append(e.Strings, s)
	return i
}

func (e *Encoder) int(n int) { e.buf = binary.AppendVarint(e.buf, int64(n)) }

func (e *Encoder) string(s string) { e.int(e.str(s)) }

func (e *Encoder) regs(rs []Reg) {
	e.int(len(rs))
	for _, r := range rs {
		e.int(int(r))
	}
}

// Fn encodes a program.
func (e *Encoder) Fn(fn *Fn) Entry {
	e.buf, e.refs = e.buf[:0], e.refs[:0]
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
		e.int(b.FailSucc)
		if b.Loop {
			e.int(1)
		} else {
			e.int(0)
		}
		e.int(len(b.Instrs))
		for k := range b.Instrs {
			ins := &b.Instrs[k]
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
	return Entry{Key: e.str(fn.Key), Refs: append([]int(nil), e.refs...), Body: append([]byte(nil), e.buf...)}
}

// Type encodes what is known of a type.
func (e *Encoder) Type(t *TypeInfo) []byte {
	e.buf = e.buf[:0]
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
	e.int(len(t.Own))
	for _, field := range t.Own {
		e.string(field)
	}
	return append([]byte(nil), e.buf...)
}

// bits packs the small fields of an instruction; setBits is its inverse.
func (ins *Instr) bits() int {
	n := int(ins.Op) | int(ins.Mode)<<6 | int(ins.Callee)<<10 | int(ins.Proto)<<15
	if ins.Tentative {
		n |= 1 << 14
	}
	if ins.Deaf {
		n |= 1 << 30
	}
	return n
}

func (ins *Instr) setBits(n int) {
	ins.Op, ins.Mode, ins.Callee = Opcode(n&63), uint8(n>>6&15), CalleeKind(n>>10&15)
	ins.Tentative, ins.Proto, ins.Deaf = n>>14&1 == 1, clientgo.Op(n>>15&0x7fff), n>>30&1 == 1
}
