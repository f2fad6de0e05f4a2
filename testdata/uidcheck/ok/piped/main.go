// Package piped puts something around the handler that another package makes of its
// functions: it looks after a pod that was created again.
package piped

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
	"example.com/informers/uidcheck/wrapped/pipes"
)

type tracker struct {
	pods map[types.UID]string
	view *apiserver.View
}

// Watch keeps the UIDs of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	t := &tracker{pods: make(map[types.UID]string), view: apiserver.NewView()}
	_, err := informer.AddEventHandler(recreated{pipes.Handler(t.put, t.drop)})
	return t.view, err
}

// recreated hands on an update of two objects as the deletion of the one and the
// addition of the other.
type recreated struct{ cache.ResourceEventHandler }

func (r recreated) OnUpdate(before, obj any) {
	if before.(*corev1.Pod).UID != obj.(*corev1.Pod).UID {
		r.OnDelete(before)
		r.OnAdd(obj, false)
		return
	}
	r.ResourceEventHandler.OnUpdate(before, obj)
}

func (t *tracker) put(obj, _ any) {
	pod := obj.(*corev1.Pod)
	t.pods[pod.UID] = pod.Name
	t.view.Set(string(pod.UID), "")
}

func (t *tracker) drop(obj any) {
	pod := obj.(*corev1.Pod)
	delete(t.pods, pod.UID)
	t.view.Remove(string(pod.UID))
}
