package apiserver

import (
	"fmt"
	"maps"

	"github.com/informerlint/informerlint/reference/sched"
)

// Faults are what calls of one kind may suffer. Each is a choice of the
// explorer, and the numbers are bounds for a whole execution. The zero value is
// a server that answers each call, with the present.
type Faults struct {
	// FailedLists may fail: the client is told of an error, and asks again
	// after a backoff. (reflector.go, ListAndWatch: the error of the list is
	// returned, and BackoffUntil calls it again)
	FailedLists int
	// FailedWatches may be refused, with an error that is neither 410 nor a
	// refused connection: the client lists again. (reflector.go, watch: only
	// refused connections and 429 are asked again for a watch)
	FailedWatches int

	// StaleLists may be answered from a watch cache that lags behind, by up to
	// Lag changes of the kind: the first list of a client, which takes any
	// version (resourceVersion "0"), and a relist as far as what it gets is not
	// older than what the client has seen (relistResourceVersion, since
	// v0.18.0). A client that begins anew can travel back in time this way.
	StaleLists, Lag int
	// Backwards lets the server answer a relist with what is older than the
	// client has asked for, as one that was restored from a backup does.
	Backwards bool
}

// Allow says what calls of a kind may suffer from now on. It is no step. The
// first time is before the first write, when the objects that exist are there:
// what may be seen of the past begins then.
func (s *Server) Allow(name string, f Faults) {
	s.Serve(name)
	k := s.kind(name)
	if k.faults == nil {
		if len(k.log) > 0 {
			panic("apiserver: faults of " + name + " begin after its first write")
		}
		k.base, k.baseAt = maps.Clone(k.objects), s.rv
		k.faults, k.faultObj = new(Faults), sched.NewObject("faults of "+name)
	}
	*k.faults = f
	sched.TouchNow(&k.faultObj, sched.Write)
}

// An Answer is what became of a call.
type Answer int

const (
	// Stopped: the client has given up.
	Stopped Answer = iota
	// Answered as it should be.
	Answered
	// Refused with an error.
	Refused
)

// asks is waiting for the answer to a call, for stop, or for a fault that is left.
// Most servers have no faults, and then there are no more branches.
func (k *kind) asks(branches []sched.Branch, faults func() []sched.Branch) []sched.Branch {
	if k.faults != nil {
		branches = append(branches, faults()...)
	}
	return branches
}

// AnswerOf says what it means that a branch was taken.
func AnswerOf(taken int) Answer {
	switch taken {
	case 1:
		return Stopped
	case 2:
		return Refused
	}
	return Answered
}

// refuse is the fault that a call is answered with an error.
func (k *kind) refuse(s *Server, name string, left *int, then func()) sched.Branch {
	return sched.Branch{
		Name:  name + " fails",
		Guard: func() bool { return !s.down && *left > 0 },
		Effect: func() {
			*left--
			if then != nil {
				then()
			}
		},
		Acc: []sched.Access{{Obj: &s.downObj, Mode: sched.Read}, {Obj: &k.faultObj, Mode: sched.Write}},
	}
}

// stale are the faults that a list is of the past. A client that has seen a
// version gets nothing older than that, unless the server goes backwards.
func (k *kind) stale(s *Server, name string, atLeast int, then func(list []*Object, version int)) (all []sched.Branch) {
	f := k.faults
	for late := 1; late <= f.Lag; late++ {
		all = append(all, sched.Branch{
			Name: fmt.Sprintf("%s, %d late,", name, late),
			Guard: func() bool {
				at := len(k.log) - late
				return !s.down && f.StaleLists > 0 && at >= 0 && (f.Backwards || k.log[at].Object.Version > atLeast)
			},
			Effect: func() {
				f.StaleLists--
				list, version := k.past(len(k.log) - late)
				if !f.Backwards {
					version = max(version, atLeast)
				}
				sched.Note(func() string { return fmt.Sprintf("-> %v at rv %d", list, version) })
				then(list, version)
			},
			Acc: []sched.Access{{Obj: &k.obj, Mode: sched.Read}, {Obj: &s.downObj, Mode: sched.Read}, {Obj: &k.faultObj, Mode: sched.Write}},
		})
	}
	return all
}

// past is what there was after n changes.
func (k *kind) past(n int) (list []*Object, version int) {
	objects, version := maps.Clone(k.base), k.baseAt
	for _, e := range k.log[:n] {
		version = e.Object.Version
		if e.gone {
			delete(objects, e.Object.Key)
		} else {
			objects[e.Object.Key] = e.Object
		}
	}
	return k.server.sorted(objects), version
}
