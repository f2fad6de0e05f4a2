package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/informerlint/informerlint/internal/goplsbuild"
)

// buildGopls builds a gopls that runs the checks.
func buildGopls(s streams, args []string) int {
	fs := flag.NewFlagSet("gopls", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	out := fs.String("o", "", "the `file` to write")
	src := fs.String("src", "", "the `directory` of informerlint's source; default the version of this binary")
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(s.out, "usage: informerlint gopls -o FILE [-src DIR]\n\n"+
			"Builds the newest gopls that your Go can build ("+releases()+") with informerlint's checks. An editor is told to start FILE instead of gopls.\n\nflags:\n")
		printFlags(s.out, fs)
		return exitClean
	case err != nil:
		return complain(s, "%v", err)
	case fs.NArg() > 0:
		return complain(s, "gopls takes no arguments but its flags")
	case *out == "":
		return complain(s, "gopls needs -o FILE: where to write it")
	}
	release, err := goplsbuild.Here()
	if err != nil {
		return fail(s, err)
	}
	err = goplsbuild.Build(release, goplsbuild.Options{Version: moduleVersion(), Source: *src}, *out, s.err)
	switch {
	case errors.Is(err, goplsbuild.ErrNoVersion):
		return complain(s, "%v: name the directory of its source with -src", err)
	case err != nil:
		return fail(s, err)
	}
	fmt.Fprintf(s.err, "informerlint: %s is gopls %s with informerlint\n", *out, release.Gopls)
	return exitClean
}

// releases says which gopls is built with which Go.
func releases() string {
	var each []string
	for _, r := range goplsbuild.Releases {
		each = append(each, r.Gopls+" since "+r.Go)
	}
	return strings.Join(each, ", ")
}
