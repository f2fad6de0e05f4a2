package cached

import (
	"maps"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/cached/form"
	"github.com/informerlint/informerlint/internal/cached/track"
)

// keep notes, where all ways are wanted, that somebody who is not followed has a
// value from now on: whoever reads a variable of the package, a structure, a channel.
// He sees what it is when the function is done with it.
func (w *walk) keep(s *state, instr ssa.Instruction, v value) {
	if w.exact != nil {
		w.gives(s, instr, track.Keep, v, make(map[int]bool))
	}
}

// handed notes the same of the structures and lists that a call gets which is not
// followed. Objects are not kept by what gets them, or nothing could be logged.
func (w *walk) handed(s *state, instr *ssa.Call) {
	for _, a := range instr.Call.Args {
		if v := w.value(s, a); v.kind == fresh && len(v.path) == 0 && w.mems[v.id].root == 0 && !form.Variadic(a) {
			w.keep(s, instr, v)
		}
	}
}

// gives notes that the function gives away the object, or a copy of it, or something
// that holds one.
func (w *walk) gives(s *state, instr ssa.Instruction, act track.Act, v value, seen map[int]bool) {
	held := func(t *tree) {
		if t == nil {
			return
		}
		w.gives(s, instr, act, t.def, seen)
		for _, k := range slices.Sorted(maps.Keys(t.over)) {
			w.gives(s, instr, act, t.over[k], seen)
		}
	}
	switch v.kind {
	case shared:
		s.trace = w.event(s, instr, track.Step{Act: act, Path: v.path}, v.id, 0, 0)
	case fresh:
		switch m := w.mems[v.id]; {
		case m.root != 0 && len(v.path) >= len(m.at):
			s.trace = w.event(s, instr, track.Step{Act: act, Path: v.path[len(m.at):]}, m.root-1, v.id+1, 0)
		case m.root == 0 && !seen[v.id]:
			seen[v.id] = true
			held(s.heap[v.id])
		}
	case structure:
		held(v.tree)
	}
}
