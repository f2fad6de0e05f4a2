// Package sorted sorts the containers of the lister's object, to describe them
// in order.
package sorted

import (
	"context"
	"sort"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// Sync notes which images a pod runs.
func Sync(ctx context.Context, client kubernetes.Interface, pods corelisters.PodLister, key cache.ObjectName) error {
	pod, err := pods.Pods(key.Namespace).Get(key.Name)
	if err != nil {
		return err
	}
	containers := pod.Spec.Containers
	sort.Slice(containers, func(i, j int) bool { return containers[i].Name < containers[j].Name }) // want `the informer's cache.*\(cachemutation/reordered\)`
	var images []string
	for _, c := range containers {
		images = append(images, c.Image)
	}

	pod = pod.DeepCopy()
	pod.Annotations["example.com/images"] = strings.Join(images, ",")
	_, err = client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{})
	return err
}
