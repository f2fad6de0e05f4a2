// Package deed says what the functions of a group of handlers do on their ways, to
// which objects, so that two programs, or two inputs of one, can be compared.
package deed

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/handlers/interp"
)

// A Behaviour is what a function does on its ways.
type Behaviour struct {
	cut bool
	// coarse: ways that meet are one, and it is only said what may be done.
	coarse bool
	ways   []Done
}

// Done is what is done on one way: the same key is the same.
type Done struct {
	Key, Text string
	guessed   bool // it is not known whether a tombstone goes this way
}

// none is what a function does that is not there.
var none = Behaviour{ways: []Done{{}}}

// Beyond leaves out the ways of which it is not known whether a tombstone goes them,
// if they were there before: what is not reported is not to be fixed either.
func (b Behaviour) Beyond(was Behaviour) Behaviour {
	b.ways = slices.DeleteFunc(slices.Clone(b.ways), func(d Done) bool { return d.guessed && slices.Contains(was.ways, d) })
	return b
}

// Ways returns what a function does. What Add does for an object may be asked
// of the new one of two.
func Ways(pr *interp.Program, in interp.Input) Behaviour {
	ws := pr.Ways(in)
	if !ws.Exists {
		return none
	}
	b := Behaviour{cut: ws.Cut, coarse: ws.Coarse}
	for _, w := range ws.All {
		for _, w := range returning(pr, in, w) {
			b.ways = append(b.ways, Of(w, in == interp.AddCalled))
		}
	}
	return b
}

// returning are the ways of a way that ends in true or false, if that is not known: what is
// returned is a condition like one that is asked before. Where ways are too many to compare
// what was asked (Unlike, Branches), they are left as one, which is neither.
func returning(pr *interp.Program, in interp.Input, w interp.Way) []interp.Way {
	filters := in == interp.FilterObject || in == interp.FilterTombstone
	if !filters && !pr.Predicate() || w.End != interp.Returns || w.Result != interp.Unknown || pr.Apart(in).Cut {
		return []interp.Way{w}
	}
	yes, no := w, w
	yes.Result, no.Result = interp.True, interp.False
	return []interp.Way{yes, no}
}

// Of is what is done on a way, to which objects, and how it ends.
func Of(w interp.Way, toNew bool) Done {
	who := func(bits uint8) uint8 {
		if toNew && bits == interp.Old {
			return interp.New
		}
		return bits
	}
	var key strings.Builder
	var names []string
	for _, e := range w.Events {
		if e.Kind == interp.Asked {
			key.WriteString("?;")
		}
		if e.Kind != interp.Did {
			continue
		}
		fmt.Fprintf(&key, "%s%s %d%d%d%s;", e.How, e.Key, who(e.From), who(e.UID), who(e.Whole), e.Says)
		names = append(names, e.How+e.Name+forWhom[who(e.From|e.UID|e.Whole)])
	}
	switch {
	case w.End != interp.Returns:
		fmt.Fprintf(&key, "end %d", w.End)
		names = append(names, "the end of the process")
	case w.Result != interp.Unknown:
		fmt.Fprintf(&key, "returns %d", w.Result)
	}
	return Done{key.String(), strings.Join(names, ", "), w.Guessed}
}

var forWhom = [...]string{0: "", interp.Old: " for the old object", interp.New: " for the new object", interp.Both: " for both objects"}

// After is what two functions do one after the other.
func After(first, second Behaviour) Behaviour {
	out := Behaviour{cut: first.cut || second.cut, coarse: first.coarse || second.coarse}
	for _, a := range first.ways {
		if strings.Contains(a.Key, "end ") {
			out.ways = append(out.ways, a)
			continue
		}
		for _, b := range second.ways {
			out.ways = append(out.ways, Done{Key: a.Key + b.Key, Text: strings.TrimPrefix(a.Text+", "+b.Text, ", ")})
		}
	}
	return out
}

// has reports whether one of the ways does what another one does.
func (b Behaviour) has(d Done) bool {
	return slices.ContainsFunc(b.ways, func(o Done) bool { return o.Key == d.Key })
}

// TooMany is what is wrong where the ways are too many.
const TooMany = "has too many ways"

// Differ says what is wrong if something else is done than what should be.
func Differ(want, got Behaviour) string {
	if want.cut || got.cut || want.coarse != got.coarse {
		return TooMany
	}
	for _, w := range got.ways {
		if !want.has(w) {
			return "does something else than before: " + cmp.Or(w.Text, "nothing")
		}
	}
	for _, w := range want.ways {
		if !got.has(w) {
			return "no longer does " + cmp.Or(w.Text, "nothing")
		}
	}
	return ""
}
