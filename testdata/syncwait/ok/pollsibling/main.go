// Package pollsibling waits for its pods by WaitForCacheSync, and polls for its
// nodes.
package pollsibling

import (
	"context"
	"errors"
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type holder struct{ inf cache.SharedIndexInformer }

func (h holder) ready(context.Context) (bool, error) { return h.inf.HasSynced(), nil }

// Run counts the nodes.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods, nodes := factory.Core().V1().Pods().Informer(), factory.Core().V1().Nodes().Informer()
	go pods.Run(ctx.Done())
	go nodes.Run(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), pods.HasSynced) {
		return 0, errors.New("not synced")
	}
	if err := wait.PollUntilContextCancel(ctx, 10*time.Millisecond, true, holder{nodes}.ready); err != nil {
		return 0, err
	}
	return len(nodes.GetStore().List()), nil
}
