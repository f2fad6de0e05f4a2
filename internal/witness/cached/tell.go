package cached

import (
	"cmp"
	"fmt"
	"go/token"
	"strings"

	"github.com/informerlint/informerlint/internal/cached/track"
	"github.com/informerlint/informerlint/internal/report"
	"github.com/informerlint/informerlint/internal/witness/tell"
	"github.com/informerlint/informerlint/reference/sched"
	"github.com/informerlint/informerlint/reference/tree"
)

const apiServer = "the API server"

// A teller puts an execution into words.
type teller struct {
	fset  *token.FileSet
	way   *track.Way
	p     *program
	w     *report.Witness
	found finding
	given bool // the source has handed out the object
}

// Witness tells a simple execution in which somebody sees what the server has
// not sent; nil if nothing is shown.
func (v *Verdict) Witness(fset *token.FileSet) *report.Witness {
	if v.Why != "" {
		return nil
	}
	p, _ := newProgram(v.way)
	trace := v.out.trace
	first := trace.Failures[0]
	t := &teller{fset: fset, way: v.way, p: p, found: parse(first.Msg),
		w: &report.Witness{Classes: v.Classes, Violating: v.Violating, Bound: p.bound()}}
	t.w.Property = t.who() + " " + t.what()
	if v.out.hidden && !t.found.hidden {
		t.w.Property += "; where the server accepts it, handlers get an old object that looks like the new one: the update is hidden"
	}
	if p.kind != track.Added {
		t.say(apiServer, "one "+t.object()+" exists: resourceVersion 1")
	}
	for _, e := range trace.Events[:first.Step-1] {
		t.event(trace.Threads[e.Thread], e)
	}
	t.last(trace.Events[first.Step-1])
	t.w.Fails = len(t.w.Steps)
	t.w.Property = embedded.Replace(t.w.Property)
	return t.w
}

// embedded leaves out the structures that every object embeds: nobody writes
// them in front of their fields.
var embedded = strings.NewReplacer("ObjectMeta.", "", "TypeMeta.", "")

func (t *teller) say(thread, text string) { t.at(token.NoPos, thread, text) }

func (t *teller) at(pos token.Pos, thread, text string) {
	t.w.Steps = append(t.w.Steps, report.Step{Thread: thread, Text: embedded.Replace(text), Pos: pos, Where: t.where(pos)})
}

func (t *teller) where(pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	return tell.Where(t.fset.Position(pos))
}

// object is the kind of the object.
func (t *teller) object() string {
	return cmp.Or(t.way.Source.Type, kind)
}

// last tells of the step in which it is seen.
func (t *teller) last(e sched.Event) {
	object := "the " + t.object()
	switch {
	case e.Text == reads:
		t.say(readers, "gets "+object+" from the cache, resourceVersion "+version(strings.Join(e.Notes, "; "))+", and "+t.what())
	case t.found.who == reader:
		t.say(readers, "looks at "+object+" that it has got, and "+t.what())
	case t.found.old:
		t.say(watchers, "is given the old "+t.object()+", resourceVersion "+fmt.Sprint(t.found.version)+", and "+t.what())
	default:
		t.say(watchers, "is given "+object+", resourceVersion "+fmt.Sprint(t.found.version)+", and "+t.what())
	}
}

// who is the one that sees it.
func (t *teller) who() string {
	switch {
	case t.found.who == reader:
		return readers + " of the cache"
	case t.found.old:
		return watchers + ", which is given the old " + t.object() + ","
	}
	return watchers
}

// what is what he sees.
func (t *teller) what() string {
	text := "sees a change of " + t.part(t.written()) + " "
	switch t.found.fate {
	case wasRefused:
		text += "that the API server never accepted (conflict)"
	case wasLost:
		text += "that never reached the API server"
	case wasAccepted:
		text += fmt.Sprintf("in resourceVersion %d, which the API server sent without it", t.found.version)
	default:
		text += "that the API server knows nothing of"
		if t.p.requests() > 0 {
			text += " yet"
		}
	}
	if t.found.hidden {
		text += "; old and new look the same: the update is hidden"
	}
	return text
}

// written is the path of the write that is seen.
func (t *teller) written() []tree.Hop {
	n := 0
	for _, s := range t.p.steps {
		if s.act == track.Write {
			if n++; n == t.found.write {
				return s.rooted()
			}
		}
	}
	return nil
}

