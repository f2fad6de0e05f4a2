package harness

import (
	"errors"
	"fmt"
	"strconv"
	"sync"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"

	"github.com/informerlint/informerlint/reference/script"
)

// A server is an API server as package script describes it: objects, an event
// log with resourceVersions, and watches that can be cut off.
type server struct {
	pace     *pace
	streamed func(metav1.ListOptions) bool // a request for a streamed list; nil: there are none
	answer   bool                          // whether the server knows streamed lists
	goneErr  bool                          // 410 as the response instead of as an event

	mu        sync.Mutex
	failures  map[string]int // of LIST and WATCH of pods, which may still fail
	relisted  chan struct{}  // closed when the second list of pods was answered
	objs      *script.Objects
	versions  map[string]uint64 // resourceVersion of each object, by kind/key
	rv        uint64
	log       []entry
	compacted uint64
	open      chan struct{} // closed while the server answers
	watches   map[string]*watcher
	short     map[string]int // watches to come that are to end at once
	lists     map[string]int // LIST calls, and streamed lists
}

type entry struct {
	rv    uint64
	verb  watch.EventType
	state script.State
}

func newServer(p *pace, objs []string) *server {
	s := &server{
		pace:     p,
		objs:     script.NewObjects(),
		versions: map[string]uint64{},
		open:     make(chan struct{}),
		watches:  map[string]*watcher{},
		short:    map[string]int{},
		lists:    map[string]int{},
		relisted: make(chan struct{}),
	}
	close(s.open)
	// No real server is ever at resourceVersion 0, which has a meaning of its own.
	s.rv = 100
	for _, r := range objs {
		s.write(script.Create(r))
	}
	// What is older than the server itself is in no log.
	s.compacted, s.log = s.rv, nil
	return s
}

// write performs Create, Modify, Delete or Inject. The scripts are checked
// before they run, so an error is one of the harness.
func (s *server) write(step script.Step) script.State {
	s.mu.Lock()
	defer s.mu.Unlock()
	change, err := s.objs.Do(step)
	if err != nil {
		panic(err)
	}
	s.rv++
	s.versions[step.Kind+"/"+step.Key] = s.rv
	verb := map[string]watch.EventType{"added": watch.Added, "modified": watch.Modified, "deleted": watch.Deleted}[change.Verb]
	s.log = append(s.log, entry{s.rv, verb, change.State})
	for _, w := range s.watches {
		w.poke()
	}
	return change.State
}

func (s *server) compact() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.compacted = s.rv
}

func (s *server) setDown(down bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case <-s.open:
		if down {
			s.open = make(chan struct{})
		}
	default:
		if !down {
			close(s.open)
		}
	}
}

// awaitUp blocks while the server is down.
func (s *server) awaitUp() {
	s.mu.Lock()
	open := s.open
	s.mu.Unlock()
	<-open
}

// end ends the current watch of a kind, with an error event if one is given.
func (s *server) end(kind string, last *watch.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if w := s.watches[kind]; w != nil {
		w.last = last
		w.until = s.rv
		close(w.end)
		delete(s.watches, kind)
	}
}

// endNext ends the next watch of a kind as soon as it is open.
func (s *server) endNext(kind string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.short[kind]++
}

func (s *server) list(kind string) (runtime.Object, error) {
	s.pace.stumble()
	s.awaitUp()
	if err := s.fail("LIST", kind); err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.listed(kind)
	states := s.objs.List(kind)
	objs := make([]runtime.Object, len(states))
	for i, state := range states {
		objs[i] = s.object(state, s.versions[kind+"/"+state.Key])
	}
	rv := formatRV(s.rv)
	s.mu.Unlock()

	var list runtime.Object
	switch kind {
	case script.Pod:
		list = &PodList{ListMeta: metav1.ListMeta{ResourceVersion: rv}}
	case script.Node:
		list = &NodeList{ListMeta: metav1.ListMeta{ResourceVersion: rv}}
	}
	if err := meta.SetList(list, objs); err != nil {
		return nil, err
	}
	s.pace.stumble()
	return list, nil
}

func (s *server) watch(kind string, options metav1.ListOptions) (watch.Interface, error) {
	streamed := s.streamed != nil && s.streamed(options)
	if streamed && !s.answer {
		return nil, apierrors.NewInvalid(metav1.SchemeGroupVersion.WithKind("ListOptions").GroupKind(), "", nil)
	}
	s.pace.stumble()
	s.awaitUp()
	verb := "WATCH"
	if streamed {
		verb = "LIST"
	}
	if err := s.fail(verb, kind); err != nil {
		return nil, err
	}

	s.mu.Lock()
	defer s.mu.Unlock()
	w := &watcher{
		server: s,
		kind:   kind,
		result: make(chan watch.Event),
		wake:   make(chan struct{}, 1),
		end:    make(chan struct{}),
		done:   make(chan struct{}),
	}
	if streamed {
		s.listed(kind)
		w.from = s.rv
		for _, state := range s.objs.List(kind) {
			w.initial = append(w.initial, watch.Event{Type: watch.Added, Object: s.object(state, s.versions[kind+"/"+state.Key])})
		}
		w.initial = append(w.initial, watch.Event{Type: watch.Bookmark, Object: endOfInitialEvents(kind, s.rv)})
	} else {
		from, err := strconv.ParseUint(options.ResourceVersion, 10, 64)
		if err != nil {
			return nil, apierrors.NewBadRequest("the harness expects a resourceVersion: " + err.Error())
		}
		if from < s.compacted {
			gone := apierrors.NewResourceExpired("too old resource version")
			if s.goneErr {
				return nil, gone
			}
			w.last = &watch.Event{Type: watch.Error, Object: &gone.ErrStatus}
			close(w.end)
			go w.run()
			return w, nil
		}
		w.from = from
	}
	if s.short[kind] > 0 {
		s.short[kind]--
		close(w.end)
	} else {
		s.watches[kind] = w
	}
	go w.run()
	return w, nil
}

