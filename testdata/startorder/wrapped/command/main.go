// Command is a program as it stands in most repositories: main makes the
// client, the factory and the controller and starts them in the wrong order.
package main

import (
	"context"
	"log"
	"os/signal"
	"syscall"

	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
)

type controller struct {
	synced cache.InformerSynced
}

func newController(pods coreinformers.PodInformer) (*controller, error) {
	_, err := pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { log.Printf("new: %v", obj) },
	})
	return &controller{synced: pods.Informer().HasSynced}, err
}

func (c *controller) run(ctx context.Context) {
	if !cache.WaitForNamedCacheSync("controller", ctx.Done(), c.synced) {
		log.Fatal("caches did not sync")
	}
	<-ctx.Done()
}

func main() {
	ctx, cancel := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer cancel()
	config, err := rest.InClusterConfig()
	if err != nil {
		log.Fatalf("no cluster: %v", err)
	}
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		log.Fatalf("no client: %v", err)
	}

	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	factory.Start(ctx.Done()) // want `\(startorder/late-registration\)`
	c, err := newController(pods)
	if err != nil {
		log.Fatalf("no controller: %v", err)
	}
	c.run(ctx)
}
