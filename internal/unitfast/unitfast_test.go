package unitfast

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"
	"golang.org/x/tools/go/gcexportdata"
)

// reached and helped are the facts of the analyzer below.
type reached struct{ Names []string }

func (*reached) AFact() {}

type helped struct{ N int }

func (*helped) AFact() {}

// checker exports reached, with the package's functions, where an import has
// it or the package is called root; helped where the package is called
// helper; and reports the functions that it hears of, and each function called
// Bad.
var checker = &analysis.Analyzer{
	Name:      "checker",
	Doc:       "checker: only for tests",
	FactTypes: []analysis.Fact{(*reached)(nil), (*helped)(nil)},
	Run: func(pass *analysis.Pass) (any, error) {
		heard := pass.Pkg.Name() == "root"
		for _, imp := range pass.Pkg.Imports() {
			var r reached
			if pass.ImportPackageFact(imp, &r) {
				heard = true
				pass.Reportf(pass.Files[0].Pos(), "%s has %v", imp.Path(), r.Names)
			}
			var h helped
			if pass.ImportPackageFact(imp, &h) {
				pass.Reportf(pass.Files[0].Pos(), "%s helps %d", imp.Path(), h.N)
			}
		}
		if heard {
			pass.ExportPackageFact(&reached{Names: pass.Pkg.Scope().Names()})
		}
		if pass.Pkg.Name() == "helper" {
			pass.ExportPackageFact(&helped{N: 7})
		}
		if obj := pass.Pkg.Scope().Lookup("Bad"); obj != nil {
			pass.Report(analysis.Diagnostic{Pos: obj.Pos(), Message: "bad", Related: []analysis.RelatedInformation{{Pos: pass.Files[0].Pos(), Message: "in this file"}}})
		}
		return nil, nil
	},
}

// above requires checker, and says nothing itself. What checker reports counts
// nevertheless, though it runs for above first.
var above = &analysis.Analyzer{
	Name:     "above",
	Doc:      "above: only for tests",
	Requires: []*analysis.Analyzer{checker},
	Run:      func(*analysis.Pass) (any, error) { return nil, nil },
}

var rules = Rules{
	Reach:     []analysis.Fact{new(reached)},
	Other:     []analysis.Fact{new(helped)},
	Root:      func(path string) bool { return path == "root" },
	Modelled:  func(path string) bool { return strings.HasPrefix(path, "modelled") },
	MayExport: func(path string, _, _ []string) bool { return path == "helper" },
	JSON: func(w io.Writer, packageID string, fset *token.FileSet, found map[string][]analysis.Diagnostic) error {
		_, err := fmt.Fprintf(w, "JSON of %s: %d of checker", packageID, len(found["checker"]))
		return err
	},
}

// The test binary is also two tools: unitchecker as it is, and with the short
// way in front.
func TestMain(m *testing.M) {
	knownTools = func() bool { return true }
	switch os.Getenv("UNITFAST_TEST_TOOL") {
	case "stock":
		unitchecker.Main(above, checker)
	case "short":
		answer, err := rules.Unit(os.Args[1:], []*analysis.Analyzer{above, checker})
		fmt.Println(answer.Way)
		switch {
		case err != nil:
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		case answer.Args == nil:
			os.Exit(answer.Exit)
		}
		os.Args = append(os.Args[:1], answer.Args...)
		unitchecker.Main(above, checker)
	}
	os.Exit(m.Run())
}

// A tree is a set of packages, of one file each, as go vet would offer them.
type tree struct {
	t    *testing.T
	dir  string
	vetx map[string]string
	pkg  map[string]string // export data
	deps map[string][]string
}

func newTree(t *testing.T) *tree {
	return &tree{t: t, dir: t.TempDir(), vetx: make(map[string]string), pkg: make(map[string]string), deps: make(map[string][]string)}
}

// unit writes a package and its unit; the package's name is the last element
// of its path, and its imports are the paths that it was given before.
func (tr *tree) unit(path, source string, imports ...string) *unitchecker.Config {
	tr.t.Helper()
	file := filepath.Join(tr.dir, strings.ReplaceAll(path, "/", "_")+".go")
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n", filepath.Base(path))
	for _, imp := range imports {
		fmt.Fprintf(&b, "import %q\n", imp)
	}
	b.WriteString(source)
	if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
		tr.t.Fatal(err)
	}
	cfg := &unitchecker.Config{
		ID: path, Compiler: "gc", Dir: tr.dir, ImportPath: path, GoVersion: "go1.26", GoFiles: []string{file},
		ImportMap: make(map[string]string), PackageFile: make(map[string]string), PackageVetx: make(map[string]string),
		VetxOnly: true, VetxOutput: file + ".vetx", Stdout: file + ".stdout",
	}
	tr.vetx[path] = cfg.VetxOutput
	for _, imp := range imports {
		cfg.ImportMap[imp], cfg.PackageFile[imp], cfg.PackageVetx[imp] = imp, tr.pkg[imp], tr.vetx[imp]
	}
	tr.compile(path, file, imports)
	return cfg
}

