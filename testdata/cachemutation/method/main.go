// Package method changes the lister's object in a method of the controller, two
// calls on.
package method

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type controller struct {
	client kubernetes.Interface
	pods   corelisters.PodLister
	zones  map[string]string // by node
}

// Sync notes the zone that a pod runs in.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	c := &controller{client: client, pods: pods, zones: map[string]string{"node-1": "west"}}
	return c.sync(ctx, key)
}

func (c *controller) sync(ctx context.Context, key cache.ObjectName) error {
	pod, err := c.pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	if !c.locate(pod) { // want `the informer's cache.*\(cachemutation/cached-object\)`
		return nil
	}
	_, err = c.client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}

func (c *controller) locate(pod *corev1.Pod) bool {
	zone, ok := c.zones[pod.Spec.NodeName]
	if ok {
		c.label(pod, corev1.LabelTopologyZone, zone)
	}
	return ok
}

func (c *controller) label(pod *corev1.Pod, key, value string) {
	pod.Labels[key] = value
}
