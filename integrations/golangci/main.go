// Golangci-lint with the linter informerlint.
package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/informerlint/informerlint/plugin"
)

func main() {
	info, err := buildInfo()
	if err == nil {
		err = commands.Execute(info)
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "golangci-lint with informerlint: %v\n", err)
		os.Exit(exitcodes.Failure)
	}
}

// buildInfo says what this binary is. Golangci-lint keeps results by its
// version, so that a linter's new version in a binary of the same version
// would show its old results: the version has a hash of the binary in it.
func buildInfo() (commands.BuildInfo, error) {
	hash, err := hashSelf()
	if err != nil {
		return commands.BuildInfo{}, err
	}
	info := commands.BuildInfo{GoVersion: "unknown", Version: "unknown", Commit: "informerlint (devel)", Date: "(unknown)"}
	if build, ok := debug.ReadBuildInfo(); ok {
		info.GoVersion = build.GoVersion
		for _, m := range build.Deps {
			switch m.Path {
			case "github.com/golangci/golangci-lint/v2":
				info.Version = strings.TrimPrefix(m.Version, "v")
			case "github.com/informerlint/informerlint":
				if m.Replace == nil {
					info.Commit = "informerlint " + m.Version
				}
			}
		}
	}
	info.Version += "-informerlint-" + hash
	return info, nil
}

// hashSelf returns the beginning of a hash of the running program.
func hashSelf() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:6]), nil
}
