// Package keyed finds the pods by name in a map, and changes what it finds.
package keyed

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
)

// Run marks the pods that a list of names has.
func Run(ctx context.Context, client kubernetes.Interface, pods coreinformers.PodInformer) error {
	all, err := pods.Lister().List(labels.Everything())
	if err != nil {
		return err
	}
	byName := make(map[string]*corev1.Pod, len(all))
	for _, pod := range all {
		byName[pod.Name] = pod
	}
	for _, name := range []string{"web-0", "web-9"} {
		pod, ok := byName[name]
		if !ok {
			continue
		}
		pod.Labels["example.com/chosen"] = "true" // want `the informer's cache.*\(cachemutation/cached-object\)`
		if _, err := client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}
