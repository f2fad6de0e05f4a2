package main

import (
	"os"
	"path/filepath"
	"strings"

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
