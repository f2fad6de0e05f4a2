package judge

import (
	"go/constant"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
)

// meant reports whether a text is made of a tombstone that was recognised, or of its
// key: who does so may have readers who know that.
func meant(dead *interp.Trail) bool {
	return slices.ContainsFunc(dead.Misses, func(m interp.Miss) bool { return m.Kind == interp.MissCoded && m.After })
}

// expected reports whether what gets the text of a deleted object gets those of added
// or updated ones as well: then it is known what it makes of them. What only deletions
// are written to, as an archive, may take whatever comes. Nobody in the package may read
// a tombstone out of a text again; and if something else is done with its key or what is
// in it, that may be the work, and the text no more than a log.
func expected(p *resolve.Package, g *registered.Group, lost []*interp.Effect, dead *interp.Trail) bool {
	if slices.ContainsFunc(p.Functions(), readsTombstones) || slices.ContainsFunc(effectsOf(dead), func(e *interp.Effect) bool { return e.From != 0 }) {
		return false
	}
	var others []*interp.Trail
	if g.Add != nil {
		others = append(others, p.Machine.RunObject(g.Add))
	}
	if g.Update != nil {
		others = append(others, p.Machine.RunUpdate(g.Update, false))
	}
	return slices.ContainsFunc(others, func(t *interp.Trail) bool {
		return !t.GaveUp && slices.ContainsFunc(effectsOf(t), func(e *interp.Effect) bool {
			return slices.ContainsFunc(lost, func(l *interp.Effect) bool { return l.Key == e.Key })
		})
	})
}

// readsTombstones reports whether a function has a call fill in a tombstone, or
// something with its fields, or asks for one of them by name.
func readsTombstones(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if mi, ok := instr.(*ssa.MakeInterface); ok && hasObj(mi.X.Type()) {
				return true
			}
			for _, op := range instr.Operands(nil) {
				if c, ok := (*op).(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
					if text := constant.StringVal(c.Value); text == clientgo.TombstoneObject || strings.Contains(text, strconv.Quote(clientgo.TombstoneObject)) {
						return true
					}
				}
			}
		}
	}
	return false
}

// hasObj reports whether a type points to a structure with a field for the object.
func hasObj(t types.Type) bool {
	ptr, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	s, ok := ptr.Elem().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range s.NumFields() {
		if s.Field(i).Name() == clientgo.TombstoneObject {
			return true
		}
	}
	return false
}
