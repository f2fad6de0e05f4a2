// Package env copies the containers, but not the variables that they refer to.
package env

import (
	"context"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync creates a twin of a pod that writes another log.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	containers := slices.Clone(pod.Spec.Containers)
	for i := range containers {
		for j := range containers[i].Env {
			if containers[i].Env[j].Name == "LOG" {
				containers[i].Env[j].Value = "twin.log" // want `the informer's cache.*\(cachemutation/shallow-copy\)`
			}
		}
	}
	twin := &corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name + "-twin"}}
	twin.Spec.Containers = containers
	_, err = client.CoreV1().Pods(twin.Namespace).Create(ctx, twin, metav1.CreateOptions{})
	return err
}
