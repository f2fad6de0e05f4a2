// Package suppress reads the comments by which people say that a finding is
// not to be reported.
//
// Three grammars are known:
//
//	//informerlint:ignore CHECK[,CHECK] reason       on the line, or alone on the line above
//	//informerlint:file-ignore CHECK[,CHECK] reason  for the whole file
//	//lint:ignore informerlint/CHECK reason          as staticcheck has it; also //lint:file-ignore
//	//nolint:informerlint                            as golangci-lint has it; also //nolint
//
// CHECK is a check or CHECK/RULE.
package suppress

import (
	"cmp"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// A Kind is the grammar of a directive.
type Kind uint8

// The grammars.
const (
	Own    Kind = iota // informerlint's own
	Lint               // staticcheck's
	Nolint             // golangci-lint's
)

// Linter is the name that a nolint directive gives all checks together.
const Linter = "informerlint"

// A Directive is one such comment.
type Directive struct {
	Pos, End token.Pos
	Kind     Kind
	Text     string   // the comment
	Checks   []string // CHECK or CHECK/RULE; empty: all
	Reason   string   // empty for nolint, which needs none
	File     bool     // for the whole file
	Explicit bool     // a nolint that names informerlint

	first, last int // the lines for which it holds
}

// Valid reports whether the directive suppresses anything: it names a check
// and gives a reason. A nolint directive needs neither.
func (d *Directive) Valid() bool {
	return d.Kind == Nolint || len(d.Checks) > 0 && d.Reason != ""
}

// Names reports whether the directive is about a rule of a check.
func (d *Directive) Names(check, rule string) bool {
	if len(d.Checks) == 0 {
		return d.Kind == Nolint
	}
	return slices.Contains(d.Checks, check) || slices.Contains(d.Checks, check+"/"+rule)
}

// Parse returns the directives of a file in the order of their positions,
// those that are not Valid included. Comments of the three grammars that are
// about other linters are none.
func Parse(fset *token.FileSet, file *ast.File) []*Directive {
	var all []*Directive
	for _, group := range file.Comments {
		for _, c := range group.List {
			if d := parse(c.Text); d != nil {
				d.Pos, d.End, d.Text = c.Pos(), c.End(), c.Text
				all = append(all, d)
			}
		}
	}
	if len(all) == 0 {
		return nil // by far the most files
	}
	slices.SortFunc(all, func(a, b *Directive) int { return cmp.Compare(a.Pos, b.Pos) })
	place(fset, file, all)
	return all
}

// parse reads one comment; nil if it is no directive of ours. "// x:y" with a
// space is text, as it is for the go command, but golangci-lint takes "// nolint".
func parse(comment string) *Directive {
	if text, ok := strings.CutPrefix(comment, "//"+Linter+":"); ok {
		verb, args, _ := strings.Cut(text, " ")
		if verb != "ignore" && verb != "file-ignore" {
			return nil
		}
		d := &Directive{Kind: Own, File: verb == "file-ignore"}
		d.Checks, d.Reason = arguments(args, "")
		return d
	}
	if text, ok := strings.CutPrefix(comment, "//lint:"); ok {
		verb, args, _ := strings.Cut(text, " ")
		if verb != "ignore" && verb != "file-ignore" {
			return nil
		}
		d := &Directive{Kind: Lint, File: verb == "file-ignore"}
		d.Checks, d.Reason = arguments(args, Linter+"/")
		if len(d.Checks) == 0 {
			return nil
		}
		return d
	}
	text := strings.TrimLeft(comment, "/ \t")
	text, _, _ = strings.Cut(text, "//")
	names, ok := strings.CutPrefix(strings.TrimSpace(text), "nolint")
	switch {
	case !ok || !strings.HasPrefix(comment, "//"):
		return nil
	case names == "" || names[0] == ' ' || names[0] == '\t':
		return &Directive{Kind: Nolint}
	case names[0] != ':':
		return nil
	}
	for name := range strings.SplitSeq(names[1:], ",") {
		if name = strings.ToLower(strings.TrimSpace(name)); name == Linter || name == "all" {
			return &Directive{Kind: Nolint, Explicit: name == Linter}
		}
	}
	return nil
}

// arguments splits "a,b reason" and keeps the names that begin with prefix,
// without it.
func arguments(args, prefix string) (checks []string, reason string) {
	args = strings.TrimSpace(args)
	names, reason := args, ""
	if i := strings.IndexAny(args, " \t"); i >= 0 {
		names, reason = args[:i], strings.TrimSpace(args[i:])
	}
	for name := range strings.SplitSeq(names, ",") {
		if name, ok := strings.CutPrefix(name, prefix); ok && name != "" {
			checks = append(checks, name)
		}
	}
	return checks, reason
}

// place finds out for which lines each directive holds.
func place(fset *token.FileSet, file *ast.File, all []*Directive) {
	tf := fset.File(file.FileStart)
	if tf == nil {
		return
	}
	line := func(pos token.Pos) int { return tf.PositionFor(pos, false).Line }
	code := codeLines(file, line)
	comments := make(map[int]bool) // lines with nothing but comments
	for _, group := range file.Comments {
		for l := line(group.Pos()); l <= line(group.End()); l++ {
			comments[l] = !code[l]
		}
	}
	for _, d := range all {
		at := line(d.Pos)
		d.first, d.last = at, at
		if code[at] {
			continue // after code: for its line only
		}
		// Alone: for the next line, past other comments.
		next := at + 1
		for comments[next] {
			next++
		}
		d.last = next
		if d.Kind == Nolint {
			d.last = max(next, nodeEnd(file, line, tf.PositionFor(d.Pos, false).Column, next, tf))
		}
	}
}

// codeLines returns the lines on which some syntax begins or ends.
func codeLines(file *ast.File, line func(token.Pos) int) map[int]bool {
	code := map[int]bool{line(file.Package): true}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.File:
			return n != nil
		case *ast.Comment, *ast.CommentGroup:
			return false
		default:
			code[line(n.Pos())], code[line(n.End()-1)] = true, true
			return true
		}
	})
	return code
}

// nodeEnd returns the last line of the largest node that begins on a line in
// the column of the comment above it: golangci-lint's rule, by which a nolint
// above a function is for the function, and above the package clause for the file.
func nodeEnd(file *ast.File, line func(token.Pos) int, column, at int, tf *token.File) int {
	last := 0
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil || last > 0 {
			return false
		}
		pos := n.Pos()
		if _, ok := n.(*ast.File); ok {
			pos = file.Package
		}
		if line(pos) == at && tf.PositionFor(pos, false).Column == column {
			last = line(n.End())
			return false
		}
		return true
	})
	return last
}

// Find returns the first valid directive for a finding of a rule on a line, or
// nil.
func Find(all []*Directive, check, rule string, line int) *Directive {
	for _, d := range all {
		if !d.Valid() || !d.Names(check, rule) {
			continue
		}
		if d.File || d.first <= line && line <= d.last {
			return d
		}
	}
	return nil
}
