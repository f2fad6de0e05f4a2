package run

import (
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"
)

// early is how much time may pass in a run although something could run: enough
// for one resync.
const early = 1200 * time.Millisecond

// listOnly says that its watches cannot send a list, as is true of the fake.
type listOnly struct{ *cache.ListWatch }

func (listOnly) IsWatchListSemanticsUnSupported() bool { return true }

// till is the pod that all lists have.
func till() corev1.Pod {
	return corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "till", ResourceVersion: "1"}}
}

// pods is a source with one pod, of which nothing is heard but in lists.
func pods(listed func()) cache.ListerWatcher {
	return listOnly{&cache.ListWatch{
		ListFunc: func(metav1.ListOptions) (runtime.Object, error) {
			listed()
			return &corev1.PodList{ListMeta: metav1.ListMeta{ResourceVersion: "1"}, Items: []corev1.Pod{till()}}, nil
		},
		WatchFunc: func(metav1.ListOptions) (watch.Interface, error) { return watch.NewRaceFreeFake(), nil },
	}}
}
