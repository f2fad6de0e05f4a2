package gates

import (
	"bytes"
	"context"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"
)

// The build directory is one module, example.com, with these trees: the
// programs as they are, the same with their mends, package gate, and what runs
// them. Import paths of the programs stay what they are.
const (
	moduleName = "example.com"
	badTree    = "informers"
	fixedTree  = "mended"
	gatePath   = moduleName + "/gate"
)

//go:embed gate/*.go gate/*.s
var gateSource embed.FS

//go:embed testdata/driver testdata/modules
var driver embed.FS

//go:embed *.go
var ownSource embed.FS

// instrumented are the packages of client-go that get gates.
var instrumented = map[string][]string{
	V037: {"tools/cache", "tools/cache/synctrack", "informers", "dynamic/dynamicinformer", "tools/leaderelection"},
	V026: {"tools/cache", "informers", "dynamic/dynamicinformer", "tools/leaderelection"},
}

// checks are those whose programs are run. Those of handlersync are in a table of
// their own (testdata/syncedprograms), which the driver does not have.
var checks = []string{"goroutinestart", "latesetup", "startorder", "syncwait", "tombstone", "uidcheck"}

// random are programs of which a schedule is not the same execution twice.
var random = map[string]string{
	"latesetup/watcherrors":     failingLists,
	"latesetup/wrapped/watcher": failingLists,
}

const failingLists = "its lists fail, and before the next one client-go waits for a random time"

// A scenario is a directory under testdata with a program that a check reports.
type scenario struct {
	dir     string
	check   string
	rules   []string // that its "want" comments name
	fixed   bool     // there is a golden file
	handler bool     // it watches an informer, and is in the table of handlerprograms
	right   bool     // nothing goes wrong in it
	skip    string   // why it is not run
}

// build makes a build directory and the binary in it.
type build struct {
	root    string // of informerlint
	dir     string
	version string
	known   bool                                 // only the search for the known bug: much less to compile
	mutate  func(name string, src []byte) []byte // package gate, for tests; may be nil
	logf    func(string, ...any)

	scenarios []*scenario
	counts    map[string]Counts // by package path
}

func (b *build) binary() string { return filepath.Join(b.dir, "run.test") }

// stamp sums up what the binary is built from.
func (b *build) stamp() (string, error) {
	h := sha256.New()
	fmt.Fprintln(h, b.version, runtime.Version())
	mod, sum, err := b.module()
	if err != nil {
		return "", err
	}
	h.Write(mod)
	h.Write(sum)
	trees := []fs.FS{ownSource, gateSource, driver}
	if !b.known {
		trees = append(trees, os.DirFS(filepath.Join(b.root, "testdata")))
	}
	for _, tree := range trees {
		err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			data, err := fs.ReadFile(tree, name)
			fmt.Fprintln(h, name, len(data))
			h.Write(data)
			return err
		})
		if err != nil {
			return "", err
		}
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// manifest is what is left of a build for a later one that finds the binary.
type manifest struct {
	Stamp  string
	Counts map[string]Counts
	Skip   map[string]string // of scenarios, by directory
}

// ensure builds the binary unless it is there already.
func (b *build) ensure(ctx context.Context) error {
	stamp, err := b.stamp()
	if err != nil {
		return err
	}
	var m manifest
	if data, err := os.ReadFile(filepath.Join(b.dir, "manifest.json")); err == nil && json.Unmarshal(data, &m) == nil && m.Stamp == stamp {
		if !b.known {
			if err := errors.Join(b.find(), b.inTables()); err != nil {
				return err
			}
		}
		for _, s := range b.scenarios {
			s.skip = m.Skip[s.dir]
		}
		b.counts = m.Counts
		return nil
	}
	for _, name := range []string{"manifest.json", badTree, fixedTree, "client-go", "gate", "run"} {
		if err := os.RemoveAll(filepath.Join(b.dir, name)); err != nil {
			return err
		}
	}
	if err := b.make(ctx); err != nil {
		if ctx.Err() != nil {
			return ctx.Err() // not all that is called here passes it on
		}
		return err
	}
	m = manifest{stamp, b.counts, make(map[string]string)}
	for _, s := range b.scenarios {
		m.Skip[s.dir] = s.skip
	}
	data, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		return err
	}
	return b.write("manifest.json", data)
}

// goCommand runs the go command.
func (b *build) goCommand(ctx context.Context, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = b.dir
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "PWD="+b.dir)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return out, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return out, nil
}

