package intest

import (
	"sync/atomic"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"
	fcache "k8s.io/client-go/tools/cache/testing"
)

func TestCount(t *testing.T) {
	source := fcache.NewFakeControllerSource()
	defer source.Shutdown()
	pod := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: metav1.NamespaceDefault, Name: "web-0"}}
	source.Add(pod)
	informer := cache.NewSharedIndexInformer(source, &corev1.Pod{}, 0, cache.Indexers{})
	var n atomic.Int64
	if err := Count(informer, &n); err != nil {
		t.Fatal(err)
	}
	gone := make(chan string, 1)
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		DeleteFunc: func(obj any) { gone <- obj.(*corev1.Pod).Name },
	})
	if err != nil {
		t.Fatal(err)
	}
	go informer.RunWithContext(t.Context())
	if !cache.WaitForCacheSync(t.Context().Done(), informer.HasSynced) {
		t.Fatal("the informer is not synced")
	}
	source.Delete(pod)
	if name := <-gone; name != pod.Name {
		t.Errorf("%s is gone", name)
	}
}
