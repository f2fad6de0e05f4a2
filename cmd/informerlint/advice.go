package main

import (
	"os"
	"path/filepath"
	"strings"
)

// adviseLoad turns what the go command said about the patterns into a message
// with a way out, where one is known.
func adviseLoad(dir string, patterns []string, err error) string {
	msg := strings.TrimPrefix(err.Error(), "err: exit status 1: stderr: ")
	msg = strings.TrimSpace(msg)
	if hint := otherModule(dir, patterns); hint != "" {
		return msg + "\n" + hint
	}
	switch {
	case strings.Contains(msg, "go.mod file not found"), strings.Contains(msg, "cannot find main module"):
		return msg + "\nStart informerlint in a directory of a module (or name one with -C), or set GO111MODULE=off for a GOPATH tree."
	case strings.Contains(msg, "executable file not found"):
		return msg + "\nThe go command must be on the PATH: informerlint asks it for the packages."
	}
	return msg
}

// otherModule explains patterns that name a directory of another module than
// the one that governs the starting directory.
func otherModule(dir string, patterns []string) string {
	if dir == "" {
		dir = "."
	}
	here := moduleDir(dir)
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
			return "The directory " + relative(target) + " is in a module of its own. Run: informerlint -C " + relative(there) + " ./..."
		}
	}
	return ""
}

// moduleDir returns the nearest directory at or above dir with a go.mod, or "".
func moduleDir(dir string) string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return ""
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		up := filepath.Dir(dir)
		if up == dir {
			return ""
		}
		dir = up
	}
}
