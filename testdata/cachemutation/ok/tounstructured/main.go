// Package tounstructured converts a pod to a map, which shares nothing with it.
package tounstructured

import (
	"context"
	"encoding/json"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync writes down a pod as it should be.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	content, err := runtime.DefaultUnstructuredConverter.ToUnstructured(pod)
	if err != nil {
		return err
	}
	delete(content, "status")
	if err := unstructured.SetNestedField(content, "true", "metadata", "labels", "example.com/managed"); err != nil {
		return err
	}
	text, err := json.Marshal(content)
	if err != nil {
		return err
	}
	record := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: pod.Namespace, Name: pod.Name}, Data: map[string]string{"pod": string(text)}}
	_, err = client.CoreV1().ConfigMaps(record.Namespace).Create(ctx, record, metav1.CreateOptions{})
	return err
}