// compile makes export data by the compiler.
func (tr *tree) compile(path, file string, imports []string) {
	tr.t.Helper()
	var cfg strings.Builder
	for imp, name := range tr.pkg {
		fmt.Fprintf(&cfg, "packagefile %s=%s\n", imp, name)
	}
	if err := os.WriteFile(file+".importcfg", []byte(cfg.String()), 0o666); err != nil {
		tr.t.Fatal(err)
	}
	out, err := exec.Command("go", "tool", "compile", "-p", path, "-o", file+".a", "-importcfg", file+".importcfg", file).CombinedOutput()
	if err != nil && !strings.Contains(string(out), "cannot use") { // broken on purpose
		tr.t.Fatalf("compile %s: %v\n%s", path, err, out)
	}
	tr.pkg[path] = file + ".a"
}

// run runs a tool on a unit and returns what it printed.
func (tr *tree) run(kind string, cfg *unitchecker.Config, flags ...string) (text string, ok bool) {
	tr.t.Helper()
	data, err := json.Marshal(cfg)
	if err != nil {
		tr.t.Fatal(err)
	}
	name := filepath.Join(tr.dir, "unit.cfg")
	if err := os.WriteFile(name, data, 0o666); err != nil {
		tr.t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		tr.t.Fatal(err)
	}
	cmd := exec.Command(self, append(flags, name)...)
	cmd.Env = append(os.Environ(), "UNITFAST_TEST_TOOL="+kind)
	out, err := cmd.CombinedOutput()
	return string(out), err == nil
}

// want runs a unit the short way and compares the way and the output.
func (tr *tree) want(cfg *unitchecker.Config, way Way, ok bool, texts ...string) {
	tr.t.Helper()
	got, gotOK := tr.run("short", cfg)
	line := way.String() + "\n" // before what unitchecker prints, after findings
	if !strings.HasPrefix(got, line) && !strings.HasSuffix(got, line) || gotOK != ok {
		tr.t.Errorf("%s: success %v, want %v, and the way %v:\n%s", cfg.ImportPath, gotOK, ok, way, got)
	}
	for _, text := range texts {
		if !strings.Contains(got, text) {
			tr.t.Errorf("%s: the output lacks %q:\n%s", cfg.ImportPath, text, got)
		}
	}
}

// What the pinned unitchecker leaves is read here as it meant it.
func TestReadsWhatUnitcheckerWrites(t *testing.T) {
	tr := newTree(t)
	root := tr.unit("root", "type T struct{ A, b int }\nfunc (*T) M() {}\nfunc F(t *T) {}")
	if out, ok := tr.run("stock", root); !ok {
		t.Fatal(out)
	}
	v, err := readVetx(root.VetxOutput)
	if err != nil {
		t.Fatal(err)
	}
	if v.types == 0 || !v.has(rules.Reach) || v.has(rules.Other) {
		t.Errorf("types %d, facts %q", v.types, v.facts)
	}
	data, err := os.ReadFile(root.VetxOutput)
	if err != nil {
		t.Fatal(err)
	}
	body := append([]byte{'i'}, data[vetxHeader:vetxHeader+v.types]...)
	pkg, err := gcexportdata.Read(bytes.NewReader(body), token.NewFileSet(), make(map[string]*types.Package), "root")
	if err != nil || pkg.Scope().Lookup("F") == nil || pkg.Scope().Lookup("T") == nil {
		t.Errorf("types: %v, %v", pkg, err)
	}
	// The same facts, encoded here, are the same bytes but for gob's numbers:
	// so many types, so many names.
	own, err := encodeFacts("root", []analysis.Fact{&reached{Names: []string{"F", "T"}}})
	if err != nil {
		t.Fatal(err)
	}
	if len(own) != len(v.facts) {
		t.Errorf("%d bytes of facts, unitchecker wrote %d", len(own), len(v.facts))
	}

	plain := tr.unit("plain", "")
	if out, ok := tr.run("stock", plain); !ok {
		t.Fatal(out)
	}
	if v, err := readVetx(plain.VetxOutput); err != nil || v.facts != nil || v.types == 0 {
		t.Errorf("%+v, %v", v, err)
	}
}

