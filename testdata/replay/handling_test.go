package replay

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/types"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"

	"example.com/informers/apiserver"
)

// A handling is a witness about what a handler does with the calls that it
// gets.
type handling struct {
	// StandsFor is the project's own resource. The replay's are pods.
	StandsFor string `json:"stands for,omitempty"`
	// Environment is what happens, see history.
	Environment []string `json:"environment"`
	// Calls are the informer's, in its order: "add a1", "update a1 to a2",
	// "delete a1", "delete tombstone of a1". a1 is the UID of the first object, a2
	// of the second.
	Calls  []string `json:"calls"`
	Bad    handler  `json:"handler"`
	Mended handler  `json:"mended"`
	// Stays are UIDs that are gone and that the handler keeps, Missing such as
	// exist and that it does not know.
	Stays   []string `json:"stays,omitempty"`
	Missing []string `json:"missing,omitempty"`
	// Panics is what the process says when it ends.
	Panics string `json:"panics,omitempty"`
}

// A handler is what the functions of the user's handler do: instructions, one
// after the other. Where one says "or return", the rest is left out.
type handler struct {
	Filter []string `json:"filter,omitempty"`
	Add    []string `json:"add,omitempty"`
	Update []string `json:"update,omitempty"`
	Delete []string `json:"delete,omitempty"`
}

// or returns h with the functions that are not there taken from another one.
func (h handler) or(other handler) handler {
	pick := func(a, b []string) []string {
		if a == nil {
			return b
		}
		return a
	}
	return handler{pick(h.Filter, other.Filter), pick(h.Add, other.Add), pick(h.Update, other.Update), pick(h.Delete, other.Delete)}
}

func (h handler) instructions() []string { return slices.Concat(h.Filter, h.Add, h.Update, h.Delete) }

func (h *handling) check(t *testing.T, f finding) {
	if len(h.Stays)+len(h.Missing) == 0 && h.Panics == "" {
		t.Errorf("%s: nothing is lost", f)
	}
	if slices.Equal(h.Bad.instructions(), h.Mended.or(h.Bad).instructions()) {
		t.Errorf("%s: nothing is mended", f)
	}
	for _, i := range slices.Concat(h.Bad.instructions(), h.Mended.instructions()) {
		if instructions[i] == nil {
			t.Errorf("%s: nobody knows how to %q", f, i)
		}
	}
	if !slices.Contains(h.Environment, "interrupt") || len(h.Calls) == 0 {
		t.Errorf("%s: nothing happens", f)
	}
}

func TestHandling(t *testing.T) {
	for i, f := range findings(t) {
		h := f.Handling
		if h == nil {
			continue
		}
		t.Run(f.String(), func(t *testing.T) {
			t.Run("witness", func(t *testing.T) {
				if h.Panics != "" {
					dies(t, i, h)
					return
				}
				synctest.Test(t, func(t *testing.T) {
					w := history(t, h.Environment, h.Bad, nil)
					if !slices.Equal(w.calls, h.Calls) {
						t.Errorf("the calls are %q, want %q", w.calls, h.Calls)
					}
					if !slices.Equal(w.stays, h.Stays) || !slices.Equal(w.missing, h.Missing) {
						t.Errorf("%q stay and %q are missing, want %q and %q", w.stays, w.missing, h.Stays, h.Missing)
					}
				})
			})
			t.Run("mended", func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					w := history(t, h.Environment, h.Mended.or(h.Bad), nil)
					if !slices.Equal(w.calls, h.Calls) {
						t.Errorf("the calls are %q, want %q", w.calls, h.Calls)
					}
					w.keepsAll(t)
				})
			})
			// The same handler, which the mend has not touched, where the watch sees
			// the changes: it is the interruption that it does not survive.
			t.Run("watched", func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					w := history(t, slices.DeleteFunc(slices.Clone(h.Environment), func(s string) bool {
						return s == "interrupt" || s == "compact"
					}), h.Bad, nil)
					if slices.Equal(w.calls, h.Calls) {
						t.Errorf("the calls are the same with and without an interruption")
					}
					w.keepsAll(t)
				})
			})
		})
	}
}

// A world is one execution.
type world struct {
	mu    sync.Mutex
	calls []string
	say   func(string) // is told of each call, before it is made; may be nil
	store cache.Store
	queue workqueue.TypedInterface[string]
	view  *apiserver.View // name to UID, or UID to nothing
	// At the end: UIDs in the view that do not exist, and that exist and are not
	// in the view.
	stays, missing []string
}

func (w *world) keepsAll(t *testing.T) {
	t.Helper()
	if len(w.stays)+len(w.missing) > 0 {
		t.Errorf("%q stay and %q are missing", w.stays, w.missing)
	}
}

