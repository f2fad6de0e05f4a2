package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// version prints the versions that the go command put into the binary: of
// informerlint, and of x/tools, whose drivers and SSA it is built with.
func version(s streams, args []string) int {
	if len(args) > 0 {
		return complain(s, "version takes no arguments")
	}
	revision, tools := "", "(unknown)"
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, kv := range info.Settings {
			if kv.Key == "vcs.revision" {
				revision = " " + kv.Value
			}
		}
		for _, dep := range info.Deps {
			if dep.Path == "golang.org/x/tools" {
				tools = dep.Version
				if dep.Replace != nil {
					tools += " => " + dep.Replace.Path + " " + dep.Replace.Version
				}
			}
		}
	}
	fmt.Fprintf(s.out, "informerlint %s%s x/tools %s %s %s/%s\n", moduleVersion(), revision, tools, runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return exitClean
}
