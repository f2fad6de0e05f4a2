// Package owner sets an owner with a helper that takes any object, on a copy
// that it has made of an interface.
package owner

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync makes a pod belong to its deployment.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	obj, ok := runtime.Object(pod).DeepCopyObject().(*corev1.Pod)
	if !ok {
		return nil
	}
	if err := setOwner(obj, metav1.OwnerReference{APIVersion: "apps/v1", Kind: "Deployment", Name: "web", UID: "web-uid"}); err != nil {
		return err
	}
	_, err = client.CoreV1().Pods(obj.Namespace).Update(ctx, obj, metav1.UpdateOptions{})
	return err
}

func setOwner(obj runtime.Object, owner metav1.OwnerReference) error {
	accessor, err := meta.Accessor(obj)
	if err != nil {
		return err
	}
	accessor.SetOwnerReferences(append(accessor.GetOwnerReferences(), owner))
	return nil
}
