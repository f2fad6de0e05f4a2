package handler_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const (
	whatIsAPod = `func(obj any) { if pod, ok := obj.(*corev1.Pod); ok { s.remove(pod.Name) } }`
	tombstones = `func(obj any) { if d, ok := obj.(cache.DeletedFinalStateUnknown); ok { if pod, ok := d.Obj.(*corev1.Pod); ok { s.remove(pod.Name) } } }`
)

// elsewheres are registrations of handlers; those that are reported lose deletions.
var elsewheres = []struct {
	name, register string
	reported       bool
}{
	{"one handler", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: OBJECTS})`, true},
	{"another handler", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: OBJECTS})
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: TOMBSTONES})`, false},
	{"of another informer", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: OBJECTS})
	other.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: TOMBSTONES})`, true},
	{"of the same field", `s.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: OBJECTS})
	s.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: TOMBSTONES})`, false},
	{"of another field", `s.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: OBJECTS})
	s.nodes.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: TOMBSTONES})`, true},
	{"of the same accessor", `s.informers.Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: OBJECTS})
	s.informers.Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: TOMBSTONES})`, false},
	{"of another accessor", `s.informers.Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: OBJECTS})
	s.informers.Nodes().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: TOMBSTONES})`, true},
	{"by a function that is given the informer", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: OBJECTS})
	s.sweep(informer)`, false},
	{"by a function that is given another informer", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: OBJECTS})
	s.sweep(other)`, true},
	{"by a literal", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: OBJECTS})
	func() { informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: TOMBSTONES}) }()`, false},
	{"that does something else", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: OBJECTS})
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if _, ok := obj.(cache.DeletedFinalStateUnknown); ok { s.count++ }
	}})`, true},
	{"that does something else with the same thing", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if pod, ok := obj.(*corev1.Pod); ok { s.impl.Enqueue(pod.Name, s.flags.Load()) }
	}})
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(any) { s.impl.Resync() }})`, false},
	{"that does something else with the same thing of another informer", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if pod, ok := obj.(*corev1.Pod); ok { s.impl.Enqueue(pod.Name, s.flags.Load()) }
	}})
	other.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(any) { s.impl.Resync() }})`, true},
	{"that does something with another thing", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if pod, ok := obj.(*corev1.Pod); ok { s.impl.Enqueue(pod.Name, s.flags.Load()) }
	}})
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(any) { s.beside.Resync() }})`, true},
	{"behind a filter that rejects tombstones", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: OBJECTS})
	informer.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool { _, ok := obj.(*corev1.Pod); return ok },
		Handler: cache.ResourceEventHandlerFuncs{DeleteFunc: TOMBSTONES},
	})`, true},
	{"a filter, and another handler", `informer.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool { _, ok := obj.(*corev1.Pod); return ok },
		Handler: cache.ResourceEventHandlerFuncs{DeleteFunc: OBJECTS},
	})
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: TOMBSTONES})`, false},
	{"a filter, and another handler of another informer", `informer.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool { _, ok := obj.(*corev1.Pod); return ok },
		Handler: cache.ResourceEventHandlerFuncs{DeleteFunc: OBJECTS},
	})
	other.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: TOMBSTONES})`, true},
	{"one that panics, and another handler", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { s.remove(obj.(*corev1.Pod).Name) }})
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: TOMBSTONES})`, true},

	// A handler that is made by a function stands behind the filter that it is put into.
	{"made by a function", `informer.AddEventHandler(s.all(OBJECTS))`, true},
	{"made by a function, in front of it a filter that cannot be followed", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: s.filter, Handler: s.all(OBJECTS)})`, false},
	{"made by a function, in front of it a filter that takes all", `informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: func(any) bool { return true }, Handler: s.all(OBJECTS)})`, true},
	{"made by a function, in front of it one that rejects", `informer.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool { _, ok := obj.(*corev1.Pod); return ok }, Handler: s.all(OBJECTS)})`, true},
	{"made by a function, and wrapped by what cannot be followed", `informer.AddEventHandler(s.wrap(s.all(OBJECTS)))`, false},
	{"made by a function that may fail, behind a filter that cannot be followed", `h, err := s.may(OBJECTS)
	if err != nil { return }
	informer.AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: s.filter, Handler: h})`, false},
	{"in a structure with a method that unwraps", `informer.AddEventHandler(outerstate{cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { s.remove(obj.(*corev1.Pod).Name) }}})`, false},
	{"in a field, called with what is unwrapped", `n := &innerstate{cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { s.remove(obj.(*corev1.Pod).Name) }}}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: n.handle})`, false},
	{"in a field, registered from there", `n := &fieldstate{cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { s.remove(obj.(*corev1.Pod).Name) }}}
	n.watch(informer)`, true},
	{"in a structure without", `informer.AddEventHandler(plainstate{cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { s.remove(obj.(*corev1.Pod).Name) }}})`, true},

	// What is kept in a map of the call's own is kept by nobody.
	{"a map of its own, by a literal", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if pod, ok := obj.(*corev1.Pod); ok {
			own := map[string]bool{}
			func() { own[pod.Name] = true; delete(own, pod.Namespace) }()
			println(len(own))
		}
	}})`, false},
	{"a captured map", `own := map[string]bool{}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if pod, ok := obj.(*corev1.Pod); ok { func() { own[pod.Name] = true }() }
	}})`, true},
	{"a map of its own that is kept", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		if pod, ok := obj.(*corev1.Pod); ok {
			own := map[string]bool{}
			func() { own[pod.Name] = true }()
			s.kept = own
		}
	}})`, true},

	// Which error a conversion has left says what it got.
	{"errors.Is", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		pod, err := s.pod(obj)
		if errors.Is(err, errNostate) {
			if d, ok := obj.(cache.DeletedFinalStateUnknown); ok { pod, err = s.pod(d.Obj) }
		}
		if err != nil { return }
		s.remove(pod.Name)
	}})`, false},
	{"an error compared", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		pod, err := s.pod(obj)
		if err == errNostate {
			if d, ok := obj.(cache.DeletedFinalStateUnknown); ok { s.remove(d.Key) }
			return
		}
		s.remove(pod.Name)
	}})`, false},
	{"errors.As", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		pod, err := s.typed(obj)
		var none *nostate
		if errors.As(err, &none) {
			d, ok := none.obj.(cache.DeletedFinalStateUnknown)
			if !ok { return }
			pod, err = s.typed(d.Obj)
		}
		if err != nil { return }
		s.remove(pod.Name)
	}})`, false},
	{"an error, and no more", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		pod, err := s.pod(obj)
		if err != nil { return }
		s.remove(pod.Name)
	}})`, true},
	{"errors.Is, and no more", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		pod, err := s.pod(obj)
		if errors.Is(err, errNostate) { return }
		if err != nil { return }
		s.remove(pod.Name)
	}})`, true},

	// What one handler does not do for two UIDs, another one of the same informer may.
	{"two UIDs", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: ADD, UpdateFunc: GENERATIONS, DeleteFunc: ANY})`, true},
	{"two UIDs, and another handler", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: ADD, UpdateFunc: GENERATIONS, DeleteFunc: ANY})
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: UIDS})`, false},
	{"two UIDs, and a handler of another informer", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: ADD, UpdateFunc: GENERATIONS, DeleteFunc: ANY})
	other.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: UIDS})`, true},
	{"two UIDs, and another handler that only says so", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: ADD, UpdateFunc: GENERATIONS, DeleteFunc: ANY})
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(old, obj any) { if old.(*corev1.Pod).UID != obj.(*corev1.Pod).UID { println("again") } }})`, true},
	{"two UIDs, and another handler that remembers the new one", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: ADD, UpdateFunc: GENERATIONS, DeleteFunc: ANY})
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(old, obj any) { if old.(*corev1.Pod).UID != obj.(*corev1.Pod).UID { s.seen[string(obj.(*corev1.Pod).UID)] = true } }})`, false},
	{"state by UID", `informer.AddEventHandler(KEEPS)`, true},
	{"state by UID, and another handler that keeps its own", `informer.AddEventHandler(KEEPS)
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(old, obj any) { a, b := old.(*corev1.Pod), obj.(*corev1.Pod); if a.UID != b.UID { delete(s.seen, string(a.UID)) }; s.seen[string(b.UID)] = true }})`, true},
	{"state by UID, and another handler that asks something that is not known", `informer.AddEventHandler(KEEPS)
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(old, obj any) { a, b := old.(*corev1.Pod), obj.(*corev1.Pod); if a.UID != b.UID && s.gone.Known(string(a.UID)) { println("again") } }})`, false},
	{"state by UID, and another handler that takes it away", `informer.AddEventHandler(KEEPS)
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(old, obj any) { a, b := old.(*corev1.Pod), obj.(*corev1.Pod); if a.UID != b.UID { delete(s.kept, string(a.UID)) } }})`, false},
	{"state by UID, and another handler that remembers the old one", `informer.AddEventHandler(KEEPS)
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(old, obj any) { a, b := old.(*corev1.Pod), obj.(*corev1.Pod); if a.UID != b.UID { s.seen[string(a.UID)] = true } }})`, false},
	{"state by UID, and another handler that closes something", `informer.AddEventHandler(KEEPS)
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(old, obj any) { if old.(*corev1.Pod).UID != obj.(*corev1.Pod).UID { close(s.over) } }})`, false},
	{"state by UID, and another handler that panics", `informer.AddEventHandler(KEEPS)
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(old, obj any) { if old.(*corev1.Pod).UID != obj.(*corev1.Pod).UID { panic("again") } }})`, false},
	{"state by UID, and another handler that ends the process", `informer.AddEventHandler(KEEPS)
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(old, obj any) { if old.(*corev1.Pod).UID != obj.(*corev1.Pod).UID { os.Exit(1) } }})`, false},
	{"state by UID, and another handler that tells somebody", `informer.AddEventHandler(KEEPS)
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(old, obj any) { a, b := old.(*corev1.Pod), obj.(*corev1.Pod); if a.UID != b.UID { s.queue.Add(string(a.UID)) } }})`, false},
	{"made by a function that may fail", `h, err := s.may(OBJECTS)
	if err != nil { return }
	informer.AddEventHandler(h)`, true},

	// What the filter lets through once it is mended, Delete gets: its nil would be given away.
	{"a filter, and nil is given away", `informer.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool { _, ok := obj.(*corev1.Pod); return ok },
		Handler: cache.ResourceEventHandlerFuncs{AddFunc: ADD, DeleteFunc: func(obj any) {
			pod, _ := obj.(*corev1.Pod)
			if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil { s.queue.Add(key) }
			s.kept2.Forget(pod)
		}},
	})`, true},
	{"a filter, and Delete knows tombstones", `informer.AddEventHandler(cache.FilteringResourceEventHandler{
		FilterFunc: func(obj any) bool { _, ok := obj.(*corev1.Pod); return ok },
		Handler: cache.ResourceEventHandlerFuncs{AddFunc: ADD, DeleteFunc: func(obj any) {
			pod, ok := obj.(*corev1.Pod)
			if !ok { pod = obj.(cache.DeletedFinalStateUnknown).Obj.(*corev1.Pod) }
			s.kept2.Forget(pod)
		}},
	})`, true},

	// A copied handler expects what another informer has: it does nothing for an object either.
	{"added are nodes", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { s.queue.Add(obj.(*corev1.Node).Name) }, DeleteFunc: OBJECTS})`, false},
	{"added are pods", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: ADD, DeleteFunc: OBJECTS})`, true},
	{"added are pods or nodes", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) {
		switch o := obj.(type) {
		case *corev1.Pod: s.queue.Add(o.Name)
		case *corev1.Node: s.queue.Add(o.Name)
		}
	}, DeleteFunc: OBJECTS})`, true},

	// The API server counts no generations of secrets: they are 0, and equal always.
	{"generations of secrets, unless 0", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: SECRET, UpdateFunc: func(old, obj any) {
		a, b := old.(*corev1.Secret), obj.(*corev1.Secret)
		if a.GetGeneration() == b.GetGeneration() && b.GetGeneration() != 0 { return }
		s.queue.Add(b.Name)
	}})`, false},
	{"generations of secrets, fields", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: SECRET, UpdateFunc: func(old, obj any) {
		a, b := old.(*corev1.Secret), obj.(*corev1.Secret)
		if a.ObjectMeta.Generation == b.Generation { return }
		s.queue.Add(b.Name)
	}})`, false},
	{"generations of pods, unless 0", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: ADD, UpdateFunc: func(old, obj any) {
		a, b := old.(*corev1.Pod), obj.(*corev1.Pod)
		if a.GetGeneration() == b.GetGeneration() && b.GetGeneration() != 0 { return }
		s.queue.Add(b.Name)
	}})`, true},
}

// behindFilters says of which Delete a filter's fix has to be one as well.
var behindFilters = map[string]bool{"a filter, and nil is given away": true, "a filter, and Delete knows tombstones": false}

// beside is a package of them. It is nowhere on disk.
func beside() string {
	text := `package elsewhere

