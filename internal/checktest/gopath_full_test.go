//go:build full

package checktest_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/checktest"
)

// In a GOPATH tree with vendored dependencies, client-go has import paths such
// as example.com/informers026/vendor/k8s.io/client-go/informers. The findings
// are those of the same programs in a module.
func TestGOPATH(t *testing.T) {
	dir, env := gopath(t)
	cmd := exec.Command(command(t), "./...")
	cmd.Dir, cmd.Env = dir, env
	compareOutput(t, cmd)
}

// The same as TestGOPATH under go vet, which has to compile the vendored
// client-go first. Without -trimpath the name of the temporary directory would
// keep the build cache from helping the next time.
func TestGOPATHVet(t *testing.T) {
	dir, env := gopath(t)
	cmd := exec.Command("go", "vet", "-p=1", "-vettool="+command(t), "./...")
	cmd.Dir, cmd.Env = dir, append(env, "GOFLAGS=-trimpath")
	compareOutput(t, cmd)
}

// compareOutput runs a command that prints findings as text and compares them
// with what the programs of clientgo026 want.
func compareOutput(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 1 {
		t.Fatalf("%v: %v, want exit code 1\n%s", cmd.Args, err, out)
	}
	var found []string
	for _, m := range finding.FindAllSubmatch(out, -1) {
		// What go vet has in its cache names the directory of the run that put it there.
		name := string(m[1])
		if _, rel, ok := strings.Cut(name, "/src/example.com/informers026/"); ok {
			name = rel
		}
		found = append(found, name+" "+string(m[2]))
	}
	slices.Sort(found)
	module := filepath.Join(checktest.Dir(t), "clientgo026")
	compare(t, slices.Compact(found), wanted(t, module, checktest.Programs(t, module, "./...")))
}

// A finding begins with the file's name, in go vet's output after a "vet: ".
var finding = regexp.MustCompile(`(?m)^(?:vet: )?(?:\./)?(\S+\.go:\d+):\d+: .* (\([a-z]+/[a-z-]+\))$`)

// command builds informerlint.
func command(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "informerlint")
	cmd := exec.Command("go", "build", "-o", name, "github.com/informerlint/informerlint/cmd/informerlint")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, out)
	}
	return name
}

// gopath makes a GOPATH tree of testdata/clientgo026 and what it requires, and
// returns the directory of the programs and the environment for it.
func gopath(t *testing.T) (dir string, env []string) {
	t.Helper()
	module := filepath.Join(checktest.Dir(t), "clientgo026")
	if err := checktest.Download(module); err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	dir = filepath.Join(root, "src", "example.com", "informers026")
	if err := os.CopyFS(dir, os.DirFS(module)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "mod", "vendor", "-o", filepath.Join(dir, "vendor"))
	cmd.Dir, cmd.Env = module, append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd.Args, err, out)
	}
	// Without go.mod nobody can take it for a module.
	for _, name := range []string{"go.mod", "go.sum"} {
		if err := os.Remove(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return dir, append(os.Environ(), "GO111MODULE=off", "GOPATH="+root, "GOWORK=off", "GOFLAGS=")
}
