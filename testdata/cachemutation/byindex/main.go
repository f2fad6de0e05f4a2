// Package byindex changes what an index of the informer returns.
package byindex

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run pauses the pods of a namespace.
func Run(ctx context.Context, client kubernetes.Interface, pods coreinformers.PodInformer) error {
	objs, err := pods.Informer().GetIndexer().ByIndex(cache.NamespaceIndex, metav1.NamespaceDefault)
	if err != nil {
		return err
	}
	for _, obj := range objs {
		pod := obj.(*corev1.Pod)
		if pod.Annotations == nil {
			continue
		}
		pod.Annotations["example.com/paused"] = "true" // want `the informer's cache.*\(cachemutation/cached-object\)`
		if _, err := client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}
