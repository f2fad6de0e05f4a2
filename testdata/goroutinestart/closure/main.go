// Package closure starts its factory in a goroutine that first has something
// else to do.
package closure

import (
	"context"
	"log"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	lister := factory.Core().V1().Pods().Lister()
	go func() { // want `\(goroutinestart/start-races-wait\)`
		if _, err := client.CoreV1().Namespaces().Get(ctx, "shop", metav1.GetOptions{}); err != nil {
			log.Printf("no shop yet: %v", err)
		}
		factory.Start(ctx.Done())
	}()
	for kind, ok := range factory.WaitForCacheSync(ctx.Done()) {
		if !ok {
			log.Printf("%v did not sync", kind)
		}
	}

	pods, err := lister.List(labels.Everything())
	return len(pods), err
}