// What is written here is read by the pinned unitchecker as it was meant.
func TestUnitcheckerReadsWhatIsWritten(t *testing.T) {
	tr := newTree(t)
	root := tr.unit("root", "type T struct{ A, b int }\nfunc (*T) M() {}\nfunc F(t *T) {}")
	user := tr.unit("user", "var _ = root.F\nvar t root.T\nfunc init() { t.A = 1; t.M() }", "root")
	user.VetxOnly = false
	facts, err := encodeFacts("root", []analysis.Fact{&reached{Names: []string{"F", "T"}}, &helped{N: 9}})
	if err != nil {
		t.Fatal(err)
	}
	fset := token.NewFileSet()
	pkg, err := readTypes(fset, make(map[string]*types.Package), "root", tr.pkg["root"])
	if err != nil {
		t.Fatal(err)
	}
	var buf bytes.Buffer
	if err := gcexportdata.Write(&buf, fset, pkg); err != nil {
		t.Fatal(err)
	}
	if err := writeVetx(root.VetxOutput, buf.Bytes()[1:], facts); err != nil {
		t.Fatal(err)
	}
	out, ok := tr.run("stock", user)
	if ok || !strings.Contains(out, "root has [F T]") || !strings.Contains(out, "root helps 9") {
		t.Errorf("unitchecker:\n%s", out)
	}
}

func TestWays(t *testing.T) {
	tr := newTree(t)
	// Two at the bottom, which import nothing and so have types.
	tr.want(tr.unit("bottom", "type B int"), Stock, true)
	tr.want(tr.unit("root", "type T struct{ B any }"), Stock, true)
	tr.want(tr.unit("plain", "type P struct{ bottom.B }", "bottom"), Stub, true)
	tr.want(tr.unit("helper", "func Go(f func(plain.P)) {}", "plain"), Direct, true)
	tr.want(tr.unit("modelled/a", "type A struct{ T *root.T; P plain.P }\nfunc (A) M() {}", "root", "plain"), Model, true)
	tr.want(tr.unit("between", "type X = a.A", "modelled/a"), Direct, true)

	main := tr.unit("main", "var x between.X = a.A{T: new(root.T), P: plain.P{}}\nfunc Bad() { x.M(); helper.Go(nil) }", "between", "modelled/a", "root", "plain", "helper")
	main.VetxOnly = false
	tr.want(main, Printed, false, "between has [X]", "modelled/a has []", "helper helps 7", "bad")
	v, err := readVetx(main.VetxOutput)
	if err != nil || !v.has(rules.Reach) {
		t.Errorf("%+v, %v", v, err)
	}
	if out, ok := tr.run("short", main, "-json"); !ok || out != "printed\n" {
		t.Error(out)
	}
	if text, err := os.ReadFile(main.Stdout); err != nil || string(text) != "JSON of main: 5 of checker" {
		t.Errorf("%q, %v", text, err)
	}
	// Lines of source around the findings are unitchecker's.
	if out, _ := tr.run("short", main, "-c=1"); !strings.HasPrefix(out, "complete\n") {
		t.Error(out)
	}

	// Asked for, and nothing to say: the file for the output is there.
	quiet := tr.unit("quiet", "type Q plain.P", "plain")
	quiet.VetxOnly = false
	tr.want(quiet, Stub, true)
	if _, err := os.Stat(quiet.Stdout); err != nil {
		t.Error(err)
	}
	if out, ok := tr.run("short", quiet, "-json"); !ok {
		t.Error(out)
	}
	if text, err := os.ReadFile(quiet.Stdout); err != nil || string(text) != "{}\n" {
		t.Errorf("%q, %v", text, err)
	}

	// Errors are unitchecker's.
	wrong := tr.unit("wrong", "var x between.X = 1", "between")
	wrong.VetxOnly = false
	tr.want(wrong, Complete, false, "cannot use 1")
}

// What is printed here is, byte for byte, what unitchecker prints.
func TestPrintsAsUnitchecker(t *testing.T) {
	tr := newTree(t)
	if out, ok := tr.run("stock", tr.unit("root", "type T int")); !ok {
		t.Fatal(out)
	}
	main := tr.unit("main", "func Bad(t root.T) {}", "root")
	main.VetxOnly = false
	want, ok := tr.run("stock", main)
	if ok || !strings.Contains(want, "\tin this file") {
		t.Fatalf("unitchecker: %v\n%s", ok, want)
	}
	if got, ok := tr.run("short", main); ok || got != want+"printed\n" {
		t.Errorf("success %v:\n%s\nunitchecker:\n%s", ok, got, want)
	}
}

