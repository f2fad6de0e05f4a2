// Informerlint finds misuse of Kubernetes informers in Go programs.
//
// Stand-alone, it loads packages from source, without compiling them:
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
	"os"
	"strings"
)

// A command is one mode of the program.
type command struct {
	name, args, summary string
	run                 func(s streams, args []string) int
}

// commands lists the modes in the order in which help shows them.
func commands() []command {
	return []command{
		{"run", "[flags] [packages]", "analyze packages (this is what happens without a command)", run},
		{"explain", "CHECK[/RULE] [-html]", "say what a check reports, and what not; -html: as a page, with counterexamples", explain},
		{"list", "", "list the checks and their rules", list},
		{"why", "[flags] FILE:LINE...", "say what a line does to informers, and why it is not reported", why},
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
				return answerHelp(s, c.run(s, args[1:]))
			}
		}
		// A bare word is likelier a mistyped command than the import path
		// of a package, which the standard library aside has a dot or a slash.
		if w := args[0]; !strings.ContainsAny(w, "-./\\") && w != "all" && w != "std" && w != "work" && w != "cmd" && w != "tool" {
			return complain(s, "unknown command %q (for a package, write ./%s)", w, w)
		}
	}
	return answerHelp(s, run(s, args))
}

// answerHelp prints the help text where a mode was asked for it.
func answerHelp(s streams, code int) int {
	if code == exitHelp {
		return help(s, nil)
	}
	return code
}

// help prints how to use the program.
func help(s streams, _ []string) int {
	fmt.Fprint(s.out, "Informerlint finds misuse of Kubernetes informers in Go programs.\n\n"+
		"usage:\n"+
		"\tinformerlint [flags] [packages]\n"+
		"\tgo vet -vettool=$(which informerlint) [flags] [packages]\n\n"+
		"commands:\n")
	for _, c := range commands() {
		fmt.Fprintf(s.out, "\t%-28s %s\n", strings.TrimSpace(c.name+" "+c.args), c.summary)
	}
	fmt.Fprint(s.out, "\nflags of run and why (packages default to ./...):\n")
	fs, _ := newFlags("run")
	printFlags(s.out, fs)
	fmt.Fprint(s.out, "\nexit code: 0 no findings, 1 findings, 2 wrong use or packages that could not be analyzed\n")
	return exitClean
}
