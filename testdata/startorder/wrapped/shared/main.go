// Shared is a program that keeps its factory in a variable. Whoever asks for it first
// makes and starts it, which is too early for what is then registered.
package main

import (
	"context"
	"log"
	"os/signal"
	"sync"
	"syscall"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
)

var (
	once    sync.Once
	factory informers.SharedInformerFactory
)

func shared(ctx context.Context) informers.SharedInformerFactory {
	once.Do(func() {
		config, err := rest.InClusterConfig()
		if err != nil {
			log.Fatalf("no cluster: %v", err)
		}
		factory = informers.NewSharedInformerFactory(kubernetes.NewForConfigOrDie(config), 0)
		factory.Core().V1().Pods().Informer()
		factory.Start(ctx.Done())
		factory.WaitForCacheSync(ctx.Done())
	})
	return factory
}

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer cancel()

	pods := shared(ctx).Core().V1().Pods().Lister() // want `shared starts the factory before .* registers the Node informer.*\(startorder/late-registration\)`
	nodes := shared(ctx).Core().V1().Nodes().Lister()
	found, err := pods.List(labels.Everything())
	log.Printf("%d pods (%v)", len(found), err)
	all, err := nodes.List(labels.Everything())
	log.Printf("%d nodes (%v)", len(all), err)
	<-ctx.Done()
}
