// Package replicas scales through a pointer that the copy of the structure
// shares.
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
	if d.Spec.Replicas == nil || d.Annotations["example.com/idle"] != "true" {
		return nil
	}
	scaled := *d
	*scaled.Spec.Replicas = 0 // want `the informer's cache.*\(cachemutation/shallow-copy\)`
	_, err = client.AppsV1().Deployments(d.Namespace).Update(ctx, &scaled, metav1.UpdateOptions{})
	return err
}
