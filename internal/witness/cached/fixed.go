package cached

import (
	"fmt"
	"slices"

	"github.com/informerlint/informerlint/internal/cached/track"
	"github.com/informerlint/informerlint/reference/tree"
)

// right says what is wrong with the ways of a function after a fix; "" if
// nothing is.
func right(before, after []*track.Way) string {
	if len(after) == 0 {
		return "no way from the source to a write is found any more"
	}
	was, why := programs(before)
	if why != "" {
		return why
	}
	is, why := programs(after)
	if why != "" {
		return why
	}
	for _, w := range after {
		p, why := newProgram(unkept(w))
		if why != "" {
			return why
		}
		if why := harmless(p); why != "" {
			return why
		}
	}
	// Objects are compared, so they have to be alike at first.
	start := object(append(slices.Clone(was), is...)...)
	did, does := trails(was, start), trails(is, start)
	for _, t := range does {
		if !slices.ContainsFunc(did, t.same) {
			return t.differs(did[0])
		}
	}
	for _, t := range did {
		if !slices.ContainsFunc(does, t.same) {
			return does[0].differs(t)
		}
	}
	return ""
}

func programs(ways []*track.Way) (all []*program, why string) {
	for _, w := range ways {
		p, why := newProgram(w)
		if why != "" {
			return nil, why
		}
		all = append(all, p)
	}
	return all, ""
}

// harmless says what goes wrong in some execution of a program.
func harmless(p *program) string {
	switch o := run(p); {
	case o.why != "":
		return o.unshown()
	case o.unfinish > 0:
		return "a run does not get to the end of the way"
	case o.violating > 0 || o.changed > 0:
		return "a run still fails: the object of the cache is changed"
	}
	return ""
}

// A trail is what a program does, apart from copies.
type trail []deed

// A deed is a write, a request or a return, or that somebody keeps it.
type deed struct {
	act   track.Act
	path  string
	place string     // where what it is done to stands in the object
	left  *tree.Node // what it is done to, afterwards: at the end, if it is kept
}

// trails goes the ways of programs on copies of an object.
func trails(programs []*program, start *tree.Node) (all []trail) {
	for _, p := range programs {
		var t trail
		m := newMachine(start.DeepCopy())
		for _, s := range p.steps {
			m.do(s)
			if s.act == track.Write || s.act == track.Send || s.act == track.Return {
				t = append(t, deed{s.act, key(s.path), key(s.place), m.objects[s.from].DeepCopy()})
			} else if s.act == track.Keep {
				t = append(t, deed{s.act, key(s.path), key(s.place), m.objects[s.from].At(s.path...)}) // as it will be
			}
		}
		all = append(all, t)
	}
	return all
}

func (d deed) same(o deed) bool {
	return d.act == o.act && d.path == o.path && d.place == o.place && tree.Equal(d.left, o.left)
}

func (t trail) same(o trail) bool { return slices.EqualFunc(t, o, deed.same) }

func (t trail) count(a track.Act) (n int) {
	for _, d := range t {
		if d.act == a {
			n++
		}
	}
	return n
}

// differs says what a trail has that is not as it was.
func (t trail) differs(was trail) string {
	for _, a := range []struct {
		act  track.Act
		name string
	}{{track.Write, "write"}, {track.Send, "request"}, {track.Return, "returned object"}, {track.Keep, "kept object"}} {
		if is, had := t.count(a.act), was.count(a.act); is != had {
			return fmt.Sprintf("a way has %d %ss, and not %d", is, a.name, had)
		}
	}
	for i, d := range t {
		switch o := was[i]; {
		case d.same(o):
		case d.act != o.act:
			return "a way sends earlier or later than before"
		case d.act == track.Send:
			return "what is sent is not what was sent before"
		case d.act == track.Return:
			return "what is returned is not what was returned before"
		case d.act == track.Keep:
			return "what others have got is not what they had before"
		default:
			return "a write is made to something else than before, or what was written before it is lost"
		}
	}
	return "a way does something else than before"
}
