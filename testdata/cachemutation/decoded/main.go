// Package decoded decodes overrides into the lister's object.
package decoded

import (
	"context"
	"encoding/json"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync applies the overrides that an annotation has.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	overrides := pod.Annotations["example.com/overrides"]
	if overrides == "" {
		return nil
	}
	if err := json.Unmarshal([]byte(overrides), &pod.Spec); err != nil { // want `the informer's cache.*\(cachemutation/cached-object\)`
		return err
	}
	_, err = client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}
