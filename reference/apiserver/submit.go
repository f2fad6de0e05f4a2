package apiserver

import (
	"fmt"

	"github.com/informerlint/informerlint/reference/sched"
)

// A Reply is what became of a write that can be refused.
type Reply int

const (
	// Accepted: the object is now what was sent.
	Accepted Reply = iota
	// Conflict: the object has another resourceVersion than what was sent, or is
	// gone. Nothing has changed.
	Conflict
	// Unreachable: the server has not got it. Nothing has changed.
	Unreachable
)

func (r Reply) String() string { return [...]string{"accepted", "conflict", "unreachable"}[r] }

// Submit updates an object that was read before: Version says from which state
// the update was made. Whether the server can be reached is a choice of the
// explorer.
func (s *Server) Submit(o Object) Reply {
	k := s.kind(o.Kind)
	current := func() bool {
		now := k.objects[o.Key]
		return now != nil && now.Version == o.Version
	}
	return Reply(sched.AwaitAny(sched.Branch{
		Name:   fmt.Sprintf("update %v", &o),
		Guard:  current,
		Effect: func() { s.write(k, Change{Verb: Modified, Object: o}) },
		Acc:    []sched.Access{{Obj: &s.rvObj, Mode: sched.Write}, {Obj: &k.obj, Mode: sched.Write}},
	}, sched.Branch{
		Name:  fmt.Sprintf("update %v: conflict", &o),
		Guard: func() bool { return !current() },
		Acc:   []sched.Access{{Obj: &k.obj, Mode: sched.Read}},
	}, sched.Branch{
		Name: fmt.Sprintf("update %v: unreachable", &o),
	}))
}

// Amend changes the present value of an object, as somebody does who tries until
// there is no conflict. If there is no object, nothing happens.
func (s *Server) Amend(kind, key string, change func(value any) any) {
	k := s.kind(kind)
	sched.Do("MODIFIED "+key, func() {
		if now := k.objects[key]; now != nil {
			o := *s.copy(now)
			o.Value = change(o.Value)
			s.write(k, Change{Verb: Modified, Object: o})
		}
	}, sched.Access{Obj: &s.rvObj, Mode: sched.Write}, sched.Access{Obj: &k.obj, Mode: sched.Write})
}

// Sent returns what the server has sent, or would have, to whoever asked for a
// state of a kind: a copy; nil if no object of the kind had that
// resourceVersion. It is no step: who knows a resourceVersion knows it from the
// server, and its state never changes.
func (s *Server) Sent(kind string, version int) *Object {
	for _, o := range s.kind(kind).written {
		if o.Version == version {
			return s.copy(o)
		}
	}
	return nil
}
