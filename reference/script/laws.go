package script

import (
	"fmt"
	"math/rand/v2"
)

// Random returns a script of a long and eventful life: n steps, several pods,
// handlers that join late or are slow, watches that end in each way, changes
// missed. Nothing is stopped or removed, nothing resyncs and no event has a
// wrong verb, so that [Laws] hold of its traces.
func Random(seed uint64, n int) Script {
	w := &randomWriter{writer{rng: rand.New(rand.NewPCG(seed, 1)), objs: NewObjects()}, map[string]bool{}}
	w.script = Script{
		Name: fmt.Sprintf("random-%d", seed),
		Doc:  "a random history",
		Race: true,
		Objs: []string{"a", "b"},
		Steps: []Step{
			Handler(Pod, "h0", Default), Handler(Pod, "h1", Default), Start(s),
		},
	}
	for _, r := range w.script.Objs {
		kind, key := Split(r)
		w.objs.Create(kind, key)
	}
	late := []string{"h2", "h3"}
	joins := []int{w.rng.IntN(n), w.rng.IntN(n)}
	for i := range n {
		for j, name := range late {
			if joins[j] == i {
				w.add(Handler(Pod, name, Default))
			}
		}
		w.step()
	}
	for _, name := range []string{"h0", "h1", "h2", "h3"} {
		if w.held[name] {
			w.add(Release(name))
		}
	}
	w.add(Settle(), Probe(Pod))
	return w.script
}

// A writer writes one script by chance, of objects that exist.
type writer struct {
	rng    *rand.Rand
	script Script
	objs   *Objects
}

func (w *writer) add(steps ...Step) { w.script.Steps = append(w.script.Steps, steps...) }

// A randomWriter keeps what the next step of Random depends on. Its step looks
// like that of Small, but each of them has weights and conditions of its own.
type randomWriter struct {
	writer
	held map[string]bool
}

func (w *randomWriter) write() {
	key := string(rune('a' + w.rng.IntN(5)))
	step := Create(key)
	if _, exists := w.objs.Get(Pod, key); exists {
		step = Modify(key)
		if w.rng.IntN(3) == 0 {
			step = Delete(key)
		}
	}
	w.objs.Do(step)
	w.add(step)
}

func (w *randomWriter) step() {
	switch k := w.rng.IntN(100); {
	case k < 70:
		w.write()
	case k < 80:
		w.add(Settle())
	case k < 84:
		w.add(Drop(Pod))
	case k < 86:
		w.add(Short(Pod))
	case k < 88:
		w.add(Fail(Pod))
	case k < 90:
		// Away for some changes, which are then out of the log.
		w.add(Down(), Drop(Pod))
		for range 1 + w.rng.IntN(12) {
			w.write()
		}
		w.add(Compact(), Up())
	case k < 91:
		w.add(Compact())
	default:
		name := fmt.Sprintf("h%d", w.rng.IntN(4))
		if w.held[name] {
			w.add(Release(name))
		} else {
			w.add(Hold(name))
		}
		w.held[name] = !w.held[name]
	}
}

// Laws checks what holds of each handler and key, whatever the history, as long
// as nothing was stopped or removed, each event had the right verb and all has
// come to rest: Add only when absent; Update and Delete only when present;
// Update's old object, and that of a tombstone, is the last state this handler
// was told; in the end the handler knows what the server has. The errors name
// the handler.
//
// A deleted object that is no tombstone may be newer than the last state told:
// it is the server's last.
func Laws(s Script, t *Trace) []error {
	var errs []error
	final := NewObjects()
	kindOf := map[string]string{}
	for _, r := range s.Objs {
		kind, key := Split(r)
		final.Create(kind, key)
	}
	for _, step := range s.Steps {
		switch step.Op {
		case OpCreate, OpModify, OpDelete, OpInject:
			final.Do(step)
		case OpHandler:
			kindOf[step.Name] = step.Kind
		}
	}
	for h, events := range t.Handlers {
		view, broken := told(h, events)
		errs = append(errs, broken...)
		for _, state := range final.List(kindOf[h]) {
			if view[state.Key] != state {
				errs = append(errs, fmt.Errorf("%s: at rest %s, and the server has %s", h, view[state.Key], state))
			}
			delete(view, state.Key)
		}
		for _, state := range view {
			errs = append(errs, fmt.Errorf("%s: at rest %s, and the server has nothing", h, state))
		}
	}
	return errs
}

// told returns what a handler knows after all its events, and the laws that
// they break.
func told(handler string, events []Event) (view map[string]State, errs []error) {
	view = map[string]State{}
	for i, e := range events {
		last, present := view[e.Obj.Key]
		broken := ""
		switch e.Verb {
		case Add:
			if present {
				broken = "is present"
			}
		case Update:
			if !present || last != e.Old {
				broken = "is not the last state"
			}
		case Sync, Tomb:
			if !present || last != e.Obj {
				broken = "is not the last state"
			}
		case Deleted:
			if !present || last.Inc != e.Obj.Inc || last.Rev > e.Obj.Rev {
				broken = "does not follow the last state"
			}
		}
		if broken != "" {
			errs = append(errs, fmt.Errorf("%s: event %d, %s: %s, last %s", handler, i, e, broken, last))
		}
		if e.Verb == Deleted || e.Verb == Tomb {
			delete(view, e.Obj.Key)
		} else {
			view[e.Obj.Key] = e.Obj
		}
	}
	return view, errs
}
