// Package transform takes away what it does not need before the object is in
// the cache.
package transform

import (
	"context"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods with an informer of its own.
func Run(ctx context.Context, client kubernetes.Interface) error {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	if err := pods.Informer().SetTransform(strip); err != nil {
		return err
	}
	lister := pods.Lister()
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), pods.Informer().HasSynced) {
		return ctx.Err()
	}
	all, err := lister.List(labels.Everything())
	if err != nil {
		return err
	}

	summary := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: metav1.NamespaceDefault, Name: "summary"}, Data: map[string]string{"pods": strconv.Itoa(len(all))}}
	_, err = client.CoreV1().ConfigMaps(summary.Namespace).Create(ctx, summary, metav1.CreateOptions{})
	return err
}

func strip(obj any) (any, error) {
	if pod, ok := obj.(*corev1.Pod); ok {
		pod.ManagedFields = nil
		delete(pod.Annotations, corev1.LastAppliedConfigAnnotation)
		pod.Spec.Containers = nil
	}
	return obj, nil
}
