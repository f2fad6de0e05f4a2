// Package words says what happens on the ways of handlers.
package words

import (
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
)

// Of puts into the words for a function that processes what comes out of a queue what is
// said of a handler: it is called as Delete would be, with the deletion in a list of deltas.
func Of(process bool, text string) string {
	if process {
		return processing.Replace(text)
	}
	return text
}

var processing = strings.NewReplacer("the Delete handler", "the process function", "the informer", "the controller",
	"calls Add with", "takes out of its queue, as added,", "calls Delete with", "takes out of its queue, as deleted,")

// Choice says how a free choice went, if that says anything.
func Choice(about interp.About, yes bool) string {
	switch about {
	case interp.AboutType:
		return ""
	case interp.AboutEqual:
		if yes {
			return "what is compared here is equal in both"
		}
		return "what is compared here differs"
	}
	if yes {
		return "this condition is true"
	}
	return "this condition is false"
}

// Happening says what an event is, and by which key something is done, of which of two
// objects.
func Happening(e interp.Event, two bool) string { return what(e) + under(e, two) }

func what(e interp.Event) string {
	switch e.Kind {
	case interp.Failed:
		return "does not expect a DeletedFinalStateUnknown here"
	case interp.Recognised:
		return "recognises the DeletedFinalStateUnknown"
	case interp.Asked:
		return "hands it to something unknown"
	case interp.Kept:
		return "compares the UID with one that it has kept"
	case interp.Found:
		return "looks for the new object's UID among those that are kept"
	case interp.Compared:
		if e.Equal {
			return "compares the " + e.Part + "s: they are equal"
		}
		return "compares the " + e.Part + "s: they differ"
	}
	switch kind, _, _ := strings.Cut(e.Key, " "); {
	case e.Kept != "" || kind != "map" && kind != "write" && kind != "send":
		return "calls " + e.Name
	case kind == "send":
		return "sends to " + e.Name
	case e.Frees:
		return "takes an entry out of " + e.Name
	}
	return "changes " + e.Name
}

// under says by which key something is done, of which of two objects.
func under(e interp.Event, two bool) string {
	if e.Kind != interp.Did {
		return ""
	}
	of := e.UID
	switch {
	case e.Entry.By == clientgo.PartUID:
		of = e.Entry.Of
	case e.Entry.By == clientgo.PartName || e.Named:
		return ", by the name"
	case of == 0:
		return ""
	}
	switch {
	case two && of == interp.Old:
		return ", by the UID of the old object"
	case two && of == interp.New:
		return ", by the UID of the new object"
	}
	return ", by the UID"
}
