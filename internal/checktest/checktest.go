// Package checktest is the test harness of the checks. It runs a check on the
// programs of the testdata module, which are real client-go programs, and
// holds its reports and its fixes to all that the project promises of them.
package checktest

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"go/format"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/fix/apply"
)

var update = flag.Bool("update", false, "write the golden files from what the fixes make")

// Dir returns the directory of the testdata module. What it requires has been
// downloaded: loading it forbids that.
func Dir(t testing.TB) string {
	t.Helper()
	dir, err := testdata()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

var testdata = sync.OnceValues(func() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		data := filepath.Join(dir, "testdata")
		if text, err := os.ReadFile(filepath.Join(data, "go.mod")); err == nil && bytes.HasPrefix(text, []byte("module example.com/informers\n")) {
			return data, Download(data)
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("no directory above has the testdata module")
		}
		dir = up
	}
})

// Download downloads what a module requires.
func Download(dir string) error {
	cmd := exec.Command("go", "mod", "download")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off", "GOFLAGS=")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("go mod download in %s: %v\n%s", dir, err, out)
	}
	return nil
}

// Run applies a check to packages of the testdata module, all in one load, and
// demands that
//
//   - it reports what the "// want" comments say and nothing else;
//   - each report has a category, an address and the category in its message;
//   - each step of its witness that is on a line of the program says what stands
//     there;
//   - the fixes, applied as -fix does it, make main.go.golden of main.go, or
//     leave a file alone that has no golden file;
//   - what they make is in gofmt's form and compiles;
//   - the check then finds nothing in it but what it had no fix for, so that a
//     second -fix changes nothing.
//
// That the fixed programs also do what they should is tested where they are
// run (TestPrograms).
func Run(t testing.TB, check *analysis.Analyzer, patterns ...string) {
	t.Helper()
	RunIn(t, Dir(t), check, patterns...)
}

// RunControllerRuntime is RunIn for programs that need the real controller-runtime.
func RunControllerRuntime(t *testing.T, a *analysis.Analyzer, patterns ...string) {
	t.Helper()
	if testing.Short() {
		t.Skip("loads controller-runtime")
	}
	dir := filepath.Join(Dir(t), "controllerruntime")
	if err := Download(dir); err != nil {
		t.Fatal(err)
	}
	RunIn(t, dir, a, patterns...)
}

// RunIn is Run for another module, below that of testdata.
func RunIn(t testing.TB, dir string, check *analysis.Analyzer, patterns ...string) {
	t.Helper()
	pkgs := Programs(t, dir, patterns...)
	first := start(t, []*analysis.Analyzer{check}, pkgs)
	found := first.in(pkgs)
	compareWants(t, pkgs, found)
	fset := pkgs[0].Fset
	var diagnostics []analysis.Diagnostic
	for _, f := range found {
		diagnostics = append(diagnostics, f.Diagnostic)
		checkForm(t, check, fset, f.Diagnostic)
		checkSteps(t, check, fset, f)
		checkInformer(t, fset, f)
	}

	fixed, err := apply.Fixes(fset, diagnostics, os.ReadFile)
	if err != nil {
		t.Errorf("applying the fixes: %v", err)
		return
	}
	if *update {
		writeGoldens(t, dir, pkgs, fixed)
	}
	compareGoldens(t, dir, pkgs, fixed)
	for _, name := range slices.Sorted(maps.Keys(fixed)) {
		if formatted, err := format.Source(fixed[name]); err != nil || !bytes.Equal(formatted, fixed[name]) {
			t.Errorf("%s: the fixed file is not in gofmt's form (%v)", short(dir, name), err)
		}
	}
	if len(fixed) > 0 {
		again(t, dir, first, pkgs, diagnostics, fixed)
	}
}

func checkForm(t testing.TB, check *analysis.Analyzer, fset *token.FileSet, d analysis.Diagnostic) {
	t.Helper()
	posn := fset.Position(d.Pos)
	if d.Category == "" || !strings.HasSuffix(d.Message, " ("+check.Name+"/"+d.Category+")") {
		t.Errorf("%s: the message does not end with the check and the category %q: %s", posn, d.Category, d.Message)
	}
	if !strings.HasSuffix(d.URL, check.Name+".md#"+d.Category) {
		t.Errorf("%s: address %q", posn, d.URL)
	}
	for _, r := range d.Related {
		if !r.Pos.IsValid() || r.Message == "" {
			t.Errorf("%s: a related position is empty", posn)
		}
	}
	for _, f := range d.SuggestedFixes {
		if f.Message == "" {
			t.Errorf("%s: a fix has no name", posn)
		}
		// Gopls greys out the code of a diagnostic whose fixes only delete, as
		// if it were unused.
		if !slices.ContainsFunc(f.TextEdits, func(e analysis.TextEdit) bool { return len(e.NewText) > 0 }) {
			t.Errorf("%s: fix %q only deletes", posn, f.Message)
		}
		for _, e := range f.TextEdits {
			if file := fset.File(e.Pos); file == nil || filepath.Dir(file.Name()) != filepath.Dir(posn.Filename) {
				t.Errorf("%s: fix %q edits another package", posn, f.Message)
			}
		}
	}
}

