// Package believed gets its factory, takes an accessor and calls Start in the
// belief that the accessor has registered something. Its informer is asked for
// only afterwards, and awaited in vain.
package believed

import (
	"context"
	"errors"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/tools/cache"
)

// Count counts the pods that a factory sees.
func Count(ctx context.Context, factory informers.SharedInformerFactory) (int, error) {
	pods := factory.Core().V1().Pods()
	factory.Start(ctx.Done()) // want `\(startorder/late-registration\)`

	if !cache.WaitForCacheSync(ctx.Done(), pods.Informer().HasSynced) {
		return 0, errors.New("the pods are not there")
	}
	found, err := pods.Lister().List(labels.Everything())
	return len(found), err
}
