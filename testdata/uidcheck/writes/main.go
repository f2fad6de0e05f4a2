// Package writes marks each new pod through the API. Nobody tells it of a pod that
// was created in another's place while the watch was down.
package writes

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type pods interface {
	Update(ctx context.Context, pod *corev1.Pod) (*corev1.Pod, error)
}

type server struct{ view *apiserver.View }

func (s server) Update(_ context.Context, pod *corev1.Pod) (*corev1.Pod, error) {
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
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: m.added, DeleteFunc: m.deleted}) // want `added writes each object.*\(uidcheck/written-once\)`
	return view, err
}

func (m *marker) added(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		m.mark(pod)
	}
}

func (m *marker) mark(pod *corev1.Pod) {
	if _, err := m.pods.Update(context.Background(), pod.DeepCopy()); err != nil {
		panic(err)
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
