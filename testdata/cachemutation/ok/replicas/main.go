// Package replicas makes a pointer of its own instead of writing through the
// one that it shares.
package replicas

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	appslisters "k8s.io/client-go/listers/apps/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync scales an idle deployment down.
func Sync(ctx context.Context, client kubernetes.Interface, deployments appslisters.DeploymentLister, key cache.ObjectName) error {
	d, err := deployments.Deployments(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	if d.Annotations["example.com/idle"] != "true" {
		return nil
	}
	scaled := *d
	scaled.Spec.Replicas = new(int32(1))
	*scaled.Spec.Replicas = 0
	_, err = client.AppsV1().Deployments(d.Namespace).Update(ctx, &scaled, metav1.UpdateOptions{})
	return err
}