import (
	"errors"
	"os"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

type accessor interface{ Informer() cache.SharedIndexInformer }
`
	for i, e := range elsewheres {
		text += strings.NewReplacer("state", fmt.Sprintf("state%d", i), "OBJECTS", whatIsAPod, "TOMBSTONES", tombstones,
			"KEEPS", `cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { s.kept[string(obj.(*corev1.Pod).UID)] = true },
				UpdateFunc: func(_, obj any) { s.kept[string(obj.(*corev1.Pod).UID)] = true },
				DeleteFunc: func(obj any) { if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { obj = t.Obj }; delete(s.kept, string(obj.(*corev1.Pod).UID)) }}`,
			"ADD", `func(obj any) { s.queue.Add(obj.(*corev1.Pod).Name) }`, "SECRET", `func(obj any) { s.queue.Add(obj.(*corev1.Secret).Name) }`,
			"GENERATIONS", `func(old, obj any) { if old.(*corev1.Pod).Generation != obj.(*corev1.Pod).Generation { s.queue.Add(obj.(*corev1.Pod).Name) } }`,
			"UIDS", `func(old, obj any) { if old.(*corev1.Pod).UID != obj.(*corev1.Pod).UID { s.queue.Add(obj.(*corev1.Pod).Name) } }`,
			"ANY", `func(obj any) { if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil { s.queue.Add(key) } }`).Replace(`
