// Package unused has comments that suppress nothing any more.
package unused

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

/* want `suppresses nothing: .* \(ignorecomment/unused\)` */ //informerlint:file-ignore uidcheck the handlers were here once

// Early registers in time.
func Early(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Core().V1().Pods().Lister()
	/* want `suppresses nothing: .* \(ignorecomment/unused\)` */ //informerlint:ignore startorder the caller's hook starts it again
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done()) /* want `suppresses nothing: .* \(ignorecomment/unused\)` */ //nolint:informerlint
	factory.Shutdown()                   //nolint:errcheck
	factory.Shutdown()                   //nolint
}

// Late is late, and says why.
func Late(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	//informerlint:ignore startorder the caller's hook starts it again
	factory.Start(ctx.Done())
	factory.Core().V1().Pods().Lister()
}
