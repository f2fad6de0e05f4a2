//go:build full

package lazycache_test

import "testing"

// The same shapes in a controller-runtime of ten minor releases ago.
func TestOld(t *testing.T) { in(t, "controllerruntime015") }
