package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/tools/go/analysis"
)

// For returns the config of the package under analysis; nil if there is none.
//
// The analyzers read it themselves, from the package's directory upwards, so
// that it holds in every driver. Packages of other modules (of the module
// cache, or vendored) have none: it is not their authors who are asked.
//
// The file is read past pass.ReadFile, which in some drivers knows only the
// package's own files. The price is that drivers that keep results
// (golangci-lint, gopls) do not notice that it has changed; for go vet the
// command makes it part of the tool's version, and its own results are kept by
// the config's text among other things.
func For(pass *analysis.Pass) (*Config, error) {
	if pass.Module != nil && pass.Module.Version != "" {
		return nil, nil
	}
	if given != nil {
		return given, nil
	}
	dir := packageDir(pass)
	if dir == "" {
		return nil, nil
	}
	return Find(dir)
}

// packageDir returns the directory of the package's sources, or "". Files
// that cgo makes lie elsewhere, but say where they come from.
func packageDir(pass *analysis.Pass) string {
	for _, file := range pass.Files {
		name := pass.Fset.Position(file.Package).Filename
		if !filepath.IsAbs(name) || strings.HasPrefix(filepath.Base(name), "_cgo_") || !strings.HasSuffix(name, ".go") {
			continue
		}
		return filepath.Dir(name)
	}
	return ""
}

// Find returns the config that holds in dir; nil if there is none.
func Find(dir string) (*Config, error) {
	name := Nearest(dir)
	if name == "" {
		return nil, nil
	}
	return read(name)
}

// Nearest returns the path of the nearest config file at or above dir: up to
// the root of the repository (.git or .hg), or outside of one up to the
// module's go.mod; "" if there is none.
func Nearest(dir string) string {
	found, beyond := "", false // beyond: found above the module
	module := false
	for {
		if found == "" {
			if name := filepath.Join(dir, Name); exists(name) {
				if !module {
					return name
				}
				found, beyond = name, true
			}
		}
		if exists(filepath.Join(dir, ".git")) || exists(filepath.Join(dir, ".hg")) {
			if beyond {
				return found
			}
			return ""
		}
		module = module || exists(filepath.Join(dir, "go.mod"))
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// A read file is kept until it changes: a language server lives for days.
var files sync.Map // path to *kept

type kept struct {
	size int64
	time time.Time
	c    *Config
	err  error
}

func read(name string) (*Config, error) {
	st, err := os.Stat(name)
	if err != nil {
		return nil, &Error{File: name, Msg: reason(err)}
	}
	if v, ok := files.Load(name); ok {
		if k := v.(*kept); k.size == st.Size() && k.time.Equal(st.ModTime()) {
			return k.c, k.err
		}
	}
	k := &kept{size: st.Size(), time: st.ModTime()}
	if text, err := os.ReadFile(name); err != nil {
		k.err = &Error{File: name, Msg: reason(err)}
	} else {
		k.c, k.err = Parse(name, text)
	}
	files.Store(name, k)
	return k.c, k.err
}

// reason is an error of the file system without the path.
func reason(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}
