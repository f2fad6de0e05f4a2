package flow

import (
	"reflect"
	"testing"

	"github.com/informerlint/informerlint/internal/clientgo"
)

func sample() *Fn {
	return &Fn{Key: "example.com/p.T.Run", File: "p.go", Params: 1, Free: 1, Regs: 5, Exported: true, Blocks: []block{
		{Succs: []int{1, 0}, NilOf: 2, NilSucc: 1, Loop: true, Instrs: []instr{
			{Op: opProto, Proto: clientgo.OpInformer, Mode: uint8(callGo), Dst: noReg, A: 0, B: noReg, Args: []reg{1, noReg}, Results: []reg{3}, Name: "Informer", Key: "core/v1.Pod", Line: 12},
			{Op: opCall, Callee: calleeStatic, Dst: noReg, A: noReg, B: noReg, Name: "example.com/q.New", Line: 13},
		}},
		{NilOf: noReg, NilSucc: -1, Succs: []int{}, Instrs: []instr{{Op: opReturn, Dst: noReg, A: noReg, B: noReg, Args: []reg{4}}}},
	}}
}

func TestProgramsSurviveEncoding(t *testing.T) {
	enc := &encoder{index: make(map[string]int)}
	want := sample()
	entry := enc.fn(want)
	got := decodeFn(enc.strings, entry)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("decoded\n%+v\nencoded\n%+v", got, want)
	}
	if len(entry.Refs) != 1 || enc.strings[entry.Refs[0]] != "example.com/q.New" {
		t.Errorf("the program mentions %v", entry.Refs)
	}
}

// A fact that another version wrote, or that was cut, must not end the tool:
// its program is missing, and that only silences.
func TestDamagedProgramsAreMissing(t *testing.T) {
	enc := &encoder{index: make(map[string]int)}
	entry := enc.fn(sample())
	for n := range len(entry.Body) {
		cut := entry
		cut.Body = entry.Body[:n]
		if fn := decodeFn(enc.strings, cut); fn != nil {
			t.Errorf("a program of %d of %d bytes was taken for whole", n, len(entry.Body))
		}
	}
	for i := range entry.Body {
		bad := entry
		bad.Body = append([]byte(nil), entry.Body...)
		bad.Body[i] ^= 0xff
		if fn := decodeFn(enc.strings, bad); fn != nil && !fn.sound() {
			t.Errorf("byte %d: an unsound program", i)
		}
	}
}

func TestMayBe(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"core/v1.Pod", "core/v1.Pod", true},
		{"core/v1.Pod", "core/v1.Node", false},
		{"core/v1.Event", "events/v1.Event", true}, // one type may stand under two paths
		{"?", "core/v1.Pod", true},                 // a resource that is not constant is any
		{"?apps/v1/deployments", "apps/v1.Deployment", true},
		{"?apps/v1/deployments", "?apps/v1/daemonsets", false},
		{"", "core/v1.Pod", true},
	} {
		if got := mayBe(tt.a, tt.b); got != tt.want {
			t.Errorf("mayBe(%q, %q) = %v", tt.a, tt.b, got)
		}
	}
}
