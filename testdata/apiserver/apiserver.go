// Package apiserver is the pods of an API server, small enough to be read and
// honest enough to interrupt: it keeps a log of changes, serves lists and
// watches from it, loses connections and forgets old changes when told to. The
// fake clientset does neither, and so never makes a tombstone.
package apiserver

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"sync"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
)

// Server holds pods.
type Server struct {
	mu        sync.Mutex
	version   int
	compacted int // changes up to this version are forgotten
	down      bool
	pods      map[string]*corev1.Pod
	log       []change
	watches   []*stream
}

type change struct {
	version int
	event   watch.Event
}

// A stream is one open watch.
type stream struct {
	events chan watch.Event
	ctx    context.Context
	cancel context.CancelFunc
}

func (s *stream) Stop()                          { s.cancel() }
func (s *stream) ResultChan() <-chan watch.Event { return s.events }

// New returns a server without pods.
func New() *Server { return &Server{pods: make(map[string]*corev1.Pod)} }

// Informer returns an informer of the server's pods.
func (s *Server) Informer() cache.SharedIndexInformer {
	return cache.NewSharedIndexInformer(s.ListWatch(), &corev1.Pod{}, 0,
		cache.Indexers{cache.NamespaceIndex: cache.MetaNamespaceIndexFunc})
}

// ListWatch returns what an informer of the server's pods lists and watches with.
func (s *Server) ListWatch() *cache.ListWatch {
	return &cache.ListWatch{ListWithContextFunc: s.list, WatchFuncWithContext: s.watch}
}

// Create makes a pod with the given UID. Its generation is 1.
func (s *Server) Create(name string, uid types.UID, with ...func(*corev1.Pod)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name, UID: uid, Generation: 1}}
	for _, f := range with {
		f(pod)
	}
	s.pods[name] = pod
	s.record(watch.Added, pod)
}

// Delete deletes a pod.
func (s *Server) Delete(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	pod := s.pods[name].DeepCopy()
	delete(s.pods, name)
	s.record(watch.Deleted, pod)
}

// record gives the change a version and sends it to who watches.
func (s *Server) record(kind watch.EventType, pod *corev1.Pod) {
	s.version++
	pod.ResourceVersion = strconv.Itoa(s.version)
	c := change{s.version, watch.Event{Type: kind, Object: pod.DeepCopy()}}
	s.log = append(s.log, c)
	for _, w := range s.watches {
		w.events <- c.event
	}
}

// Disconnect ends all watches and refuses new ones.
func (s *Server) Disconnect() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = true
	for _, w := range s.watches {
		close(w.events)
	}
	s.watches = nil
}

// Compact forgets all changes so far: whoever missed some has to list again.
func (s *Server) Compact() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.compacted, s.log = s.version, nil
}

// Reconnect accepts watches again.
func (s *Server) Reconnect() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.down = false
}

func (s *Server) list(context.Context, metav1.ListOptions) (runtime.Object, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.down {
		return nil, errors.New("connection refused")
	}
	out := &corev1.PodList{ListMeta: metav1.ListMeta{ResourceVersion: strconv.Itoa(s.version)}}
	var names []string
	for name := range s.pods {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		out.Items = append(out.Items, *s.pods[name].DeepCopy())
	}
	return out, nil
}

func (s *Server) watch(ctx context.Context, options metav1.ListOptions) (watch.Interface, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if options.SendInitialEvents != nil && *options.SendInitialEvents {
		// An older server: the reflector lists instead.
		return nil, apierrors.NewInvalid(corev1.SchemeGroupVersion.WithKind("ListOptions").GroupKind(), "", nil)
	}
	if s.down {
		return nil, errors.New("connection refused")
	}
	from, err := strconv.Atoi(options.ResourceVersion)
	if err != nil {
		return nil, fmt.Errorf("resource version: %w", err)
	}
	w := &stream{events: make(chan watch.Event, 100)}
	w.ctx, w.cancel = context.WithCancel(ctx)
	if from < s.compacted {
		w.events <- watch.Event{Type: watch.Error, Object: &metav1.Status{
			Status: metav1.StatusFailure, Code: http.StatusGone, Reason: metav1.StatusReasonExpired, Message: "too old resource version"}}
		close(w.events)
		return w, nil
	}
	for _, c := range s.log {
		if c.version > from {
			w.events <- c.event
		}
	}
	s.watches = append(s.watches, w)
	context.AfterFunc(w.ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if i := slices.Index(s.watches, w); i >= 0 {
			s.watches = slices.Delete(s.watches, i, i+1)
			close(w.events)
		}
	})
	return w, nil
}
