// Package slips has comments that are to suppress a finding and do not.
package slips

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Late registers too late, three times.
func Late(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	/* want `no reason, .* \(directive/no-reason\)` */ //informerlint:ignore startorder
	factory.Start(ctx.Done())
	factory.Core().V1().Pods().Lister()

	second := informers.NewSharedInformerFactory(client, 0)
	/* want `no check or rule "startorder/too-late", .* \(directive/unknown-check\)` */ //informerlint:ignore startorder/too-late,tombstone the test starts it
	second.Start(ctx.Done())
	second.Core().V1().Pods().Lister()

	third := informers.NewSharedInformerFactory(client, 0)
	/* want `names no check, .* \(directive/no-reason\)` */ //informerlint:ignore
	third.Start(ctx.Done())
	third.Core().V1().Pods().Lister()

	fourth := informers.NewSharedInformerFactory(client, 0)
	/* want `no check or rule "starorder", .* \(directive/unknown-check\)` */ //lint:ignore informerlint/starorder the test starts it
	fourth.Start(ctx.Done())
	fourth.Core().V1().Pods().Lister()
}
