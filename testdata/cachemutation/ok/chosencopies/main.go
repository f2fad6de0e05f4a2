// Package chosencopies collects pods, replaces in one loop those that it is going to
// change by copies, and changes them in another.
package chosencopies

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/types"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
)

type item struct{ pod *corev1.Pod }

// Run marks the pods.
func Run(ctx context.Context, client kubernetes.Interface, pods coreinformers.PodInformer) error {
	all, err := pods.Lister().List(labels.Everything())
	if err != nil {
		return err
	}
	var running []*corev1.Pod
	var items []*item
	byUID := make(map[types.UID]*corev1.Pod)
	for _, pod := range all {
		if pod.DeletionTimestamp == nil {
			running = append(running, pod)
			items = append(items, &item{pod})
			byUID[pod.UID] = pod
		}
	}

	for i, pod := range running {
		if unmarked(pod) {
			running[i] = pod.DeepCopy()
		}
	}
	for uid, pod := range byUID {
		byUID[uid] = pod.DeepCopy()
	}
	for _, it := range items {
		it.pod = it.pod.DeepCopy()
	}

	for _, pod := range running {
		if unmarked(pod) {
			metav1.SetMetaDataAnnotation(&pod.ObjectMeta, "example.com/marked", "true")
			if _, err := client.CoreV1().Pods(pod.Namespace).Update(ctx, pod, metav1.UpdateOptions{}); err != nil {
				return err
			}
		}
	}
	for _, pod := range byUID {
		pod.Status.Message = ""
	}
	for _, it := range items {
		it.pod.Status.Reason = ""
	}
	return nil
}

func unmarked(pod *corev1.Pod) bool { return pod.Annotations["example.com/marked"] == "" }
