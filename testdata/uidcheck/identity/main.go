// Package identity keeps pods by a key that has the name and the UID.
package identity

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type identity struct {
	name string
	uid  types.UID
}

func identify(pod *corev1.Pod) identity { return identity{name: pod.Name, uid: pod.UID} }

func text(pod *corev1.Pod) string { return fmt.Sprintf("%s/%s", pod.Name, pod.UID) }

// Watch keeps the UIDs of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	pods, texts := make(map[identity]bool), make(map[string]bool)
	show := func() {
		for _, uid := range view.Entries() {
			view.Remove(uid)
		}
		for id := range pods {
			view.Set(string(id.uid), "")
		}
	}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			pod := obj.(*corev1.Pod)
			pods[identify(pod)], texts[text(pod)] = true, true
			show()
		},
		UpdateFunc: func(_, obj any) { // want `never compares them, so pods, which is kept by UID.*\(uidcheck/uid-keyed-state\)`
			pod := obj.(*corev1.Pod)
			pods[identify(pod)], texts[text(pod)] = true, true
			show()
		},
		DeleteFunc: func(obj any) {
			if tombstone, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = tombstone.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				delete(pods, identify(pod))
				delete(texts, text(pod))
				show()
			}
		},
	})
	return view, err
}
