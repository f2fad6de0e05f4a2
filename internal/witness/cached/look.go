package cached

import (
	"fmt"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/sched"
	"github.com/informerlint/informerlint/reference/tree"
)

// watcher is a handler that looks at what it is given.
func (s *stage) watcher() cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { s.look(watcher, obj) },
		UpdateFunc: func(oldObj, newObj any) {
			sched.Do(looks, func() {
				s.compare(finding{who: watcher, old: true}, oldObj, newObj)
				s.compare(finding{who: watcher}, newObj, nil)
			}, sched.Access{Obj: &s.memory, Mode: sched.Read})
		},
	}
}

// look looks at an object.
func (s *stage) look(who int, obj any) {
	sched.Do(looks, func() { s.compare(finding{who: who}, obj, nil) }, sched.Access{Obj: &s.memory, Mode: sched.Read})
}

// compare compares an object with what the server has sent, as part of a step.
// The next one is what an old one has become.
func (s *stage) compare(f finding, obj, next any) {
	o := obj.(*apiserver.Object)
	is := o.Value.(*tree.Node)
	writes := tree.Diff(is, s.was(o))
	if len(writes) == 0 {
		return
	}
	f.write, f.version = writes[0], o.Version
	if next != nil && tree.Equal(is, next.(*apiserver.Object).Value.(*tree.Node)) {
		f.hidden = true
		sched.Reached(hides)
	}
	if s.tells {
		f.fate = s.fate(f.write)
	}
	if s.counts(f) {
		sched.Fail(changed, "%s", f)
	}
}

// fate is what became of a write that was made in the cache. It depends on the
// requests, so these have to be steps that those who look can see.
func (s *stage) fate(write int) fate {
	f := kept
	for _, r := range s.sends {
		if r.value.Has(write) {
			f = fate(r.reply) + wasAccepted
		}
	}
	return f
}

// A finding is what somebody sees who looks at an object.
type finding struct {
	who     int  // a reader or a watcher
	old     bool // it is the old object of an update
	write   int  // that the server has not sent as what it is in
	version int
	fate    fate
	hidden  bool // old and new look the same, but for their resourceVersions
}

const (
	reader = iota
	watcher
)

func (f finding) String() string {
	return fmt.Sprintf("%d %t %d %d %d %t", f.who, f.old, f.write, f.version, f.fate, f.hidden)
}

func parse(text string) (f finding) {
	if _, err := fmt.Sscan(text, &f.who, &f.old, &f.write, &f.version, &f.fate, &f.hidden); err != nil {
		panic(err) // it was written a moment ago
	}
	return f
}

// A fate says whether the server knows of a write.
type fate int

const (
	kept fate = iota // nobody has told it yet
	wasAccepted
	wasRefused
	wasLost
)
