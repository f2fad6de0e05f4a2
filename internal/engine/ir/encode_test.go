package ir

import (
	"reflect"
	"testing"

	"github.com/informerlint/informerlint/internal/clientgo"
)

func sample() *Fn {
	return &Fn{Key: "example.com/p.T.Run", File: "p.go", Params: 1, Free: 1, Regs: 5, Exported: true, Blocks: []Block{
		{Succs: []int{1, 0}, NilOf: 2, NilSucc: 1, FailSucc: 0, Loop: true, Instrs: []Instr{
			{Op: OpProto, Proto: clientgo.OpInformer, Mode: uint8(CallGo), Dst: NoReg, A: 0, B: NoReg, Args: []Reg{1, NoReg}, Results: []Reg{3}, Name: "Informer", Key: "core/v1.Pod", Line: 12},
			{Op: OpCall, Callee: CalleeStatic, Dst: NoReg, A: NoReg, B: NoReg, Name: "example.com/q.New", Line: 13},
		}},
		{NilOf: NoReg, NilSucc: -1, FailSucc: -1, Succs: []int{}, Instrs: []Instr{{Op: OpReturn, Dst: NoReg, A: NoReg, B: NoReg, Args: []Reg{4}}}},
	}}
}

func TestProgramsSurviveEncoding(t *testing.T) {
	enc := NewEncoder()
	want := sample()
	entry := enc.Fn(want)
	got := DecodeFn(enc.Strings, entry)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("decoded\n%+v\nencoded\n%+v", got, want)
	}
	if len(entry.Refs) != 1 || enc.Strings[entry.Refs[0]] != "example.com/q.New" {
		t.Errorf("the program mentions %v", entry.Refs)
	}
}

// A fact that another version wrote, or that was cut, must not end the tool:
// its program is missing, and that only silences.
func TestDamagedProgramsAreMissing(t *testing.T) {
	enc := NewEncoder()
	entry := enc.Fn(sample())
	for n := range len(entry.Body) {
		cut := entry
		cut.Body = entry.Body[:n]
		if fn := DecodeFn(enc.Strings, cut); fn != nil {
			t.Errorf("a program of %d of %d bytes was taken for whole", n, len(entry.Body))
		}
	}
	for i := range entry.Body {
		bad := entry
		bad.Body = append([]byte(nil), entry.Body...)
		bad.Body[i] ^= 0xff
		if fn := DecodeFn(enc.Strings, bad); fn != nil && !fn.sound() {
			t.Errorf("byte %d: an unsound program", i)
		}
	}
}
