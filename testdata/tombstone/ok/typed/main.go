// Package typed uses the typed API, in which an object is never a tombstone.
package typed

import (
	corev1 "k8s.io/api/core/v1"
	corev1informers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	_, err := corev1informers.ToPodIndexInformer(informer).AddTypedEventHandler(cache.TypedResourceEventHandlerFuncs[*corev1.Pod]{
		AddFunc:    func(pod *corev1.Pod) { view.Set(pod.Name, "") },
		DeleteFunc: func(gone cache.DeletedObject[*corev1.Pod]) { view.Remove(gone.GetName()) },
	})
	return view, err
}
