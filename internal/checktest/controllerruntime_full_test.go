//go:build full

package checktest_test

import (
	"path/filepath"
	"testing"

	"github.com/informerlint/informerlint/internal/checktest"
)

// The bad programs of controller-runtime fail and their fixes hold, on the real
// controller-runtime and a server with one pod.
func TestControllerRuntimePrograms(t *testing.T) {
	for _, module := range []string{"controllerruntime", "controllerruntime015"} {
		dir := filepath.Join(checktest.Dir(t), module)
		t.Run(module+"/bad", func(t *testing.T) { run(t, dir, "bad", "./programs") })
		t.Run(module+"/mended", func(t *testing.T) { run(t, dir, "mended", "-overlay="+mends(t, dir), "./programs") })
	}
}
