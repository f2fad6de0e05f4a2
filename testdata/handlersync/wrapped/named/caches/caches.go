// Package caches waits for informers, and says for which.
package caches

import (
	"context"
	"fmt"

	"k8s.io/client-go/tools/cache"
)

// Wait returns when some informers are synced.
func Wait(ctx context.Context, name string, synced ...cache.InformerSynced) error {
	if !cache.WaitForCacheSync(ctx.Done(), synced...) {
		return fmt.Errorf("%s: not synced", name)
	}
	return nil
}
