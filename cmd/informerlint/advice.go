package main

import (
	"cmp"
	"fmt"
	goversion "go/version"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/load"
	"github.com/informerlint/informerlint/internal/report/finding"
)

// advice returns a sentence that leads out of what the go command said about
// the patterns, or "" where none is known.
func advice(dir string, patterns []string, said string) string {
	if dir == "" {
		dir = "."
	}
	if strings.Contains(said, "executable file not found") {
		return "The go command must be on the PATH: informerlint asks it for the packages."
	}
	if strings.Contains(said, "go.mod file not found") || strings.Contains(said, "main module") {
		here := moduleDir(dir)
		if there := otherModule(here, dir, patterns); there != "" {
			return "That directory is in a module of its own. Run: informerlint -C " + finding.Relative(there) + " ./..."
		}
		if here == "" {
			return "There is no go.mod at or above the starting directory. Start informerlint in a directory of a module (or name one with -C), " +
				"or set GO111MODULE=off for a GOPATH tree."
		}
	}
	return ""
}

// wantsGo matches what go/types says of a file or package that asks for a newer Go than
// the one whose go/types it is: that of this binary.
var wantsGo = regexp.MustCompile(`requires newer Go version go(\d+\.\d+)(\.\d+)?`)

// aboutGo returns the errors that say so, if there are any: they explain all others of
// their package. Otherwise it returns all.
func aboutGo(errs []packages.Error) []packages.Error {
	var out []packages.Error
	for _, e := range errs {
		if wantsGo.MatchString(e.Msg) {
			out = append(out, e)
		}
	}
	if len(out) > 0 {
		return out
	}
	return errs
}

// adviceOnGo says with which Go informerlint has to be built for packages that this binary
// cannot read, or "" if there are none.
func adviceOnGo(problems []load.Problem) string {
	newest := ""
	for _, p := range problems {
		for _, e := range p.Errors {
			if m := wantsGo.FindStringSubmatch(e.Msg); m != nil {
				if v := "go" + m[1] + cmp.Or(m[2], ".0"); goversion.Compare(v, newest) > 0 {
					newest = v
				}
			}
		}
	}
	if newest == "" {
		return ""
	}
	return fmt.Sprintf("This informerlint was built with %s, which cannot read newer source. Build it with a newer Go: GOTOOLCHAIN=%s go install %s@latest",
		runtime.Version(), newest, commandPath)
}

// commandPath is what go install takes.
const commandPath = "github.com/informerlint/informerlint/cmd/informerlint"

// otherModule returns the module that holds a directory that a pattern names,
// if it is not the one that governs the starting directory.
func otherModule(here, dir string, patterns []string) string {
	for _, p := range patterns {
		if !strings.HasPrefix(p, ".") && !filepath.IsAbs(p) {
			continue
		}
		target := strings.TrimSuffix(strings.TrimSuffix(p, "..."), "/")
		if !filepath.IsAbs(target) {
			target = filepath.Join(dir, target)
		}
		st, err := os.Stat(target)
		if err != nil {
			continue
		}
		if !st.IsDir() {
			target = filepath.Dir(target)
		}
		if there := moduleDir(target); there != "" && there != here {
			return there
		}
	}
	return ""
}
