// Informerlint finds misuse of Kubernetes informers in Go programs.
//
// By itself it loads packages from source, without compiling them:
//
//	informerlint [flags] [packages]
//
// The same binary is a tool for go vet:
//
//	go vet -vettool=$(which informerlint) ./...
//
// The other commands are explain, list, why, lsp, gopls, version and help.
package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/informerlint/informerlint/analyzers"
)

// Exit codes. Findings and trouble at once give exitTrouble: an answer that
// may be incomplete must not look like a complete one.
const (
	exitClean    = 0
	exitFindings = 1
	exitTrouble  = 2
)

// streams are where a command writes.
type streams struct {
	out, err io.Writer
}

// registry returns the checks; tests put others in their place.
var registry = analyzers.All

// A command is one mode of the program.
type command struct {
	name, args, summary string
	run                 func(s streams, args []string) int
}

// commands lists the modes in the order in which help shows them.
func commands() []command {
	return []command{
		{"run", "[flags] [packages]", "analyze packages (this is what happens without a command)", run},
		{"explain", "CHECK[/RULE]", "say what a check reports, and what not", explain},
		{"list", "", "list the checks and their rules", list},
		{"why", "[flags] FILE:LINE", "say why a line is not reported", why},
		{"lsp", "[flags]", "serve an editor, beside its gopls", languageServer},
		{"gopls", "-o FILE [-src DIR]", "build a gopls that runs the checks", buildGopls},
		{"version", "", "print the version", version},
		{"help", "", "print this text", help},
	}
}

func main() {
	guard(registry())
	args := os.Args[1:]
	if isVetCall(args) {
		if args[0] == "-V=full" {
			os.Exit(vetVersion(streams{os.Stdout, os.Stderr}))
		}
		vettool()
		return
	}
	os.Exit(dispatch(streams{os.Stdout, os.Stderr}, args))
}

// dispatch runs the command that args name.
func dispatch(s streams, args []string) int {
	if len(args) > 0 {
		for _, c := range commands() {
			if c.name == args[0] {
				return c.run(s, args[1:])
			}
		}
		// A bare word is likelier a mistyped command than the import path
		// of a package, which the standard library aside has a dot or a slash.
		if w := args[0]; !strings.ContainsAny(w, "-./\\") && w != "all" && w != "std" && w != "work" && w != "cmd" && w != "tool" {
			return complain(s, "unknown command %q (for a package, write ./%s)", w, w)
		}
	}
	return run(s, args)
}

// complain prints a message about wrong use and returns the exit code for it.
func complain(s streams, format string, args ...any) int {
	fmt.Fprintf(s.err, "informerlint: "+format+"\nRun 'informerlint help' for usage.\n", args...)
	return exitTrouble
}
