// Package listsorted sorts the slice that List has made for it.
package listsorted

import (
	"context"
	"sort"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
)

// Run notes the oldest pod.
func Run(ctx context.Context, client kubernetes.Interface, pods coreinformers.PodInformer) error {
	all, err := pods.Lister().List(labels.Everything())
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return nil
	}
	sort.Slice(all, func(i, j int) bool { return all[i].CreationTimestamp.Before(&all[j].CreationTimestamp) })

	summary := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: metav1.NamespaceDefault, Name: "summary"}, Data: map[string]string{"oldest": all[0].Name}}
	_, err = client.CoreV1().ConfigMaps(summary.Namespace).Create(ctx, summary, metav1.CreateOptions{})
	return err
}
