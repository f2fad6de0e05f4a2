// Package controllerruntime holds what the reference runtime's lazy cache says
// of controller-runtime v0.25.2 to the real one: one test for each fact, in
// virtual time, with a list that takes three seconds and no network.
package controllerruntime

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	toolscache "k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/informerlint/informerlint/conform/harness"
)

// listTime is how long the server takes for a list.
const listTime = 3 * time.Second

// A world is a cache, started or not, on a server that has one object of each
// kind that is asked for: d/a.
type world struct {
	cache.Cache
	t       *testing.T
	ctx     context.Context // of the cache
	cancel  context.CancelFunc
	stopped chan error // receives what Start returned

	mu    sync.Mutex
	lists map[string]int // LIST calls by Go type
}

// in runs a test in a bubble.
func in(t *testing.T, options cache.Options, f func(t *testing.T, w *world)) {
	t.Helper()
	harness.Quiet()
	log.SetLogger(logr.Discard())
	synctest.Test(t, func(t *testing.T) {
		w := &world{t: t, lists: map[string]int{}, stopped: make(chan error, 1)}
		w.ctx, w.cancel = context.WithCancel(t.Context())
		defer w.cancel()

		mapper := meta.NewDefaultRESTMapper(nil)
		mapper.Add(corev1.SchemeGroupVersion.WithKind("Pod"), meta.RESTScopeNamespace)
		mapper.Add(corev1.SchemeGroupVersion.WithKind("ConfigMap"), meta.RESTScopeNamespace)
		options.Scheme = scheme.Scheme
		options.Mapper = mapper
		options.HTTPClient = &http.Client{}
		options.NewInformer = func(_ toolscache.ListerWatcher, obj runtime.Object, period time.Duration, indexers toolscache.Indexers) toolscache.SharedIndexInformer {
			return toolscache.NewSharedIndexInformer(listerWatcher{w, obj}, obj, period, indexers)
		}
		var err error
		w.Cache, err = cache.New(&rest.Config{}, options)
		if err != nil {
			t.Fatal(err)
		}
		f(t, w)
	})
}

// start starts the cache and lets it come to rest.
func (w *world) start() {
	go func() { w.stopped <- w.Start(w.ctx) }()
	synctest.Wait()
}

// stop stops the cache and waits for it.
func (w *world) stop() {
	w.cancel()
	if err := <-w.stopped; err != nil {
		w.t.Errorf("Start returned %v", err)
	}
}

// listed returns the number of lists so far.
func (w *world) listed() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := 0
	for _, k := range w.lists {
		n += k
	}
	return n
}

func (w *world) wantListed(n int) {
	w.t.Helper()
	synctest.Wait()
	if got := w.listed(); got != n {
		w.t.Errorf("%d lists, want %d", got, n)
	}
}

// within calls f and says how long that took.
func within(f func()) time.Duration {
	start := time.Now()
	f()
	return time.Since(start)
}

var key = client.ObjectKey{Namespace: "d", Name: "a"}

type listerWatcher struct {
	world *world
	obj   runtime.Object
}

// IsWatchListSemanticsUnSupported tells the reflector that this server streams
// no lists.
func (listerWatcher) IsWatchListSemanticsUnSupported() bool { return true }

