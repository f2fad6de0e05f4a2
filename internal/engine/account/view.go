package account

import (
	"fmt"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/life"
	"github.com/informerlint/informerlint/internal/engine/program"
)

// A view is one composed program.
type view struct {
	*life.Graph
	set   *program.Set
	alone bool // nothing that is judged leads to the root
}

// in tells what the line does in one composed program: the events on it, the
// events that its calls lead to, and what it only takes or keeps.
func (l *line) in(v view) {
	below := make(map[*ir.Instr][]*compose.Node)
	var calls []*ir.Instr
	direct := make(map[*ir.Instr]bool)
	for _, n := range v.Nodes {
		if n.Kind == compose.EvNone || n.Frame == nil {
			continue
		}
		if l.of[n.Ins] != nil {
			direct[n.Ins] = true
			if text := v.event(n); text != "" {
				l.tell("%s%s", text, v.from())
			}
		}
		for f, ins := n.Frame.Above(); f != nil; f, ins = f.Above() {
			if ins != nil && l.of[ins] != nil && ins != n.Ins {
				if below[ins] == nil {
					calls = append(calls, ins)
				}
				below[ins] = append(below[ins], n)
				break
			}
		}
	}
	for _, ins := range calls {
		if text := v.leads(ins, below[ins]); text != "" {
			l.tell("%s%s", text, v.from())
		}
	}
	l.values(v, direct)
}

// from names the program: an order holds in it alone.
func (v view) from() string {
	if v.alone {
		return fmt.Sprintf(" (%s by itself; no function calls it here that makes, starts or awaits a factory or informer)", short(v.Root.Key))
	}
	return fmt.Sprintf(" (in the program of %s)", short(v.Root.Key))
}

// kind names a resource.
func kind(key string) string {
	if k := known(key); k != "" {
		return k
	}
	return "an unknown resource"
}

// informer names the informer of a resource.
func informer(key string) string {
	if k := known(key); k != "" {
		return "the " + k + " informer"
	}
	return "an informer"
}

// known is the name of a resource, "" if it is not constant.
func known(key string) string { return strings.TrimPrefix(clientgo.Kind(key), "?") }

// who names a factory or informer, and where it was made.
func (v view) who(s compose.Subject) string {
	o := v.Object(s.Obj)
	what, made := "the factory", ""
	switch l := v.Lives[s.Obj]; {
	case !o.Made():
		what, made = "a factory or informer", " that comes from outside"+origin(o.Name)
		if s.Key != "" {
			what = "a factory"
		}
	case l != nil && l.Birth != nil:
		if o.IsInformer() {
			what = informer(l.Birth.Ins.Key)
		}
		made = " made at " + v.Site(l.Birth).Where
	}
	if o.Weak && o.Made() {
		made += " (in a loop, so it stands for several)"
	}
	if s.Key != "" {
		return informer(s.Key) + " of " + what + made
	}
	return what + made
}

// origin says what an object from outside hangs on.
func origin(name string) string {
	path, isParam := strings.CutPrefix(name, "parameter")
	path = strings.ReplaceAll(strings.TrimPrefix(path, "."), "[*]", "[...]")
	switch {
	case isParam && path == "":
		return " (a parameter)"
	case isParam:
		return " (" + path + " of a parameter)"
	case name == "":
		return ""
	}
	return " (" + short(name) + ")"
}

// subjects names what an event is about; if that is not known, the step that
// was not followed.
func (v view) subjects(n *compose.Node) string {
	switch len(n.Subjects) {
	case 0:
		if n.Ins == nil {
			return "something that was not followed"
		}
		return "something that was not followed: " + source(v.set, n.Frame.Fn, n.Ins.A, 0)
	case 1:
		return v.who(n.Subjects[0])
	}
	var all []string
	for _, s := range n.Subjects {
		all = append(all, v.who(s))
	}
	return fmt.Sprintf("one of %d, and which is not decided: %s", len(all), list(all, "; ", 3))
}

// list joins some of what there is.
func list(all []string, sep string, most int) string {
	var out []string
	for _, s := range all {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	if len(out) > most {
		out = append(out[:most:most], fmt.Sprintf("%d more", len(out)-most))
	}
	return strings.Join(out, sep)
}

// order says how an event stands to another.
func (v view) order(n, other *compose.Node) string {
	switch first, last := v.Reaches(n.ID, other.ID), v.Reaches(other.ID, n.ID); {
	case first && last:
		return "in one loop with"
	case first:
		return "before"
	case last:
		return "after"
	case n.Thread == other.Thread:
		return "on another path than"
	}
	return "in no order with"
}

// orders says how an event stands to others.
func (v view) orders(n *compose.Node, what string, others []*compose.Node) string {
	var all []string
	for _, o := range others {
		if o == n {
			continue
		}
		text := v.order(n, o) + " the " + what + " at " + v.Site(o).Where
		if spawn := v.SpawnOf(o); spawn != nil && o.Thread != n.Thread {
			text += fmt.Sprintf(" (in the goroutine of %s)", v.Site(spawn).Where)
		}
		all = append(all, text)
	}
	return list(all, ", ", 4)
}

// begins says how an event stands to what lets its informer run; if nothing
// does, where that may be done.
func (v view) begins(n *compose.Node, s compose.Subject) string {
	l := v.Lives[s.Obj]
	if l == nil {
		return ""
	}
	var all []string
	if text := v.orders(n, "Start", l.Starts); text != "" {
		all = append(all, text)
	}
	for _, key := range life.SortedKeys(l.Runs) {
		if compose.MayBe(key, s.Key) {
			if text := v.orders(n, "Run", l.Runs[key]); text != "" {
				all = append(all, text)
			}
		}
	}
	for _, e := range l.Escapes {
		if e.Lets(s.Obj, s.Key, compose.CanStart|compose.CanRun) {
			all = append(all, "it may be started where it leaves, at "+v.Site(e).Where+": "+v.leaving(e))
			break
		}
	}
	switch {
	case len(all) > 0:
		return strings.Join(all, "; ")
	case v.Object(s.Obj).Made():
		return "nothing starts it"
	}
	return "nothing in this program starts it"
}