// part names a place in the object.
func (t *teller) part(path []tree.Hop) string {
	if len(path) == 0 {
		return "the whole " + t.object()
	}
	var b strings.Builder
	for _, h := range path {
		if b.Len() > 0 && !strings.HasPrefix(h.Name, "[") {
			b.WriteByte('.')
		}
		b.WriteString(h.Name)
	}
	return b.String()
}

// event tells of a step of an execution, if it explains anything.
func (t *teller) event(thread string, e sched.Event) {
	note := strings.Join(e.Notes, "; ")
	switch {
	case e.Site != "":
		t.steps(thread, e, note)
	case thread == handler && e.Text == "deliver" && !t.given && strings.HasPrefix(note, t.verb()):
		t.given = true
		t.at(t.way.Source.Pos, "the informer", fmt.Sprintf("calls %s with the very object that its cache %s", t.verb(), t.holds()))
	case thread == readers && version(note) != "":
		t.say(readers, fmt.Sprintf("gets the %s from the cache: resourceVersion %s", t.object(), version(note)))
	case thread == others && strings.HasPrefix(e.Text, "ADDED "):
		t.say(others, fmt.Sprintf("creates the %s: resourceVersion %s", t.object(), version(note)))
	case thread == others && strings.HasPrefix(e.Text, "MODIFIED "):
		t.say(others, fmt.Sprintf("updates the %s: resourceVersion %s", t.object(), version(note)))
	case thread == network && !strings.HasPrefix(e.Text, "no "):
		t.say(network, "the watch fails")
	case e.Text == "process" && version(note) != "":
		t.say("the informer", fmt.Sprintf("puts resourceVersion %s into its cache", version(note)))
	}
}

// verb is the function of a handler that the way is.
func (t *teller) verb() string {
	if t.p.kind == track.Added {
		return "OnAdd"
	}
	return "OnUpdate"
}

func (t *teller) holds() string {
	if t.p.kind == track.Old {
		return "held until now, as the old one"
	}
	return "holds"
}

// version is the resourceVersion that a note of the runtime ends with, if any.
func version(note string) string {
	i := strings.LastIndex(note, "rv=")
	if i < 0 {
		return ""
	}
	v := note[i+len("rv="):]
	return v[:len(v)-len(strings.TrimLeft(v, "0123456789"))]
}

// steps tells of the user's steps that one step of an execution is.
func (t *teller) steps(thread string, e sched.Event, note string) {
	var from, to int
	if _, err := fmt.Sscan(e.Site, &from, &to); err != nil {
		panic(err) // it was written a moment ago
	}
	for i := from; i < to; i++ {
		pos := t.way.Steps[i].Pos
		if via := t.way.Steps[i].Via; t.way.Steps[i].Act == track.Send && via.IsValid() {
			pos = via // it names the client's method, which is called there
		}
		t.at(pos, thread, t.step(i, e.Text, note))
	}
}

// apart reports whether an object shares nothing with the one in the cache: it is a deep
// copy, or was copied from one.
func (t *teller) apart(object int) bool {
	for _, s := range t.way.Steps {
		if s.To == object && (s.Act == track.Copy || s.Act == track.Shallow) {
			return s.Act == track.Copy || t.apart(s.From)
		}
	}
	return false
}

// step tells of one of the user's steps.
func (t *teller) step(i int, text, note string) string {
	s, st := t.way.Steps[i], t.p.steps[i]
	call := func(or string) string {
		if s.Call == "" {
			return or
		}
		return s.Call + " " + or
	}
	switch s.Act {
	case track.Obtain:
		return cmp.Or(t.way.Source.Call, s.Call, "the cache") + " hands out the very object that the cache holds: resourceVersion " + version(note)
	case track.Copy:
		return call("copies " + t.part(st.rooted()) + " deeply")
	case track.Shallow:
		return call("copies " + t.part(st.rooted()) + ", but not what its pointers, maps and slices lead to")
	case track.Write:
		does := call("changes " + t.part(st.rooted()))
		if t.apart(s.From) {
			does += " of that copy"
		}
		if at := t.where(s.Via); at != "" {
			does += " (" + at + ")"
		}
		return does
	case track.Return:
		return "returns it"
	}
	switch {
	case strings.HasSuffix(text, "conflict"):
		return call("sends it: the API server has a newer one by now, and refuses it (conflict)")
	case strings.HasSuffix(text, "unreachable"):
		return call("sends it: the API server is not reached")
	}
	return call("sends it: the API server accepts it as resourceVersion " + version(note))
}