func (l listerWatcher) List(metav1.ListOptions) (runtime.Object, error) {
	time.Sleep(listTime)
	var list runtime.Object
	m := metav1.ObjectMeta{Namespace: "d", Name: "a", ResourceVersion: "1", Labels: map[string]string{"by": "server"}}
	at := metav1.ListMeta{ResourceVersion: "1"}
	kind := ""
	switch l.obj.(type) {
	case *corev1.Pod:
		kind = "pod"
		list = &corev1.PodList{ListMeta: at, Items: []corev1.Pod{{ObjectMeta: m}}}
	case *corev1.ConfigMap:
		kind = "configmap"
		list = &corev1.ConfigMapList{ListMeta: at, Items: []corev1.ConfigMap{{ObjectMeta: m}}}
	case *metav1.PartialObjectMetadata:
		kind = "metadata"
		list = &metav1.PartialObjectMetadataList{ListMeta: at, Items: []metav1.PartialObjectMetadata{{
			TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"}, ObjectMeta: m}}}
	case *unstructured.Unstructured:
		kind = "unstructured"
		u := unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Pod",
			"metadata": map[string]any{"namespace": "d", "name": "a", "resourceVersion": "1"}}}
		list = &unstructured.UnstructuredList{
			Object: map[string]any{"apiVersion": "v1", "kind": "PodList", "metadata": map[string]any{"resourceVersion": "1"}},
			Items:  []unstructured.Unstructured{u}}
	}
	l.world.mu.Lock()
	defer l.world.mu.Unlock()
	l.world.lists[kind]++
	return list, nil
}

func (l listerWatcher) Watch(metav1.ListOptions) (watch.Interface, error) {
	return watch.NewFake(), nil
}

// Start blocks until its context ends and the informers have stopped, which
// includes a handler in the middle of a call.
func TestStartBlocks(t *testing.T) {
	in(t, cache.Options{}, func(t *testing.T, w *world) {
		inf, err := w.GetInformer(w.ctx, &corev1.Pod{})
		if err != nil {
			t.Fatal(err)
		}
		_, err = inf.AddEventHandler(toolscache.ResourceEventHandlerFuncs{
			AddFunc: func(any) { time.Sleep(time.Minute) },
		})
		if err != nil {
			t.Fatal(err)
		}
		w.start()
		time.Sleep(listTime + time.Second)
		select {
		case <-w.stopped:
			t.Fatal("Start has returned")
		default:
		}
		if d := within(w.stop); d != time.Minute-time.Second {
			t.Errorf("Start returned after %v: it did not wait for the handler", d)
		}
	})
}

// A second Start is an error.
func TestStartTwice(t *testing.T) {
	in(t, cache.Options{}, func(t *testing.T, w *world) {
		w.start()
		if err := w.Start(w.ctx); err == nil || !strings.Contains(err.Error(), "already started") {
			t.Errorf("the second Start returned %v", err)
		}
		w.stop()
	})
}

// A read before Start fails, and yet registers the informer, which then runs.
func TestReadBeforeStartRegisters(t *testing.T) {
	for name, read := range map[string]func(w *world) error{
		"Get":  func(w *world) error { return w.Get(w.ctx, key, &corev1.Pod{}) },
		"List": func(w *world) error { return w.List(w.ctx, &corev1.PodList{}) },
	} {
		t.Run(name, func(t *testing.T) {
			in(t, cache.Options{}, func(t *testing.T, w *world) {
				var notStarted *cache.ErrCacheNotStarted
				if err := read(w); !errors.As(err, &notStarted) {
					t.Errorf("before Start: %v", err)
				}
				w.wantListed(0)
				w.start()
				time.Sleep(listTime)
				w.wantListed(1)
				if err := read(w); err != nil {
					t.Error(err)
				}
				w.wantListed(1)
				w.stop()
			})
		})
	}
}

// The first read of a kind after Start makes an informer and blocks until it is
// synced; the next one is answered at once.
func TestFirstReadBlocks(t *testing.T) {
	in(t, cache.Options{}, func(t *testing.T, w *world) {
		w.start()
		if !w.WaitForCacheSync(w.ctx) {
			t.Error("no informers, and yet not synced")
		}
		w.wantListed(0)
		get := func() {
			if err := w.Get(w.ctx, key, &corev1.Pod{}); err != nil {
				t.Error(err)
			}
		}
		// The waiting polls each 100 ms.
		if d := within(get); d < listTime || d > listTime+100*time.Millisecond {
			t.Errorf("the first Get took %v", d)
		}
		if d := within(get); d != 0 {
			t.Errorf("the second Get took %v", d)
		}
		w.wantListed(1)
		var pods corev1.PodList
		if err := w.List(w.ctx, &pods); err != nil || len(pods.Items) != 1 {
			t.Errorf("%d pods, %v", len(pods.Items), err)
		}
		w.wantListed(1)
		w.stop()
	})
}

// A read whose context ends earlier fails with a timeout; the informer stays.
func TestFirstReadTimesOut(t *testing.T) {
	in(t, cache.Options{}, func(t *testing.T, w *world) {
		w.start()
		short, cancel := context.WithTimeout(w.ctx, time.Second)
		defer cancel()
		if err := w.Get(short, key, &corev1.Pod{}); !apierrors.IsTimeout(err) {
			t.Errorf("got %v, want a timeout", err)
		}
		time.Sleep(listTime)
		if d := within(func() { w.Get(w.ctx, key, &corev1.Pod{}) }); d != 0 {
			t.Errorf("the second Get took %v: the informer did not stay", d)
		}
		w.wantListed(1)
		w.stop()
	})
}

// Structured, unstructured and metadata reads of one kind are three informers.
func TestThreeInformersPerKind(t *testing.T) {
	in(t, cache.Options{}, func(t *testing.T, w *world) {
		w.start()
		pod := corev1.SchemeGroupVersion.WithKind("Pod")
		u := &unstructured.Unstructured{}
		u.SetGroupVersionKind(pod)
		m := &metav1.PartialObjectMetadata{}
		m.SetGroupVersionKind(pod)
		for _, obj := range []client.Object{&corev1.Pod{}, u, m, &corev1.Pod{}, u, m} {
			if err := w.Get(w.ctx, key, obj); err != nil {
				t.Errorf("%T: %v", obj, err)
			}
		}
		for _, kind := range []string{"pod", "unstructured", "metadata"} {
			if w.lists[kind] != 1 {
				t.Errorf("%s: %d lists", kind, w.lists[kind])
			}
		}
		w.stop()
	})
}

// With ReaderFailOnMissingInformer a read makes no informer.
func TestFailOnMissingInformer(t *testing.T) {
	in(t, cache.Options{ReaderFailOnMissingInformer: true}, func(t *testing.T, w *world) {
		w.start()
		var notCached *cache.ErrResourceNotCached
		if err := w.Get(w.ctx, key, &corev1.Pod{}); !errors.As(err, &notCached) {
			t.Errorf("got %v", err)
		}
		time.Sleep(2 * listTime)
		w.wantListed(0)
		if _, err := w.GetInformer(w.ctx, &corev1.Pod{}); err != nil {
			t.Error(err)
		}
		if err := w.Get(w.ctx, key, &corev1.Pod{}); err != nil {
			t.Error(err)
		}
		w.stop()
	})
}

// GetInformer does not block before Start, and after it blocks until the
// informer is synced, unless told not to.
func TestGetInformer(t *testing.T) {
	in(t, cache.Options{}, func(t *testing.T, w *world) {
		get := func(obj client.Object, options ...cache.InformerGetOption) (inf cache.Informer, took time.Duration) {
			took = within(func() {
				var err error
				if inf, err = w.GetInformer(w.ctx, obj, options...); err != nil {
					t.Fatal(err)
				}
			})
			return inf, took
		}
		if inf, took := get(&corev1.Pod{}); took != 0 || inf.HasSynced() {
			t.Errorf("before Start: %v, synced %t", took, inf.HasSynced())
		}
		w.start()
		if inf, took := get(&corev1.Pod{}, cache.BlockUntilSynced(false)); took != 0 || inf.HasSynced() {
			t.Errorf("without blocking: %v, synced %t", took, inf.HasSynced())
		}
		if inf, took := get(&corev1.ConfigMap{}); took < listTime || !inf.HasSynced() {
			t.Errorf("after Start: %v, synced %t", took, inf.HasSynced())
		}
		w.wantListed(2)
		w.stop()
	})
}

// RemoveInformer stops and forgets: the old handle is stopped but still synced
// and takes no handlers; the next read makes a new one.
func TestRemoveInformer(t *testing.T) {
	in(t, cache.Options{}, func(t *testing.T, w *world) {
		w.start()
		inf, err := w.GetInformer(w.ctx, &corev1.Pod{})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.RemoveInformer(w.ctx, &corev1.Pod{}); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		if !inf.IsStopped() || !inf.HasSynced() {
			t.Errorf("removed: stopped %t, synced %t", inf.IsStopped(), inf.HasSynced())
		}
		if _, err := inf.AddEventHandler(toolscache.ResourceEventHandlerFuncs{}); err == nil {
			t.Error("a removed informer has taken a handler")
		}
		if err := w.Get(w.ctx, key, &corev1.Pod{}); err != nil {
			t.Error(err)
		}
		w.wantListed(2)
		w.stop()
	})
}

// IndexField works after Start and does not wait for the informer; the same
// field twice is a conflict.
func TestIndexField(t *testing.T) {
	in(t, cache.Options{}, func(t *testing.T, w *world) {
		w.start()
		index := func() error {
			return w.IndexField(w.ctx, &corev1.Pod{}, "name", func(o client.Object) []string { return []string{o.GetName()} })
		}
		if d := within(func() {
			if err := index(); err != nil {
				t.Error(err)
			}
		}); d != 0 {
			t.Errorf("IndexField took %v", d)
		}
		if err := index(); err == nil || !strings.Contains(err.Error(), "indexer conflict") {
			t.Errorf("the same field twice: %v", err)
		}
		var pods corev1.PodList
		if err := w.List(w.ctx, &pods, client.MatchingFields{"name": "a"}); err != nil || len(pods.Items) != 1 {
			t.Errorf("by index: %d pods, %v", len(pods.Items), err)
		}
		w.stop()
	})
}

// WaitForCacheSync waits for Start, too, and is false if its context ends.
func TestWaitForCacheSync(t *testing.T) {
	in(t, cache.Options{}, func(t *testing.T, w *world) {
		if _, err := w.GetInformer(w.ctx, &corev1.Pod{}); err != nil {
			t.Fatal(err)
		}
		wait := func(timeout time.Duration) bool {
			ctx, cancel := context.WithTimeout(w.ctx, timeout)
			defer cancel()
			return w.WaitForCacheSync(ctx)
		}
		if wait(time.Hour) {
			t.Error("synced before Start")
		}
		w.start()
		if wait(time.Second) {
			t.Error("synced before the list")
		}
		if !wait(time.Hour) {
			t.Error("not synced in an hour")
		}
		w.stop()
	})
}

// After the end a known kind is still answered from what was last known; a new
// kind hangs until the caller's context ends.
func TestAfterStop(t *testing.T) {
	in(t, cache.Options{}, func(t *testing.T, w *world) {
		w.start()
		ctx := t.Context() // the world's own has ended
		if err := w.Get(ctx, key, &corev1.Pod{}); err != nil {
			t.Error(err)
		}
		w.stop()
		if err := w.Get(ctx, key, &corev1.Pod{}); err != nil {
			t.Errorf("a known kind: %v", err)
		}
		short, cancel := context.WithTimeout(ctx, time.Hour)
		defer cancel()
		var err error
		if d := within(func() { err = w.Get(short, key, &corev1.ConfigMap{}) }); d != time.Hour || !apierrors.IsTimeout(err) {
			t.Errorf("a new kind: %v after %v", err, d)
		}
		w.wantListed(1)
	})
}

// Reads return deep copies, unless that is switched off; then, and always in
// handlers, it is the object of the store.
func TestCopies(t *testing.T) {
	for _, unsafe := range []bool{false, true} {
		in(t, cache.Options{DefaultUnsafeDisableDeepCopy: &unsafe}, func(t *testing.T, w *world) {
			w.start()
			inf, err := w.GetInformer(w.ctx, &corev1.Pod{})
			if err != nil {
				t.Fatal(err)
			}
			told := make(chan any, 1)
			if _, err := inf.AddEventHandler(toolscache.ResourceEventHandlerFuncs{
				AddFunc: func(obj any) { told <- obj },
			}); err != nil {
				t.Fatal(err)
			}
			stored := inf.(toolscache.SharedIndexInformer).GetStore().List()[0].(*corev1.Pod)
			if <-told != any(stored) {
				t.Error("the handler was given another object than the store's")
			}

			var pod corev1.Pod
			if err := w.Get(w.ctx, key, &pod); err != nil {
				t.Fatal(err)
			}
			pod.Labels["by"] = "reader" // that this may reach the store is what is tested
			if shared := stored.Labels["by"] == "reader"; shared != unsafe {
				t.Errorf("UnsafeDisableDeepCopy %t: shared %t", unsafe, shared)
			}
			w.stop()
		})
	}
}
