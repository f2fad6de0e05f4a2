// Package starts gives its factory to something that cannot be seen, which
// .informerlint.yaml says calls Start.
package starts

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// A Launcher starts factories.
type Launcher interface {
	Launch(factory informers.SharedInformerFactory)
	Forget(factory informers.SharedInformerFactory)
}

// Late registers behind the start.
func Late(ctx context.Context, client kubernetes.Interface, l Launcher) {
	factory := informers.NewSharedInformerFactory(client, 0)
	l.Launch(factory) // want `\(startorder/late-registration\)`
	factory.Core().V1().Pods().Lister()
}

// Early registers in time.
func Early(ctx context.Context, client kubernetes.Interface, l Launcher) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Core().V1().Pods().Lister()
	l.Launch(factory)
}

// Unknown gives it to something of which nothing is said: silence.
func Unknown(ctx context.Context, client kubernetes.Interface, l Launcher) {
	factory := informers.NewSharedInformerFactory(client, 0)
	l.Forget(factory)
	factory.Start(ctx.Done())
	factory.Core().V1().Pods().Lister()
}
