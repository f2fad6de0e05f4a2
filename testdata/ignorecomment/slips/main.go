// Package slips has comments that could suppress no finding if there were one.
package slips

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Early registers in time.
func Early(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Core().V1().Pods().Lister()
	/* want `no reason, .* \(ignorecomment/no-reason\)` */ //informerlint:ignore startorder
	factory.Start(ctx.Done())

	second := informers.NewSharedInformerFactory(client, 0)
	second.Core().V1().Pods().Lister()
	/* want `no check or rule "startorder/too-late", .* \(ignorecomment/unknown-check\)` */ //informerlint:ignore startorder/too-late,tombstone the test starts it
	second.Start(ctx.Done())

	third := informers.NewSharedInformerFactory(client, 0)
	third.Core().V1().Pods().Lister()
	/* want `names no check, .* \(ignorecomment/no-reason\)` */ //informerlint:ignore
	third.Start(ctx.Done())

	fourth := informers.NewSharedInformerFactory(client, 0)
	fourth.Core().V1().Pods().Lister()
	/* want `no check or rule "starorder", .* \(ignorecomment/unknown-check\)` */ //lint:ignore informerlint/starorder the test starts it
	fourth.Start(ctx.Done())
}
