package sched

// An Object is anything that threads can meet at: a channel, a lock, a cell, a
// piece of state of the runtime. The zero Object is ready for use; one made by
// [NewObject] has an identity that does not depend on the schedule, which helps
// the reduction.
type Object struct {
	run  uint64 // the execution that knows it
	id   uint64
	slot int32
	name string

	invariants *[]*invariant // nil: none
}

// NewObject returns an object of the running thread.
func NewObject(name string) Object {
	var o Object
	o.init(name)
	return o
}

func (o *Object) init(name string) {
	w := Current()
	o.run, o.name, o.slot, o.invariants = w.run, name, int32(w.objects), nil
	w.objects++
	if t := w.running; t != nil {
		t.made++
		o.id = mix(t.path + mix(t.made<<1))
	}
}

// in makes sure that a zero object is known to the world.
func (o *Object) in(w *World) {
	if o.run != w.run {
		o.run, o.slot, o.invariants = w.run, int32(w.objects), nil
		w.objects++
		w.lazy++
		o.id = mix(w.lazy<<1 | 1)
	}
}

// A Mode says how an operation touches an object.
type Mode uint8

const (
	// Read and Write mean what they say: two touches of one object depend on
	// each other unless both are reads.
	Read Mode = iota + 1
	Write
	// PollRecv and PollSend are the reads by a select of the channels that it
	// was ready to receive from, or send to, and did not choose.
	PollRecv
	PollSend
	// Peek is the read of what another branch would have needed.
	Peek
	// Produce is a write that makes something possible, once and for good, for
	// instance by putting a value into a place of a queue. Consume is the read
	// that waits for it: it depends on it and can never come before.
	Produce
	Consume
	// Share is a read for all but those who wait to write: it can keep them
	// waiting, or end that, as readers of a lock and members of a group do.
	Share
	// Everything is the touch of an operation that depends on all others. Its
	// object does not matter.
	Everything
)

// Conflict reports whether two touches of one object depend on each other.
func Conflict(a, b Mode) bool { return a.writes() || b.writes() }

func (m Mode) writes() bool { return writing>>(m&15)&1 != 0 }

const writing = 1<<Write | 1<<Produce | 1<<Everything

// Reading reports whether nothing but a write can be in conflict with a touch, or
// be the reason why it is not possible.
func Reading(m Mode) bool { return m == Read || m == Peek || m == Consume || m == Share }

// Reversible reports whether two events with these touches of one object, which
// conflict, could come in the other order.
func Reversible(earlier, later Mode) bool { return earlier != Produce || later != Consume }

// A Touch is one use of an object by an event.
type Touch struct {
	ID   uint64 // of the object, the same in all executions with a common prefix
	Slot int32  // of the object, dense, in this execution
	Mode Mode
	// New means that a zero object got its identity by this touch. Of two
	// executions that go on from one state with different new objects, each
	// gives the same identity to its own.
	New bool
}

// An Access declares a use of an object by an operation.
type Access struct {
	Obj  *Object
	Mode Mode
}

// Indexed returns the i-th part of an object as an object of its own: the
// elements of a queue, say, of which one is written while another is read. Its
// identity depends on nothing else.
func (o *Object) Indexed(i int, name string) Object {
	w := Current()
	o.in(w)
	part := Object{run: w.run, id: mix(o.id ^ mix(uint64(i)<<2|2)), slot: int32(w.objects), name: name}
	w.objects++
	if w.tracing {
		w.senders[part.slot] = -1
	}
	return part
}

// Parts are the parts of an object, made as they are asked for, see
// [Object.Indexed].
type Parts struct {
	n     int
	first [4]Object // most objects have no more
	more  []*Object
}

// Cleared is for the parts of another object, in the same memory.
func (p *Parts) Cleared() Parts { return Parts{more: p.more} }

// Of returns the i-th part of an object.
func (p *Parts) Of(o *Object, i int, name string) *Object {
	for p.n <= i {
		if p.n < len(p.first) {
			p.first[p.n] = o.Indexed(p.n, name)
		} else {
			k := p.n - len(p.first)
			if k == len(p.more) {
				p.more = append(p.more, new(Object))
			}
			*p.more[k] = o.Indexed(p.n, name)
		}
		p.n++
	}
	if i < len(p.first) {
		return &p.first[i]
	}
	return p.more[i-len(p.first)]
}
