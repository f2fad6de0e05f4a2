// Package iface knows its caches only as an interface, of which there is one
// implementation, in another package.
package iface

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"

	"example.com/informers/startorder/wrapped/iface/kube"
)

type caches interface {
	Nodes() corelisters.NodeLister
	Pods() corelisters.PodLister
	Start(ctx context.Context)
	Sync(ctx context.Context) bool
}

// Run counts the pods of each node.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	var c caches = kube.New(client)
	nodes := c.Nodes()
	c.Start(ctx) // want `\(startorder/late-registration\)`
	if !c.Sync(ctx) {
		return 0, ctx.Err()
	}
	pods := c.Pods()
	someNodes, err := nodes.List(labels.Everything())
	if err != nil {
		return 0, err
	}
	somePods, err := pods.List(labels.Everything())
	return len(somePods) / len(someNodes), err
}
