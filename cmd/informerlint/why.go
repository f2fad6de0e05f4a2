package main

import (
	"fmt"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

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

// A place is a line that is asked about.
type place struct {
	file string
	line int
}

// at reports whether a position is on the line.
func (p place) at(posn token.Position) bool { return posn.Filename == p.file && posn.Line == p.line }

// why analyzes the packages of some files and prints what is known of a line in
// each of them.
func why(s streams, args []string) int {
	o, rest, err := parseFor("why", args)
	switch {
	case err != nil:
		return refuse(s, err)
	case len(rest) == 0:
		return complain(s, "why takes at least one FILE:LINE")
	case o.json || o.fix:
		return complain(s, "why cannot be combined with -json or -fix")
	}
	var places []place
	var dirs []string
	for _, arg := range rest {
		file, line, err := parsePlace(o.dir, arg)
		if err != nil {
			return complain(s, "%v", err)
		}
		places = append(places, place{file, line})
		if dir := filepath.Dir(file); !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	// The file's directory as the starting point finds its module as well.
	o.dir = dirs[0]
	q := &inquiry{places: places, answers: make([][]string, len(places)), looked: make([]bool, len(places))}
	if err := q.ask(s, o, dirs); err != nil {
		return complain(s, "%v", err)
	}
	silent := false
	for i, p := range places {
		answers := q.answers[i]
		switch {
		case q.incomplete && len(answers) == 0:
			silent = true
			continue
		case !q.looked[i]:
			answers = []string{"the package reaches no informer through its imports, or the file is not part of the build"}
		case len(answers) == 0:
			answers = []string{"the engine has no record of this line: nothing on it is about informers, as far as that is followed"}
		}
		for _, a := range answers {
			fmt.Fprintf(s.out, "%s:%d: %s\n", finding.Relative(p.file), p.line, a)
		}
	}
	if silent || q.incomplete {
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
