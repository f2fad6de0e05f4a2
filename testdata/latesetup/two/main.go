// Package two sets the transforms of two informers too late: both have a fix.
package two

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
)

// Run counts the pods that went through the transform, for each node that did.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods, nodes := factory.Core().V1().Pods(), factory.Core().V1().Nodes()
	lister := nodes.Lister()
	podInformer := pods.Informer()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	podInformer.SetTransform(mark)      // want `the Pod informer .*\(latesetup/late-transform\)`
	nodes.Informer().SetTransform(mark) // want `the Node informer .*\(latesetup/late-transform\)`
	list, err := lister.List(labels.Everything())
	if err != nil || list[0].Annotations["small"] != "yes" {
		return 0, err
	}
	return marked(pods.Lister())
}

// mark shows that an object went through the transform.
func mark(obj any) (any, error) {
	switch obj := obj.(type) {
	case *corev1.Pod:
		obj.Annotations = map[string]string{"small": "yes"}
	case *corev1.Node:
		obj.Annotations = map[string]string{"small": "yes"}
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
