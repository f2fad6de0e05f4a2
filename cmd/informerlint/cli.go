package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"

	"github.com/informerlint/informerlint/analyzers"
)

// This file has what all modes share.

// Exit codes. Findings and trouble at once give exitTrouble: an answer that
// may be incomplete must not look like a complete one.
const (
	exitClean    = 0
	exitFindings = 1
	exitTrouble  = 2

	exitHelp = -1 // no exit code: the answer is the help text, and exitClean
)

// streams are where a command writes.
type streams struct {
	out, err io.Writer
}

// registry returns the checks; tests put others in their place.
var registry = analyzers.All

// complain prints a message about wrong use and returns the exit code for it.
func complain(s streams, format string, args ...any) int {
	fmt.Fprintf(s.err, "informerlint: "+format+"\nRun 'informerlint help' for usage.\n", args...)
	return exitTrouble
}

// refuse returns the exit code for flags that could not be read.
func refuse(s streams, err error) int {
	if errors.Is(err, flag.ErrHelp) {
		return exitHelp
	}
	return complain(s, "%v", err)
}

// fail prints an error that is not about wrong use and returns the exit code
// for it.
func fail(s streams, err error) int {
	fmt.Fprintf(s.err, "informerlint: %v\n", err)
	return exitTrouble
}

// count says how many there are of something.
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}

// moduleVersion returns the version of this binary, or (devel).
func moduleVersion() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	st, err := f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0
}
