// Package rules has what .informerlint.yaml switches on and off.
package rules

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// On is reported by a rule that is off by default.
func On(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Core().V1().Pods().Lister()
	go factory.Start(ctx.Done()) // want `\(goroutinestart/redundant-go\)`
}

// Off would be reported by a rule that is on by default.
func Off(client kubernetes.Interface) error {
	factory := informers.NewSharedInformerFactory(client, 0)
	_, err := factory.Core().V1().Pods().Lister().List(labels.Everything())
	return err
}
