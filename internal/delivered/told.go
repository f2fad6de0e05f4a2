package delivered

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/delivered/uses"
	"github.com/informerlint/informerlint/internal/engine/filled"
)

// A handler that passes what it gets on to listeners fills what they know: it calls
// methods of an interface, and the listeners are known by the place that they are in.
// That what they know is all there is they are told by another method of the same
// interface, which takes and returns nothing and is called ...Synced. Both are needed:
// a name says nothing without the objects that came before, and a call behind a wait,
// of Start or Run, says nothing about objects.
//
// told is put before the place of such listeners, which is no state itself.
const told = "told:"

func isTold(place string) bool { return strings.HasPrefix(place, told) }

// listeners is the place of what a call notifies through an interface that has an
// announcement; "" if it is not known, or there is none.
func (f *finder) listeners(c *ssa.CallCommon, fr *frame) string {
	if !c.IsInvoke() {
		return ""
	}
	iface, ok := c.Value.Type().Underlying().(*types.Interface)
	if !ok {
		return ""
	}
	for m := range iface.Methods() {
		if !uses.Announcement(m) {
			continue
		}
		if p := whole(f.place(c.Value, fr)); strings.HasPrefix(p, "(") && strings.Contains(p, ").") && !strings.Contains(p, "()") {
			return told + p
		}
	}
	return ""
}

// hand notes that listeners are told of an object.
func (e *effects) hand(i ssa.CallInstruction, fr *frame) {
	place := e.f.listeners(i.Common(), fr)
	if place == "" {
		return
	}
	for _, arg := range i.Common().Args {
		if _, known := arg.(*ssa.Const); !known && uses.Stateful(arg.Type()) {
			if _, ok := e.state[place]; !ok {
				e.state[place] = Access{place, i.Pos(), i.Parent()}
			}
			return
		}
	}
}

// onlyThere reports whether listeners are told that this was all in one function, and
// nowhere else: another one may know better, or the handlers may.
func (f *finder) onlyThere(gap *filled.Gap) bool {
	only := true
	f.each(func(instr ssa.Instruction) {
		if call, ok := instr.(ssa.CallInstruction); ok && uses.Announces(call.Common()) && f.listeners(call.Common(), nil) == gap.State {
			only = only && instr.Parent() == f.byKey[gap.Read.Fn]
		}
	})
	return only
}
