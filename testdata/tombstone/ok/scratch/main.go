// Package scratch counts the labels of a pod that is gone, in a set that is gone with
// the call.
package scratch

import (
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Watch notes the pods that there have been.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { view.Set(obj.(*corev1.Pod).Name, "") },
		DeleteFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				names := sets.New[string]()
				each := func(all map[string]string) {
					for name := range all {
						names.Insert(name)
					}
					names.Delete(pod.Name)
				}
				each(pod.Labels)
				log.Printf("pod %s is gone with %d labels", pod.Name, names.Len())
			}
		},
	})
	return view, err
}
