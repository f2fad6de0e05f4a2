// Package options carries its factory in a struct of settings, from function to
// function.
package options

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type config struct {
	client    kubernetes.Interface
	namespace string
}

type completed struct {
	*config
	informers informers.SharedInformerFactory
	pods      corelisters.PodLister
}

func (c *config) complete() *completed {
	done := &completed{config: c}
	done.informers = informers.NewSharedInformerFactoryWithOptions(c.client, 0, informers.WithNamespace(c.namespace))
	done.pods = done.informers.Core().V1().Pods().Lister()
	return done
}

// boot starts what is registered and waits for it.
func boot(ctx context.Context, c *completed) {
	c.informers.Start(ctx.Done())
	c.informers.WaitForCacheSync(ctx.Done())
}

func serve(c *completed) (int, error) {
	secrets := c.informers.Core().V1().Secrets().Lister()
	pods, err := c.pods.List(labels.Everything())
	if err != nil {
		return 0, err
	}
	found, err := secrets.List(labels.Everything())
	return len(found) * len(pods), err
}

// Run counts pairs of a pod and a secret.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	c := (&config{client: client, namespace: "shop"}).complete()
	boot(ctx, c) // want `\(startorder/late-registration\)`
	return serve(c)
}
