package prove

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/fix/apply"
	"github.com/informerlint/informerlint/proof/rewrite"
	"github.com/informerlint/informerlint/proof/scenario"
)

// modules are the modules of programs, by their directories, and their paths.
var modules = map[string]string{
	"testdata":                   "example.com/informers",
	"testdata/clientgo026":       "example.com/informers026",
	"testdata/controllerruntime": "example.com/controllerruntime",
}

// sources are the modules of programs, loaded and analyzed, by their directories.
type sources map[string]*rewrite.Module

func (m sources) of(s scenario.Scenario) *rewrite.Module { return m[s.Module] }

// Root returns the directory of the informerlint module that a directory is in.
func Root(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for {
		text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
		if err == nil && strings.HasPrefix(string(text), "module github.com/informerlint/informerlint\n") {
			return dir, nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("the working directory is not in a checkout of informerlint")
		}
		dir = up
	}
}

// open loads and analyzes the programs of scenarios.
func open(root string, list []scenario.Scenario) (sources, error) {
	patterns := make(map[string][]string)
	for _, s := range list {
		patterns[s.Module] = append(patterns[s.Module], "./"+path.Join(s.Dir, s.Below), "./"+s.Dir)
	}
	all := make(sources)
	for dir, some := range patterns {
		m, err := rewrite.Open(filepath.Join(root, filepath.FromSlash(dir)), modules[dir], filepath.Join(root, "proof", "twin"), analyzers.All(), some...)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		all[dir] = m
	}
	return all, nil
}

// A flaw is what a check reports in a scenario's program.
type flaw struct {
	diagnostics []analysis.Diagnostic
	primary     []string // lines "file.go:n" of the diagnostics and of the statements that they are in
	related     []string // lines that the diagnostics mention
	fixed       map[string][]byte
}

// examine collects what a check reports in a scenario's program and applies its
// fixes, by the code that -fix uses.
func examine(m *rewrite.Module, s scenario.Scenario) (*flaw, error) {
	f := &flaw{}
	hasRule := false
	for _, d := range m.FindingsIn(path.Join(s.Dir, s.Below)) {
		if d.Analyzer.Name != s.Check {
			return nil, fmt.Errorf("%s: %s reports something: %s", s.Dir, d.Analyzer.Name, d.Message)
		}
		f.diagnostics = append(f.diagnostics, d.Diagnostic)
		if d.Category != s.Rule {
			continue
		}
		hasRule = true
		for _, at := range lines(m, s.Dir, d.Pos) {
			f.primary = add(f.primary, at)
		}
		for _, r := range d.Related {
			for _, at := range lines(m, s.Dir, r.Pos) {
				f.related = add(f.related, at)
			}
		}
	}
	if !hasRule {
		return nil, fmt.Errorf("%s: nothing reports %s/%s", s.Dir, s.Check, s.Rule)
	}
	fixed, err := apply.Fixes(m.Fset, f.diagnostics, os.ReadFile)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Dir, err)
	}
	f.fixed = fixed
	switch {
	case s.NoFix == "" && len(fixed) == 0:
		return nil, fmt.Errorf("%s: no fix is offered", s.Dir)
	case s.NoFix != "" && len(fixed) > 0:
		return nil, fmt.Errorf("%s: a fix is offered, but the scenario says that %s", s.Dir, s.NoFix)
	}
	return f, nil
}

func add(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(list, s)
}

// lines are the lines that stand for a position: its own, and that where the
// innermost statement around it begins, or the function whose name is there.
func lines(m *rewrite.Module, dir string, pos token.Pos) []string {
	posn := m.Fset.Position(pos)
	rel, err := filepath.Rel(m.Dir, posn.Filename)
	if err != nil {
		return nil
	}
	at := func(line int) string { return rewrite.Short(dir, filepath.ToSlash(rel)) + ":" + strconv.Itoa(line) }
	all := []string{at(posn.Line)}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, posn.Filename, nil, parser.SkipObjectResolution)
	if err != nil {
		return all
	}
	innermost := 0
	ast.Inspect(file, func(n ast.Node) bool {
		if n == nil {
			return false
		}
		a, b := fset.Position(n.Pos()), fset.Position(n.End())
		if posn.Offset < a.Offset || b.Offset <= posn.Offset {
			return false
		}
		switch n.(type) {
		case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		case ast.Stmt, *ast.FuncDecl, *ast.FuncLit:
			innermost = a.Line
		}
		return true
	})
	if innermost > 0 {
		all = add(all, at(innermost))
	}
	return all
}
