// Package mixed collects objects of two types, and copies only those of one.
package mixed

import (
	"context"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes"
	appslisters "k8s.io/client-go/listers/apps/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
)

func collect(deployments appslisters.DeploymentLister, pods corelisters.PodLister) ([]runtime.Object, error) {
	apps, err := deployments.List(labels.Everything())
	if err != nil {
		return nil, err
	}
	all, err := pods.List(labels.Everything())
	if err != nil {
		return nil, err
	}
	var objs []runtime.Object
	for _, app := range apps {
		objs = append(objs, app)
	}
	for _, pod := range all {
		objs = append(objs, runtime.Object(pod))
	}
	return objs, nil
}

// Run sets a class of priority on all of them.
func Run(ctx context.Context, client kubernetes.Interface, deployments appslisters.DeploymentLister, pods corelisters.PodLister) error {
	objs, err := collect(deployments, pods)
	if err != nil {
		return err
	}
	for _, obj := range objs {
		switch obj := obj.(type) {
		case *appsv1.Deployment:
			updated := obj.DeepCopy()
			updated.Spec.Template.Spec.PriorityClassName = "high"
			if _, err := client.AppsV1().Deployments(updated.Namespace).Update(ctx, updated, metav1.UpdateOptions{}); err != nil {
				return err
			}
		case *corev1.Pod:
			obj.Spec.PriorityClassName = "high" // want `the informer's cache.*\(cachemutation/cached-object\)`
			if _, err := client.CoreV1().Pods(obj.Namespace).Update(ctx, obj, metav1.UpdateOptions{}); err != nil {
				return err
			}
		}
	}
	return nil
}
