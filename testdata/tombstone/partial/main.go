// Package partial gets the key of a tombstone right, and forgets the rest of the work.
package partial

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Watch keeps the keys of the pods, and their names.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	keys, names := apiserver.NewView(), apiserver.NewView()
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			names.Set(obj.(metav1.Object).GetName(), "")
		},
		DeleteFunc: func(obj any) {
			if key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); err == nil {
				keys.Set(key, "deleted")
				if pod, ok := obj.(metav1.Object); ok { // want `so Remove is skipped; unwrap .*\(tombstone/dropped\)`
					names.Remove(pod.GetName())
				}
			}
		},
	})
	return names, err
}
