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
		u := users.Take()
		*u = acting{step: u.step, server: s, kind: e.Kind, acts: e.User}
		if u.step == nil {
			u.step = u.next
		}
		sched.Steps("user", u.step)
	}
	k := s.kind(e.Kind)
	s.trouble("network", e.Drops, k.ending("drop", Closed, false), k.ends())
	s.trouble("proxy", e.Shorts, k.ending("short", Closed, true), k.ends())
	s.trouble("server", e.Fails, k.ending("fail", Failed, false), k.ends())
	s.trouble("etcd", e.Compactions, s.compaction(), s.compacts()...)
	if e.Stop != nil {
		sched.Go("operator", func() {
			if sched.Maybe("stop", nil, nil) {
				e.Stop()
			}
		})
	}
}

// The threads of an environment have no stack: each only waits for its next step.

var (
	users    = sched.NewPool[acting]()
	troubles = sched.NewPool[troubling]()
)

// An acting is the thread of a user.
type acting struct {
	sched.Unguarded
	step   func(taken int) sched.Turn // next, made once
	server *Server
	kind   string
	acts   []Act // that are left
	asked  bool  // whether the first of them is done

	waits [1]sched.Branch
	acc   [2]sched.Access
}

func (u *acting) next(taken int) (turn sched.Turn) {
	switch {
	case taken < 0:
	case u.asked && taken == 0: // it is
	default: // done, or left
		u.acts, u.asked = u.acts[1:], false
	}
	if len(u.acts) == 0 {
		return turn
	}
	turn.Wait = u.waits[:]
	a := &u.acts[0]
	if a.Maybe && !u.asked {
		u.asked, turn.Maybe = true, true
		u.waits[0] = sched.Branch{Name: sched.Join(a.Verb.joined(" of "), a.Key), By: u}
		return turn
	}
	u.asked = false
	s, k := u.server, u.server.kind(u.kind)
	u.acc = [...]sched.Access{{Obj: &s.rvObj, Mode: sched.Write}, {Obj: &k.obj, Mode: sched.Write}}
	u.waits[0] = sched.Branch{Name: sched.Join(a.Verb.joined(" "), a.Key), By: a.does(k), Acc: u.acc[:]}
	return turn
}

// Take is that an act is done, not the act.
func (u *acting) Take(int) {}

// does is what does an act.
func (a *Act) does(k *kind) sched.Waiter {
	if a.Verb == Deleted {
		d := deletings.Take()
		*d = deleting{k: k, key: a.Key}
		return d
	}
	w := writings.Take()
	*w = writing{k: k, c: Change{Verb: a.Verb, Object: Object{Kind: k.name, Key: a.Key, Value: a.Value}}}
	return w
}

// A troubling is the thread of something that may happen a number of times.
type troubling struct {
	step  func(taken int) sched.Turn // next, made once
	left  int
	waits [1]sched.Branch
	acc   [2]sched.Access
}

// trouble starts it.
func (s *Server) trouble(thread string, times int, b sched.Branch, acc ...sched.Access) {
	if times == 0 {
		return
	}
	t := troubles.Take()
	*t = troubling{step: t.step, left: times}
	if t.step == nil {
		t.step = t.next
	}
	b.Acc = t.acc[:copy(t.acc[:], acc)]
	t.waits[0] = b
	sched.Steps(thread, t.step)
}

func (t *troubling) next(int) (turn sched.Turn) {
	if t.left == 0 {
		return turn
	}
	t.left--
	turn.Wait, turn.Maybe = t.waits[:], true
	return turn
}
