package main

import (
	"flag"
	"fmt"
	"io"
	"strings"
)

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

func printFlags(w io.Writer, fs *flag.FlagSet) {
	fs.VisitAll(func(f *flag.Flag) {
		arg, usage := flag.UnquoteUsage(f)
		name := "-" + f.Name
		if b, ok := f.Value.(interface{ IsBoolFlag() bool }); !ok || !b.IsBoolFlag() {
			name += " " + arg
		}
		if f.DefValue != "" && f.DefValue != "false" {
			usage += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(w, "\t%-28s %s\n", name, usage)
	})
}