// history plays what happens to an object named "a" and to the watch, to a
// handler on an informer:
//
//	create      an object is created, with the next UID
//	list        the informer lists, and everything comes to rest
//	delete      the object is deleted
//	interrupt   the watch breaks off
//	compact     the server forgets the changes so far
//	list again  the server can be reached, and everything comes to rest
//
// In a witness a deletion comes before the interruption, and its event is on
// the way when the watch breaks. Here nothing is ever on the way for long, so
// what is lost with the watch happens directly after it broke: the informer
// cannot tell the two apart, and gets the same calls.
func history(t *testing.T, environment []string, h handler, say func(string)) *world {
	// Under synctest an error that is handled waits for the real date.
	defer func(handlers []utilruntime.ErrorHandler) { utilruntime.ErrorHandlers = handlers }(utilruntime.ErrorHandlers)
	utilruntime.ErrorHandlers = nil

	server := apiserver.New()
	informer := server.Informer()
	w := &world{say: say, store: informer.GetStore(), queue: workqueue.NewTyped[string](), view: apiserver.NewView()}
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	defer running.Wait()
	defer w.queue.ShutDown()
	defer cancel()
	running.Go(w.work)
	var user cache.ResourceEventHandler = cache.ResourceEventHandlerFuncs{
		AddFunc:    w.function(h.Add),
		UpdateFunc: w.update(h.Update),
		DeleteFunc: w.function(h.Delete),
	}
	if h.Filter != nil {
		user = cache.FilteringResourceEventHandler{FilterFunc: w.filter(h.Filter), Handler: user}
	}
	if _, err := informer.AddEventHandler(recorder{w, user}); err != nil {
		t.Fatal(err)
	}

	exists, uids := "", 0
	interrupted := slices.Index(environment, "interrupt")
	down := false
	for i, what := range environment {
		if !down && i < interrupted && !slices.Contains(environment[i:interrupted], "list") {
			server.Disconnect()
			down = true
		}
		switch what {
		case "create":
			uids++
			exists = "a" + strconv.Itoa(uids)
			server.Create("a", types.UID(exists))
		case "delete":
			server.Delete("a")
			exists = ""
		case "interrupt":
			if !down {
				server.Disconnect()
				down = true
			}
		case "compact":
			server.Compact()
		case "list":
			running.Go(func() { informer.RunWithContext(ctx) })
			rest()
		case "list again":
			server.Reconnect()
			rest()
		default:
			t.Fatalf("nobody knows how to %q", what)
		}
		if !down {
			rest()
		}
	}
	if keys := w.store.ListKeys(); (len(keys) == 1) != (exists != "") {
		t.Fatalf("in the end the store has %q, and there is %q", keys, exists)
	}
	known := false
	for _, entry := range w.view.Entries() {
		if _, uid, ok := strings.Cut(entry, "="); ok {
			entry = uid
		}
		known = known || entry == exists
		if entry != exists {
			w.stays = append(w.stays, entry)
		}
	}
	if exists != "" && !known {
		w.missing = append(w.missing, exists)
	}
	return w
}

// rest lets a virtual minute pass: time enough for the informer's backoff.
func rest() {
	time.Sleep(time.Minute)
	synctest.Wait()
}

// A recorder writes down calls before it passes them on.
type recorder struct {
	*world
	to cache.ResourceEventHandler
}

func (r recorder) record(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	r.mu.Lock()
	r.calls = append(r.calls, text)
	r.mu.Unlock()
	if r.say != nil {
		r.say(text)
	}
}

func (r recorder) OnAdd(obj any, isInInitialList bool) {
	r.record("add %s", obj.(*corev1.Pod).UID)
	r.to.OnAdd(obj, isInInitialList)
}

func (r recorder) OnUpdate(oldObj, newObj any) {
	r.record("update %s to %s", oldObj.(*corev1.Pod).UID, newObj.(*corev1.Pod).UID)
	r.to.OnUpdate(oldObj, newObj)
}

func (r recorder) OnDelete(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		r.record("delete tombstone of %s", tombstone.Obj.(*corev1.Pod).UID)
	} else {
		r.record("delete %s", obj.(*corev1.Pod).UID)
	}
	r.to.OnDelete(obj)
}

// A call of one of the user's functions.
type call struct {
	*world
	obj      any         // the argument, or Update's second
	pod, old *corev1.Pod // what was asserted; Update's first
	returned bool
	accepted bool // what a filter returns
}

func (w *world) run(c *call, h []string) {
	c.world = w
	for _, i := range h {
		instructions[i](c)
		if c.returned {
			return
		}
	}
}

func (w *world) function(h []string) func(any) {
	return func(obj any) { w.run(&call{obj: obj}, h) }
}

func (w *world) update(h []string) func(any, any) {
	return func(oldObj, newObj any) {
		w.run(&call{obj: newObj, pod: newObj.(*corev1.Pod), old: oldObj.(*corev1.Pod)}, h)
	}
}

func (w *world) filter(h []string) func(any) bool {
	return func(obj any) bool {
		c := &call{obj: obj}
		w.run(c, h)
		return c.accepted
	}
}

// all is a key that stands for every object.
const all = "all"

