// Package handed gives its factory to a constructor of another package, which
// registers and waits. Neither of the two starts the factory.
package handed

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"

	"example.com/informers/startorder/handed/billing"
)

// Run says how many pods have to be paid for.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0) // want `\(startorder/never-started\)`
	meter := billing.NewMeter(factory)
	return meter.Run(ctx)
}
