package ok

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

//informerlint:file-ignore startorder this file shows how it fails

// File is in a file that suppresses it.
func File(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Start(ctx.Done())
	factory.Core().V1().Pods().Lister()
}
