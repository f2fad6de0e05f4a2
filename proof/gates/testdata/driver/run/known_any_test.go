package run

import (
	"net/http"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/watch"
	"k8s.io/client-go/tools/cache"

	"example.com/gate"
)

// The programs of this file compile with every client-go since v0.20.
func init() {
	register("known", map[string]func() string{"104853": runAgain, "131266": leftOpen}, config)
	c := config
	c.Early = 2 * time.Second // a list that follows another one comes after at most 1.6
	register("known", map[string]func() string{"115620": missedDelete}, c)
}

// runAgain runs an informer that is running. The second Run has to be refused;
// up to client-go v0.22 it is not (kubernetes/kubernetes#104853).
func runAgain() string {
	lists := 0
	informer := cache.NewSharedIndexInformer(pods(func() { lists++ }), &corev1.Pod{}, 0, cache.Indexers{})
	stop := make(chan struct{})
	defer close(stop)
	go gate.Child("first", func() { informer.Run(stop) })()
	gate.Sleep("first", time.Second)
	go gate.Child("second", func() { informer.Run(stop) })()
	gate.Sleep("rest", time.Second)
	if lists > 1 {
		return "it runs twice, with two reflectors"
	}
	return ""
}

// missedDelete is about a pod that is deleted while its watch has ended, and
// that no list has ever had. If what the watch has said is still queued when the
// list comes, client-go up to v0.26 did not notice that it is gone, and kept it
// for ever (kubernetes/kubernetes#115620).
func missedDelete() string {
	lists, watches := 0, 0
	source := listOnly{&cache.ListWatch{
		ListFunc: func(metav1.ListOptions) (runtime.Object, error) {
			lists++
			version := "1"
			if lists > 1 {
				version = "3"
			}
			return &corev1.PodList{ListMeta: metav1.ListMeta{ResourceVersion: version}, Items: []corev1.Pod{till()}}, nil
		},
		WatchFunc: func(metav1.ListOptions) (watch.Interface, error) {
			watches++
			w := watch.NewRaceFreeFake()
			if watches == 1 {
				w.Add(&corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "shelf", ResourceVersion: "2"}})
				w.Error(&metav1.Status{Status: metav1.StatusFailure, Code: http.StatusGone, Reason: metav1.StatusReasonExpired})
			}
			return w, nil
		},
	}}
	informer := cache.NewSharedIndexInformer(source, &corev1.Pod{}, 0, cache.Indexers{})
	stop := make(chan struct{})
	defer close(stop)
	go gate.Child("informer", func() { informer.Run(stop) })()
	gate.Sleep("rest", 10*time.Second)
	if keys := strings.Join(informer.GetStore().ListKeys(), " "); keys != "shop/till" {
		return "after the second list, which has shop/till, the store has " + keys
	}
	if lists < 2 {
		return "there was no second list"
	}
	return ""
}

// leftOpen stops an informer at any time. Each watch that it has opened then has
// to be stopped (kubernetes/kubernetes#131266, fixed in client-go v0.34).
func leftOpen() string {
	var opened []*watch.RaceFreeFakeWatcher
	source := listOnly{&cache.ListWatch{
		ListFunc: func(metav1.ListOptions) (runtime.Object, error) {
			return &corev1.PodList{ListMeta: metav1.ListMeta{ResourceVersion: "1"}, Items: []corev1.Pod{till()}}, nil
		},
		WatchFunc: func(metav1.ListOptions) (watch.Interface, error) {
			opened = append(opened, watch.NewRaceFreeFake())
			return opened[len(opened)-1], nil
		},
	}}
	informer := cache.NewSharedIndexInformer(source, &corev1.Pod{}, 0, cache.Indexers{})
	stop := make(chan struct{})
	go gate.Child("informer", func() { informer.Run(stop) })()
	gate.Close("stop", stop)
	gate.Sleep("rest", time.Minute)
	for _, w := range opened {
		if !w.Stopped {
			return "a watch is left open"
		}
	}
	return ""
}
