package account

import (
	"fmt"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/ir"
	"github.com/informerlint/informerlint/internal/engine/life"
)

// event says what an event does to which informer, and what it is ordered with.
func (v view) event(n *compose.Node) string {
	text := ""
	switch n.Kind {
	case compose.EvBirth:
		text = v.birth(n)
	case compose.EvRegister:
		text = v.about("registers "+v.subjects(n), n)
	case compose.EvStart:
		text = "starts " + v.subjects(n) + v.started(n)
	case compose.EvRun:
		text = "runs " + v.subjects(n) + v.awaited(n)
	case compose.EvWait:
		text = v.about("waits for the informers that have been started of "+v.subjects(n), n)
	case compose.EvSync:
		text = v.sync(n)
	case compose.EvRead:
		text = v.about(call(n)+" reads the store of "+v.subjects(n), n) + v.awaited(n) + v.madeUp(n)
	case compose.EvUse:
		text = v.about(use(n)+v.subjects(n), n)
	case compose.EvSetup:
		text = v.about(call(n)+" sets up "+v.subjects(n), n)
	case compose.EvFill:
		text = "fills the store of " + v.subjects(n) + " by hand"
	case compose.EvEscape:
		return v.escape(n)
	case compose.EvSpawn:
		return ""
	case compose.EvAwait:
		text = "may wait for another goroutine: what comes after it is taken to be in order with whoever signals"
	case compose.EvSignal:
		text = "may let another goroutine go on that waits"
	default:
		return ""
	}
	if n.Kind != compose.EvBirth && n.Frame.Fn.InLoop(n.Ins) {
		text += "; in a loop, so it may happen any number of times"
	}
	return text
}

func call(n *compose.Node) string {
	if n.Ins.Name != "" {
		return n.Ins.Name
	}
	return "the call"
}

// use says what is done to an informer besides registering it.
func use(n *compose.Node) string {
	switch n.Op {
	case clientgo.OpAddHandler:
		return "adds an event handler to "
	case clientgo.OpHasSynced:
		return "asks HasSynced of "
	case clientgo.OpStore:
		return "takes the store of "
	case clientgo.OpDelivered:
		return "asks the registration of a handler of "
	}
	return "uses "
}

// about adds how an event about one informer stands to what starts that.
func (v view) about(text string, n *compose.Node) string {
	if len(n.Subjects) == 1 {
		if order := v.begins(n, n.Subjects[0]); order != "" {
			return text + ": " + order
		}
	}
	return text
}

// birth tells the life of what is made.
func (v view) birth(n *compose.Node) string {
	s := n.Subjects[0]
	o, l := v.Object(s.Obj), v.Lives[s.Obj]
	text := "makes a factory"
	if o.IsInformer() {
		text = "makes " + informer(n.Ins.Key) + ", of no factory"
	}
	if o.Weak {
		return text + " in a loop: it stands for several, which are not told apart, so nothing is reported of it"
	}
	var regs []string
	for _, key := range life.SortedKeys(l.Registers) {
		for _, r := range l.Registers[key] {
			regs = append(regs, kind(key)+" ("+v.Site(r).Where+")")
			break
		}
	}
	if len(regs) > 0 {
		text += "; registered: " + list(regs, ", ", 5)
	}
	for _, key := range life.SortedKeys(l.Syncs) {
		l.Waits = append(l.Waits, l.Syncs[key]...)
	}
	if len(l.Waits) > 0 {
		text += "; awaited " + v.places(l.Waits)
	}
	return text + "; " + v.startedWhere(s)
}

// startedWhere says where something is started, by whomever.
func (v view) startedWhere(s compose.Subject) string {
	l := v.Lives[s.Obj]
	all := append([]*compose.Node{}, l.Starts...)
	for _, key := range life.SortedKeys(l.Runs) {
		all = append(all, l.Runs[key]...)
	}
	var out []string
	if len(all) > 0 {
		out = append(out, "started "+v.places(all))
	}
	for _, e := range l.Escapes {
		if e.Lets(s.Obj, s.Key, compose.CanStart|compose.CanRun) {
			out = append(out, "it leaves at "+v.Site(e).Where+", where it may be started: "+v.leaving(e))
			break
		}
	}
	if len(out) == 0 {
		return "nothing starts it"
	}
	return strings.Join(out, "; ")
}

func (v view) places(nodes []*compose.Node) string {
	var out []string
	for _, n := range nodes {
		out = append(out, v.Site(n).Where)
	}
	return "at " + list(out, ", ", 4)
}

