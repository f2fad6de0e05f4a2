//go:build full

package checktest_test

import (
	"os/exec"
	"testing"
)

// The same as TestGOPATH under go vet, which has to compile the vendored
// client-go first.
func TestGOPATHVet(t *testing.T) {
	dir, env := gopath(t)
	cmd := exec.Command("go", "vet", "-p=1", "-vettool="+command(t), "./...")
	cmd.Dir, cmd.Env = dir, env
	compareOutput(t, cmd)
}
