package intest

import (
	"context"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	typed "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/tools/cache"
	fcache "k8s.io/client-go/tools/cache/testing"
)

type server struct {
	typed.PodInterface
	bound chan string
}

func (s server) Update(_ context.Context, pod *corev1.Pod, _ metav1.UpdateOptions) (*corev1.Pod, error) {
	s.bound <- pod.Spec.NodeName
	return pod, nil
}

func TestBind(t *testing.T) {
	source := fcache.NewFakeControllerSource()
	defer source.Shutdown()
	bound := make(chan string, 1)
	informer := cache.NewSharedIndexInformer(source, &corev1.Pod{}, 0, cache.Indexers{})
	if err := schedule(t, informer, server{bound: bound}); err != nil {
		t.Fatal(err)
	}
	go informer.RunWithContext(t.Context())
	source.Add(&corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: metav1.NamespaceDefault, Name: "web-0"}})
	if node := <-bound; node != "node-1" {
		t.Errorf("bound to %s", node)
	}
}

func schedule(t *testing.T, informer cache.SharedIndexInformer, pods typed.PodInterface) error {
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			pod := obj.(*corev1.Pod).DeepCopy()
			pod.Spec.NodeName = "node-1"
			if _, err := pods.Update(context.Background(), pod, metav1.UpdateOptions{}); err != nil {
				t.Error(err)
			}
		},
	})
	return err
}
