package main

import (
	"fmt"
	"strings"

	"github.com/informerlint/informerlint/analyzers"
)

// explain prints the page of a check, or the section of one of its rules.
func explain(s streams, args []string) int {
	args, html, err := explainArgs(args)
	if err != nil {
		return complain(s, "%v", err)
	}
	if len(args) != 1 {
		return complain(s, "explain takes one CHECK or CHECK/RULE; the checks are: %s", strings.Join(checkNames(), ", "))
	}
	name, rule, _ := strings.Cut(args[0], "/")
	c, ok := analyzers.Find(name)
	if !ok {
		return complain(s, "there is no check %q; the checks are: %s", name, strings.Join(checkNames(), ", "))
	}
	if _, ok := c.Rule(rule); rule != "" && !ok {
		var names []string
		for _, r := range c.Rules {
			names = append(names, r.Name)
		}
		return complain(s, "%s has no rule %q; its rules are: %s", name, rule, strings.Join(names, ", "))
	}
	if html {
		if err := explainHTML(s.out, c, rule); err != nil {
			return fail(s, err)
		}
		return exitClean
	}
	fmt.Fprint(s.out, analyzers.Text(c, rule))
	return exitClean
}

func checkNames() []string {
	var names []string
	for _, c := range analyzers.Catalogue() {
		names = append(names, c.Name())
	}
	return names
}
