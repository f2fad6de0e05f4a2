package delivered

import (
	"fmt"
	"go/token"
	"strings"

	"github.com/informerlint/informerlint/internal/delivered"
	"github.com/informerlint/informerlint/internal/report"
	where "github.com/informerlint/informerlint/internal/witness/tell"
)

// Witness returns the simplest execution that shows a claim, or nil and why
// there is none.
func Witness(fset *token.FileSet, c *delivered.Claim) (*report.Witness, string) {
	why := "nothing was run"
	for _, w := range c.Ways {
		o := run(w)
		switch {
		case !o.complete:
			why = "the exploration is not complete"
		case !o.wrong || o.trace == nil:
			why = "nothing goes wrong"
		default:
			return tell(fset, c, w, o), ""
		}
	}
	return nil, why
}

// tell puts an execution into words, up to the read.
func tell(fset *token.FileSet, c *delivered.Claim, w delivered.Way, o *outcome) *report.Witness {
	out := &report.Witness{Property: report.Violated + property, Classes: o.classes, Violating: o.violating, Bound: Bound}
	say := func(thread, text string, pos token.Pos) {
		out.Steps = append(out.Steps, report.Step{Thread: thread, Text: text, Pos: pos, Where: where.Where(fset.Position(pos))})
	}
	reader := c.Method.Name()
	if c.Shape == delivered.Component {
		reader = "who asks " + reader
	}
	seen, atoms := 0, w.Atoms
	for i, e := range o.trace.Events {
		switch thread := o.trace.Threads[e.Thread]; {
		case strings.HasPrefix(e.Text, "add handler"):
			say("the program", registers(c), c.Register)
		case strings.HasPrefix(e.Text, "informer run"):
			say("the informer", "runs", token.NoPos)
		case strings.HasPrefix(e.Text, "LIST "), strings.HasPrefix(e.Text, "WATCH with list"):
			say("the reflector", "lists the two objects that exist", token.NoPos)
		case e.Text == "process":
			say("the informer", "puts what was listed into its store and into the buffer of the handler", token.NoPos)
		case e.Text == "deliver":
			seen++
			does := "fills "
			if c.Shape == delivered.Notice {
				does = "passes it on to "
			}
			say("the handler", fmt.Sprintf("is called with object %d, and %s%s", seen, does, c.State), c.Write.Pos)
		case thread == "reader":
			for len(atoms) > 0 && atoms[0].Kind == delivered.Harmless {
				atoms = atoms[1:]
			}
			if len(atoms) == 0 {
				if c.Shape == delivered.Component {
					reader = c.Reader.Name()
				}
				say(reader, fmt.Sprintf("%s, and the handler has seen %d of the %d objects", relies(c), seen, objects), c.Read.Pos)
				out.Fails = len(out.Steps)
				return out
			}
			a := atoms[0]
			if left := o.steps(i); a.Want && a.Kind == delivered.InformerSynced && left > needed(atoms) {
				continue // it has looked, and now it waits
			}
			atoms = atoms[1:]
			say(reader, answer(a), a.Pos)
		}
	}
	return out
}

// registers is what the program does where the handler is registered.
func registers(c *delivered.Claim) string {
	if c.Asked != "" {
		return "calls what registers the handler"
	}
	return "registers the handler"
}

// relies is what is done that relies on the handler.
func relies(c *delivered.Claim) string {
	switch {
	case c.Asked != "":
		return "asks " + c.Asked
	case c.Shape == delivered.Notice:
		return "tells " + c.State + " that it has all"
	}
	return "reads " + c.State
}

// steps is how many steps the reader has from an event on.
func (o *outcome) steps(from int) (n int) {
	for _, e := range o.trace.Events[from:] {
		if o.trace.Threads[e.Thread] == "reader" {
			n++
		}
	}
	return n
}

// needed is how many steps the conditions and the read take at least.
func needed(atoms []delivered.Atom) int {
	n := 1
	for _, a := range atoms {
		if a.Kind != delivered.Harmless {
			n++
		}
	}
	return n
}

func answer(a delivered.Atom) string {
	switch a.Kind {
	case delivered.InformerSynced:
		return "the informer is synced: true"
	case delivered.ListEmpty:
		if a.Want {
			return "the lister is empty: true"
		}
		return "the lister is not empty"
	case delivered.HandlerFlag:
		return "the handler has not set its flag"
	}
	return "the registration is not synced"
}
