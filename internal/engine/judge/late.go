package judge

import (
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/engine/compose"
	"github.com/informerlint/informerlint/internal/engine/life"
)

// late: the first registration of a resource comes after the last Start on
// every path, and nothing starts or runs it later.
func (j *judge) late(l *life.Life) []Verdict {
	if !j.g.Object(l.Obj).IsFactory() {
		return nil
	}
	var found gathering
	for _, key := range life.SortedKeys(l.Registers) {
		if key == "" || len(l.Starts) == 0 {
			continue
		}
		// A resource that is not constant is late only if nothing at all was
		// registered before: then Start has started nothing, whatever it is.
		which := key
		if key == "?" {
			which = ""
		}
		var states []uint8
		for _, r := range l.Registers[key] {
			if r.Weak || r.OfSeveral() {
				continue
			}
			if states == nil {
				states = j.states(l, which)
			}
			if !j.comesLate(states, r) {
				continue
			}
			with := j.g.With(l, r)
			if why := j.repaired(with, which, r, states); why != "" {
				j.noteAt(r, "registers %s after Start, but %s", clientgo.Kind(key), why)
				continue
			}
			start := j.nearestBefore(with.Starts, r)
			if why := j.testing(with, which, start); why != "" {
				j.noteAt(r, "registers %s after Start, but %s", clientgo.Kind(key), why)
				continue
			}
			anchor := j.g.SiteBeside(start, r)
			// Not where each caller of the helper asks for what it could not start:
			// the line to change is in the helper, and there is one report of it.
			enclosed := j.g.Enclosed(l.Obj, start, r) && j.g.Site(start).Local
			if enclosed {
				anchor = j.g.Site(start)
			}
			v := found.at(anchor.Where, func() Verdict {
				v := j.verdict(LateRegistration, l, anchor)
				v.place(Start, anchor)
				v.place(Birth, j.g.Site(l.Birth))
				v.Leads = j.g.Site(start).Where
				if v.trait(Enclosed, enclosed); enclosed {
					v.ID += "@enclosed" // the helper itself may show it as well, and says more
				}
				return v
			})
			v.addKey(key)
			v.addReg(j.reg(r, start))
			v.addFrames(j.g, j.told(r, start, l.Birth))
		}
	}
	return found.verdicts()
}

// testing says why nothing is lost if it is a test that registers too late.
func (j *judge) testing(with *life.Life, which string, start *compose.Node) string {
	switch {
	case !j.g.Root.ServesTests():
		return ""
	case j.unread(with, which):
		return "in a test, which reads nothing of it"
	case !start.Frame.Fn.ServesTests():
		return "a test begins where it likes, and leaves out what the program does before"
	}
	return ""
}

// told: what has to be below a function for its package to tell of a late registration.
// In the package of the Start, the registration may be in a method of what it returns,
// which anybody may call.
func (j *judge) told(r, start, birth *compose.Node) []*compose.Node {
	if !j.g.Site(r).Local && pkgOf(r.Frame.Fn.Key) == pkgOf(start.Frame.Fn.Key) {
		return []*compose.Node{start, birth}
	}
	return []*compose.Node{r, start, birth}
}

// unread: nothing here would notice that the informer is empty. A test calls the
// constructor of what it tests, which takes more listers than the test's part of it
// reads; what may read them at some time, for its object has left, proves no read. A
// literal of the test does: it is given to t.Run, say, which calls it.
// Elsewhere than in tests the reads may be where nobody has followed.
func (j *judge) unread(l *life.Life, key string) bool {
	notices := func(n *compose.Node) bool {
		return n.Op != clientgo.OpLister && (!j.g.LaterThread(n, 0) || j.ofTest(n))
	}
	for _, events := range []map[string][]*compose.Node{l.Reads, l.Uses, l.Syncs} {
		for k, nodes := range events {
			if (key == "" || compose.MayBe(k, key)) && slices.ContainsFunc(nodes, notices) {
				return false
			}
		}
	}
	return true
}

// ofTest: n runs in a literal of a file that serves tests.
func (j *judge) ofTest(n *compose.Node) bool {
	top := j.g.Threads()[n.Thread].Top
	return top != nil && strings.Contains(top.Fn.Key, "$") && top.Fn.ServesTests()
}