type state struct {
	kept, seen  map[string]bool
	gone        interface { Known(string) bool }
	over        chan struct{}
	count       int
	pods, nodes cache.SharedIndexInformer
	informers   interface { Pods() accessor; Nodes() accessor }
	filter      func(any) bool
	flags       interface { Load() int }
	impl, beside interface { Enqueue(string, int); Resync() }
	wrap        func(cache.ResourceEventHandler) cache.ResourceEventHandler
	queue       interface { Add(string) }
	kept2       interface { Forget(*corev1.Pod) }
}

var errNostate = errors.New("no pod")

func (s *state) pod(obj any) (*corev1.Pod, error) {
	if pod, ok := obj.(*corev1.Pod); ok { return pod, nil }
	return nil, errNostate
}

type nostate struct{ obj any }

func (nostate) Error() string { return "no pod" }

func (s *state) typed(obj any) (*corev1.Pod, error) {
	if pod, ok := obj.(*corev1.Pod); ok { return pod, nil }
	return nil, &nostate{obj}
}

type innerstate struct{ funcs cache.ResourceEventHandlerFuncs }

func (n *innerstate) handle(obj any) {
	if d, ok := obj.(cache.DeletedFinalStateUnknown); ok { obj = d.Obj }
	n.funcs.OnDelete(obj)
}

