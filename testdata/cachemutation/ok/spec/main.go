// Package spec changes a spec that it has copied, by value or in depth.
package spec

import (
	"context"

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
	spec := pod.Spec
	spec.NodeName = ""
	spec.Hostname = pod.Name + "-twin"
	containers := pod.Spec.DeepCopy().Containers
	containers[0].Env[0].Value = "twin.log"
	spec.Containers = containers
	twin := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name + "-twin"}, Spec: spec}
	_, err = client.CoreV1().Pods(twin.Namespace).Create(ctx, twin, metav1.CreateOptions{})
	return err
}
