// Package patches marks each new pod through the API, and tries again if that fails.
// Nobody tells it of a pod that was created in another's place while the watch was
// down.
package patches

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type pods interface {
	Patch(ctx context.Context, pod *corev1.Pod, data []byte) (*corev1.Pod, error)
}

type server struct{ view *apiserver.View }

func (s server) Patch(_ context.Context, pod *corev1.Pod, _ []byte) (*corev1.Pod, error) {
	s.view.Set(pod.Name, string(pod.UID))
	return pod, nil
}

type marker struct {
	pods pods
	view *apiserver.View
}

// Watch keeps the UID of each pod that was written.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	m := &marker{pods: server{view}, view: view}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{ // want `\(uidcheck/written-once\)`
		AddFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				m.mark(pod)
			}
		},
		DeleteFunc: m.deleted,
	})
	return view, err
}

func (m *marker) mark(pod *corev1.Pod) {
	again(func() error {
		_, err := m.pods.Patch(context.Background(), pod, []byte("[]"))
		return err
	})
}

func again(f func() error) {
	if f() != nil {
		panic(f())
	}
}

func (m *marker) deleted(obj any) {
	if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = tombstone.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		m.view.Remove(pod.Name)
	}
}
