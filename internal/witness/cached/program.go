package cached

import (
	"fmt"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/cached/track"
	"github.com/informerlint/informerlint/reference/tree"
)

// maxSteps is the length of the longest way that is run.
const maxSteps = 60

// A program is a way without its lines.
type program struct {
	kind  track.SourceKind
	steps []step
	fine  bool // for tests: see block
}

// A step of a program is that of the way with the same number.
type step struct {
	act      track.Act
	from, to int
	path     []tree.Hop
	place    []tree.Hop // where the object that it is done to stands in what the source hands out
}

// rooted is the path from what the source hands out.
func (s step) rooted() []tree.Hop { return slices.Concat(s.place, s.path) }

// newProgram returns the program of a way, or why it cannot be run.
func newProgram(w *track.Way) (p *program, why string) {
	if why := unfit(w); why != "" {
		return nil, why
	}
	p = &program{kind: w.Source.Kind}
	refs := map[string]bool{} // by rooted path without what the hops say
	places := map[int][]tree.Hop{0: nil}
	for _, s := range w.Steps {
		st := step{act: s.Act, from: s.From, to: s.To, place: places[s.From]}
		for _, h := range s.Path {
			st.path = append(st.path, tree.Hop{Name: h.Name, Ref: h.Ref})
		}
		if s.Act == track.Copy || s.Act == track.Shallow {
			places[s.To] = st.rooted()
		}
		for i, h := range st.rooted() {
			refs[key(st.rooted()[:i+1])] = refs[key(st.rooted()[:i+1])] || h.Ref
		}
		p.steps = append(p.steps, st)
	}
	// The last hop of a path says less than one that goes on from there.
	for i := range p.steps {
		s := &p.steps[i]
		all := s.rooted()
		for j := range all {
			all[j].Ref = refs[key(all[:j+1])]
		}
		s.place, s.path = all[:len(s.place):len(s.place)], all[len(s.place):]
	}
	return p, ""
}

func key(path []tree.Hop) string {
	names := make([]string, len(path))
	for i, h := range path {
		names[i] = h.Name
	}
	return strings.Join(names, "/")
}

// unfit says why a way cannot be run.
func unfit(w *track.Way) string {
	if len(w.Steps) > maxSteps {
		return "the way is too long to be run"
	}
	known := map[int]bool{}
	writes := 0
	for i, s := range w.Steps {
		switch {
		case (s.Act == track.Obtain) != (i == 0):
			return "the way does not begin with its source"
		case i == 0:
			known[0] = true
			continue
		case !known[s.From]:
			return fmt.Sprintf("step %d of the way is done to an object that is not there", i)
		}
		switch s.Act {
		case track.Copy, track.Shallow:
			if known[s.To] {
				return fmt.Sprintf("step %d of the way makes an object that is there", i)
			}
			known[s.To] = true
		case track.Write:
			writes++
		case track.Send, track.Return, track.Keep:
		default:
			return fmt.Sprintf("step %d of the way is not known", i)
		}
	}
	switch {
	case w.Source.Kind < track.Get || w.Source.Kind > track.Old:
		return "the source of the way is not known"
	case writes == 0:
		return "nothing is written"
	}
	return ""
}

// handler reports whether the program is a handler of the informer.
func (p *program) handler() bool {
	return p.kind == track.Added || p.kind == track.Updated || p.kind == track.Old
}

// requests is how often something is sent.
func (p *program) requests() (n int) {
	for _, s := range p.steps {
		if s.act == track.Send {
			n++
		}
	}
	return n
}

// block is the end of what is one step with a step of the program: a request, or
// all that comes before the next one. Somebody who looked in between would see
// what the first write has changed, which is never again as it was sent.
func (p *program) block(from int) int {
	to := from + 1
	for to < len(p.steps) && !p.fine && p.steps[from].act != track.Send && p.steps[to].act != track.Send {
		to++
	}
	return to
}

// object is what the server has at first: all that the programs come by is
// there.
func object(programs ...*program) *tree.Node {
	n := new(tree.Node)
	for _, p := range programs {
		for _, s := range p.steps {
			n.At(s.rooted()...)
		}
	}
	return n
}

// renamed is the program with other names, so that ways that do the same in the
// same order are one.
func (p *program) renamed() *program {
	names := map[string]string{}
	rename := func(path []tree.Hop) []tree.Hop {
		path = slices.Clone(path)
		for i := range path {
			name := names[path[i].Name]
			if name == "" {
				name = fmt.Sprint("f", len(names))
				names[path[i].Name] = name
			}
			path[i].Name = name
		}
		return path
	}
	q := &program{kind: p.kind}
	for _, s := range p.steps {
		s.place, s.path = rename(s.place), rename(s.path)
		q.steps = append(q.steps, s)
	}
	return q
}

// String is the same for programs that do the same.
func (p *program) String() string {
	var b strings.Builder
	fmt.Fprint(&b, p.kind)
	for _, s := range p.steps {
		fmt.Fprintf(&b, ";%d %d %d %v", s.act, s.from, s.to, s.path)
	}
	return b.String()
}
