package goplsbuild

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "copy the module from integrations/gopls")

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
		name := e.Name() + ".txt"
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
	copies, err := os.ReadDir("module")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range copies {
		if !want[e.Name()] {
			t.Errorf("module/%s is a copy of nothing", e.Name())
		}
	}
}

func TestWrite(t *testing.T) {
	for _, o := range []Options{{Version: "v1.2.3"}, {Source: "../.."}, {Version: "(devel)", Source: "../.."}} {
		dir := t.TempDir()
		if err := Write(dir, o); err != nil {
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
		if !strings.Contains(mod, "golang.org/x/tools/gopls "+Gopls+"\n") {
			t.Errorf("this is not gopls %s:\n%s", Gopls, mod)
		}
	}
}

func TestWhatCannotBeBuilt(t *testing.T) {
	for _, v := range []string{"", "(devel)", "v0.1.0+dirty"} {
		if err := Write(t.TempDir(), Options{Version: v}); !errors.Is(err, ErrNoVersion) {
			t.Errorf("version %q: %v", v, err)
		}
	}
	for _, dir := range []string{"nowhere", ".", filepath.Join("..", "..", "testdata")} {
		if err := Write(t.TempDir(), Options{Source: dir}); err == nil || !strings.Contains(err.Error(), dir+" is not the source of informerlint") {
			t.Errorf("source %q: %v", dir, err)
		}
	}
}
