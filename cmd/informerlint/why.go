package main

import (
	"errors"
	"flag"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/load"
)

// A witness is the result of an analyzer that remembers why it kept silent
// about a line it looked at.
type witness interface {
	Why(file string, line int) []string
}

// reasons asks a result of the engine about a line. The engine takes part by
// having a method Why; until it has one there is nothing to ask.
var reasons = func(result any, file string, line int) []string {
	if w, ok := result.(witness); ok {
		return w.Why(file, line)
	}
	return nil
}

// why analyzes the package of one file and prints what is known of a line.
func why(s streams, args []string) int {
	fs, o := newFlags("why")
	rest, err := parse(fs, o, args)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return help(s, nil)
	case err != nil:
		return complain(s, "%v", err)
	case len(rest) != 1:
		return complain(s, "why takes one FILE:LINE")
	case o.json || o.fix:
		return complain(s, "why knows neither -json nor -fix")
	}
	file, line, err := parsePlace(o.dir, rest[0])
	if err != nil {
		return complain(s, "%v", err)
	}
	pr := startProgress(s.err)
	defer pr.stop()
	// The file's directory as the starting point finds its module as well.
	o.dir = filepath.Dir(file)
	res, err := loadPackages(o, []string{"."}, pr)
	if err != nil {
		return complain(s, "%v", err)
	}
	pkg := packageOf(res, file)
	if pkg == nil {
		incomplete := report(s, res, nil)
		if incomplete {
			return exitTrouble
		}
		fmt.Fprintf(s.out, "%s:%d: the package reaches no informer through its imports, or the file is not part of the build\n", relative(file), line)
		return exitClean
	}
	return explainLine(s, o, res, pkg, file, line)
}

func explainLine(s streams, o *options, res *load.Result, pkg *packages.Package, file string, line int) int {
	checks := o.checks()
	graph, err := checker.Analyze(append(required(checks), checks...), []*packages.Package{pkg}, nil)
	if err != nil {
		fmt.Fprintf(s.err, "informerlint: %v\n", err)
		return exitTrouble
	}
	var answers []string
	for _, act := range graph.Roots {
		for _, d := range act.Diagnostics {
			if p := res.Fset.Position(d.Pos); p.Filename == file && p.Line == line {
				answers = append(answers, "it is reported: "+d.Message)
			}
		}
		answers = append(answers, reasons(act.Result, file, line)...)
	}
	if len(answers) == 0 {
		answers = []string{"the engine has no record of this line"}
	}
	for _, a := range answers {
		fmt.Fprintf(s.out, "%s:%d: %s\n", relative(file), line, a)
	}
	if crashed := takeCrashes(); report(s, res, crashed) {
		return exitTrouble
	}
	return exitClean
}

// required returns the analyzers that the checks are built on: their results
// are kept only if they are asked for.
func required(checks []*analysis.Analyzer) []*analysis.Analyzer {
	seen := make(map[*analysis.Analyzer]bool)
	var all []*analysis.Analyzer
	for _, check := range checks {
		for _, a := range check.Requires {
			if !seen[a] {
				seen[a] = true
				all = append(all, a)
			}
		}
	}
	return all
}

// parsePlace splits FILE:LINE; the file is relative to dir.
func parsePlace(dir, place string) (file string, line int, err error) {
	i := strings.LastIndexByte(place, ':')
	if i < 0 {
		return "", 0, fmt.Errorf("%q is not FILE:LINE", place)
	}
	line, err = strconv.Atoi(place[i+1:])
	if err != nil || line < 1 {
		return "", 0, fmt.Errorf("%q is not FILE:LINE", place)
	}
	file = place[:i]
	if !filepath.IsAbs(file) {
		file = filepath.Join(dir, file)
	}
	if file, err = filepath.Abs(file); err != nil {
		return "", 0, err
	}
	if real, err := filepath.EvalSymlinks(file); err == nil {
		file = real
	} else {
		return "", 0, fmt.Errorf("%s: no such file", place[:i])
	}
	return file, line, nil
}

func packageOf(res *load.Result, file string) *packages.Package {
	for _, pkg := range res.Roots {
		for _, name := range pkg.GoFiles {
			if real, err := filepath.EvalSymlinks(name); name == file || err == nil && real == file {
				return pkg
			}
		}
	}
	return nil
}
