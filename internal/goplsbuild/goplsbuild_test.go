package goplsbuild

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "copy the module from integrations/gopls")

// copied is the release that integrations/gopls builds.
const copied = "v0.23.0"

// The copy that goes into the command is what CI builds and tests.
func TestCopyIsTheModule(t *testing.T) {
	source := filepath.Join("..", "..", "integrations", "gopls")
	entries, err := os.ReadDir(source)
	if err != nil {
		t.Fatal(err)
	}
	want := make(map[string]bool)
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), "_test.go") || e.IsDir() {
			continue
		}
		text, err := os.ReadFile(filepath.Join(source, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		name := copied + "/" + e.Name() + ".txt"
		if e.Name() == "add.go" {
			name = "add.go.txt" // for all releases
		}
		want[name] = true
		if *update {
			if err := os.WriteFile(filepath.Join("module", name), text, 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if got, err := module.ReadFile("module/" + name); err != nil || string(got) != string(text) {
			t.Errorf("module/%s is not %s (%v); go test -update copies it", name, filepath.Join(source, e.Name()), err)
		}
	}
	for _, pattern := range []string{"module/*.txt", "module/" + copied + "/*.txt"} {
		copies, err := fs.Glob(module, pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range copies {
			if name = strings.TrimPrefix(name, "module/"); !want[name] {
				t.Errorf("module/%s is a copy of nothing", name)
			}
		}
	}
}

func TestReleaseFor(t *testing.T) {
	for goVersion, want := range map[string]string{
		"go1.26.8":                        "v0.23.0",
		"go1.26rc1":                       "v0.23.0",
		"go1.27rc2":                       "v0.24.0",
		"go1.27.0":                        "v0.24.0",
		"go1.28.1":                        "v0.24.0",
		"go1.26.8-X:synctest":             "v0.23.0",
		"devel go1.28-0123456 Mon Oct 19": "v0.24.0",
		"go1.20.1":                        "v0.23.0", // whose build says what it wants
	} {
		if got := For(goVersion).Gopls; got != want {
			t.Errorf("%s: gopls %s, want %s", goVersion, got, want)
		}
	}
}

func TestWrite(t *testing.T) {
	for _, r := range Releases {
		for _, o := range []Options{{Version: "v1.2.3"}, {Source: "../.."}, {Version: "(devel)", Source: "../.."}} {
			testWrite(t, r, o)
		}
	}
}

func testWrite(t *testing.T, r Release, o Options) {
	t.Helper()
	dir := t.TempDir()
	if err := Write(dir, r, o); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	mod := string(text)
	if replaced := strings.Contains(mod, "replace "+modulePath+" => ../.."); replaced != (o.Source != "") {
		t.Errorf("%+v: go.mod has\n%s", o, mod)
	}
	if o.Source == "" && !strings.Contains(mod, modulePath+" "+o.Version) {
		t.Errorf("%+v: go.mod has\n%s", o, mod)
	}
	if !strings.Contains(mod, "golang.org/x/tools/gopls "+r.Gopls+"\n") {
		t.Errorf("this is not gopls %s:\n%s", r.Gopls, mod)
	}
}

func TestWhatCannotBeBuilt(t *testing.T) {
	for _, v := range []string{"", "(devel)", "v0.1.0+dirty"} {
		if err := Write(t.TempDir(), Releases[0], Options{Version: v}); !errors.Is(err, ErrNoVersion) {
			t.Errorf("version %q: %v", v, err)
		}
	}
	for _, dir := range []string{"nowhere", ".", filepath.Join("..", "..", "testdata")} {
		if err := Write(t.TempDir(), Releases[0], Options{Source: dir}); err == nil || !strings.Contains(err.Error(), dir+" is not the source of informerlint") {
			t.Errorf("source %q: %v", dir, err)
		}
	}
}
