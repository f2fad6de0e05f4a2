// Package twotypes asks an object of a store for two types: what it does to the
// one that is not the store's it never does.
package twotypes

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run pauses what an index has.
func Run(ctx context.Context, client kubernetes.Interface, pods coreinformers.PodInformer) error {
	objs, err := pods.Informer().GetIndexer().ByIndex(cache.NamespaceIndex, metav1.NamespaceDefault)
	if err != nil {
		return err
	}
	for _, obj := range objs {
		if settings, ok := obj.(*corev1.ConfigMap); ok {
			settings.Data = map[string]string{"paused": "true"}
			continue
		}
		pod, ok := obj.(*corev1.Pod)
		if !ok {
			continue
		}
		pod = pod.DeepCopy()
		metav1.SetMetaDataAnnotation(&pod.ObjectMeta, "example.com/paused", "true")
		if _, err := client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}
