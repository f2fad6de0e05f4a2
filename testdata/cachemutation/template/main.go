// Package template restarts a deployment with an annotation of its pod
// template, and copies the rest.
package template

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	appslisters "k8s.io/client-go/listers/apps/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync restarts a deployment.
func Sync(ctx context.Context, client kubernetes.Interface, deployments appslisters.DeploymentLister, key cache.ObjectName) error {
	d, err := deployments.Deployments(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	anno := d.Spec.Template.Annotations
	d = d.DeepCopy()
	anno["example.com/restarted"] = d.ResourceVersion // want `the informer's cache.*\(cachemutation/cached-object\)`
	d.Spec.Template.Annotations = anno
	_, err = client.AppsV1().Deployments(d.Namespace).Update(ctx, d, metav1.UpdateOptions{})
	return err
}
