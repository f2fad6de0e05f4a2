// Package clonedslice sorts and changes containers in slices of its own.
package clonedslice

import (
	"context"
	"slices"
	"sort"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync creates a twin of a pod.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	containers := append([]corev1.Container(nil), pod.Spec.Containers...)
	sort.Slice(containers, func(i, j int) bool { return containers[i].Name < containers[j].Name })
	for i := range containers {
		containers[i].Image += "@sha256:0123"
	}
	tolerations := slices.Clone(pod.Spec.Tolerations)
	slices.SortFunc(tolerations, func(a, b corev1.Toleration) int { return strings.Compare(a.Key, b.Key) })
	finalizers := make([]string, len(pod.Finalizers))
	copy(finalizers, pod.Finalizers)
	sort.Strings(finalizers)

	twin := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name + "-twin", Finalizers: finalizers}}
	twin.Spec.Containers, twin.Spec.Tolerations = containers, tolerations
	_, err = client.CoreV1().Pods(twin.Namespace).Create(ctx, twin, metav1.CreateOptions{})
	return err
}
