// Package billing says what has to be paid for.
package billing

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

// A Meter counts pods.
type Meter struct {
	pods   corelisters.PodLister
	synced cache.InformerSynced
}

// NewMeter registers pods; its caller starts the factory before Run.
func NewMeter(factory informers.SharedInformerFactory) *Meter {
	pods := factory.Core().V1().Pods()
	return &Meter{pods: pods.Lister(), synced: pods.Informer().HasSynced}
}

// Run waits for the pods and counts them.
func (m *Meter) Run(ctx context.Context) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done(), m.synced) {
		return 0, ctx.Err()
	}
	pods, err := m.pods.List(labels.Everything())
	return len(pods), err
}
