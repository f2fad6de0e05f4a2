package value

import (
	"cmp"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/effect"
)

// An Entry is one of a map that the package has for itself.
type Entry struct {
	Map string // see effect.Own and effect.Within; "": any other
	By  string // what the key is made of: clientgo.PartUID or PartName, "" if that is not known
	Of  uint8  // of which object
	// Value says which objects have a part in what is written there.
	Value uint8
}

// EntryOf returns the entry that a key leads to.
func EntryOf(m ssa.Value, key, val Value) Entry {
	e := Entry{Map: cmp.Or(effect.Own(m), effect.Within(m)), Value: val.From}
	if part := key.Part; key.Kind == Derived && key.Self && (key.From == Old || key.From == New) && (part == clientgo.PartUID || part == clientgo.PartName) {
		e.By, e.Of = part, key.From
	}
	return e
}

// Sliced returns what a store does to a slice of the package's own, as to an entry: it
// appends an element with an object's UID, or takes one out that was found by it.
func (s *State) Sliced(st *ssa.Store) (e Entry, drops bool) {
	e.Map = effect.Slice(st)
	if e.Map == "" {
		return e, false
	}
	d := effect.Dropped(st)
	if d == nil {
		s.grown(st, &e)
		return e, false
	}
	key := s.Eval(d.By)
	if key.Kind == Pointer {
		key = s.Load(key)
	}
	if d.Whole {
		key = key.Field(clientgo.PartUID)
	}
	e.byUID(key)
	return e, true
}

// grown looks for the UID in an element that is appended.
func (s *State) grown(st *ssa.Store, e *Entry) {
	elem, made, fields := effect.Grown(st)
	if elem == nil {
		return
	}
	if whole := s.Load(Value{Kind: Pointer, Ref: elem, Path: ".[0]"}); whole.Kind == Object {
		e.byUID(whole.Field(clientgo.PartUID))
	}
	for _, f := range fields {
		e.byUID(s.Load(Value{Kind: Pointer, Ref: made, Path: "." + f}))
	}
}

// byUID notes the UID by which an element is found.
func (e *Entry) byUID(v Value) {
	if v.Kind == Derived && v.Self && v.Part == clientgo.PartUID && (v.From == Old || v.From == New) {
		e.By, e.Of, e.Value = v.Part, v.From, v.From
	}
}
