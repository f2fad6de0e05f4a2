// Package blocked runs an informer that another package has made, and waits for it when it
// has been stopped.
package blocked

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/goroutinestart/wrapped/blocked/sources"
)

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	informer, lister := sources.Pods(client)
	informer.Run(ctx.Done()) // want `\(goroutinestart/missing-go\)`
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return 0, ctx.Err()
	}
	return count(ctx, lister)
}

func count(ctx context.Context, pods corelisters.PodLister) (int, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	list, err := pods.List(labels.Everything())
	return len(list), err
}
