// Package background gives Start to a helper that runs its argument in a
// goroutine, two closures deep.
package background

import (
	"context"
	"log"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// background runs task beside its caller and logs a panic.
func background(name string, task func()) {
	go guarded(name, func() {
		log.Printf("%s begins", name)
		task()
	})
}

func guarded(name string, task func()) {
	defer func() {
		if r := recover(); r != nil {
			log.Printf("%s: %v", name, r)
		}
	}()
	task()
}

// Run counts the pods of the shop.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	nodes := factory.Core().V1().Nodes().Informer()
	background("caches", func() { // want `\(startorder/concurrent-registration\)`
		factory.Start(ctx.Done())
	})

	shop, err := client.CoreV1().Namespaces().Get(ctx, "shop", metav1.GetOptions{})
	if err != nil {
		return 0, err
	}
	pods := factory.Core().V1().Pods()
	if !cache.WaitForCacheSync(ctx.Done(), nodes.HasSynced, pods.Informer().HasSynced) {
		return 0, ctx.Err()
	}
	found, err := pods.Lister().Pods(shop.Name).List(labels.Everything())
	return len(found), err
}
