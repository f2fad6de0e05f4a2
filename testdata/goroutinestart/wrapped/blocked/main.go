// Package blocked runs an informer that another package has made, and waits for it when it
// has been stopped.
package blocked

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/goroutinestart/wrapped/blocked/sources"
)

// Run counts the pods, until some are there.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	informer, lister := sources.Pods(client)
	informer.Run(ctx.Done()) // want `\(goroutinestart/missing-go\)`
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return 0, ctx.Err()
	}
	count := 0
	some := func(context.Context) (bool, error) {
		pods, err := lister.List(labels.Everything())
		count = len(pods)
		return count > 0, err
	}
	err := wait.PollUntilContextCancel(ctx, 100*time.Millisecond, true, some)
	return count, err
}
