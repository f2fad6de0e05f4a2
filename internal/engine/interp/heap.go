package interp

import (
	"iter"
	"slices"
	"strings"
)

func join(path, name string) string {
	switch {
	case name == "[*]":
		if strings.HasSuffix(path, "[*][*][*]") {
			return path
		}
		return path + "[*]"
	case path == "":
		return name
	}
	return path + "." + name
}

// sub returns the object below an object from outside.
func (in *Interpretation) sub(o int, path string) (int, bool) {
	if id, ok := in.kids[loc{o, path}]; ok {
		return id, true
	}
	if in.objs[o].depth >= maxNested {
		return 0, false
	}
	c := in.newObject(oOpen)
	c.depth, c.below = in.objs[o].depth+1, loc{o, path}
	c.Name = in.objs[o].Name
	if path != "" {
		c.Name += "." + path
	}
	c.Weak = in.objs[o].Weak || strings.Contains(path, "[*]")
	in.kids[loc{o, path}] = c.ID
	return c.ID, true
}

func (in *Interpretation) cell(l loc) *cell {
	if more := l.obj + 1 - len(in.heap); more > 0 {
		in.heap = append(in.heap, make([]cells, more)...)
	}
	all := &in.heap[l.obj]
	c := all.find(l.path)
	if c == nil {
		c = &cell{path: l.path}
		all.add(c)
	}
	return c
}

// cells are the places of an object at which something is stored.
func (in *Interpretation) cells(obj int) *cells {
	if obj < len(in.heap) {
		return &in.heap[obj]
	}
	return &noCells
}

var noCells cells

// cells are those of one object, in the order in which they came.
type cells struct {
	all    []*cell
	copied []*cell          // that have copies
	by     map[string]*cell // once there are many
}

// few is how many cells are looked through one by one.
const few = 12

func (cs *cells) find(path string) *cell {
	if cs.by != nil {
		return cs.by[path]
	}
	for _, c := range cs.all {
		if c.path == path {
			return c
		}
	}
	return nil
}

func (cs *cells) add(c *cell) {
	cs.all = append(cs.all, c)
	switch {
	case cs.by != nil:
		cs.by[c.path] = c
	case len(cs.all) > few:
		cs.by = make(map[string]*cell, 2*few)
		for _, c := range cs.all {
			cs.by[c.path] = c
		}
	}
}

// load returns what is stored at a place. Structures that are copied to and fro
// lead to one place in very many ways: each place is looked at once.
func (in *Interpretation) load(l loc) Values {
	var out Values
	type visit struct {
		loc
		depth int
	}
	var seen map[loc]bool
	for work := []visit{{l, 0}}; len(work) > 0; work = work[1:] {
		l, depth := work[0].loc, work[0].depth
		in.reads(l.obj)
		here := in.cells(l.obj)
		if c := here.find(l.path); c != nil {
			out.AddAll(c.vals)
		}
		if in.objs[l.obj].origin == oOpen && !in.filled[l] {
			if id, ok := in.sub(l.obj, l.path); ok {
				out.Add(Value{VLoc, id, ""})
			}
		}
		if depth == maxCopies {
			continue
		}
		for _, q := range here.copied {
			rest, ok := below(l.path, q.path)
			if !ok {
				continue
			}
			for _, src := range q.copies {
				next := loc{src.obj, src.path + rest.join(src.path)}
				if seen == nil {
					seen = map[loc]bool{l: true}
				}
				if !seen[next] {
					seen[next] = true
					work = append(work, visit{next, depth + 1})
				}
			}
		}
	}
	return out
}

// A suffix is the rest of a path below another one.
type suffix string

func (s suffix) join(base string) string {
	if base == "" {
		return strings.TrimPrefix(string(s), ".")
	}
	return string(s)
}

// below returns the rest of path below q: "a.b" below "a" is ".b".
func below(path, q string) (suffix, bool) {
	if path == q {
		return "", true
	}
	if q == "" {
		if strings.HasPrefix(path, "[") {
			return suffix(path), true
		}
		return suffix("." + path), true
	}
	if strings.HasPrefix(path, q) && (path[len(q)] == '.' || path[len(q)] == '[') {
		return suffix(path[len(q):]), true
	}
	return "", false
}

func (in *Interpretation) store(l loc, vs Values) {
	if len(vs) == 0 {
		return
	}
	if in.cell(l).vals.AddAll(vs) {
		in.wrote(l.obj)
	}
}

func (in *Interpretation) copyTo(l, src loc) {
	if l == src {
		return
	}
	c := in.cell(l)
	if slices.Contains(c.copies, src) || len(c.copies) >= maxValues {
		return
	}
	if len(c.copies) == 0 {
		at := &in.heap[l.obj]
		at.copied = append(at.copied, c)
	}
	c.copies = append(c.copies, src)
	in.wrote(l.obj)
}

// Identity returns the object that a place is, for events on it: of all other
// values the object that they are about.
func (in *Interpretation) Identity(v Value) (int, bool) {
	if v.Kind != VLoc {
		return v.Obj, true
	}
	if v.Key == "" {
		return v.Obj, true
	}
	return in.sub(v.Obj, v.Key)
}

// Contents are the values that are stored below a place, or with a function,
// where they are stored: what has been copied there is the place it comes from.
func (in *Interpretation) Contents(v Value) iter.Seq[Value] {
	return func(yield func(Value) bool) {
		if v.Obj < 0 {
			return
		}
		for _, c := range in.cells(v.Obj).all {
			if _, ok := below(c.path, v.Key); !ok && v.Kind == VLoc {
				continue
			}
			for _, x := range c.vals {
				if !yield(x) {
					return
				}
			}
			for _, src := range c.copies {
				if !yield(Value{VLoc, src.obj, src.path}) {
					return
				}
			}
		}
	}
}