// fail returns the error of a call that fails: any of those that may.
func (s *server) fail(verb, kind string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if kind != script.Pod || s.failures[verb] == 0 || s.pace.intn(2) == 0 {
		return nil
	}
	s.failures[verb]--
	return apierrors.NewInternalError(errors.New("the harness has it so"))
}

// listed counts a list. The caller holds the lock.
func (s *server) listed(kind string) {
	s.lists[kind]++
	if kind == script.Pod && s.lists[kind] == 2 {
		close(s.relisted)
	}
}

// noRelist tells whoever still waits for the second list not to.
func (s *server) noRelist() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lists[script.Pod] < 2 {
		s.lists[script.Pod] = 2
		close(s.relisted)
	}
}

// endOfInitialEvents is the bookmark that tells a streamed list from the watch
// after it.
func endOfInitialEvents(kind string, rv uint64) runtime.Object {
	m := metav1.ObjectMeta{
		ResourceVersion: formatRV(rv),
		Annotations:     map[string]string{"k8s.io/initial-events-end": "true"},
	}
	if kind == script.Node {
		return &Node{ObjectMeta: m}
	}
	return &Pod{ObjectMeta: m}
}

// A watcher is one open watch.
type watcher struct {
	server  *server
	kind    string
	initial []watch.Event // sent first, whatever happens
	from    uint64        // resourceVersion of the last event sent
	result  chan watch.Event
	wake    chan struct{} // the log has grown
	end     chan struct{} // closed by the server
	until   uint64        // resourceVersion at which it was closed; 0: it is not
	last    *watch.Event  // to be sent at the end
	done    chan struct{} // closed by the client
	once    sync.Once
}

func (w *watcher) ResultChan() <-chan watch.Event { return w.result }

func (w *watcher) Stop() { w.once.Do(func() { close(w.done) }) }

func (w *watcher) poke() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// run delivers events in order until one side has had enough.
func (w *watcher) run() {
	defer close(w.result)
	defer w.server.forget(w)
	for _, e := range w.initial {
		if !w.send(e, nil) {
			return
		}
	}
	for {
		select {
		case <-w.end:
			if w.last != nil {
				w.send(*w.last, nil)
			}
			return
		case <-w.done:
			return
		default:
		}
		e, ok := w.server.next(w)
		if ok {
			w.send(e, w.end)
			continue
		}
		select {
		case <-w.wake:
		case <-w.end:
		case <-w.done:
		}
	}
}

// send offers an event and reports whether it was taken.
func (w *watcher) send(e watch.Event, end <-chan struct{}) bool {
	w.server.pace.stumble()
	select {
	case w.result <- e:
		return true
	case <-end:
	case <-w.done:
	}
	return false
}

// next returns the event that a watch has to deliver next. What is written after
// the watch was cut off belongs to the next watch, even if this one's goroutine
// has not noticed its end.
func (s *server) next(w *watcher) (watch.Event, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range s.log {
		if w.until > 0 && e.rv > w.until {
			break
		}
		if e.rv > w.from && e.state.Kind == w.kind {
			w.from = e.rv
			return watch.Event{Type: e.verb, Object: s.object(e.state, e.rv)}, true
		}
	}
	return watch.Event{}, false
}

func (s *server) forget(w *watcher) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.watches[w.kind] == w {
		delete(s.watches, w.kind)
	}
}

func formatRV(rv uint64) string { return strconv.FormatUint(rv, 10) }

// object makes what the client sees of a state. It holds the state in
// annotations, and is a new one each time, as if it had come over the wire.
func (s *server) object(state script.State, rv uint64) runtime.Object {
	m := metav1.ObjectMeta{
		Name:            state.Key,
		UID:             types.UID(state.UID()),
		ResourceVersion: formatRV(rv),
		Annotations:     map[string]string{"inc": strconv.Itoa(state.Inc), "rev": strconv.Itoa(state.Rev)},
	}
	switch state.Kind {
	case script.Pod:
		return &Pod{ObjectMeta: m}
	case script.Node:
		return &Node{ObjectMeta: m}
	}
	panic(fmt.Sprintf("no such kind: %v", state))
}

// stateOf is the reverse of object.
func stateOf(obj any) script.State {
	m, err := meta.Accessor(obj)
	if err != nil {
		return script.State{}
	}
	inc, _ := strconv.Atoi(m.GetAnnotations()["inc"])
	rev, _ := strconv.Atoi(m.GetAnnotations()["rev"])
	kind := script.Pod
	if _, ok := obj.(*Node); ok {
		kind = script.Node
	}
	return script.State{Kind: kind, Key: m.GetName(), Inc: inc, Rev: rev}
}

// listerWatcher is the door of a server for one kind. It implements
// cache.ListerWatcher of every version.
type listerWatcher struct {
	server *server
	kind   string
}

func (l listerWatcher) List(metav1.ListOptions) (runtime.Object, error) {
	return l.server.list(l.kind)
}

func (l listerWatcher) Watch(options metav1.ListOptions) (watch.Interface, error) {
	return l.server.watch(l.kind, options)
}

// shortSleep is far below the second that makes a watch very short.
const shortSleep = time.Millisecond
