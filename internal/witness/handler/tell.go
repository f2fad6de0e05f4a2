package handler

import (
	"go/token"
	"strings"

	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/witness/handler/words"
	"github.com/informerlint/informerlint/internal/witness/tell"
)

// A step is the last one of a fault: what is wrong.
type step struct {
	thread, text string
	pos          token.Pos
	lost         bool // pos is what was not reached
}

// atRest tells of what was not done: it stands on a line that nobody has come to.
const atRest = "at rest"

// A teller puts an execution into words.
type teller struct {
	*Verdict
	f     *fault
	w     *report.Witness
	lists int
	over  bool // the process has ended
}

func (t *teller) say(thread, text string, pos token.Pos) {
	thread, text = words.Of(t.prog.Group.Process, thread), words.Of(t.prog.Group.Process, text)
	t.w.Steps = append(t.w.Steps, report.Step{Thread: thread, Text: text, Pos: pos, Where: t.where(pos)})
}

// tell puts the shortest execution with a fault into words.
func (v *Verdict) tell(f *fault) *report.Witness {
	t := &teller{Verdict: v, f: f, w: &report.Witness{Property: report.Violated + f.property, Classes: v.executions, Violating: f.violating, Bound: Bound}}
	trace := simplest(f.first)
	if trace == nil {
		return nil
	}
	for _, e := range trace.Events {
		if note := strings.Join(e.Notes, "; "); e.Text != "deliver" {
			t.outside(e.Text, note)
		} else if t.call(note); t.over {
			break
		}
	}
	if last := &f.last; last.text != "" {
		text := last.text
		if last.lost && last.pos.IsValid() {
			text += " (" + v.where(last.pos) + ")"
		}
		t.say(last.thread, text, last.pos)
	}
	t.w.Fails = len(t.w.Steps)
	return t.w
}

// outside tells of a step that is not the program's.
func (t *teller) outside(text, note string) {
	switch {
	case strings.HasPrefix(text, "DELETED "):
		t.say("the API server", "the object is deleted", token.NoPos)
	case strings.HasPrefix(text, "ADDED "):
		t.say("the API server", "an object of the same name is created, with another UID", token.NoPos)
	case strings.HasPrefix(text, "drop watch"):
		t.say("the network", "the watch is interrupted", token.NoPos)
	case text == "compact":
		t.say("the API server", "the event log is compacted", token.NoPos)
	case strings.HasPrefix(text, "LIST "), strings.HasPrefix(text, "WATCH with list"):
		if t.lists++; t.lists == 1 {
			t.say("the reflector", "lists the object", token.NoPos)
		} else if strings.Contains(note, "[]") {
			t.say("the reflector", "lists again: the object is gone, and its deletion was not seen", token.NoPos)
		} else {
			t.say("the reflector", "lists again: the object has another UID, and neither deletion nor creation were seen", token.NoPos)
		}
	}
}

// call tells of a call of a handler. note is how the runtime writes it down.
func (t *teller) call(note string) {
	verb, role, text := add, addName, "calls Add with the object"
	switch {
	case strings.HasPrefix(note, "OnUpdate("):
		verb, role, text = update, updateName, "calls Update with the old and the new object: two UIDs"
	case strings.HasPrefix(note, "OnDelete(tombstone"):
		verb, role, text = tombstone, deleteName, "calls Delete with a DeletedFinalStateUnknown that holds the object"
	case strings.HasPrefix(note, "OnDelete("):
		verb, role, text = remove, deleteName, "calls Delete with the object"
	}
	at := verb == t.f.verb
	if at && t.f.role == filterName {
		text = strings.Replace(text, "calls Delete with", "is to call Delete, and first the filter, with", 1)
		if t.prog.Group.Delete == nil {
			text = strings.Replace(text, "is to call Delete, and first", "tells of the deletion, and so calls", 1)
		}
	}
	t.say("the informer", text, token.NoPos)
	switch {
	case at:
		t.way(t.f.role, t.f.way)
		t.over = t.f.way.End != interp.Returns
	case verb == add && t.f.before != nil:
		t.way(role, *t.f.before)
	default:
		if usual := t.acts.usual(verb); usual.body != nil {
			t.way(role, *usual.body)
		}
	}
}

// way tells of a way through a function: the user's own lines.
func (t *teller) way(role string, way interp.Way) {
	choices := way.Choices
	chosen := func(before int) {
		for len(choices) > 0 && choices[0].After <= before {
			c := t.prog.Conds[choices[0].Cond]
			if text := words.Choice(c.About, choices[0].Yes != c.Inverted); text != "" && !c.Loop {
				t.say(role, text, c.Pos)
			}
			choices = choices[1:]
		}
	}
	for i, e := range way.Events {
		chosen(i)
		by := role
		if e.Worker {
			by = workerName
		}
		t.say(by, words.Happening(e, role == updateName), e.Pos)
	}
	chosen(len(way.Events))
}

// where is a line of the user's, for people.
func (v *Verdict) where(pos token.Pos) string { return tell.Where(v.prog.Position(pos)) }
