// Package received has a function that is handed an informer which somebody else
// runs, and waits for nothing before it reads.
package received

import (
	"context"
	"errors"

	"k8s.io/client-go/tools/cache"
)

// Count counts what an informer has.
func Count(ctx context.Context, informer cache.SharedIndexInformer) (int, error) {
	if !cache.WaitForCacheSync(ctx.Done()) { // want `\(syncwait/nothing-awaited\)`
		return 0, errors.New("not synced")
	}
	return len(informer.GetStore().List()), nil
}
