// Package piped lets another package make its handler.
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
	_, err := informer.AddEventHandler(pipes.Handler(t.put, t.drop))
	return t.view, err
}

func (t *tracker) put(obj, before any) { // want `two UIDs: put never compares them.*\(uidcheck/uid-keyed-state\)`
	pod := obj.(*corev1.Pod)
	if before != nil && t.pods[pod.UID] == pod.Name {
		return
	}
	t.pods[pod.UID] = pod.Name
	t.view.Set(string(pod.UID), "")
}

func (t *tracker) drop(obj any) {
	pod := obj.(*corev1.Pod)
	delete(t.pods, pod.UID)
	t.view.Remove(string(pod.UID))
}
