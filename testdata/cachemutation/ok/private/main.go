// Package private changes pods in a store of its own, which holds copies.
package private

import (
	"context"
	"strconv"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Run counts the pods that are left when some are taken away.
func Run(ctx context.Context, client kubernetes.Interface, pods coreinformers.PodInformer) error {
	all, err := pods.Lister().List(labels.Everything())
	if err != nil {
		return err
	}
	indexer := cache.NewIndexer(cache.MetaNamespaceKeyFunc, cache.Indexers{})
	for _, pod := range all {
		if err := indexer.Add(pod.DeepCopy()); err != nil {
			return err
		}
	}
	own := corelisters.NewPodLister(indexer)
	pod, err := own.Pods(metav1.NamespaceDefault).Get("web-0")
	if err != nil {
		return err
	}
	pod.Status.Phase = corev1.PodFailed
	left := 0
	for _, obj := range indexer.List() {
		if pod := obj.(*corev1.Pod); pod.Status.Phase == corev1.PodRunning {
			pod.Spec.NodeName = "node-2"
			left++
		}
	}

	summary := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: metav1.NamespaceDefault, Name: "summary"}, Data: map[string]string{"left": strconv.Itoa(left)}}
	_, err = client.CoreV1().ConfigMaps(summary.Namespace).Create(ctx, summary, metav1.CreateOptions{})
	return err
}
