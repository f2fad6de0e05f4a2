// Package helper starts its factory in a helper that is run in a goroutine.
package helper

import (
	"context"
	"log"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func startCaches(ctx context.Context, client kubernetes.Interface, factory informers.SharedInformerFactory) {
	if _, err := client.CoreV1().Namespaces().Get(ctx, "shop", metav1.GetOptions{}); err != nil {
		log.Printf("no shop yet: %v", err)
	}
	factory.Start(ctx.Done())
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	lister := factory.Core().V1().Pods().Lister()
	go startCaches(ctx, client, factory) // want `\(goroutinestart/start-races-wait\)`
	factory.WaitForCacheSync(ctx.Done())

	pods, err := lister.List(labels.Everything())
	return len(pods), err
}