func (b *build) write(name string, data []byte) error {
	name = filepath.Join(b.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, data, 0o644)
}

// prepare writes everything but client-go, without gates.
func (b *build) prepare() error {
	mod, sum, err := b.module()
	if err != nil {
		return err
	}
	if err := errors.Join(b.write("go.mod", mod), b.write("go.sum", sum)); err != nil {
		return err
	}
	if err := b.copyGate(); err != nil || b.known {
		return err
	}
	return errors.Join(b.find(), b.copyPrograms(), b.inTables())
}

// copyGate writes package gate.
func (b *build) copyGate() error {
	files, err := fs.Glob(gateSource, "gate/*")
	if err != nil {
		return err
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		data, err := gateSource.ReadFile(name)
		if err != nil {
			return err
		}
		if b.mutate != nil {
			data = b.mutate(name, data)
		}
		if err := b.write(name, data); err != nil {
			return err
		}
	}
	return nil
}

var moduleLine = regexp.MustCompile(`(?m)^module .*$`)

// module returns go.mod and go.sum of the build directory.
func (b *build) module() (mod, sum []byte, err error) {
	if b.version == V037 {
		mod, err = os.ReadFile(filepath.Join(b.root, "testdata", "go.mod"))
		if err == nil {
			sum, err = os.ReadFile(filepath.Join(b.root, "testdata", "go.sum"))
		}
		if err == nil && !bytes.Contains(mod, []byte("k8s.io/client-go "+b.version+"\n")) {
			err = fmt.Errorf("testdata/go.mod does not require client-go %s", b.version)
		}
	} else {
		mod, err = driver.ReadFile("testdata/modules/" + b.version + ".mod")
		if err == nil {
			sum, err = driver.ReadFile("testdata/modules/" + b.version + ".sum")
		}
	}
	return moduleLine.ReplaceAll(mod, []byte("module "+moduleName)), sum, err
}

var wantComment = regexp.MustCompile(`// want .*\(([a-z]+)/([a-z-]+)\\?\)`)

