package flow

import (
	"encoding/binary"
	"errors"
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

func (e *encoder) int(n int)       { e.buf = binary.AppendVarint(e.buf, int64(n)) }
func (e *encoder) string(s string) { e.int(e.str(s)) }
func (e *encoder) regs(rs []reg) {
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
	if fn.test {
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
		instrs := slices.DeleteFunc(slices.Clone(b.Instrs), func(ins instr) bool { return ins.private() })
		e.int(len(instrs))
		for k := range instrs {
			ins := &instrs[k]
			e.int(int(ins.Op) | int(ins.Mode)<<6 | int(ins.Callee)<<10 | int(ins.Proto)<<14)
			e.int(int(ins.Dst))
			e.int(int(ins.A))
			e.int(int(ins.B))
			e.regs(ins.Args)
			e.regs(ins.Results)
			e.string(ins.Name)
			e.string(ins.Key)
			e.int(ins.Line)
			for _, name := range mentions(ins) {
				if r := e.str(name); !slices.Contains(e.refs, r) {
					e.refs = append(e.refs, r)
				}
			}
		}
	}
	return FnEntry{Key: e.str(fn.Key), Refs: e.refs, Body: e.buf}
}

// mentions are the functions and types that an instruction leads to.
func mentions(ins *instr) []string {
	switch ins.Op {
	case opFunc, opClosure:
		return []string{ins.Name}
	case opCall:
		if ins.Callee == calleeStatic {
			return []string{ins.Name}
		}
	case opBound:
		if ins.Key != "" {
			return []string{ins.Key}
		}
	case opAlloc:
		if ins.Name != "" {
			return []string{ins.Name}
		}
	}
	return nil
}

type decoder struct {
	strings []string
	buf     []byte
	err     error
}

var errFact = errors.New("damaged informer fact")

func (d *decoder) int() int {
	v, n := binary.Varint(d.buf)
	if n <= 0 {
		d.err = errFact
		d.buf = nil
		return 0
	}
	d.buf = d.buf[n:]
	return int(v)
}

func (d *decoder) count() int {
	n := d.int()
	if n < 0 || n > len(d.buf)+1 {
		d.err = errFact
		return 0
	}
	return n
}

func (d *decoder) string() string {
	i := d.int()
	if i < 0 || i >= len(d.strings) {
		d.err = errFact
		return ""
	}
	return d.strings[i]
}

func (d *decoder) regs() []reg {
	n := d.count()
	if n == 0 {
		return nil
	}
	rs := make([]reg, n)
	for i := range rs {
		rs[i] = reg(d.int())
	}
	return rs
}

// decodeFn reads a program; nil if the bytes are damaged.
func decodeFn(strings []string, entry FnEntry) *Fn {
	if entry.Key < 0 || entry.Key >= len(strings) {
		return nil
	}
	d := &decoder{strings: strings, buf: entry.Body}
	fn := &Fn{Key: strings[entry.Key]}
	fn.File = d.string()
	fn.Params, fn.Free, fn.Regs = d.int(), d.int(), d.int()
	flags := d.int()
	fn.Exported, fn.test = flags&1 != 0, flags&2 != 0
	fn.Blocks = make([]block, d.count())
	for i := range fn.Blocks {
		b := &fn.Blocks[i]
		b.Succs = make([]int, d.count())
		for k := range b.Succs {
			b.Succs[k] = d.int()
		}
		b.NilOf, b.NilSucc = reg(d.int()), d.int()
		b.Loop = d.int() == 1
		b.Instrs = make([]instr, d.count())
		for k := range b.Instrs {
			ins := &b.Instrs[k]
			bits := d.int()
			ins.Op, ins.Mode = opcode(bits&63), uint8(bits>>6&15)
			ins.Callee, ins.Proto = calleeKind(bits>>10&15), clientgo.Op(bits>>14)
			ins.Dst, ins.A, ins.B = reg(d.int()), reg(d.int()), reg(d.int())
			ins.Args, ins.Results = d.regs(), d.regs()
			ins.Name, ins.Key = d.string(), d.string()
			ins.Line = d.int()
		}
		if d.err != nil {
			return nil
		}
	}
	if !fn.sound() {
		return nil
	}
	return fn
}

// sound reports whether all indices of a decoded program are in range.
func (fn *Fn) sound() bool {
	if fn.Regs < 0 || fn.Params < 0 || fn.Free < 0 || fn.Params+fn.Free > fn.Regs || len(fn.Blocks) == 0 {
		return false
	}
	ok := func(r reg) bool { return r >= noReg && int(r) < fn.Regs }
	for i := range fn.Blocks {
		b := &fn.Blocks[i]
		for _, s := range append(slices.Clone(b.Succs), max(b.NilSucc, 0)) {
			if s < 0 || s >= len(fn.Blocks) {
				return false
			}
		}
		if !ok(b.NilOf) {
			return false
		}
		for k := range b.Instrs {
			ins := &b.Instrs[k]
			if !ok(ins.Dst) || !ok(ins.A) || !ok(ins.B) || ins.Op > opRunDefer {
				return false
			}
			for _, r := range append(slices.Clone(ins.Args), ins.Results...) {
				if !ok(r) {
					return false
				}
			}
		}
	}
	return true
}

func (e *encoder) typ(t *typeInfo) []byte {
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

func decodeType(strings []string, body []byte) *typeInfo {
	d := &decoder{strings: strings, buf: body}
	t := &typeInfo{Name: d.string()}
	for n := d.count(); n > 0; n-- {
		t.Methods = append(t.Methods, d.string())
	}
	for n := d.count(); n > 0; n-- {
		t.Touchers = append(t.Touchers, toucher{Fn: d.string(), Param: d.int()})
	}
	if d.err != nil {
		return nil
	}
	return t
}
