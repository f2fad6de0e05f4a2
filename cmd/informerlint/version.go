package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version prints the version that the go command put into the binary.
func version(s streams, _ []string) int {
	v := "(devel)"
	revision := ""
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Version != "" {
			v = info.Main.Version
		}
		for _, kv := range info.Settings {
			if kv.Key == "vcs.revision" {
				revision = " " + kv.Value
			}
		}
	}
	fmt.Fprintf(s.out, "informerlint %s%s %s %s/%s\n", v, revision, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return exitClean
}
