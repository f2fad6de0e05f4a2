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
