// Package apply applies the suggested fixes of diagnostics to source text. The
// command, the tests of the checks and the proof of the fixes all go through
// it, so that what was proved is what a user gets.
package apply

import (
	"bytes"
	"errors"
	"fmt"
	"go/format"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// ErrConflict is what a *ConflictError wraps.
var ErrConflict = errors.New("fixes overlap")

// A ConflictError says which fixes were left out because they would change
// text that an earlier fix changes already. The rest was applied; what is left
// can be applied by analyzing the result and fixing again.
type ConflictError struct {
	Skipped []analysis.Diagnostic
}

func (e *ConflictError) Error() string {
	if len(e.Skipped) == 1 {
		return "1 fix was left out because it overlaps with another; run again to apply it"
	}
	return fmt.Sprintf("%d fixes were left out because they overlap with others; run again to apply them", len(e.Skipped))
}

// Unwrap makes errors.Is(err, ErrConflict) hold.
func (e *ConflictError) Unwrap() error { return ErrConflict }

// Fixes applies the first suggested fix of each diagnostic, whole or not at
// all and in the order given, and returns the new text of each file that
// changes, in gofmt's form if it was in that before. readFile returns the text
// that was analyzed.
//
// If some fixes were left out, the error is a *ConflictError and the files are
// valid. Every other error means that nothing is valid.
func Fixes(fset *token.FileSet, diagnostics []analysis.Diagnostic, readFile func(name string) ([]byte, error)) (map[string][]byte, error) {
	accepted := make(map[string]edits)
	var conflict ConflictError
	for _, d := range diagnostics {
		if len(d.SuggestedFixes) == 0 {
			continue
		}
		wanted, err := byFile(fset, d.SuggestedFixes[0])
		if err != nil {
			return nil, fmt.Errorf("%s: fix %q: %w", fset.Position(d.Pos), d.SuggestedFixes[0].Message, err)
		}
		merged := make(map[string]edits, len(wanted))
		fits := true
		for name, es := range wanted {
			m, ok := merge(accepted[name], es)
			fits = fits && ok
			merged[name] = m
		}
		if !fits {
			conflict.Skipped = append(conflict.Skipped, d)
			continue
		}
		for name, es := range merged {
			accepted[name] = es
		}
	}

	files := make(map[string][]byte, len(accepted))
	for name, es := range accepted {
		old, err := readFile(name)
		if err != nil {
			return nil, err
		}
		text, err := es.apply(old)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		text, err = tidy(old, text, es)
		if err != nil {
			return nil, fmt.Errorf("%s: the fixed file does not parse: %w", name, err)
		}
		if !bytes.Equal(old, text) {
			files[name] = text
		}
	}
	if len(conflict.Skipped) > 0 {
		return files, &conflict
	}
	return files, nil
}

// An edit replaces the bytes from start to end.
type edit struct {
	start, end int
	text       string
}

// edits are sorted and do not overlap.
type edits []edit

// byFile sorts the edits of one fix into files and checks that they do not
// overlap among themselves.
func byFile(fset *token.FileSet, sf analysis.SuggestedFix) (map[string]edits, error) {
	files := make(map[string]edits)
	for _, e := range sf.TextEdits {
		file := fset.File(e.Pos)
		if file == nil {
			return nil, errors.New("an edit has no position")
		}
		end := e.End
		if !end.IsValid() {
			end = e.Pos
		}
		if fset.File(end) != file || end < e.Pos {
			return nil, errors.New("an edit ends before it begins, or in another file")
		}
		files[file.Name()] = append(files[file.Name()], edit{file.Offset(e.Pos), file.Offset(end), string(e.NewText)})
	}
	for _, es := range files {
		slices.SortStableFunc(es, func(a, b edit) int { return a.start - b.start })
		for i := 1; i < len(es); i++ {
			if es[i].start < es[i-1].end {
				return nil, errors.New("its edits overlap")
			}
		}
	}
	return files, nil
}

// merge adds the edits ys to xs. It fails if an edit of one changes text that
// a different edit of the other changes. Equal edits become one (two fixes may
// add the same import); different insertions at one place are kept in order.
func merge(xs, ys edits) (edits, bool) {
	var out edits
	i, j := 0, 0
	for i < len(xs) && j < len(ys) {
		x, y := xs[i], ys[j]
		switch {
		case x == y:
			out = append(out, x)
			i++
			j++
		case x.end <= y.start:
			out = append(out, x)
			i++
		case y.end <= x.start:
			out = append(out, y)
			j++
		default:
			return nil, false
		}
	}
	return append(append(out, xs[i:]...), ys[j:]...), true
}

func (es edits) apply(src []byte) ([]byte, error) {
	var out bytes.Buffer
	last := 0
	for _, e := range es {
		if e.end > len(src) || e.start < last {
			return nil, errors.New("the file has changed since it was analyzed")
		}
		out.Write(src[last:e.start])
		out.WriteString(e.text)
		last = e.end
	}
	out.Write(src[last:])
	return out.Bytes(), nil
}

// tidy formats src, which the edits made of old, and removes imports that only
// the replaced text used. A file that was not in gofmt's form keeps its own but
// for the lines that were edited: formatted, it would be a change of every line in
// which nobody finds the fix.
func tidy(old, src []byte, es edits) ([]byte, error) {
	formatted, err := format.Source(src)
	if err != nil {
		return nil, err
	}
	if was, err := format.Source(old); err != nil || !bytes.Equal(was, old) {
		return removeImports(old, mixed(src, formatted, es))
	}
	if src, err = removeImports(old, src); err != nil {
		return nil, err
	}
	return format.Source(src)
}

// mixed returns src with the lines that were edited as they are when formatted,
// or all of it formatted if that has other lines.
func mixed(src, formatted []byte, es edits) []byte {
	lines, want := bytes.SplitAfter(src, []byte("\n")), bytes.SplitAfter(formatted, []byte("\n"))
	if len(lines) != len(want) {
		return formatted
	}
	moved := 0
	for _, e := range es {
		start := e.start + moved
		first := bytes.Count(src[:start], []byte("\n"))
		for i := range 1 + strings.Count(strings.TrimSuffix(e.text, "\n"), "\n") {
			lines[first+i] = want[first+i]
		}
		n := first + strings.Count(e.text, "\n")
		if strings.HasSuffix(e.text, "\n") && start > 0 && src[start-1] != '\n' && len(indent(lines[n])) == 0 {
			lines[n] = slices.Concat(indent(want[n]), lines[n]) // the rest of the line that it was inserted into
		}
		moved += len(e.text) - (e.end - e.start)
	}
	return slices.Concat(lines...)
}

// indent is the white space that a line begins with.
func indent(line []byte) []byte { return line[:len(line)-len(bytes.TrimLeft(line, "\t "))] }
