package gates

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
)

// The build directory is one module, example.com, with these trees: the
// programs as they are, the same with their mends, package gate, and what runs
// them. Import paths of the programs stay what they are.
const (
	moduleName = "example.com"
	badTree    = "informers"
	fixedTree  = "mended"
	gatePath   = moduleName + "/gate"
)

//go:embed gate/*.go gate/*.s
var gateSource embed.FS

//go:embed testdata/driver testdata/modules
var driver embed.FS

//go:embed *.go
var ownSource embed.FS

// build makes a build directory and the binary in it.
type build struct {
	root    string // of informerlint
	dir     string
	version string
	known   bool                                 // only the search for the known bug: much less to compile
	mutate  func(name string, src []byte) []byte // package gate, for tests; may be nil
	logf    func(string, ...any)

	scenarios []*scenario
	counts    map[string]Counts // by package path
}

func (b *build) binary() string { return filepath.Join(b.dir, "run.test") }

// stamp sums up what the binary is built from.
func (b *build) stamp() (string, error) {
	h := sha256.New()
	fmt.Fprintln(h, b.version, runtime.Version())
	mod, sum, err := b.module()
	if err != nil {
		return "", err
	}
	h.Write(mod)
	h.Write(sum)
	trees := []fs.FS{ownSource, gateSource, driver}
	if !b.known {
		trees = append(trees, os.DirFS(filepath.Join(b.root, "testdata")))
	}
	for _, tree := range trees {
		err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := fs.ReadFile(tree, name)
			fmt.Fprintln(h, name, len(data))
			h.Write(data)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// manifest is what is left of a build for a later one that finds the binary.
type manifest struct {
	Stamp  string
	Counts map[string]Counts
	Skip   map[string]string // of scenarios, by directory
}

// ensure builds the binary unless it is there already.
func (b *build) ensure(ctx context.Context) error {
	stamp, err := b.stamp()
	if err != nil {
		return err
	}
	var m manifest
	if data, err := os.ReadFile(filepath.Join(b.dir, "manifest.json")); err == nil && json.Unmarshal(data, &m) == nil && m.Stamp == stamp {
		if !b.known {
			if err := errors.Join(b.find(), b.inTables()); err != nil {
				return err
			}
		}
		for _, s := range b.scenarios {
			s.skip = m.Skip[s.dir]
		}
		b.counts = m.Counts
		return nil
	}
	for _, name := range []string{"manifest.json", badTree, fixedTree, "client-go", "gate", "run"} {
		if err := os.RemoveAll(filepath.Join(b.dir, name)); err != nil {
			return err
		}
	}
	if err := b.make(ctx); err != nil {
		if ctx.Err() != nil {
			return ctx.Err() // not all that is called here passes it on
		}
		return err
	}
	m = manifest{stamp, b.counts, make(map[string]string)}
	for _, s := range b.scenarios {
		m.Skip[s.dir] = s.skip
	}
	data, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return err
	}
	return b.write("manifest.json", data)
}

// goCommand runs the go command.
func (b *build) goCommand(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = b.dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "PWD="+b.dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return out, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return out, nil
}

func (b *build) write(name string, data []byte) error {
	name = filepath.Join(b.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o644)
}

// prepare writes everything but client-go, without gates.
func (b *build) prepare() error {
	mod, sum, err := b.module()
	if err != nil {
		return err
	}
	if err := errors.Join(b.write("go.mod", mod), b.write("go.sum", sum)); err != nil {
		return err
	}
	if err := b.copyGate(); err != nil || b.known {
		return err
	}
	return errors.Join(b.find(), b.copyPrograms(), b.inTables())
}

var moduleLine = regexp.MustCompile(`(?m)^module .*$`)

// module returns go.mod and go.sum of the build directory.
func (b *build) module() (mod, sum []byte, err error) {
	if b.version == V037 {
		mod, err = os.ReadFile(filepath.Join(b.root, "testdata", "go.mod"))
		if err == nil {
			sum, err = os.ReadFile(filepath.Join(b.root, "testdata", "go.sum"))
		}
		if err == nil && !bytes.Contains(mod, []byte("k8s.io/client-go "+b.version+"\n")) {
			err = fmt.Errorf("testdata/go.mod does not require client-go %s", b.version)
		}
	} else {
		mod, err = driver.ReadFile("testdata/modules/" + b.version + ".mod")
		if err == nil {
			sum, err = driver.ReadFile("testdata/modules/" + b.version + ".sum")
		}
	}
	return moduleLine.ReplaceAll(mod, []byte("module "+moduleName)), sum, err
}

// writeRun writes the tables and the package of the binary.
func (b *build) writeRun() error {
	files := []string{"run_test.go", "source_test.go", "known_any_test.go"}
	if b.version != V020 {
		files = append(files, "known_test.go")
	}
	if !b.known {
		if err := b.writeTables(); err != nil {
			return err
		}
		files = append(files, "programs_test.go")
	}
	for _, name := range files {
		data, err := driver.ReadFile("testdata/driver/run/" + name)
		if err != nil {
			return err
		}
		if err := b.write("run/"+name, data); err != nil {
			return err
		}
	}
	return nil
}

// make builds the binary.
func (b *build) make(ctx context.Context) error {
	b.counts = make(map[string]Counts)
	if err := b.prepare(); err != nil {
		return err
	}
	source, err := b.addGates(ctx)
	if err != nil {
		return err
	}
	if err := b.writeRun(); err != nil {
		return err
	}
	if err := b.copyClientGo(source); err != nil {
		return err
	}
	if _, err := b.goCommand(ctx, "mod", "edit", "-replace=k8s.io/client-go=./client-go"); err != nil {
		return err
	}
	if b.version == V020 {
		// Its go.mod says 1.15, and gates are generic. Loops mean the same in 1.20.
		if _, err := b.goCommand(ctx, "mod", "edit", "-go=1.20", "client-go/go.mod"); err != nil {
			return err
		}
	}
	b.logf("%s: building (minutes, the first time)", b.version)
	// With -trimpath the go command finds in its cache what was built in another
	// directory.
	_, err = b.goCommand(ctx, "test", "-c", "-trimpath", "-vet=off", "-o", b.binary(), "./run")
	return err
}
