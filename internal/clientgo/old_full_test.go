//go:build full

package clientgo_test

import "testing"

// The tables hold for the oldest client-go of testdata as well.
func TestOldRelease(t *testing.T) {
	defer func(newest []release) { releases = newest }(releases)
	releases = []release{{"v0.26.15", "clientgo026", 3, 19, 45, 109, false}}
	t.Run("Shapes", TestShapes)
	t.Run("NoRoleElsewhere", TestNoRoleElsewhere)
	t.Run("ResourceKeys", TestResourceKeys)
	t.Run("MethodOps", TestMethodOps)
	t.Run("FuncOps", TestFuncOps)
}
