package cache

import "github.com/informerlint/informerlint/reference/sched"

// This file is the listener in the steps that client-go has: two goroutines
// with a channel before and a channel between them. It is slower to explore and
// allows nothing that the coarse listener does not; a test compares the two.

// A parcel is a notification on its way to a listener.
type parcel struct {
	to *Registration
	n  notification
}

// blocked takes the lock that keeps the process loop and those who add or remove
// handlers apart. It returns how to release it.
func (inf *SharedIndexInformer) blocked() func() {
	if !inf.profile.Fine {
		return func() {}
	}
	inf.blockDeltas.Lock()
	return inf.blockDeltas.Unlock
}

// send hands the notifications of the step before to their listeners.
func (inf *SharedIndexInformer) send() {
	if inf.start != nil && len(inf.outbox) > 0 {
		defer inf.start.sending()()
	}
	for len(inf.outbox) > 0 {
		p := inf.outbox[0]
		inf.outbox = inf.outbox[1:]
		p.to.addCh.Send(p.n)
	}
}

// popFine moves notifications from addCh through an unbounded buffer to nextCh.
func (r *Registration) popFine() {
	var buffer []notification
	for {
		var next *sched.Chan[notification] // nil blocks
		var first notification
		if len(buffer) > 0 {
			next, first = r.nextCh, buffer[0]
		}
		var n notification
		var ok bool
		if sched.Select(next.SendCase(first), r.addCh.RecvCase(&n, &ok)) == 0 {
			buffer = buffer[1:]
			continue
		}
		if !ok {
			sched.Do("tell watchSynced", func() { r.left = true }, sched.Access{Obj: &r.closeObj, Mode: sched.Write})
			r.nextCh.Close()
			return
		}
		buffer = append(buffer, n)
	}
}

// runFine tells the handler one thing after the other.
func (r *Registration) runFine() {
	for n := range r.nextCh.All {
		r.call(n)
	}
}
