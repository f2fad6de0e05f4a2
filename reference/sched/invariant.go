package sched

// An invariant is checked after each step that writes one of its objects.
type invariant struct {
	name  string
	check func() error
	obj   Object
	dirty bool
}

// Always declares what must hold after every step. The check may look at
// nothing but what the objects stand for, and calls no operation. Steps that
// write one of these objects depend on each other from now on, for the states
// between them are what the check is about.
func Always(name string, check func() error, objs ...*Object) {
	w := Current()
	inv := &invariant{name: name, check: check, obj: NewObject(name)}
	w.invariants = append(w.invariants, inv)
	for _, o := range objs {
		o.in(w)
		if o.invariants == nil {
			o.invariants = new([]*invariant)
		}
		*o.invariants = append(*o.invariants, inv)
	}
}

func (w *World) checkInvariants() {
	for _, inv := range w.invariants {
		if !inv.dirty {
			continue
		}
		inv.dirty = false
		if err := inv.check(); err != nil {
			w.fail(inv.name, err.Error())
		}
	}
}