// work is the user's worker: for each key it brings the view up to what the
// informer's store has.
func (w *world) work() {
	for {
		key, quit := w.queue.Get()
		if quit {
			return
		}
		names := []string{key}
		if key == all {
			names = nil
			for _, entry := range w.view.Entries() {
				name, _, _ := strings.Cut(entry, "=")
				names = append(names, name)
			}
			for _, obj := range w.store.List() {
				names = append(names, obj.(*corev1.Pod).Name)
			}
		}
		for _, name := range names {
			obj, exists, err := w.store.GetByKey("default/" + name)
			switch {
			case err != nil:
				panic(err)
			case exists:
				w.view.Set(name, string(obj.(*corev1.Pod).UID))
			default:
				w.view.Remove(name)
			}
		}
		w.queue.Done(key)
	}
}

// instructions are what handlers do.
var instructions = map[string]func(*call){
	// What they do with the argument.
	"assert unchecked": func(c *call) { c.pod = c.obj.(*corev1.Pod) },
	"assert or return": func(c *call) {
		var ok bool
		c.pod, ok = c.obj.(*corev1.Pod)
		c.returned = !ok
	},
	"assert, and go on with nil": func(c *call) { c.pod, _ = c.obj.(*corev1.Pod) },
	"assert, else expect a pointer to a tombstone, or return": func(c *call) {
		var ok bool
		if c.pod, ok = c.obj.(*corev1.Pod); ok {
			return
		}
		if tombstone, ok := c.obj.(*cache.DeletedFinalStateUnknown); ok {
			c.pod, ok = tombstone.Obj.(*corev1.Pod)
			c.returned = !ok
			return
		}
		c.returned = true
	},
	"unwrap the tombstone": func(c *call) {
		if tombstone, ok := c.obj.(cache.DeletedFinalStateUnknown); ok {
			c.obj = tombstone.Obj
		}
	},
	"get the metadata or return": func(c *call) {
		_, err := meta.Accessor(c.obj)
		c.returned = err != nil
	},
	"accept": func(c *call) { c.accepted = true },

	// What they ask of Update's objects.
	"return if the generations are equal": func(c *call) { c.returned = c.old.Generation == c.pod.Generation },
	"return if the UIDs and the generations are equal": func(c *call) {
		c.returned = c.old.UID == c.pod.UID && c.old.Generation == c.pod.Generation
	},
	"if the UIDs differ, forget the old name": func(c *call) {
		if c.old.UID != c.pod.UID {
			c.view.Remove(c.old.Name)
		}
	},
	"if the UIDs differ, forget the old UID": func(c *call) {
		if c.old.UID != c.pod.UID {
			c.view.Remove(string(c.old.UID))
		}
	},

	// What they do. The name is read in any case, for a nil has none.
	"keep under the name": func(c *call) { c.view.Set(c.pod.Name, string(c.pod.UID)) },
	"keep under the name if there is none": func(c *call) {
		if !c.view.Has(c.pod.Name) {
			c.view.Set(c.pod.Name, string(c.pod.UID))
		}
	},
	"forget the name": func(c *call) { c.view.Remove(c.pod.Name) },
	"forget the one there can be": func(c *call) {
		for _, entry := range c.view.Entries() {
			name, _, _ := strings.Cut(entry, "=")
			c.view.Remove(name)
		}
	},
	"keep under the UID":                func(c *call) { c.view.Set(string(c.pod.UID), "") },
	"forget the UID":                    func(c *call) { c.view.Remove(string(c.pod.UID)) },
	"enqueue the name":                  func(c *call) { c.queue.Add(c.pod.Name) },
	"enqueue a key that stands for all": func(c *call) { c.queue.Add(all) },
}

const (
	childOf  = "REPLAYCHILD"
	callMark = "replay call: "
)

// dies replays a witness in a process of its own, which it has to end.
func dies(t *testing.T, index int, h *handling) {
	cmd := exec.Command(os.Args[0], "-test.run=^TestChild$")
	cmd.Env = append(os.Environ(), childOf+"="+strconv.Itoa(index))
	out, err := cmd.CombinedOutput()
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok || exit.ExitCode() != 2 {
		t.Fatalf("the process ends with %v, want exit status 2\n%s", err, out)
	}
	if !bytes.Contains(out, []byte("panic: "+h.Panics)) {
		t.Errorf("the process does not say %q:\n%s", h.Panics, out)
	}
	var calls []string
	for line := range strings.Lines(string(out)) {
		if text, ok := strings.CutPrefix(line, callMark); ok {
			calls = append(calls, strings.TrimSpace(text))
		}
	}
	if !slices.Equal(calls, h.Calls) {
		t.Errorf("the calls are %q, want %q", calls, h.Calls)
	}
}

// TestChild is the other process of dies.
func TestChild(t *testing.T) {
	child := os.Getenv(childOf)
	if child == "" {
		t.Skip("only for handlers that end the process")
	}
	i, err := strconv.Atoi(child)
	all := findings(t)
	if err != nil || i < 0 || i >= len(all) || all[i].Handling == nil {
		t.Fatalf("%s=%q is no finding with a handler", childOf, child)
	}
	h := all[i].Handling
	synctest.Test(t, func(t *testing.T) {
		history(t, h.Environment, h.Bad, func(call string) { fmt.Fprintln(os.Stderr, callMark+call) })
	})
}
