package clientgo_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// The standard library is known by its names, and not by what they lack: a module
// need not have a dot in its name.
func TestStd(t *testing.T) {
	out, err := exec.Command("go", "list", "std").Output()
	if err != nil {
		t.Fatal(err)
	}
	paths := strings.Fields(string(out))
	for _, path := range paths {
		if !clientgo.Std(path) {
			t.Errorf("%s is of the standard library", path)
		}
	}
	if len(paths) < 100 {
		t.Errorf("only %d packages", len(paths))
	}
	for _, path := range []string{"controller", "operator/pkg/watch", "example", "example.com/fmt", "formatters/fmt", "k8s.io/client-go"} {
		if clientgo.Std(path) {
			t.Errorf("%s is not of the standard library", path)
		}
	}
}
