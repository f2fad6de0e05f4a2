// Package goplsbuild builds a gopls that runs informerlint's checks.
//
// Gopls takes no analyzers of others, and what it is made of is internal to
// its module. The go command decides by the import path alone what is
// internal: a module whose path lies below golang.org/x/tools/gopls may import
// it, unchanged and from the module cache. The modules in directory module have
// such a path, and so can be built, but not installed by their paths: one for each
// version of gopls, with add.go in common. That and v0.23.0 are copies of
// integrations/gopls, which is where to change them.
package goplsbuild

import (
	"embed"
	"errors"
	"fmt"
	"go/version"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
)

// A Release of gopls, and the first Go that it can be built with.
type Release struct{ Gopls, Go string }

// Releases are those that can be built, the newest first.
var Releases = []Release{
	{Gopls: "v0.24.0", Go: "go1.27"},
	{Gopls: "v0.23.0", Go: "go1.26"},
}

// For returns the newest release that a version of Go can build, as "go env GOVERSION"
// names it. Of a Go under development that is the newest.
func For(goVersion string) Release {
	for _, r := range Releases {
		if !version.IsValid(goVersion) || version.Compare(goVersion, r.Go) >= 0 {
			return r
		}
	}
	return Releases[len(Releases)-1]
}

// Here returns the release for the go command in the working directory, which may take
// another toolchain in a module than elsewhere.
func Here() (Release, error) {
	out, err := exec.Command("go", "env", "GOVERSION").Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w\n%s", err, strings.TrimSpace(string(exit.Stderr)))
		}
		return Release{}, fmt.Errorf("go env GOVERSION: %w", err)
	}
	return For(strings.TrimSpace(string(out))), nil
}

// modulePath is that of informerlint.
const modulePath = "github.com/informerlint/informerlint"

// The files end in .txt so that they are none of this module's Go files.
//
//go:embed module/*.txt module/*/*.txt
var module embed.FS

// Options say which informerlint goes into gopls.
type Options struct {
	Version string // that of the module, as go get takes it; not used if Source is set
	Source  string // the directory of its source
}

// ErrNoVersion is returned if the version is none that can be downloaded.
var ErrNoVersion = errors.New("this informerlint was built from a directory and does not know its version")

// Write writes the module that builds a release to an existing directory.
func Write(dir string, r Release, o Options) error {
	edits := []string{"-replace=" + modulePath + "=" + o.Source}
	switch {
	case o.Source != "":
		text, err := os.ReadFile(filepath.Join(o.Source, "go.mod"))
		if err != nil {
			return fmt.Errorf("%s is not the source of informerlint: %w", o.Source, err)
		}
		if first, _, _ := strings.Cut(string(text), "\n"); strings.TrimSpace(first) != "module "+modulePath {
			return fmt.Errorf("%s is not the source of informerlint: its go.mod begins with %q", o.Source, first)
		}
	case !strings.HasPrefix(o.Version, "v") || strings.Contains(o.Version, "+"): // such as (devel) and v1.2.3+dirty
		return ErrNoVersion
	default:
		edits = []string{"-dropreplace=" + modulePath, "-require=" + modulePath + "@" + o.Version}
	}
	for _, name := range []string{"add.go", r.Gopls + "/main.go", r.Gopls + "/go.mod", r.Gopls + "/go.sum"} {
		text, err := module.ReadFile("module/" + name + ".txt")
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, path.Base(name)), text, 0o666); err != nil {
			return err
		}
	}
	return goCommand(dir, nil, append([]string{"mod", "edit"}, edits...)...)
}

// Build builds a release of gopls and writes it to the file out. What the go command
// says goes to progress; it downloads what is missing.
func Build(r Release, o Options, out string, progress io.Writer) (err error) {
	out, err = filepath.Abs(out)
	if err != nil {
		return err
	}
	if o.Source != "" {
		if o.Source, err = filepath.Abs(o.Source); err != nil {
			return err
		}
	}
	dir, err := os.MkdirTemp("", "informerlint-gopls-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := Write(dir, r, o); err != nil {
		return err
	}
	// -mod=mod: informerlint itself has no line in go.sum yet.
	return goCommand(dir, progress, "build", "-mod=mod", "-o", out, ".")
}

// goCommand runs the go command in dir, out of reach of a workspace that
// holds it and of flags that are meant for the user's own modules.
func goCommand(dir string, progress io.Writer, args ...string) error {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=", "GO111MODULE=on", "PWD="+dir)
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	if progress != nil {
		cmd.Stderr = io.MultiWriter(&said, progress)
	}
	if err := cmd.Run(); err != nil {
		if progress != nil {
			return fmt.Errorf("go %s: %w", args[0], err)
		}
		return fmt.Errorf("go %s: %w\n%s", args[0], err, strings.TrimSpace(said.String()))
	}
	return nil
}
