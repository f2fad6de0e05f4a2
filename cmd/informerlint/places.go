package main

import (
	"os"
	"path/filepath"
)

// reportRoot returns the directory to which paths in reports are relative: the
// root of the repository around dir, its module, or dir itself.
func reportRoot(dir string) string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return dir
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real // as the go command reports files
	}
	for up := dir; ; up = filepath.Dir(up) {
		if _, err := os.Stat(filepath.Join(up, ".git")); err == nil {
			return up
		}
		if up == filepath.Dir(up) {
			break
		}
	}
	if mod := moduleDir(dir); mod != "" {
		return mod
	}
	return dir
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
