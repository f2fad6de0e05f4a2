package interp

import (
	"strconv"

	"github.com/informerlint/informerlint/internal/handlers/past"
	"github.com/informerlint/informerlint/internal/handlers/value"
)

// A state is where an interpretation stands: what it knows in the current
// function, and what it has passed on the way.
type state struct {
	value.State
	flags Flags
	past  past.Past
}

func (s *state) clone() *state {
	return &state{State: s.Clone(), flags: s.flags, past: s.past}
}

// goOn returns the states in which it goes on after a call that ends in several
// ways. The last of them is s itself.
func (s *state) goOn(ends []End) (out []*state) {
	for i, e := range ends {
		next := s
		if i < len(ends)-1 {
			next = &state{State: s.Beside()}
		}
		next.Mem, next.flags, next.past = e.mem, e.Flags, e.past
		out = append(out, next)
	}
	return out
}

// fingerprint tells states apart.
func (in *Machine) fingerprint(s *state) string {
	b := strconv.AppendInt(in.print[:0], int64(s.flags), 36)
	b = in.grain.Append(append(b, ';'), s.past)
	in.print = s.Append(b, in.ids)
	return string(in.print)
}

// endprint tells ends apart.
func (in *Machine) endprint(e End) string {
	var b []byte
	for _, r := range e.results {
		b = append(in.ids.Append(b, r), ',')
	}
	b = strconv.AppendInt(append(e.mem.Append(b, in.ids), '|'), int64(e.Flags), 36)
	return string(in.grain.Append(append(b, ';'), e.past))
}

// Flags are what a path has passed.
type Flags uint16

// The flags.
const (
	SawUID     Flags = 1 << iota // old's and new's UIDs were compared, or may have been
	GenEqual                     // the generations were found equal
	Acted                        // an effect
	ActedOld                     // an effect on the old object
	OnNew                        // a branch that the new object alone decided
	OnOld                        // a branch that the old object had a part in
	Odd                          // the object is of no expected type: nobody cares what happens
	recognised                   // a tombstone was found to be one
	guessed                      // a branch that something unknown decided, which was given the tombstone
	SpecEqual                    // some part of old and new was found equal
	Sought                       // a loop has looked for the new object's UID among those that are kept: the old one's is none of its business
	Keyless                      // a branch that the empty key which is left of a tombstone decided: something else may be done for it there
	OnElse                       // a branch that something else than the objects decided, and no error; only if what is compared is equal
)
