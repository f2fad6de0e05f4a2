// Package retry is the twin of client-go's util/retry.
package retry

import apierrors "github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/api/errors"

// A Backoff says how often something is tried again; how long that takes is not
// modelled.
type Backoff struct{ Steps int }

// DefaultRetry tries five times, as client-go's does.
var DefaultRetry = Backoff{Steps: 5}

// RetryOnConflict calls f until it returns no conflict, or too often.
func RetryOnConflict(b Backoff, f func() error) error {
	var err error
	for range b.Steps {
		if err = f(); !apierrors.IsConflict(err) {
			break
		}
	}
	return err
}
