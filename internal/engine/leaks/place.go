package leaks

import (
	"slices"
	"strings"
)

// Steps are those of a path, in order.
func Steps(path string) []string { return strings.Split(path, "/")[1:] }

func (p Place) step(name string) Place {
	switch {
	case p.Deep:
	case strings.Count(p.Path, "/") >= maxSteps:
		p.Deep = true
	default:
		p.Path += "/" + name
	}
	return p
}

// join goes on from a place.
func (p Place) join(rest string) Place {
	if rest != "" {
		for _, name := range Steps(rest) {
			p = p.step(name)
		}
	}
	return p
}

func (p Place) deep(is bool) Place {
	p.Deep = p.Deep || is
	return p
}

// covers: what the other place leads to is part of what this one does.
func (p Place) covers(q Place) bool {
	if p.Param != q.Param || p.Global != q.Global || p.Object != q.Object {
		return false
	}
	if !p.Deep {
		return p == q
	}
	_, is := under(q.Path, p.Path)
	return is
}

// under returns the rest of a path below another one.
func under(path, q string) (string, bool) {
	rest, ok := strings.CutPrefix(path, q)
	return rest, ok && (rest == "" || rest[0] == '/')
}

// add adds a place to others, and reports whether that says more. Too many are made few:
// from each root, all.
func add(to *[]Place, p Place, most int) bool {
	if slices.ContainsFunc(*to, func(q Place) bool { return q.covers(p) }) {
		return false
	}
	if p.Deep {
		*to = slices.DeleteFunc(*to, p.covers)
	}
	if *to = append(*to, p); len(*to) > most {
		all := *to
		*to = nil
		for _, p := range all {
			if p.Path, p.Deep = "", true; !slices.Contains(*to, p) {
				*to = append(*to, p)
			}
		}
	}
	return true
}

// keep stores a place at a path of an object, and reports whether that says more.
func (o *Object) keep(path string, p Place, copied bool) bool {
	for i := range o.Cells {
		if c := &o.Cells[i]; c.Path == path && c.Copied == copied {
			return add(&c.Of, p, maxPlaces)
		}
	}
	o.Cells = append(o.Cells, Cell{Path: path, Of: []Place{p}, Copied: copied})
	return true
}

// is says of which type an object is; of several, of none.
func (o *Object) is(typ string) bool {
	if !o.typed {
		o.typed, o.Type = true, typ
		return true
	}
	if o.Type == typ || o.Type == "" {
		return false
	}
	o.Type = ""
	return true
}
