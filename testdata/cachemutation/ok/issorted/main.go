// Package issorted sorts finalizers only if they are not in order. All who
// write them keep them so, and the sort never runs.
package issorted

import (
	"context"
	"sort"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync writes down the finalizers of a pod.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	if !sort.StringsAreSorted(pod.Finalizers) {
		sort.Strings(pod.Finalizers)
	}
	record := &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name},
		Data:       map[string]string{"finalizers": strings.Join(pod.Finalizers, ",")},
	}
	_, err = client.CoreV1().ConfigMaps(record.Namespace).Create(ctx, record, metav1.CreateOptions{})
	return err
}
