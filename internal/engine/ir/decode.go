package ir

import (
	"encoding/binary"
	"errors"
	"slices"
)

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

func (d *decoder) regs() []Reg {
	n := d.count()
	if n == 0 {
		return nil
	}
	rs := make([]Reg, n)
	for i := range rs {
		rs[i] = Reg(d.int())
	}
	return rs
}

// DecodeFn reads a program; nil if the bytes are damaged.
func DecodeFn(strings []string, entry Entry) *Fn {
	if entry.Key < 0 || entry.Key >= len(strings) {
		return nil
	}
	d := &decoder{strings: strings, buf: entry.Body}
	fn := &Fn{Key: strings[entry.Key]}
	fn.File = d.string()
	fn.Params, fn.Free, fn.Regs = d.int(), d.int(), d.int()
	flags := d.int()
	fn.Exported, fn.Test = flags&1 != 0, flags&2 != 0
	fn.Blocks = make([]Block, d.count())
	for i := range fn.Blocks {
		b := &fn.Blocks[i]
		b.Succs = make([]int, d.count())
		for k := range b.Succs {
			b.Succs[k] = d.int()
		}
		b.NilOf, b.NilSucc, b.FailSucc = Reg(d.int()), d.int(), d.int()
		b.Loop = d.int() == 1
		b.Instrs = make([]Instr, d.count())
		for k := range b.Instrs {
			ins := &b.Instrs[k]
			ins.setBits(d.int())
			ins.Dst, ins.A, ins.B = Reg(d.int()), Reg(d.int()), Reg(d.int())
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
	ok := func(r Reg) bool { return r >= NoReg && int(r) < fn.Regs }
	for i := range fn.Blocks {
		b := &fn.Blocks[i]
		for _, s := range append(slices.Clone(b.Succs), max(b.NilSucc, 0), max(b.FailSucc, 0)) {
			if s < 0 || s >= len(fn.Blocks) {
				return false
			}
		}
		if !ok(b.NilOf) {
			return false
		}
		for k := range b.Instrs {
			ins := &b.Instrs[k]
			if !ok(ins.Dst) || !ok(ins.A) || !ok(ins.B) || ins.Op > OpRunDefer {
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

// TypeName is the name of an encoded type.
func TypeName(strings []string, body []byte) string {
	return (&decoder{strings: strings, buf: body}).string()
}

// DecodeType reads what is known of a type; nil if the bytes are damaged.
func DecodeType(strings []string, body []byte) *TypeInfo {
	d := &decoder{strings: strings, buf: body}
	t := &TypeInfo{Name: d.string()}
	for n := d.count(); n > 0; n-- {
		t.Methods = append(t.Methods, d.string())
	}
	for n := d.count(); n > 0; n-- {
		t.Touchers = append(t.Touchers, Toucher{Fn: d.string(), Param: d.int()})
	}
	for n := d.count(); n > 0; n-- {
		t.Own = append(t.Own, d.string())
	}
	if d.err != nil {
		return nil
	}
	return t
}