// started says what a Start finds, by what has been registered when it comes.
func (v view) started(n *compose.Node) string {
	if len(n.Subjects) != 1 {
		return ""
	}
	l := v.Lives[n.Subjects[0].Obj]
	by := make(map[string][]string)
	for _, key := range life.SortedKeys(l.Registers) {
		before := slices.ContainsFunc(l.Registers[key], func(r *compose.Node) bool { return v.order(r, n) == "before" })
		for _, r := range l.Registers[key] {
			how := v.order(r, n)
			if before && how != "before" {
				continue // the same informer once more
			}
			by[how] = append(by[how], kind(key)+" ("+v.Site(r).Where+")")
		}
	}
	text := ""
	for _, each := range []struct{ order, words string }{
		{"before", "registered before it"}, {"after", "registered only after it"}, {"in one loop with", "registered in one loop with it"},
		{"in no order with", "registered in no order with it"}, {"on another path than", "registered on another path"},
	} {
		if regs := by[each.order]; len(regs) > 0 {
			text += "; " + each.words + ": " + list(regs, ", ", 4)
		}
	}
	if text == "" {
		text = "; nothing that is followed registers an informer with it"
	}
	if spawn := v.SpawnOf(n); spawn != nil {
		text += "; in the goroutine that begins at " + v.Site(spawn).Where
	}
	return text + v.awaited(n)
}

// awaited says which waits there are for what an event is about.
func (v view) awaited(n *compose.Node) string {
	if len(n.Subjects) != 1 {
		return ""
	}
	if text := v.orders(n, "wait", v.waits(n.Subjects[0])); text != "" {
		return "; " + text
	}
	return "; no wait for it is seen"
}

// waits are those for an informer.
func (v view) waits(s compose.Subject) []*compose.Node {
	l := v.Lives[s.Obj]
	waits := append([]*compose.Node{}, l.Waits...)
	for _, key := range life.SortedKeys(l.Syncs) {
		if s.Key == "" || compose.MayBe(key, s.Key) {
			waits = append(waits, l.Syncs[key]...)
		}
	}
	return waits
}

// sync says what a cache.WaitForCacheSync asks.
func (v view) sync(n *compose.Node) string {
	a := v.Awaited(n)
	var who, open []string
	for _, s := range a.Informers {
		who = append(who, v.who(s)+" ("+v.begins(n, s)+")")
	}
	for _, s := range a.Outside {
		who = append(who, v.who(s))
	}
	if len(a.Registrations) > 0 {
		who = append(who, "registrations of handlers")
	}
	for _, key := range a.Funcs {
		open = append(open, "the function "+short(key))
	}
	if a.Open {
		reason := "its arguments are not known here"
		if k := len(n.Ins.Args) - 1; k >= 0 {
			reason = source(v.set, n.Frame.Fn, n.Ins.Args[k], 0)
		}
		open = append(open, "something that was not followed: "+reason)
	}
	if len(who)+len(open) == 0 {
		return "waits for nothing: no HasSynced is given to it"
	}
	return "waits for " + list(append(who, open...), "; for ", 4)
}

// escape says what leaves, and why it is not followed there.
func (v view) escape(n *compose.Node) string {
	var who []string
	can := compose.Capability(0)
	for _, s := range n.Subjects {
		who = append(who, v.who(s))
		can |= s.Cap
	}
	if len(who) == 0 {
		return ""
	}
	may := "be run"
	switch {
	case can&compose.CanStart != 0:
		may = "be registered with and started"
	case can&compose.CanRegister != 0:
		may = "be registered and run"
	}
	return fmt.Sprintf("here %s leaves: %s. What happens there is not followed; it may %s there, so reports that depend on it are silent", list(who, " and ", 3), v.leaving(n), may)
}

// leaving says how something leaves, and which step is not followed.
func (v view) leaving(n *compose.Node) string {
	ins := n.Ins
	switch ins.Op {
	case ir.OpCall:
		switch ins.Callee {
		case ir.CalleeStatic:
			if v.set.Lookup(ins.Name) == nil {
				return "calls into package " + pkgOf(ins.Name) + " are not followed (" + short(ins.Name) + ")"
			}
			if v.Coarse() {
				return "the program is large, and " + short(ins.Name) + ", which does nothing to informers, is not followed in it"
			}
			return "recursion into " + short(ins.Name) + " is not followed"
		case ir.CalleeInvoke:
			return "the method " + ins.Name + " is called on an interface, and what is behind it is not known"
		}
		return "a function value is called that is not known here"
	case ir.OpReturn:
		return "it is returned by " + short(n.Frame.Fn.Key) + ", and its callers are not part of this program"
	case ir.OpStore, ir.OpCopy:
		return "it is stored where code can reach it that is not part of this program"
	case ir.OpRun:
		return "it is in a function that runs at a time that is not known"
	case ir.OpProto:
		if len(n.Frame.Get(ins.A)) == 0 {
			return "it is not known what " + call(n) + " is called on here, and it may be that"
		}
		return "it goes to " + call(n) + ", whose type is not client-go's"
	}
	return "it is converted to, or stored in, something that is not followed"
}

// pkgOf is the package of a function's key.
func pkgOf(key string) string {
	dir, base := "", key
	if i := strings.LastIndexByte(key, '/'); i >= 0 {
		dir, base = key[:i+1], key[i+1:]
	}
	name, _, _ := strings.Cut(base, ".")
	return dir + name
}
