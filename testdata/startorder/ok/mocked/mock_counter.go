// Package mocked has a constructor that is there for tests: nothing starts the
// factory that it makes, and nothing has to.
package mocked

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// Lister returns a pod lister without pods.
func Lister(client kubernetes.Interface) corelisters.PodLister {
	return informers.NewSharedInformerFactory(client, 0).Core().V1().Pods().Lister()
}
