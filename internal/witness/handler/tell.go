package handler

import (
	"go/token"
	"strings"

	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/witness/tell"
)

// A step is the last one of a fault: what is wrong.
type step struct {
	thread, text string
	pos          token.Pos
	lost         bool // pos is what was not reached
}

// tell puts the shortest execution with a fault into words.
func (v *Verdict) tell(i int) *report.Witness {
	f := &v.faults[i]
	w := &report.Witness{Property: f.property, Classes: v.search.classes, Violating: v.search.violating[i], Bound: Bound}
	t := simplest(v.search.first[i])
	if t == nil {
		return nil
	}
	say := func(thread, text string, pos token.Pos) {
		w.Steps = append(w.Steps, report.Step{Thread: thread, Text: text, Pos: pos, Where: v.where(pos)})
	}
	h := new(history)
	lists := 0
	for _, e := range t.Events {
		note := strings.Join(e.Notes, "; ")
		switch text := e.Text; {
		case strings.HasPrefix(text, "DELETED "):
			say("the API server", "the object is deleted", token.NoPos)
		case strings.HasPrefix(text, "ADDED "):
			say("the API server", "an object of the same name is created, with another UID", token.NoPos)
		case strings.HasPrefix(text, "drop watch"):
			say("the network", "the watch is interrupted", token.NoPos)
		case text == "compact":
			say("the API server", "the event log is compacted", token.NoPos)
		case strings.HasPrefix(text, "LIST "), strings.HasPrefix(text, "WATCH with list"):
			if lists++; lists == 1 {
				say("the reflector", "lists the object", token.NoPos)
			} else if strings.Contains(note, "[]") {
				say("the reflector", "lists again: the object is gone, and its deletion was not seen", token.NoPos)
			} else {
				say("the reflector", "lists again: the object has another UID, and neither deletion nor creation were seen", token.NoPos)
			}
		case text == "deliver":
			v.call(f, h, note, say)
		}
	}
	if last := &f.last; last.text != "" {
		text := last.text
		if last.lost && last.pos.IsValid() {
			text += " (" + v.where(last.pos) + ")"
		}
		say(last.thread, text, last.pos)
	}
	return w
}

// call tells of a call of a handler. note is how the runtime writes it down.
func (v *Verdict) call(f *fault, h *history, note string, say func(string, string, token.Pos)) {
	verb, text := add, "calls Add with the object"
	switch {
	case strings.HasPrefix(note, "OnUpdate("):
		verb, text = update, "calls Update with the old and the new object: two UIDs"
	case strings.HasPrefix(note, "OnDelete(tombstone"):
		verb, text = tombstone, "calls Delete with a DeletedFinalStateUnknown that holds the object"
	case strings.HasPrefix(note, "OnDelete("):
		verb, text = remove, "calls Delete with the object"
	}
	if f.role[verb] == filterName {
		text = strings.Replace(text, "calls Delete with", "is to call Delete, and first the filter, with", 1)
	}
	say("the informer", text, token.NoPos)
	way, ok := f.plays[verb]
	if !ok {
		return
	}
	role := f.role[verb]
	choices := way.Choices
	chosen := func(before int) {
		for len(choices) > 0 && choices[0].After <= before {
			c := v.prog.Conds[choices[0].Cond]
			if text := choice(c.About, choices[0].Yes); text != "" && !c.Loop {
				say(role, text, c.Pos)
			}
			choices = choices[1:]
		}
	}
	for i, e := range way.Events {
		chosen(i)
		say(role, happening(e), e.Pos)
	}
	chosen(len(way.Events))
}

// choice says how a free choice went, if that says anything.
func choice(about interp.About, yes bool) string {
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

// happening says what an event is.
func happening(e interp.Event) string {
	switch e.Kind {
	case interp.Failed:
		return "does not expect a DeletedFinalStateUnknown here: this fails"
	case interp.Recognised:
		return "recognises the DeletedFinalStateUnknown"
	case interp.Asked:
		return "hands it to something unknown"
	case interp.Kept:
		return "compares the UID with one that it has kept"
	case interp.Compared:
		if e.Equal {
			return "compares the " + e.Part + "s: they are equal"
		}
		return "compares the " + e.Part + "s: they differ"
	}
	return "does " + e.Name
}

// where is a line of the user's, for people.
func (v *Verdict) where(pos token.Pos) string { return tell.Where(v.prog.Position(pos)) }
