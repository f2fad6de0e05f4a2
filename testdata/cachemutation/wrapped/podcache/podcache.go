// Package podcache finds pods for controllers.
package podcache

import (
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/labels"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A Reader reads an informer's cache.
type Reader struct {
	pods corelisters.PodLister
}

// New returns a reader of what the lister lists.
func New(pods corelisters.PodLister) *Reader { return &Reader{pods} }

// Shared returns the pod as the cache has it, nil if there is none.
func (r *Reader) Shared(key cache.ObjectName) (*corev1.Pod, error) {
	pod, err := r.pods.Pods(key.Namespace).Get(key.Name)
	if apierrors.IsNotFound(err) {
		return nil, nil
	}
	return pod, err
}

// Own returns a copy of the pod, nil if there is none.
func (r *Reader) Own(key cache.ObjectName) (*corev1.Pod, error) {
	pod, err := r.Shared(key)
	if err != nil || pod == nil {
		return nil, err
	}
	return pod.DeepCopy(), nil
}

// OnNode returns the pods of a node as the cache has them.
func (r *Reader) OnNode(node string) ([]*corev1.Pod, error) {
	all, err := r.pods.List(labels.Everything())
	if err != nil {
		return nil, err
	}
	var on []*corev1.Pod
	for _, pod := range all {
		if pod.Spec.NodeName == node {
			on = append(on, pod)
		}
	}
	return on, nil
}
