package run

import (
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"example.com/gate"
)

func init() {
	c := config
	c.Early = early
	register("known", map[string]func() string{"136509": resync}, c)
}

// resync is an informer with a resync period and a handler: the resync may come
// before the processor has started its listeners. Up to client-go v0.35 that can
// be for ever (kubernetes/kubernetes#136509): a notification is sent to a
// listener that is not running, under a read lock; the resync asks for the write
// lock; and the processor, which would start the listener, for another read lock.
func resync() string {
	source := &cache.ListWatch{
		ListFunc: func(metav1.ListOptions) (runtime.Object, error) {
			return &corev1.PodList{
				ListMeta: metav1.ListMeta{ResourceVersion: "1"},
				Items:    []corev1.Pod{{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "till", ResourceVersion: "1"}}},
			}, nil
		},
		WatchFunc: func(metav1.ListOptions) (watch.Interface, error) { return watch.NewRaceFreeFake(), nil },
	}
	informer := cache.NewSharedIndexInformer(listOnly{source}, &corev1.Pod{}, time.Second, cache.Indexers{})
	seen := make(chan struct{}, 100)
	if _, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(any) { seen <- struct{}{} },
	}); err != nil {
		return err.Error()
	}
	stop := make(chan struct{})
	defer close(stop)
	go gate.Child("informer", func() { informer.Run(stop) })()
	gate.Sleep("rest", 1500*time.Millisecond)
	if len(seen) != 1 {
		return "the handler has not seen the pod"
	}
	return ""
}

// early is how much time may pass in a run of resync although something could
// run: enough for one resync.
const early = 1200 * time.Millisecond

// listOnly says that its watches cannot send a list, as is true of the fake.
type listOnly struct{ *cache.ListWatch }

func (listOnly) IsWatchListSemanticsUnSupported() bool { return true }
