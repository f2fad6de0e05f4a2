package main

import (
	"strings"

	"golang.org/x/tools/go/analysis/unitchecker"
)

// isVetCall reports whether go vet is the caller: it asks for the version
// (-V=full) and the flags (-flags), and then hands over one unit.cfg a package.
func isVetCall(args []string) bool {
	if len(args) == 0 {
		return false
	}
	return args[0] == "-V=full" || args[0] == "-flags" || strings.HasSuffix(args[len(args)-1], ".cfg")
}

// vettool runs under go vet, and does not return. The driver takes its flags
// from the global flag set; ours live in one of their own (run.go), since both
// have -json, -fix and -diff.
func vettool() { unitchecker.Main(registry()...) }
