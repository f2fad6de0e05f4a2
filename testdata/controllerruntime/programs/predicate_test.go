package programs

import (
	"context"
	"os"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/kubernetes/scheme"
	toolscache "k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/cache/informertest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	"example.com/controllerruntime/cachemutation/events"
	okevents "example.com/controllerruntime/cachemutation/ok/events"
	tombpredicate "example.com/controllerruntime/tombstone/predicate"
	oktyped "example.com/controllerruntime/uidcheck/ok/typed"
	"example.com/controllerruntime/uidcheck/typed"
)

// A pod is deleted while its watch has ended: the next list has no pods. Then a
// predicate is asked about a deletion of unknown state. That of the program drops it, and
// lets it through with its fix.
func TestMissedDeletion(t *testing.T) {
	t.Run("the program's", func(t *testing.T) {
		mended := os.Getenv("PROGRAMS") == "mended"
		if hears(t, tombpredicate.Known()) != mended {
			t.Errorf("the deletion is dropped: want %t", !mended)
		}
	})
	t.Run("let through", func(t *testing.T) {
		if !hears(t, predicate.Funcs{}) {
			t.Error("nobody has heard of the deletion")
		}
	})
}

// A pod is deleted and created again while its watch has ended, and the predicate is a
// type of the program's: that drops the new one, and lets it through with its fix.
func TestMissedCreation(t *testing.T) {
	again := corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "till", UID: "b", ResourceVersion: "2", Generation: 1}}
	t.Run("the program's", func(t *testing.T) {
		mended := os.Getenv("PROGRAMS") == "mended"
		if hears(t, typed.Specs{}, again) != mended {
			t.Errorf("the new pod is dropped: want %t", !mended)
		}
		if queues(t, typed.Enqueue{}, predicate.Funcs{}, again) != mended {
			t.Errorf("the new pod is not queued: want %t", !mended)
		}
	})
	t.Run("right", func(t *testing.T) {
		if !hears(t, oktyped.Specs{}, again) || !queues(t, oktyped.Enqueue{}, predicate.Funcs{}, again) {
			t.Error("nobody has heard of the new pod")
		}
	})
}

// hears reports whether somebody hears after a predicate of what a second list has in
// place of a pod.
func hears(t *testing.T, asked predicate.Predicate, second ...corev1.Pod) bool {
	t.Helper()
	return queues(t, &handler.EnqueueRequestForObject{}, asked, second...)
}

// queues reports whether a handler queues something for that, too.
func queues(t *testing.T, by handler.EventHandler, asked predicate.Predicate, second ...corev1.Pod) bool {
	t.Helper()
	heard, _ := watched(t, by, asked, second...)
	return heard
}

// A predicate that changes the pod of its event changes that of the informer's store.
func TestChangedEvent(t *testing.T) {
	other := corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "counter", UID: "b", ResourceVersion: "2", Generation: 1}}
	labels := func(asked predicate.Predicate) int {
		_, store := watched(t, &handler.EnqueueRequestForObject{}, predicate.Or(asked, predicate.Funcs{}), other)
		return len(store.List()[0].(*corev1.Pod).Labels)
	}
	none := fake.NewClientBuilder().Build() // which knows no pod: the update fails
	if got := labels(events.NewCreations(none)); (got == 0) != (os.Getenv("PROGRAMS") == "mended") {
		t.Errorf("the store's pod has %d labels", got)
	}
	if got := labels(okevents.Marks(none)); got != 0 {
		t.Errorf("the store's pod has %d labels, and a copy was changed", got)
	}
}

// watched also returns the informer's store.
func watched(t *testing.T, by handler.EventHandler, asked predicate.Predicate, second ...corev1.Pod) (bool, toolscache.Store) {
	t.Helper()
	lists := 0
	broken := watch.NewRaceFreeFake()
	informer := toolscache.NewSharedIndexInformer(toolscache.ToListWatcherWithWatchListSemantics(&toolscache.ListWatch{
		ListWithContextFunc: func(context.Context, metav1.ListOptions) (runtime.Object, error) {
			list := &corev1.PodList{ListMeta: metav1.ListMeta{ResourceVersion: "2"}, Items: second}
			if lists++; lists == 1 {
				list.ResourceVersion = "1"
				list.Items = []corev1.Pod{{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "till", UID: "a", ResourceVersion: "1", Generation: 1}}}
			}
			return list, nil
		},
		WatchFuncWithContext: func(context.Context, metav1.ListOptions) (watch.Interface, error) {
			if lists == 1 {
				return broken, nil
			}
			return watch.NewRaceFreeFake(), nil
		},
	}, listOnly{}), &corev1.Pod{}, 0, nil)
	informers := &informertest.FakeInformers{Scheme: scheme.Scheme, InformersByGVK: map[schema.GroupVersionKind]toolscache.SharedIndexInformer{
		corev1.SchemeGroupVersion.WithKind("Pod"): informer,
	}}

	heard := make(chan string, 10)
	kind := source.Kind(informers, client.Object(&corev1.Pod{}), by, asked)
	queue := workqueue.NewTypedRateLimitingQueue(workqueue.DefaultTypedControllerRateLimiter[reconcile.Request]())
	defer queue.ShutDown()
	go func() {
		for {
			request, done := queue.Get()
			if done {
				return
			}
			queue.Done(request)
			heard <- request.Name
		}
	}()
	if err := kind.Start(t.Context(), queue); err != nil {
		t.Fatal(err)
	}
	go informer.RunWithContext(t.Context())
	if err := kind.WaitForSync(t.Context()); err != nil {
		t.Fatal(err)
	}
	<-heard // it is created
	status := metav1.Status{Status: metav1.StatusFailure, Code: 410, Reason: metav1.StatusReasonExpired}
	broken.Error(&status)
	for informer.LastSyncResourceVersion() != "2" {
		time.Sleep(10 * time.Millisecond)
	}

	select {
	case <-heard:
		return true, informer.GetStore()
	case <-time.After(2 * time.Second):
		return false, informer.GetStore()
	}
}

// A listOnly is a client that has no streaming lists.
type listOnly struct{}

func (listOnly) IsWatchListSemanticsUnSupported() bool { return true }