type fieldstate struct{ funcs cache.ResourceEventHandlerFuncs }

func (n *fieldstate) watch(informer cache.SharedIndexInformer) { informer.AddEventHandler(n.funcs) }

type plainstate struct{ cache.ResourceEventHandlerFuncs }

type outerstate struct{ cache.ResourceEventHandlerFuncs }

func (o outerstate) OnDelete(obj any) {
	if d, ok := obj.(cache.DeletedFinalStateUnknown); ok { obj = d.Obj }
	o.ResourceEventHandlerFuncs.OnDelete(obj)
}

func (s *state) remove(name string) { delete(s.kept, name) }

func (s *state) all(h func(any)) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{AddFunc: h, DeleteFunc: h}
}

func (s *state) may(h func(any)) (cache.ResourceEventHandler, error) {
	return cache.ResourceEventHandlerFuncs{AddFunc: h, DeleteFunc: h}, nil
}

func (s *state) sweep(of cache.SharedIndexInformer) {
	of.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: TOMBSTONES})
}

func Watchstate(informer, other cache.SharedIndexInformer, s *state) {
	` + e.register + `
}
`)
	}
	return text
}

// What one handler does not do for tombstones, another one of the same informer may.
func TestElsewhere(t *testing.T) {
	r := program(t, "elsewhere")
	source := strings.Split(beside(), "\n")
	found := make(map[string]string)
	for _, f := range append(slices.Clone(r.findings["tombstone"]), r.findings["uidcheck"]...) {
		for line := r.fset.Position(f.Pos).Line; line > 0; line-- {
			if _, rest, ok := strings.Cut(source[line-1], "func Watchstate"); ok {
				number, _, _ := strings.Cut(rest, "(")
				found[number] += f.Category + ": " + f.Message
				for _, r := range f.Related {
					found[number] += "; " + r.Message
				}
				break
			}
		}
	}
	for i, e := range elsewheres {
		got := found[fmt.Sprint(i)]
		both := strings.Contains(got, "the Delete handler does not expect a tombstone either")
		if want, ok := behindFilters[e.name]; ok && both != want {
			t.Errorf("%s: a fix is one of Delete as well: %t", e.name, both)
		}
		if (got != "") != e.reported {
			t.Errorf("%s: reported %q", e.name, got)
		}
	}
}
