package main

import (
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/report/finding"
)

// A silence is the result of an analyzer that remembers why it kept silent
// about a line it looked at.
type silence interface {
	Why(file string, line int) []string
}

// reasons asks the result of an analyzer about a line. The engine takes part
// by having a method Why; its result for a package without informers is nil.
func reasons(result any, file string, line int) []string {
	r, ok := result.(silence)
	if v := reflect.ValueOf(result); !ok || v.Kind() == reflect.Pointer && v.IsNil() {
		return nil
	}
	return r.Why(file, line)
}

// why analyzes the package of one file and prints what is known of a line.
func why(s streams, args []string) int {
	o, rest, err := parseFor("why", args)
	switch {
	case err != nil:
		return refuse(s, err)
	case len(rest) != 1:
		return complain(s, "why takes one FILE:LINE")
	case o.json || o.fix:
		return complain(s, "why cannot be combined with -json or -fix")
	}
	file, line, err := parsePlace(o.dir, rest[0])
	if err != nil {
		return complain(s, "%v", err)
	}
	pr := startProgress(s.err)
	// The file's directory as the starting point finds its module as well.
	o.dir = filepath.Dir(file)
	var mu sync.Mutex
	var answers []string
	looked := false
	ans, err := analyze(o, o.checks(), []string{"."}, pr, func(pkg *packages.Package, _ *analysis.Analyzer, result any) {
		if !holds(pkg, file) {
			return
		}
		mu.Lock()
		defer mu.Unlock()
		looked = true
		answers = append(answers, reasons(result, file, line)...)
	})
	pr.stop()
	if err != nil {
		return complain(s, "%v", err)
	}
	for _, f := range ans.found {
		if f.Posn.Filename == file && f.Posn.Line == line {
			answers = append(answers, "it is reported: "+f.Message)
		}
	}
	for _, f := range ans.suppressed {
		if f.Posn.Filename == file && f.Posn.Line == line {
			answers = append(answers, "a comment suppresses it ("+f.Directive.Text+"): "+f.Message)
		}
	}
	incomplete := tellProblems(s, ans.res, ans.failed)
	switch {
	case incomplete && len(answers) == 0:
		return exitTrouble
	case !looked:
		answers = []string{"the package reaches no informer through its imports, or the file is not part of the build"}
	case len(answers) == 0:
		answers = []string{"the engine has no record of this line"}
	}
	slices.Sort(answers)
	for _, a := range slices.Compact(answers) {
		fmt.Fprintf(s.out, "%s:%d: %s\n", finding.Relative(file), line, a)
	}
	if incomplete {
		return exitTrouble
	}
	return exitClean
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

// holds reports whether a file is one of a package's.
func holds(pkg *packages.Package, file string) bool {
	for _, name := range pkg.GoFiles {
		if real, err := filepath.EvalSymlinks(name); name == file || err == nil && real == file {
			return true
		}
	}
	return false
}
