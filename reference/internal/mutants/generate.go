package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

const (
	module     = "github.com/informerlint/informerlint/"
	mutantPath = module + "reference/internal/mutants/mutant"
)

// packages are those whose sources are mutated.
var packages = []string{"reference/cache", "reference/apiserver", "reference/factory", "reference/lazycache", "reference/tree"}

// A Mutant is one small mistake in one place.
type Mutant struct {
	N    int64
	Func string // cache.(*queue).push
	Rule string
	Text string // what stands there => what stands there instead
	Nth  int    // among those that have all this in common, from 1
}

// Key names a mutant without saying in which line it is, so that it survives
// changes elsewhere.
func (m Mutant) Key() string { return fmt.Sprintf("%s | %s | %s | %d", m.Func, m.Rule, m.Text, m.Nth) }

// A wrap is text put around a place in a source.
type wrap struct {
	from, to       int
	before, behind string
}

// A source is one file and what is done to it.
type source struct {
	path  string
	text  []byte
	wraps []wrap
}

// A generator makes all mutants of some packages.
type generator struct {
	root    string
	fset    *token.FileSet
	mutants []Mutant
	sources []*source
	nth     map[string]int

	pkg  *types.Package
	info *types.Info
	src  *source
	fn   string
}

// generate finds all mutants of the packages.
func generate(root string) (*generator, error) {
	root, err := filepath.Abs(root) // an overlay has whole names
	if err != nil {
		return nil, err
	}
	g := &generator{root: root, fset: token.NewFileSet(), nth: map[string]int{}}
	exports, err := exportFiles(root)
	if err != nil {
		return nil, err
	}
	imp := importer.ForCompiler(g.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })
	for _, dir := range packages {
		if err := g.add(dir, imp); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// exportFiles says where the compiled form of each dependency is.
func exportFiles(root string) (map[string]string, error) {
	args := []string{"list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}"}
	for _, dir := range packages {
		args = append(args, "./"+dir)
	}
	cmd := exec.Command("go", args...)
	cmd.Dir, cmd.Stderr = root, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	files := map[string]string{}
	for line := range strings.Lines(string(out)) {
		path, file, _ := strings.Cut(strings.TrimSpace(line), " ")
		files[path] = file
	}
	return files, nil
}

// add finds the mutants of one package.
func (g *generator) add(dir string, imp types.Importer) error {
	names, err := filepath.Glob(filepath.Join(g.root, dir, "*.go"))
	if err != nil {
		return err
	}
	var files []*ast.File
	var sources []*source
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		file, err := parser.ParseFile(g.fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		files = append(files, file)
		sources = append(sources, &source{path: name, text: text})
	}
	g.info = &types.Info{Types: map[ast.Expr]types.TypeAndValue{}, Uses: map[*ast.Ident]types.Object{}, Scopes: map[ast.Node]*types.Scope{},
		Defs: map[*ast.Ident]types.Object{}}
	g.pkg, err = (&types.Config{Importer: imp}).Check(module+dir, g.fset, files, g.info)
	if err != nil {
		return err
	}
	for i, file := range files {
		g.src = sources[i]
		for _, decl := range file.Decls {
			if f, ok := decl.(*ast.FuncDecl); ok && f.Body != nil && f.Name.Name != "String" {
				g.fn = g.pkg.Name() + "." + name(f)
				g.function(f)
			}
		}
		if len(g.src.wraps) > 0 {
			at := g.offset(file.Name.End())
			g.src.wraps = append(g.src.wraps, wrap{at, at, fmt.Sprintf("; import mutant %q", mutantPath), ""})
			g.sources = append(g.sources, g.src)
		}
	}
	return nil
}

// name is that of a function, with its receiver.
func name(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	return "(" + types.ExprString(f.Recv.List[0].Type) + ")." + f.Name.Name
}

func (g *generator) offset(p token.Pos) int { return g.fset.Position(p).Offset }

func (g *generator) text(n ast.Node) string {
	return string(g.src.text[g.offset(n.Pos()):g.offset(n.End())])
}

// mutant notes one: what goes around the node to have it, in which %d is its
// number.
func (g *generator) mutant(rule string, n ast.Node, instead, before, behind string) {
	m := Mutant{N: int64(len(g.mutants)), Func: g.fn, Rule: rule, Text: short(g.text(n)) + " => " + short(instead)}
	key := m.Key()
	g.nth[key]++
	m.Nth = g.nth[key]
	g.mutants = append(g.mutants, m)
	before = strings.ReplaceAll(before, "%d", fmt.Sprint(m.N))
	g.src.wraps = append(g.src.wraps, wrap{g.offset(n.Pos()), g.offset(n.End()), before, behind})
}

// short is a text on one line.
func short(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if len(text) > 90 {
		text = text[:90] + "..."
	}
	return text
}

// rendered is the source with all of its mutants.
func (s *source) rendered() []byte {
	wraps := slices.Clone(s.wraps)
	slices.SortStableFunc(wraps, func(a, b wrap) int { return cmp.Or(a.from-b.from, b.to-a.to) })
	var out bytes.Buffer
	var open []wrap
	for i := 0; i <= len(s.text); i++ {
		for len(open) > 0 && open[len(open)-1].to == i {
			out.WriteString(open[len(open)-1].behind)
			open = open[:len(open)-1]
		}
		for len(wraps) > 0 && wraps[0].from == i {
			out.WriteString(wraps[0].before)
			if wraps[0].to == i {
				out.WriteString(wraps[0].behind)
			} else {
				open = append(open, wraps[0])
			}
			wraps = wraps[1:]
		}
		if i < len(s.text) {
			out.WriteByte(s.text[i])
		}
	}
	return out.Bytes()
}

// overlay writes the sources with their mutants into a directory, and a file
// for go build -overlay.
func (g *generator) overlay(dir string) (string, error) {
	replace := map[string]string{}
	for i, s := range g.sources {
		name := filepath.Join(dir, fmt.Sprintf("%d.go", i))
		if err := os.WriteFile(name, s.rendered(), 0o666); err != nil {
			return "", err
		}
		replace[s.path] = name
	}
	data, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	name := filepath.Join(dir, "overlay.json")
	return name, os.WriteFile(name, data, 0o666)
}