const goldenSuffix = ".golden"

// writeGoldens makes the golden files of the packages what the fixes make.
func writeGoldens(t testing.TB, dir string, pkgs []*packages.Package, fixed map[string][]byte) {
	t.Helper()
	for _, name := range goFiles(pkgs) {
		golden := name + goldenSuffix
		text, ok := fixed[name]
		err := error(nil)
		if ok {
			err = os.WriteFile(golden, text, 0o666)
		} else if err = os.Remove(golden); errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			t.Error(err)
		}
		t.Logf("wrote or removed %s", short(dir, golden))
	}
}

func goFiles(pkgs []*packages.Package) []string {
	files := make(map[string]bool)
	for _, pkg := range pkgs {
		for _, name := range pkg.GoFiles {
			files[name] = true
		}
	}
	return slices.Sorted(maps.Keys(files))
}

func compareGoldens(t testing.TB, dir string, pkgs []*packages.Package, fixed map[string][]byte) {
	t.Helper()
	for _, name := range goFiles(pkgs) {
		golden, err := os.ReadFile(name + goldenSuffix)
		switch got := fixed[name]; {
		case errors.Is(err, fs.ErrNotExist):
			if got != nil {
				t.Errorf("%s is fixed but has no golden file (-update writes it):\n%s", short(dir, name), apply.Unified(short(dir, name), "fixed", mustRead(t, name), got))
			}
		case err != nil:
			t.Error(err)
		case got == nil:
			if old := mustRead(t, name); !bytes.Equal(old, golden) {
				t.Errorf("%s has a golden file but nothing fixes it", short(dir, name))
			}
		case !bytes.Equal(got, golden):
			t.Errorf("%s is fixed in another way than its golden file says:\n%s", short(dir, name), apply.Unified("golden", "fixed", golden, got))
		}
	}
}

func mustRead(t testing.TB, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// again type-checks the packages that were fixed with their new text, and runs
// the check on that.
func again(t testing.TB, dir string, first *run, pkgs []*packages.Package, before []analysis.Diagnostic, fixed map[string][]byte) {
	t.Helper()
	fset := pkgs[0].Fset
	unfixed := make(map[string]int) // by directory
	for _, d := range before {
		if len(d.SuggestedFixes) == 0 {
			unfixed[filepath.Dir(fset.Position(d.Pos).Filename)]++
		}
	}
	var whole []*packages.Package
	files := 0
	for _, pkg := range overlaid(pkgs, fixed) {
		for _, err := range pkg.Errors {
			t.Errorf("the fixed %s does not compile: %v", pkg.PkgPath, err)
		}
		if len(pkg.Errors) == 0 {
			whole = append(whole, pkg)
		}
		for _, name := range pkg.CompiledGoFiles {
			if fixed[name] != nil {
				files++
			}
		}
	}
	if files < len(fixed) {
		t.Errorf("of %d fixed files %d were compiled", len(fixed), files)
	}
	first.analyze(t, whole)
	left := make(map[string][]string)
	for _, f := range first.in(whole) {
		posn := fset.Position(f.Pos)
		where := filepath.Dir(posn.Filename)
		left[where] = append(left[where], fmt.Sprintf("%s:%d: %s", filepath.Base(posn.Filename), posn.Line, f.Message))
		if len(f.SuggestedFixes) > 0 {
			t.Errorf("%s: a fix is offered for a fixed program: %s", posn, f.Message)
		}
	}
	for _, pkg := range whole {
		where := filepath.Dir(pkg.GoFiles[0])
		if messages := left[where]; len(messages) != unfixed[where] {
			t.Errorf("%s: after its fixes %d reports should be left, but there are\n%s", short(dir, where), unfixed[where], strings.Join(messages, "\n"))
		}
	}
}

func short(dir, name string) string {
	if rel, err := filepath.Rel(dir, name); err == nil {
		return rel
	}
	return name
}
