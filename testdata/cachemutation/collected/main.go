// Package collected first collects what has to change, and changes it then.
package collected

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
)

// Run releases the pods that nobody deletes.
func Run(ctx context.Context, client kubernetes.Interface, pods coreinformers.PodInformer) error {
	all, err := pods.Lister().List(labels.Everything())
	if err != nil {
		return err
	}
	var done []*corev1.Pod
	for _, pod := range all {
		if len(pod.Finalizers) > 0 && pod.DeletionTimestamp == nil {
			done = append(done, pod)
		}
	}
	for _, pod := range done {
		pod.Finalizers = nil // want `the informer's cache.*\(cachemutation/cached-object\)`
		if _, err := client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}
