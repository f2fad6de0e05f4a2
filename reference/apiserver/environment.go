package apiserver

import "github.com/informerlint/informerlint/reference/sched"

// An Environment is what may happen beside a program, to objects of one kind.
// Each part is an option of the world that a program is explored in: the zero
// value starts nothing and costs nothing. What "may" happen is a choice of the
// explorer, at any time; the numbers are bounds for a whole execution.
type Environment struct {
	Kind string
	User []Act // one after the other, by one thread

	Drops, Shorts, Fails int // of the open watches, see Server.Drop, Short and Fail
	Compactions          int

	// Calls are faults of LIST and WATCH.
	Calls Faults

	// Stop is what somebody may do at any time, once: close a stop channel, or
	// cancel a context.
	Stop func()
}

// An Act is something that a user does to an object: a write that the server
// announces as what it is.
type Act struct {
	Verb  Verb
	Key   string
	Value any
	Maybe bool // or does not
}

// Begin starts the threads of an environment. Those of its parts that are zero
// have none. It is called when the objects are there that exist at the start,
// and before anything writes.
func (e Environment) Begin(s *Server) {
	s.Serve(e.Kind)
	if e.Calls != (Faults{}) {
		s.Allow(e.Kind, e.Calls)
	}
	if len(e.User) > 0 {
		sched.Go("user", func() {
			for _, a := range e.User {
				a.do(s, e.Kind)
			}
		})
	}
	for _, net := range []struct {
		name string
		n    int
		may  func(string) bool
	}{
		{"network", e.Drops, s.MaybeDrop},
		{"proxy", e.Shorts, s.MaybeShort},
		{"server", e.Fails, s.MaybeFail},
		{"etcd", e.Compactions, func(string) bool { return s.MaybeCompact() }},
	} {
		if net.n > 0 {
			sched.Go(net.name, func() {
				for range net.n {
					net.may(e.Kind)
				}
			})
		}
	}
	if e.Stop != nil {
		sched.Go("operator", func() {
			if sched.Maybe("stop", nil, nil) {
				e.Stop()
			}
		})
	}
}

func (a Act) do(s *Server, kind string) {
	if a.Maybe && !sched.Maybe(a.Verb.String()+" of "+a.Key, nil, nil) {
		return
	}
	switch a.Verb {
	case Added:
		s.Create(kind, a.Key, a.Value)
	case Modified:
		s.Update(kind, a.Key, a.Value)
	case Deleted:
		s.Delete(kind, a.Key)
	}
}
