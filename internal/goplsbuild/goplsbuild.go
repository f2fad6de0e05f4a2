// Package goplsbuild builds a gopls that runs informerlint's checks.
//
// Gopls takes no analyzers of others, and what it is made of is internal to
// its module. The go command decides by the import path alone what is
// internal: a module whose path lies below golang.org/x/tools/gopls may import
// it, unchanged and from the module cache. The module in directory module (a
// copy of integrations/gopls, which is where to change it) has such a path,
// and so can be built, but not installed by its path.
package goplsbuild

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Gopls is the version of gopls that is built.
const Gopls = "v0.23.0"

// modulePath is that of informerlint.
const modulePath = "github.com/informerlint/informerlint"

// The files end in .txt so that they are none of this module's Go files.
//
//go:embed module/*.txt
var module embed.FS

// Options say which informerlint goes into gopls.
type Options struct {
	Version string // that of the module, as go get takes it; not used if Source is set
	Source  string // the directory of its source
}

// ErrNoVersion is returned if the version is none that can be downloaded.
var ErrNoVersion = errors.New("this informerlint was built from a directory and does not know its version")

// Write writes the module to an existing directory.
func Write(dir string, o Options) error {
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
	entries, err := module.ReadDir("module")
	if err != nil {
		return err
	}
	for _, e := range entries {
		text, err := module.ReadFile("module/" + e.Name())
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, strings.TrimSuffix(e.Name(), ".txt")), text, 0o666); err != nil {
			return err
		}
	}
	return goCommand(dir, nil, append([]string{"mod", "edit"}, edits...)...)
}

// Build builds gopls and writes it to the file out. What the go command says
// goes to progress; it downloads what is missing.
func Build(o Options, out string, progress io.Writer) (err error) {
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
	if err := Write(dir, o); err != nil {
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
