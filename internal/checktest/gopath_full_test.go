//go:build full

package checktest_test

import (
	"os/exec"
	"testing"
)

// The same as TestGOPATH under go vet, which has to compile the vendored
// client-go first. Without -trimpath the name of the temporary directory would
// keep the build cache from helping the next time.
func TestGOPATHVet(t *testing.T) {
	dir, env := gopath(t)
	cmd := exec.Command("go", "vet", "-p=1", "-vettool="+command(t), "./...")
	cmd.Dir, cmd.Env = dir, append(env, "GOFLAGS=-trimpath")
	compareOutput(t, cmd)
}
