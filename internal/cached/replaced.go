package cached

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/cached/form"
	"github.com/informerlint/informerlint/internal/cached/track"
)

// replaced notes that an object in a container of the function gives way to a copy
// of itself. Which of those that the container has are the cache's is not known
// then, wherever it is read: a loop that copies and one that changes may choose
// the same ones.
func (w *walk) replaced(s *state, instr ssa.Instruction, addr, v value) {
	if w.exact != nil || v.kind != fresh || len(v.path) > 0 || w.mems[v.id].root == 0 {
		return
	}
	place := w.place(addr)
	if !slices.ContainsFunc(addr.path, func(h track.Hop) bool { return strings.HasPrefix(h.Name, "[") }) && !form.OfElement(instr) || w.unclear[place] {
		return
	}
	path := slices.Clone(addr.path)
	for i := range path {
		if strings.HasPrefix(path[i].Name, "[") {
			path[i].Name = element
		}
	}
	if old := s.heap[addr.id].get(path, true); old.kind == shared && old.id == w.mems[v.id].root-1 && len(old.path) == 0 {
		w.copies[place] = true
	}
}

// place names a place in local memory, the same in each run of a function.
func (w *walk) place(addr value) string {
	var b strings.Builder
	b.WriteString(w.mems[addr.id].name)
	for _, h := range addr.path {
		if strings.HasPrefix(h.Name, "[") {
			h.Name = element
		}
		b.WriteString("\x00" + h.Name)
	}
	return b.String()
}
