// Package ok suppresses findings in each grammar. Whatever is wrong in it is
// known to those who wrote it.
package ok

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Above has the comment on the line above.
func Above(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	//informerlint:ignore startorder/late-registration the caller's hook starts it again
	factory.Start(ctx.Done())
	factory.Core().V1().Pods().Lister()
}

// Beside has it on the line.
func Beside(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Start(ctx.Done()) //informerlint:ignore tombstone,startorder the caller's hook starts it again
	factory.Core().V1().Pods().Lister()
}

// Staticcheck has it in staticcheck's form.
func Staticcheck(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	//lint:ignore informerlint/startorder the caller's hook starts it again
	factory.Start(ctx.Done())
	factory.Core().V1().Pods().Lister()
}

// Golangci has it in golangci-lint's form, above the function.
//
//nolint:informerlint // the caller's hook starts it again
func Golangci(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Start(ctx.Done())
	factory.Core().V1().Pods().Lister()
}

// Any has it for all linters.
func Any(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Start(ctx.Done()) //nolint
	factory.Core().V1().Pods().Lister()
}
