// Package caches starts the factory in a method and sets the transform of a
// field, which is another value of the same informer, in a second one.
package caches

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type caches struct {
	factory  informers.SharedInformerFactory
	informer cache.SharedIndexInformer
	pods     listers.PodLister
}

func newCaches(client kubernetes.Interface) *caches {
	factory := informers.NewSharedInformerFactory(client, 0)
	return &caches{factory: factory, informer: factory.Core().V1().Pods().Informer(), pods: factory.Core().V1().Pods().Lister()}
}

func (c *caches) run(ctx context.Context) {
	c.factory.Start(ctx.Done())
	c.factory.WaitForCacheSync(ctx.Done())
}

func (c *caches) trim() {
	c.informer.SetTransform(mark)
}

// Run counts the pods that went through the transform.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	c := newCaches(client)
	c.run(ctx)
	c.trim() // want `SetTransform \(main.go:33\) comes after the start of the Pod informer \(main.go:39\).*\(latesetup/late-transform\)`
	return marked(c.pods)
}

// mark shows that a pod went through the transform.
func mark(obj any) (any, error) {
	if pod, ok := obj.(*corev1.Pod); ok {
		pod.Annotations = map[string]string{"small": "yes"}
	}
	return obj, nil
}

// marked counts the pods that the lister has as mark leaves them.
func marked(pods listers.PodLister) (int, error) {
	list, err := pods.List(labels.Everything())
	n := 0
	for _, pod := range list {
		if pod.Annotations["small"] == "yes" {
			n++
		}
	}
	return n, err
}
