package main

import (
	"fmt"

	"github.com/informerlint/informerlint/analyzers"
)

// list prints the checks, and how to switch on the rules that are off.
func list(s streams, args []string) int {
	if len(args) > 0 {
		return complain(s, "list takes no arguments")
	}
	for _, c := range analyzers.Catalogue() {
		fmt.Fprintf(s.out, "%s: %s\n", c.Name(), c.Summary)
		for _, r := range c.Rules {
			state := "on"
			if !r.On() {
				state = "off, " + c.Flag(r)
			}
			fmt.Fprintf(s.out, "\t%s (%s)\n", r.Name, state)
		}
	}
	return exitClean
}
