// Package shuffled shuffles and reverses what the store and an index list:
// these slices are its own, too.
package shuffled

import (
	"context"
	"math/rand/v2"
	"slices"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// Run notes a pod that is drawn by lot.
func Run(ctx context.Context, client kubernetes.Interface, pods coreinformers.PodInformer) error {
	objs := pods.Informer().GetStore().List()
	rand.Shuffle(len(objs), func(i, j int) { objs[i], objs[j] = objs[j], objs[i] })
	indexed, err := pods.Informer().GetIndexer().ByIndex(cache.NamespaceIndex, metav1.NamespaceDefault)
	if err != nil {
		return err
	}
	slices.Reverse(indexed)
	indexed[0] = objs[0]
	pod := indexed[0].(*corev1.Pod)

	summary := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: metav1.NamespaceDefault, Name: "summary"}, Data: map[string]string{"drawn": pod.Name}}
	_, err = client.CoreV1().ConfigMaps(summary.Namespace).Create(ctx, summary, metav1.CreateOptions{})
	return err
}
