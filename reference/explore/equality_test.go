package explore

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/informerlint/informerlint/reference/sched"
)

// oracle computes the identity of an execution class from scratch: it compares
// every pair of events and closes the order transitively. It shares nothing
// with what the reduction keeps.
func oracle(w *sched.World) string {
	evs := w.Events()
	n := len(evs)
	name := func(e *sched.Event) string {
		s := fmt.Sprintf("%x/%d/%d", w.Path(e.Thread), e.Seq, e.Case)
		if e.Peer >= 0 {
			s += fmt.Sprintf("+%x/%d/%d", w.Path(e.Peer), e.PeerSeq, e.PeerCase)
		}
		return s
	}
	before := make([]map[int]bool, n)
	for j := range evs {
		before[j] = map[int]bool{}
		for i := range j {
			dep := evs[i].Has(evs[j].Thread) || evs[j].Peer >= 0 && evs[i].Has(evs[j].Peer) ||
				i == w.Creator(evs[j].Thread) || evs[j].Peer >= 0 && i == w.Creator(evs[j].Peer)
			for _, a := range w.Touches(&evs[i]) {
				for _, b := range w.Touches(&evs[j]) {
					all := a.Mode == sched.Everything || b.Mode == sched.Everything
					writes := func(m sched.Mode) bool { return m == sched.Write || m == sched.Produce }
					dep = dep || all || a.Slot == b.Slot && (writes(a.Mode) || writes(b.Mode))
				}
			}
			if dep {
				before[j][i] = true
				maps.Copy(before[j], before[i])
			}
		}
	}
	var parts []string
	for j := range evs {
		var past []string
		for i := range before[j] {
			past = append(past, name(&evs[i]))
		}
		slices.Sort(past)
		parts = append(parts, fmt.Sprint(name(&evs[j]), "<", past))
	}
	slices.Sort(parts)
	return fmt.Sprint(parts)
}

// classes explores and returns the oracle's classes and the set of outcomes
// with failures.
func classes(o Options, prog func()) (*Result, map[string]bool, map[string]bool) {
	seen, outs := map[string]bool{}, map[string]bool{}
	o.each = func(w *sched.World) {
		seen[oracle(w)] = true
		out := w.OutcomeOf()
		for _, f := range w.Failures() {
			// Which access of a race comes second, and what else is reported
			// beside a panic, depends on the order.
			switch {
			case w.Died():
			case f.Kind == sched.Race:
				outs["a race"] = true
			default:
				out += "!" + f.Kind + f.Msg
			}
		}
		outs[out] = true
	}
	return Run(o, prog), seen, outs
}

// disagree explores a program under all reductions and describes the first
// difference. It reports false for a program that is trivial or that needs more
// runs without reduction than the limit.
func disagree(threads [][]instr, mut mutant, limit int) (diff string, useful bool) {
	prog := program(threads)
	ref, want, wantOuts := classes(Options{Reduction: None, MaxRuns: limit, mutant: mut}, prog)
	if !ref.Complete || ref.Runs < 2 {
		return "", false
	}
	for _, r := range []Reduction{Sleep, SourceDPOR} {
		res, got, gotOuts := classes(Options{Reduction: r, mutant: mut}, prog)
		switch {
		case !res.Complete:
			return fmt.Sprintf("%v incomplete: %v", r, res), true
		case len(got) != len(want) || !maps.Equal(got, want):
			return fmt.Sprintf("%v: %d classes of %d", r, len(got), len(want)), true
		case res.Traces != len(got):
			return fmt.Sprintf("%v: %d by the explorer's own count, %d by the oracle's", r, res.Traces, len(got)), true
		case !maps.Equal(gotOuts, wantOuts):
			return fmt.Sprintf("%v: outcomes %v, want %v", r, slices.Sorted(maps.Keys(gotOuts)), slices.Sorted(maps.Keys(wantOuts))), true
		}
	}
	return "", true
}

func TestReductionsAgreeOnGeneratedPrograms(t *testing.T) {
	want := 250
	if testing.Short() {
		want = 50
	}
	useful := 0
	for seed := uint64(1); useful < want; seed++ {
		threads := generate(seed)
		diff, ok := disagree(threads, sound, 1000)
		if diff != "" {
			t.Errorf("seed %d: %s\n%+v", seed, diff, threads)
		}
		if ok {
			useful++
		}
	}
}

// Programs that the search once got wrong.
func TestReductionsAgreeOnFormerFailures(t *testing.T) {
	for name, threads := range map[string][][]instr{
		"a guard about a lock and a flag that comes later": {
			{{op: "lock"}, {op: "release", a: 1}},
			{{op: "both"}},
			{{op: "lock", body: []instr{{op: "write"}}}},
		},
		"zero objects first seen by somebody who only waits": {
			{{op: "len"}, {op: "both"}, {op: "both", a: 1, b: 1, c: 1}},
			{{op: "len", a: 1}, {op: "group", a: 1}},
			{{op: "group"}, {op: "both"}, {op: "len", c: 1}},
		},
		"different zero objects first read": {
			{{op: "both", a: 1, b: 1, c: 1}},
			{{op: "cancel"}, {op: "both", b: 1}},
			{{op: "wait"}},
		},
		"a woken exchange without its alternatives": {
			{{op: "select", a: 1}, {op: "wlock", a: 1, b: 1, body: []instr{{op: "try", a: 1, b: 1, c: 1}}}},
			{{op: "select", b: 1}, {op: "try", b: 1}, {op: "try", b: 1}},
			{{op: "try", a: 1, b: 1}, {op: "select", b: 1, c: 1}},
		},
		"leaving what is not possible yet": {
			{{op: "maybe", a: 1, c: 1}, {op: "spawn", b: 1, c: 1, body: []instr{{op: "write"}}}},
			{{op: "maybe", b: 1}},
			{{op: "await"}},
		},
	} {
		if diff, ok := disagree(threads, sound, 5000); diff != "" || !ok {
			t.Errorf("%s: %q, usable: %v", name, diff, ok)
		}
	}
}

// Each known mistake in the search must be noticed by the comparison above, on
// a program that the sound search gets right. These are the smallest that a
// search through generated programs found.
func TestMutantsOfTheSearchAreKilled(t *testing.T) {
	for _, m := range []struct {
		name string
		mutant
		threads [][]instr
	}{
		{"classic backtrack rule", classicBacktrack, [][]instr{
			{{op: "atomic", b: 1}},
			{{op: "group", a: 1}, {op: "atomic"}},
			{{op: "group", a: 1}, {op: "atomic"}},
			{{op: "select", b: 1}},
		}},
		{"select touches only its choice", forgetPolls, [][]instr{
			{{op: "wlock", body: []instr{{op: "try", a: 1, b: 1}}}},
			{{op: "try"}},
		}},
		{"exchange is a step of the sender only", forgetPeers, [][]instr{
			{{op: "try", a: 1}, {op: "try", a: 1, b: 1}},
			{{op: "selectsend"}, {op: "try", a: 1, b: 1}, {op: "selectsend", a: 1}},
		}},
		{"a select is possible only by what it touches", forgetPartners, [][]instr{
			{{op: "close", b: 1, c: 1}},
			{{op: "try"}},
		}},
	} {
		t.Run(m.name, func(t *testing.T) {
			if diff, ok := disagree(m.threads, sound, 3000); diff != "" || !ok {
				t.Fatalf("without the mutation: %q, usable: %v", diff, ok)
			}
			diff, _ := disagree(m.threads, m.mutant, 3000)
			if diff == "" {
				t.Fatal("not noticed")
			}
			t.Log(diff)
		})
	}
}
