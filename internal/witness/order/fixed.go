package order

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/engine/story"
	"github.com/informerlint/informerlint/reference/explore"
)

// This is where a fix is accepted, and it is another question than Try's: that
// one way is right refutes a report, and does not make a fix. A fix holds if
// every way that leads to a moment is right in every execution, whether those
// that are not followed do what they can or nothing at all; if every such way
// still gets to its moment; and if nothing blocks for ever that did not before.

// right says what is wrong with the stories of one informer in a package that a
// fix was applied to; before are those of the package without it.
func right(before, after []story.Story) string {
	if len(after) == 0 {
		return "with it, no run gets to the informer, so nothing is known"
	}
	is := tryAll(after)
	if is.why != "" {
		return "with it, " + is.why
	}
	now := momentsOf(after)
	for act, n := range momentsOf(before) {
		if now[act] < n {
			return "with it, there are fewer moments than before at which the informer is counted on"
		}
	}
	if is.past > 0 && is.past > tryAll(before).past {
		return "with it, some way does not lead to the informer any more"
	}
	if is.reached == 0 {
		return "with it, no run gets to the informer, so nothing is known"
	}
	return ""
}

func momentsOf(stories []story.Story) map[story.Act]int {
	out := make(map[story.Act]int)
	for _, s := range stories {
		for _, m := range s.Moments {
			act := m.Act
			if act == story.ActVoid {
				act = story.ActSync // that is the fix
			}
			out[act]++
		}
	}
	return out
}

// A tally sums up what became of all ways of some stories.
type tally struct {
	why     string // what is wrong with a way, or why that is not known
	wrong   string // what is wrong with it in a run
	reached int    // ways that lead to their moment
	past    int    // ways that end before it, though no wait has failed
	bad     int    // execution classes that go wrong, of those that lead there
	classes int
	known   map[string]bool // threads
	stuck   map[string]bool // threads that in some execution never end
}

// tryAll runs every way of some stories.
func tryAll(stories []story.Story) *tally {
	t := &tally{known: make(map[string]bool), stuck: make(map[string]bool)}
	for _, s := range stories {
		for _, m := range s.Moments {
			t.add(s, m)
		}
	}
	return t
}

func (t *tally) fail(format string, args ...any) {
	if t.why == "" {
		t.why = fmt.Sprintf(format, args...)
	}
}

func (t *tally) goesWrong(format string, args ...any) {
	if t.wrong == "" {
		t.wrong = fmt.Sprintf(format, args...)
	}
	t.fail(format, args...)
}

func (t *tally) add(s story.Story, m story.Moment) {
	if m.Cut {
		t.fail("there are too many ways through a thread to be run")
		return
	}
	for _, th := range m.Threads {
		t.known[th.Key] = true
	}
	runs := 0
	ok := m.Combine(maxPrograms, func(ways map[int][]story.Event) bool {
		p := &program{story: s, moment: m, ways: ways, trial: true}
		leads := p.hasTarget()
		if !leads && !p.leaves() {
			t.past++
		}
		runs += t.run(p, leads)
		if p.helped() {
			alone := *p
			alone.alone = true
			runs += t.run(&alone, leads)
		}
		if runs > maxTotal {
			t.fail("it is too large to be run: too many executions")
		}
		return runs <= maxTotal
	})
	if !ok {
		t.fail("it is too large to be run: too many combinations of ways")
	}
}

// run explores one program.
func (t *tally) run(p *program, leads bool) (runs int) {
	res := explore.Run(explore.Options{MaxRuns: maxRuns, Goals: []string{goal}}, p.run)
	if !res.Complete {
		t.fail("it is too large to be run: %s", res.Why)
	}
	for o := range res.Outcomes {
		end, threads, _ := strings.Cut(o, "|")
		if leads && end != reachedIt {
			t.goesWrong("something before it blocks for ever")
		}
		for key := range strings.SplitSeq(threads, "|") {
			if name, ok := strings.CutPrefix(key, "@"); ok {
				t.stuck[name] = true
			}
		}
	}
	if leads {
		t.reached++
		t.bad, t.classes = t.bad+res.Violating, t.classes+res.Traces
		if res.Violating > 0 {
			t.goesWrong("it goes wrong in %d of %d execution classes: %s", res.Violating, res.Traces, res.Violations[0].Msg)
		}
	}
	return res.Runs
}

// leaves: a thread ends at a wait, or because of an error. That is where programs
// leave that were stopped, or that something has failed in.
func (p *program) leaves() bool {
	for _, w := range p.ways {
		i := len(w) - 1
		if i >= 0 && w[i].Act == story.ActLeave {
			return true
		}
		for i >= 0 && !touches(w[i]) {
			i--
		}
		if i >= 0 && (w[i].Act == story.ActWait || w[i].Act == story.ActSync || w[i].Act == story.ActVoid) {
			return true
		}
	}
	return false
}

// fails: the program leaves after the moment, because of an error. Then nobody
// counts on the informer any more.
func (p *program) fails() bool {
	for t, w := range p.ways {
		if len(w) > 0 && w[len(w)-1].Act == story.ActLeave && (t == p.moment.Threads[0].ID || slices.ContainsFunc(w, func(e story.Event) bool { return e.Target })) {
			return true
		}
	}
	return false
}

// helped: somebody who is not followed may do something.
func (p *program) helped() bool {
	for _, w := range p.ways {
		if slices.ContainsFunc(w, helps) {
			return true
		}
	}
	return false
}

func helps(e story.Event) bool {
	switch e.Act {
	case story.ActHelpRegister, story.ActHelpRun, story.ActHelpAccess, story.ActHelpStart:
		return true
	}
	return false
}

// spoilt says what goes wrong or blocks for ever in a package that a fix was
// applied to and did not before: of any informer, for a fix must not make those
// worse that it is not for. Stories that it does not touch are the same.
func spoilt(before, after []story.Story) string {
	old, now := byID(before), byID(after)
	for _, id := range slices.Sorted(maps.Keys(now)) {
		if text(now[id]) == text(old[id]) {
			continue
		}
		is := tryAll(now[id])
		if len(is.stuck) == 0 && is.wrong == "" {
			continue
		}
		was := tryAll(old[id])
		if is.wrong != "" && was.why == "" && len(old[id]) > 0 {
			return "with it, " + is.wrong
		}
		// What was wrong now and then may not become wrong more often.
		if is.wrong != "" && was.wrong != "" && is.bad*was.classes > was.bad*is.classes {
			return "with it, more often than before, " + is.wrong
		}
		for key := range is.stuck {
			// What a new goroutine does is for it alone: it may well run the
			// informer.
			if (was.known[key] || key == "") && !was.stuck[key] {
				return "with it, something blocks for ever that did not before"
			}
		}
	}
	return ""
}

func byID(stories []story.Story) map[string][]story.Story {
	out := make(map[string][]story.Story)
	for _, s := range stories {
		out[s.ID] = append(out[s.ID], s)
	}
	return out
}

// text is what stories do, without the lines where they do it.
func text(stories []story.Story) string {
	var b strings.Builder
	for _, s := range stories {
		for _, m := range s.Moments {
			fmt.Fprintln(&b, "moment", m.Act, m.Cut)
			for _, t := range m.Threads {
				fmt.Fprintln(&b, t.ID, t.Key, t.Later, t.Group, t.Worlds)
				for _, w := range t.Ways {
					for _, e := range w {
						fmt.Fprint(&b, e.Act, e.Thread, e.Target, e.Blocks, e.What, " ")
					}
					fmt.Fprintln(&b)
				}
			}
		}
	}
	return b.String()
}
