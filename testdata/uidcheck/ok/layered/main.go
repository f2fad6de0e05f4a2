// Package layered leaves it to another package to register its functions, and compares UIDs.
package layered

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
	"example.com/informers/uidcheck/wrapped/layers"
)

// Watch keeps the UID of each pod.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	note := func(pod *corev1.Pod) { view.Set(pod.Name, string(pod.UID)) }
	return view, layers.Typed(informer, note,
		func(before, pod *corev1.Pod) {
			if before.Generation != pod.Generation || before.UID != pod.UID {
				note(pod)
			}
		},
		func(pod *corev1.Pod) { view.Remove(pod.Name) })
}
