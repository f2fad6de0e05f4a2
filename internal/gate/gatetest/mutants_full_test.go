//go:build full

package gatetest_test

import "testing"

// No mutant of any fix is accepted, but for those that are listed.
func TestAllMutants(t *testing.T) {
	for _, module := range []string{"", "clientgo026", "controllerruntime", "controllerruntime015"} {
		t.Run("testdata/"+module, func(t *testing.T) { in(t, module, nil) })
	}
}
