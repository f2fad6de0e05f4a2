// Package sources makes informers.
package sources

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Pods is the informer of pods, and its lister. Whoever asks for it runs it.
func Pods(client kubernetes.Interface) (cache.SharedIndexInformer, corelisters.PodLister) {
	pods := informers.NewSharedInformerFactory(client, 0).Core().V1().Pods()
	return pods.Informer(), pods.Lister()
}
