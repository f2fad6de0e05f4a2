package main

import (
	"errors"
	"fmt"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/fix/apply"
	"github.com/informerlint/informerlint/internal/report/finding"
	"github.com/informerlint/informerlint/internal/report/format"
)

// applyFixes applies the first fix of every finding, or prints what it would
// change. Findings that stay are printed: after -fix to standard output as
// ever, after -diff to standard error, so that the output is a patch.
func applyFixes(s streams, o *options, found []finding.Finding) int {
	var with []analysis.Diagnostic
	var without []finding.Finding
	var fset *token.FileSet
	for _, f := range found {
		fset = f.Fset
		if f.Fixable() {
			with = append(with, f.Diagnostic)
		} else {
			without = append(without, f)
		}
	}
	files, err := apply.Fixes(fset, with, os.ReadFile)
	var conflict *apply.ConflictError
	if err != nil && !errors.As(err, &conflict) {
		fmt.Fprintf(s.err, "informerlint: %v; no file was changed\n", err)
		return exitTrouble
	}

	if o.diff {
		err = printDiff(s, files)
		format.PrintText(s.err, without, false)
	} else {
		err = writeFiles(files)
		format.PrintText(s.out, without, false)
		if len(files) > 0 {
			fmt.Fprintf(s.err, "informerlint: fixed %s\n", count(len(with)-skipped(conflict), "finding")+" in "+count(len(files), "file"))
		}
	}
	if err != nil {
		return fail(s, err)
	}
	if conflict != nil {
		fmt.Fprintf(s.err, "informerlint: %v\n", conflict)
	}
	if o.fails(without) || conflict != nil || o.diff && len(files) > 0 {
		return exitFindings
	}
	return exitClean
}

func skipped(c *apply.ConflictError) int {
	if c == nil {
		return 0
	}
	return len(c.Skipped)
}

func sortedNames(files map[string][]byte) []string {
	return slices.Sorted(maps.Keys(files))
}

func printDiff(s streams, files map[string][]byte) error {
	for _, name := range sortedNames(files) {
		old, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		short := filepath.ToSlash(finding.Relative(name))
		if _, err := fmt.Fprint(s.out, apply.Unified("a/"+short, "b/"+short, old, files[name])); err != nil {
			return err
		}
	}
	return nil
}

// writeFiles replaces each file in one step, so that an interruption leaves
// either the old or the new text.
func writeFiles(files map[string][]byte) error {
	for _, name := range sortedNames(files) {
		if err := replaceFile(name, files[name]); err != nil {
			return err
		}
	}
	return nil
}

func replaceFile(name string, text []byte) error {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	st, err := os.Stat(real)
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(real), ".informerlint-*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(text)
	err = errors.Join(err, tmp.Chmod(st.Mode().Perm()), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), real)
	}
	if err != nil {
		return errors.Join(err, os.Remove(tmp.Name()))
	}
	return nil
}