// Where something is amiss, the unit goes to unitchecker as it is.
func TestFallback(t *testing.T) {
	tr := newTree(t)
	bottom := tr.unit("bottom", "type B int")
	tr.want(bottom, Stock, true)
	make := func() *unitchecker.Config { return tr.unit("plain", "type P struct{ bottom.B }", "bottom") }
	tr.want(make(), Stub, true)

	cfg := make()
	cfg.PackageFile = nil
	tr.want(cfg, Stock, true)
	if v, err := readVetx(cfg.VetxOutput); err != nil || v.types == 0 {
		t.Errorf("%+v, %v", v, err)
	}

	cfg = make()
	cfg.PackageFile["bottom"] = filepath.Join(tr.dir, "trimmed from the cache")
	tr.want(cfg, Stock, true)

	cfg = make()
	cfg.Compiler = "gccgo"
	tr.want(cfg, Stock, true)

	// Export data of another format.
	odd := filepath.Join(tr.dir, "odd.a")
	if err := os.WriteFile(odd, []byte("i from the future"), 0o666); err != nil {
		t.Fatal(err)
	}
	cfg = make()
	cfg.PackageFile["bottom"] = odd
	tr.want(cfg, Stock, true)

	// A file for dependents of another format: unitchecker says so.
	good, err := os.ReadFile(bottom.VetxOutput)
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"", "vety" + string(good[4:]), string(good) + "more", string(good[:len(good)-1])} {
		if err := os.WriteFile(bottom.VetxOutput, []byte(bad), 0o666); err != nil {
			t.Fatal(err)
		}
		if got, _ := tr.run("short", make()); !strings.HasPrefix(got, "stock\n") {
			t.Errorf("%q: %s", bad[:min(len(bad), 8)], got)
		}
	}
	if err := os.WriteFile(bottom.VetxOutput, good, 0o666); err != nil {
		t.Fatal(err)
	}

	// Types that cannot be had any more, because packages below were left
	// without before that was known.
	tr.want(make(), Stub, true)
	helper := tr.unit("helper", "type H plain.P", "plain")
	helper.PackageFile = nil
	tr.want(helper, Complete, false, "-stock")

	// No unit at all.
	if answer, err := rules.Unit([]string{"-flags"}, nil); answer.Way != Stock || len(answer.Args) != 1 || err != nil {
		t.Error(answer, err)
	}
}

// A fact of which the rules say nothing keeps everything as it is.
func TestForeignFacts(t *testing.T) {
	other := Rules{Reach: rules.Reach}
	if other.cover([]*analysis.Analyzer{checker}) {
		t.Error("a fact was missed")
	}
	user := &analysis.Analyzer{Name: "user", Requires: []*analysis.Analyzer{checker}}
	if other.cover([]*analysis.Analyzer{user}) {
		t.Error("a fact of a required analyzer was missed")
	}
	if !rules.cover([]*analysis.Analyzer{user, checker}) {
		t.Error("all facts are covered")
	}
}

// With another x/tools the short way is off until somebody has looked at its
// files: run the tests above, then change known.
func TestKnownTools(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Version}}{{with .Replace}} replaced{{end}}", "golang.org/x/tools").Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.TrimSpace(string(out)); got != known {
		t.Errorf("golang.org/x/tools is %s, not %s, so go vet takes the long way everywhere", got, known)
	}
}

func TestIsSet(t *testing.T) {
	for _, c := range []struct {
		args string
		want bool
	}{
		{"", false}, {"-json x.cfg", true}, {"--json x.cfg", true}, {"-json=true x.cfg", true}, {"-json=false x.cfg", false},
		{"-json -json=0 x.cfg", false}, {"-jsonx x.cfg", false}, {"json x.cfg", false}, {"-json=odd x.cfg", true},
	} {
		if got := IsSet(strings.Fields(c.args), "json"); got != c.want {
			t.Errorf("%q: %v", c.args, got)
		}
	}
}

// The wanted names of gob types are those that gob uses.
func TestFactNames(t *testing.T) {
	data, err := encodeFacts("p", []analysis.Fact{&helped{N: 1}})
	if err != nil {
		t.Fatal(err)
	}
	if name := reflect.TypeOf(new(helped)).String(); !bytes.Contains(data, []byte(name)) {
		t.Errorf("no %q in %q", name, data)
	}
}
