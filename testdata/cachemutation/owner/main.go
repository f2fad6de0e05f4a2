// Package owner sets an owner with a helper that takes any object.
package owner

import (
	"context"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
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
	if err := setOwner(pod, metav1.OwnerReference{APIVersion: "apps/v1", Kind: "Deployment", Name: "web", UID: "web-uid"}); err != nil { // want `the informer's cache.*\(cachemutation/cached-object\)`
		return err
	}
	_, err = client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}

func setOwner(obj metav1.Object, owner metav1.OwnerReference) error {
	refs := obj.GetOwnerReferences()
	for _, ref := range refs {
		if ref.UID == owner.UID {
			return fmt.Errorf("%s has its owner already", obj.GetName())
		}
	}
	obj.SetOwnerReferences(append(refs, owner))
	return nil
}
