// Package given gives its factory to what answers once the informer is synced.
package given

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"

	"example.com/informers/handlersync/wrapped/given/zones"
)

// Run counts the pods whose node is known when questions are answered.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	cloud := zones.New()
	cloud.SetInformers(factory)
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	node, err := cloud.Node("till")
	if err != nil || node == "" {
		return 0, err
	}
	return 1, nil
}
