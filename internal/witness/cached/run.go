package cached

import (
	"github.com/informerlint/informerlint/internal/cached/track"
	"github.com/informerlint/informerlint/internal/memo"
	"github.com/informerlint/informerlint/reference/explore"
)

// maxRuns is how many executions of one way are tried.
const maxRuns = 30_000

// An outcome is what the executions of a program have shown.
type outcome struct {
	classes, violating           int
	changed, unchanged, unfinish int    // classes by how they end
	why                          string // why not all of them were seen; "" if they were
	hidden                       bool   // some update is hidden from a handler
	trace                        *explore.Trace
}

// outcomes has room for the ways of many packages: most are one of a few.
var outcomes = memo.Memo[*outcome]{Size: 256}

// run explores a program. Programs that differ in names are one.
func run(p *program) *outcome {
	p = p.renamed()
	return outcomes.Get(p.String(), func() *outcome { return explored(p) })
}

func explored(p *program) *outcome {
	res := explore.Run(explore.Options{MaxRuns: maxRuns, Goals: []string{hides}}, world(p, full(p)))
	o := &outcome{
		classes: res.Traces, violating: res.Violating, why: res.Why,
		changed: res.Outcomes[changed], unchanged: res.Outcomes[unchanged], unfinish: res.Outcomes[unfinished],
		hidden: len(res.Missing) == 0,
	}
	if o.shown() {
		o.trace = simplest(p)
	}
	return o
}

// simplest returns an execution that is easy to understand: what the server has
// refused is the clearest, and then what happens with nobody else about.
func simplest(p *program) *explore.Trace {
	refused := func(f finding) bool { return f.fate == wasRefused }
	scenes := []scene{
		{readers: true, update: surely, counts: refused},
		{watchers: true, update: surely, counts: refused},
		{readers: true, update: never, counts: anything},
		{watchers: true, update: never, counts: anything},
		full(p),
	}
	if p.kind == track.Old { // it has left the store, and is not the present state
		scenes = []scene{{watchers: true, update: never, counts: refused}, {watchers: true, update: never, counts: anything}, full(p)}
	}
	for _, sc := range scenes {
		if p.requests() == 0 && sc.update == surely {
			continue // nothing can be refused
		}
		sc.tells = true
		if t, _ := explore.Counterexample(explore.Options{MaxRuns: maxRuns}, 1, world(p, sc)); t != nil {
			return t
		}
	}
	return nil
}

// shown reports whether the program changes the cache however it goes, and
// somebody sees it.
func (o *outcome) shown() bool { return o.why == "" && o.changed == o.classes && o.violating > 0 }

// A Verdict says what the executions of a way have shown.
type Verdict struct {
	// Classes is how many execution classes the way has within the [Bound],
	// Violating in how many of them somebody sees what the server has not sent.
	Classes, Violating int
	// Why says why nothing is shown; "" if something is.
	Why string

	way *track.Way
	out *outcome
}

// Run runs a way in all interleavings within the [Bound].
func Run(w *track.Way) *Verdict {
	p, why := newProgram(w)
	if why != "" {
		return &Verdict{Why: why}
	}
	o := run(p)
	return &Verdict{Classes: o.classes, Violating: o.violating, Why: o.unshown(), way: w, out: o}
}

// unshown says why a program shows nothing.
func (o *outcome) unshown() string {
	switch {
	case o.why != "":
		return "too large to be run: " + o.why
	case o.unfinish > 0:
		return "some execution does not get to the end of the way"
	case o.unchanged == o.classes:
		return "nothing goes wrong"
	case o.unchanged > 0:
		return "nothing goes wrong in some execution"
	case o.trace == nil:
		return "nobody sees it"
	}
	return ""
}

// A Count says how many execution classes ways have within their bounds.
type Count struct {
	Classes, Violating int
	Drops, NoDrops     bool // there are ways with a watch that may fail, and without
}

// CountOf runs ways, and says why if it could not run them all. Ways that differ
// in names are one.
func CountOf(ways []*track.Way) (c Count, why string) {
	seen := make(map[string]bool)
	for _, w := range ways {
		p, why := newProgram(w)
		if why != "" {
			return c, why
		}
		key := p.renamed().String()
		if seen[key] {
			continue
		}
		seen[key] = true
		o := run(p)
		if o.why != "" {
			return c, o.unshown()
		}
		c.Classes += o.classes
		c.Violating += o.violating
		if full(p).network {
			c.Drops = true
		} else {
			c.NoDrops = true
		}
	}
	return c, ""
}