// comesLate: whenever it happens, a Start has been, and nothing was registered
// before that. In a loop it comes again.
func (j *judge) comesLate(states []uint8, r *compose.Node) bool {
	return states[r.ID] == u1 || states[r.ID] == u1|r1 && j.g.Reaches(r.ID, r.ID)
}

// believed: the one verdict on a factory from outside. A function takes the
// accessor, calls Start, and only then asks the accessor for its Informer, on
// whose HasSynced it waits: it believes that the accessor registers. Nothing
// else in the package registers that resource or starts a factory.
func (j *judge) believed(l *life.Life) []Verdict {
	if len(l.Starts) != 1 || l.Starts[0].Weak || l.Starts[0].Frame != j.g.Top() {
		return nil
	}
	s, fn := l.Starts[0], j.g.Root
	var out []Verdict
	for _, key := range life.SortedKeys(l.Registers) {
		if key == "" || strings.HasPrefix(key, "?") {
			continue
		}
		for _, r := range l.Registers[key] {
			if !life.Strong(r, key) || r.OfSeveral() || r.Frame != s.Frame || !j.g.Reaches(s.ID, r.ID) || j.g.Reaches(r.ID, s.ID) {
				continue
			}
			if !fn.AccessorBefore(r.Ins, s.Ins) || !fn.AwaitsIt(r.Ins) || j.g.Elsewhere(key) || j.registered(l, key, s) {
				continue
			}
			anchor := j.g.Site(s)
			v := j.verdict(LateRegistration, l, anchor, key)
			v.place(Start, anchor)
			for _, r := range l.Registers[key] {
				v.addReg(j.reg(r, s))
			}
			return append(out, v)
		}
	}
	return out
}

// registered: the program itself may have registered the resource before.
func (j *judge) registered(l *life.Life, key string, before *compose.Node) bool {
	for k, regs := range l.Registers {
		if compose.MayBe(k, key) && slices.ContainsFunc(regs, func(r *compose.Node) bool { return j.g.Reaches(r.ID, before.ID) }) {
			return true
		}
	}
	return false
}

// repaired says why a late registration may still be started: "" if it cannot.
func (j *judge) repaired(l *life.Life, key string, r *compose.Node, states []uint8) string {
	if why := j.g.Filled(l, key); why != "" {
		return why
	}
	beside := func(e, r *compose.Node) bool { return !j.g.Reaches(e.ID, r.ID) || j.g.Reaches(r.ID, e.ID) }
	// Another thread that registers it first does not help if each Start is behind
	// that one as well: two methods that ask the same accessor are both late.
	alike := func(n *compose.Node) bool {
		return j.comesLate(states, n) && !slices.ContainsFunc(l.Starts, func(s *compose.Node) bool { return beside(s, n) })
	}
	for _, s := range l.Starts {
		if beside(s, r) {
			return "a Start at " + j.g.Site(s).Where + " may come after it"
		}
	}
	for _, k := range life.SortedKeys(l.Runs) {
		if !compose.MayBe(k, key) {
			continue
		}
		for _, n := range l.Runs[k] {
			return "its informer is run at " + j.g.Site(n).Where
		}
	}
	for _, k := range life.SortedKeys(l.Registers) {
		if !compose.MayBe(k, key) {
			continue
		}
		for _, n := range l.Registers[k] {
			if n.ID != r.ID && n.Thread != r.Thread && !j.g.Reaches(r.ID, n.ID) && !alike(n) {
				return "it may be registered earlier, at " + j.g.Site(n).Where
			}
		}
	}
	for _, e := range l.Escapes {
		if e.Lets(l.Obj, key, compose.CanStart|compose.CanRun) {
			return "the factory or informer leaves at " + j.g.Site(e).Where + ", where it may be started"
		}
		if e.Lets(l.Obj, key, compose.CanRegister) && !j.g.Reaches(r.ID, e.ID) {
			return "it may be registered where it leaves, at " + j.g.Site(e).Where
		}
	}
	return ""
}

// nearestBefore returns the last of the nodes that precede n.
func (j *judge) nearestBefore(nodes []*compose.Node, n *compose.Node) *compose.Node {
	best := nodes[0]
	for _, s := range nodes {
		if !j.g.Reaches(s.ID, n.ID) {
			continue
		}
		if !j.g.Reaches(best.ID, n.ID) || j.g.Reaches(best.ID, s.ID) {
			best = s
		}
	}
	return best
}
