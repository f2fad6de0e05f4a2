package load

import (
	"encoding/json"
	"fmt"
	"go/types"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/informerlint/informerlint/internal/results"
)

// A goEnv is what the go command says of its environment where it runs.
type goEnv map[string]string

// readGoEnv asks the go command.
func readGoEnv(cfg Config) (goEnv, error) {
	cmd := exec.Command("go", "env", "-json")
	cmd.Dir, cmd.Env = cfg.Dir, cfg.Env
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	var env goEnv
	return env, json.Unmarshal(out, &env)
}

// keepable reports whether all that a listing depends on is known. A toolchain
// under development has a standard library that may change, and what the flags below
// name is not looked at.
func (e goEnv) keepable(cfg Config) bool {
	if e["GOMOD"] == "" || e["GOMOD"] == os.DevNull || e["GOROOT"] == "" || e["GOMODCACHE"] == "" || strings.Contains(e["GOVERSION"], "devel") {
		return false
	}
	for _, flag := range append(strings.Fields(e["GOFLAGS"]), cfg.BuildFlags...) {
		name, _, _ := strings.Cut(strings.TrimLeft(flag, "-"), "=")
		if slices.Contains([]string{"overlay", "modfile", "toolexec", "compiler", "pkgdir", "C"}, name) {
			return false
		}
	}
	// A driver in place of the go command, as golang.org/x/tools/go/packages looks for one.
	switch cfg.getenv("GOPACKAGESDRIVER") {
	case "off":
		return true
	case "":
		_, err := exec.LookPath("gopackagesdriver")
		return err != nil
	}
	return false
}

// getenv looks a variable up where the go command and go/packages do.
func (cfg Config) getenv(name string) string {
	if cfg.Env == nil {
		return os.Getenv(name)
	}
	for _, v := range slices.Backward(cfg.Env) {
		if value, ok := strings.CutPrefix(v, name+"="); ok {
			return value
		}
	}
	return ""
}

// hash adds the environment, but for what changes from call to call.
func (e goEnv) hash(h *results.Hash) {
	for _, name := range slices.Sorted(maps.Keys(e)) {
		if name != "GOGCCFLAGS" {
			h.Text(name, e[name])
		}
	}
}

// fixed reports whether nobody edits what is in a directory: the go command
// itself trusts its module cache and its standard library.
func (e goEnv) fixed(dir string) bool {
	return within(dir, e["GOROOT"]) || within(dir, e["GOMODCACHE"])
}

// sizes are those of the types that the go command compiles for.
func (e goEnv) sizes() types.Sizes { return types.SizesFor("gc", e["GOARCH"]) }

// within reports whether a path is that of a directory, or below it.
func within(path, dir string) bool {
	return path == dir || strings.HasPrefix(path, dir+string(filepath.Separator))
}
