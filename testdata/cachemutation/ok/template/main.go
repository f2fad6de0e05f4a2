// Package template makes a pod of a deployment's template, which it copies.
package template

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	appslisters "k8s.io/client-go/listers/apps/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync creates a pod of the deployment.
func Sync(ctx context.Context, client kubernetes.Interface, deployments appslisters.DeploymentLister, key cache.ObjectName) error {
	d, err := deployments.Deployments(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	template := d.Spec.Template.DeepCopy()
	pod := &corev1.Pod{ObjectMeta: template.ObjectMeta, Spec: template.Spec}
	pod.Namespace, pod.Name = d.Namespace, d.Name+"-1"
	pod.Annotations["example.com/deployment"] = d.Name
	pod.Spec.Containers[0].Image += "@sha256:0123"
	_, err = client.CoreV1().Pods(pod.Namespace).Create(ctx, pod, metav1.CreateOptions{})
	return err
}
