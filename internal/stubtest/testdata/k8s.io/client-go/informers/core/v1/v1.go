// Package v1 has what the programs need of k8s.io/client-go/informers/core/v1.
package v1

import (
	"k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type Interface interface {
	Pods() PodInformer
	Nodes() NodeInformer
}

type PodInformer interface {
	Informer() cache.SharedIndexInformer
	Lister() v1.PodLister
}

type NodeInformer interface {
	Informer() cache.SharedIndexInformer
	Lister() v1.NodeLister
}