// find lists the scenarios.
func (b *build) find() error {
	for _, check := range checks {
		top := filepath.Join(b.root, "testdata", check)
		err := filepath.WalkDir(top, func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() && d.Name() == "ok" {
				return filepath.SkipDir
			}
			if d.IsDir() || d.Name() != "main.go" {
				return nil
			}
			rel, err := filepath.Rel(filepath.Join(b.root, "testdata"), filepath.Dir(name))
			if err != nil {
				return err
			}
			s := &scenario{dir: filepath.ToSlash(rel), check: check}
			if err := s.read(filepath.Dir(name)); err != nil {
				return err
			}
			if len(s.rules) > 0 {
				b.scenarios = append(b.scenarios, s)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	slices.SortFunc(b.scenarios, func(x, y *scenario) int { return strings.Compare(x.dir, y.dir) })
	return nil
}

// read notes the rules and whether there is a mend.
func (s *scenario) read(dir string) error {
	rules := make(map[string]bool)
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		s.fixed = s.fixed || strings.HasSuffix(name, ".golden")
		if !strings.HasSuffix(name, ".go") {
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for _, m := range wantComment.FindAllSubmatch(data, -1) {
			if string(m[1]) == s.check {
				rules[string(m[2])] = true
			}
		}
		return nil
	})
	s.rules = slices.Sorted(maps.Keys(rules))
	return err
}

// copyPrograms copies the programs into both trees. A golden file takes the
// place of its source in the second one.
func (b *build) copyPrograms() error {
	source := filepath.Join(b.root, "testdata")
	for _, tree := range []string{badTree, fixedTree} {
		for _, top := range append([]string{"apiserver"}, checks...) {
			err := filepath.WalkDir(filepath.Join(source, top), func(name string, d fs.DirEntry, err error) error {
				if err != nil {
					return err
				}
				if d.IsDir() && d.Name() == "ok" {
					return filepath.SkipDir
				}
				if d.IsDir() || !strings.HasSuffix(name, ".go") {
					return nil
				}
				rel, err := filepath.Rel(source, name)
				if err != nil {
					return err
				}
				data, err := os.ReadFile(name)
				if err != nil {
					return err
				}
				if golden, err := os.ReadFile(name + ".golden"); err == nil && tree == fixedTree {
					data = golden
				} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
					return err
				}
				if top == "apiserver" && d.Name() == "apiserver.go" {
					if data, err = b.older(data); err != nil {
						return fmt.Errorf("%s: %w", name, err)
					}
				}
				return b.write(path.Join(tree, filepath.ToSlash(rel)), toTree(data, tree))
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// older makes the API server of the programs, which is part of no program,
// compile with a client-go whose list and watch functions had no context and
// knew no streamed lists.
func (b *build) older(src []byte) ([]byte, error) {
	if b.version != V026 {
		return src, nil
	}
	for _, c := range []struct{ from, to string }{
		{"ListWithContextFunc: s.list,", "ListFunc: func(o metav1.ListOptions) (runtime.Object, error) { return s.list(context.Background(), o) },"},
		{"WatchFuncWithContext: s.watch}", "WatchFunc: func(o metav1.ListOptions) (watch.Interface, error) { return s.watch(context.Background(), o) }}"},
		{"if options.SendInitialEvents != nil && *options.SendInitialEvents {", "if false {"},
	} {
		if bytes.Count(src, []byte(c.from)) != 1 {
			return nil, fmt.Errorf("it has no %q any more", c.from)
		}
		src = bytes.ReplaceAll(src, []byte(c.from), []byte(c.to))
	}
	return src, nil
}

// toTree changes the import paths of a file.
func toTree(src []byte, tree string) []byte {
	return bytes.ReplaceAll(src, []byte(`"`+moduleName+`/`+badTree+`/`), []byte(`"`+moduleName+`/`+tree+`/`))
}

// tables are the files that have the tables of programs, and what is taken from
// them: the tables are the ones that the tests of testdata run without gates.
var tables = []struct {
	dir, file string
	decls     []string
}{
	{"programs", "programs_test.go", []string{"program", "programs", "onDynamic", "cluster"}},
	{"handlerprograms", "handlerprograms_test.go", []string{"watcher", "program", "programs",
		"inNames", "inUIDs", "inPairs", "inKeys", "goneToo", "goneKeys", "stale", "leaked", "notAPod", "isNil"}},
}

// writeTables writes them into both trees, for the programs that are to be run.
func (b *build) writeTables() error {
	byDir := make(map[string]*scenario)
	for _, s := range b.scenarios {
		byDir[s.dir] = s
	}
	for _, t := range tables {
		name := filepath.Join(b.root, "testdata", t.dir, t.file)
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		out, err := cutTable(name, src, t.decls, func(dir string) bool {
			s := byDir[dir]
			return s != nil && s.skip == ""
		})
		if err != nil {
			return err
		}
		use, err := driver.ReadFile("testdata/driver/" + t.dir + ".go")
		if err != nil {
			return err
		}
		for _, tree := range []string{badTree, fixedTree} {
			err := errors.Join(
				b.write(path.Join(tree, t.dir, "table.go"), toTree(out, tree)),
				b.write(path.Join(tree, t.dir, "run.go"), toTree(use, tree)))
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// writeRun writes the tables and the package of the binary.
func (b *build) writeRun() error {
	files := []string{"run_test.go", "known_test.go"}
	if !b.known {
		if err := b.writeTables(); err != nil {
			return err
		}
		files = append(files, "programs_test.go")
	}
	for _, name := range files {
		data, err := driver.ReadFile("testdata/driver/run/" + name)
		if err != nil {
			return err
		}
		if err := b.write("run/"+name, data); err != nil {
			return err
		}
	}
	return nil
}

// inTables marks the scenarios that the tables have, and how.
func (b *build) inTables() error {
	byDir := make(map[string]*scenario)
	for _, s := range b.scenarios {
		byDir[s.dir] = s
		s.skip = "no table under testdata has it"
	}
	for _, t := range tables {
		name := filepath.Join(b.root, "testdata", t.dir, t.file)
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		_, err = cutTable(name, src, t.decls, func(dir string) bool { return true }, func(dir string, e *ast.CompositeLit) {
			if s := byDir[dir]; s != nil {
				s.skip = ""
				s.handler = t.dir == "handlerprograms"
				s.right = field(e, "right") != nil || s.handler && field(e, "bad") == nil && field(e, "panic") == nil
			}
		})
		if err != nil {
			return err
		}
	}
	for _, s := range b.scenarios {
		if why := random[s.dir]; why != "" {
			s.skip = why
			continue
		}
		if s.skip == "" {
			continue
		}
		src, err := os.ReadFile(filepath.Join(b.root, "testdata", filepath.FromSlash(s.dir), "main.go"))
		if err != nil {
			return err
		}
		if bytes.Contains(src, []byte("\npackage main\n")) {
			s.skip = "a command, which makes its client from the configuration of the cluster it runs in"
		} else if strings.HasSuffix(s.dir, "/optional") {
			s.skip = "optional rules: nothing need go wrong"
		}
	}
	return nil
}

// field returns the value of a field in a composite literal, or nil.
func field(e *ast.CompositeLit, name string) ast.Expr {
	for _, x := range e.Elts {
		if kv, ok := x.(*ast.KeyValueExpr); ok {
			if id, ok := kv.Key.(*ast.Ident); ok && id.Name == name {
				return kv.Value
			}
		}
	}
	return nil
}

// cutTable returns those declarations of a file that are named, with the
// elements of its variable programs that are wanted, and the imports that they
// need.
func cutTable(name string, src []byte, decls []string, keep func(dir string) bool, each ...func(string, *ast.CompositeLit)) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, 0)
	if err != nil {
		return nil, err
	}
	missing := make(map[string]bool)
	for _, d := range decls {
		missing[d] = true
	}
	wanted := func(id *ast.Ident) bool {
		defer delete(missing, id.Name)
		return slices.Contains(decls, id.Name)
	}
	var kept []ast.Decl
	var imports []*ast.GenDecl
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && wanted(d.Name) {
				kept = append(kept, d)
			}
		case *ast.GenDecl:
			if d.Tok == token.IMPORT {
				imports = append(imports, d)
				continue
			}
			d.Specs = slices.DeleteFunc(d.Specs, func(s ast.Spec) bool {
				switch s := s.(type) {
				case *ast.TypeSpec:
					return !wanted(s.Name)
				case *ast.ValueSpec:
					return !wanted(s.Names[0])
				}
				return true
			})
			if len(d.Specs) > 0 {
				kept = append(kept, d)
			}
		}
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("%s does not declare %q any more", name, slices.Sorted(maps.Keys(missing)))
	}
	for _, d := range kept {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.VAR {
			continue
		}
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			table, ok := v.Values[0].(*ast.CompositeLit)
			if v.Names[0].Name != "programs" || !ok {
				continue
			}
			table.Elts = slices.DeleteFunc(table.Elts, func(e ast.Expr) bool {
				c, ok := e.(*ast.CompositeLit)
				if !ok {
					return true
				}
				lit, ok := field(c, "dir").(*ast.BasicLit)
				if !ok {
					return true
				}
				dir, err := strconv.Unquote(lit.Value)
				if err != nil || !keep(dir) {
					return true
				}
				for _, f := range each {
					f(dir, c)
				}
				return false
			})
		}
	}
	used := make(map[string]bool)
	for _, d := range kept {
		ast.Inspect(d, func(n ast.Node) bool {
			if sel, ok := n.(*ast.SelectorExpr); ok {
				if id, ok := sel.X.(*ast.Ident); ok {
					used[id.Name] = true
				}
			}
			return true
		})
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, "package %s\n\nimport (\n", file.Name.Name)
	for _, d := range imports {
		for _, s := range d.Specs {
			i := s.(*ast.ImportSpec)
			p, err := strconv.Unquote(i.Path.Value)
			if err != nil {
				return nil, err
			}
			id := path.Base(p)
			if i.Name != nil {
				id = i.Name.Name
			}
			if used[id] {
				fmt.Fprintf(&out, "%s %q\n", id, p)
			}
		}
	}
	out.WriteString(")\n")
	for _, d := range kept {
		out.WriteString("\n")
		if err := format.Node(&out, fset, d); err != nil {
			return nil, err
		}
		out.WriteString("\n")
	}
	return format.Source(out.Bytes())
}

// load loads packages in the build directory.
func (b *build) load(ctx context.Context, patterns ...string) ([]*packages.Package, error) {
	return packages.Load(&packages.Config{
		Context: ctx,
		Dir:     b.dir,
		Env:     append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod", "PWD="+b.dir),
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedSyntax |
			packages.NeedTypes | packages.NeedTypesInfo | packages.NeedImports | packages.NeedModule,
	}, patterns...)
}

// clientGo returns the patterns of the packages of client-go that get gates.
func (b *build) clientGo() (patterns []string) {
	for _, p := range instrumented[b.version] {
		if !b.known || strings.HasPrefix(p, "tools/cache") {
			patterns = append(patterns, "k8s.io/client-go/"+p)
		}
	}
	return patterns
}

// instrument puts gates into packages. The files go to where the function says;
// an empty answer leaves a package alone. Packages that do not compile are
// returned, by path, with their first error.
func (b *build) instrument(pkgs []*packages.Package, to func(*packages.Package) string) (broken map[string]string, err error) {
	broken = make(map[string]string)
	for _, p := range pkgs {
		dir := to(p)
		if dir == "" {
			continue
		}
		if len(p.Errors) > 0 {
			// The go command's own messages begin with a line that names the package.
			msg := p.Errors[0].Msg
			if head, rest, ok := strings.Cut(msg, "\n"); ok && strings.HasPrefix(head, "# ") {
				msg = rest
			}
			broken[p.PkgPath], _, _ = strings.Cut(msg, "\n")
			continue
		}
		if b.counts[p.PkgPath] == nil {
			b.counts[p.PkgPath] = make(Counts)
		}
		for _, f := range p.Syntax {
			name := p.Fset.File(f.Pos()).Name()
			src, err := os.ReadFile(name)
			if err != nil {
				return nil, err
			}
			out, counts, err := Instrument(p, f, src, gatePath)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", p.PkgPath, err)
			}
			for kind, n := range counts {
				b.counts[p.PkgPath][kind] += n
			}
			if err := b.write(path.Join(dir, filepath.Base(name)), out); err != nil {
				return nil, err
			}
		}
	}
	return broken, nil
}

// make builds the binary.
func (b *build) make(ctx context.Context) error {
	b.counts = make(map[string]Counts)
	if err := b.prepare(); err != nil {
		return err
	}
	patterns := b.clientGo()
	if !b.known {
		for _, tree := range []string{badTree, fixedTree} {
			for _, c := range checks {
				patterns = append(patterns, "./"+tree+"/"+c+"/...")
			}
		}
	}
	b.logf("%s: loading", b.version)
	pkgs, err := b.load(ctx, patterns...)
	if err != nil {
		return err
	}
	var source string
	broken, err := b.instrument(pkgs, func(p *packages.Package) string {
		if rel, ok := strings.CutPrefix(p.PkgPath, "k8s.io/client-go/"); ok {
			if p.Module != nil {
				source = p.Module.Dir
			}
			return "client-go/" + rel
		}
		rel := strings.TrimPrefix(p.PkgPath, moduleName+"/")
		if p.Name == "main" {
			return ""
		}
		return rel
	})
	if err != nil {
		return err
	}
	for p, msg := range broken {
		if strings.HasPrefix(p, "k8s.io/") {
			return fmt.Errorf("%s: %s", p, msg)
		}
		for _, s := range b.scenarios {
			for _, tree := range []string{badTree, fixedTree} {
				dir := moduleName + "/" + tree + "/" + s.dir
				if (p == dir || strings.HasPrefix(p, dir+"/")) && s.skip == "" {
					s.skip = fmt.Sprintf("it does not compile with client-go %s: %s", b.version, msg)
				}
			}
		}
	}
	if source == "" {
		return errors.New("client-go is not a module")
	}
	if err := b.writeRun(); err != nil {
		return err
	}
	if err := b.copyClientGo(source); err != nil {
		return err
	}
	if _, err := b.goCommand(ctx, "mod", "edit", "-replace=k8s.io/client-go=./client-go"); err != nil {
		return err
	}
	b.logf("%s: building (minutes, the first time)", b.version)
	// With -trimpath the go command finds in its cache what was built in another
	// directory.
	_, err = b.goCommand(ctx, "test", "-c", "-trimpath", "-vet=off", "-o", b.binary(), "./run")
	return err
}

// newer lets a module of Go 1.19 use package gate, whose maps may have keys of
// interface type: until Go 1.20 these did not satisfy comparable. Nothing else
// in the language changes with it; loop variables do with 1.22.
func newer(mod []byte) []byte {
	return bytes.Replace(mod, []byte("\ngo 1.19\n"), []byte("\ngo 1.20\n"), 1)
}

// copyClientGo copies what the instrumented packages have not replaced.
func (b *build) copyClientGo(source string) error {
	return filepath.WalkDir(source, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if strings.HasSuffix(name, "_test.go") || !strings.HasSuffix(name, ".go") && d.Name() != "go.mod" {
			return nil
		}
		rel, err := filepath.Rel(source, name)
		if err != nil {
			return err
		}
		to := path.Join("client-go", filepath.ToSlash(rel))
		if rel == "go.mod" {
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			return b.write(to, newer(data))
		}
		if _, err := os.Stat(filepath.Join(b.dir, filepath.FromSlash(to))); err == nil {
			return nil
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return b.write(to, data)
	})
}
