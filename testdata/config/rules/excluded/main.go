// Package excluded is wrong and is not to be reported.
package excluded

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Late registers too late.
func Late(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Start(ctx.Done())
	factory.Core().V1().Pods().Lister()
}
