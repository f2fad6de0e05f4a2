//go:build full

package goplsbuild

import (
	"archive/zip"
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func goEnv(t *testing.T, name string) string {
	t.Helper()
	out, err := exec.Command("go", "env", name).Output()
	must(t, err)
	return strings.TrimSpace(string(out))
}

// A released informerlint builds itself into gopls by its version, which comes
// from a module proxy: here a directory, with this tree under a version that
// nothing else has.
func TestBuildByVersion(t *testing.T) {
	random := make([]byte, 6)
	rand.Read(random)
	version := "v0.0.0-20000101000000-" + hex.EncodeToString(random)
	proxy := t.TempDir()
	at := filepath.Join(proxy, filepath.FromSlash(modulePath), "@v")
	must(t, os.MkdirAll(at, 0o777))
	root := filepath.Join("..", "..")
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	must(t, err)
	must(t, os.WriteFile(filepath.Join(at, version+".mod"), mod, 0o666))
	must(t, os.WriteFile(filepath.Join(at, version+".info"), []byte(`{"Version":"`+version+`"}`), 0o666))
	must(t, os.WriteFile(filepath.Join(at, version+".zip"), moduleZip(t, root, version), 0o666))

	// The module cache is the real one, since everything else is in it.
	cache := goEnv(t, "GOMODCACHE")
	t.Cleanup(func() {
		extracted := filepath.Join(cache, filepath.FromSlash(modulePath)+"@"+version)
		err := filepath.WalkDir(extracted, func(name string, d fs.DirEntry, err error) error {
			if err == nil && d.IsDir() {
				err = os.Chmod(name, 0o777)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
		files, err := filepath.Glob(filepath.Join(cache, "cache", "download", filepath.FromSlash(modulePath), "@v", version+".*"))
		if err != nil {
			t.Error(err)
		}
		for _, name := range append(files, extracted) {
			if err := os.RemoveAll(name); err != nil {
				t.Error(err)
			}
		}
	})
	t.Setenv("GOPROXY", "file://"+filepath.ToSlash(proxy)+","+goEnv(t, "GOPROXY"))
	t.Setenv("GONOSUMDB", modulePath)

	out := filepath.Join(t.TempDir(), "gopls")
	var progress bytes.Buffer
	release, err := Here()
	must(t, err)
	if err := Build(release, Options{Version: version}, out, &progress); err != nil {
		t.Fatalf("%v\n%s", err, &progress)
	}
	text, err := exec.Command(out, "-v", "version").CombinedOutput()
	must(t, err)
	for _, want := range []string{modulePath + "@" + version, "golang.org/x/tools/gopls@" + release.Gopls} {
		if !strings.Contains(string(text), want) {
			t.Errorf("the binary has no %s:\n%s", want, text)
		}
	}
}

// moduleZip packs what of a module's tree can be built in the form of the
// module proxy protocol.
func moduleZip(t *testing.T, root, version string) []byte {
	t.Helper()
	var buf bytes.Buffer
	w := zip.NewWriter(&buf)
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			_, err := os.Stat(filepath.Join(name, "go.mod"))
			if name != root && (err == nil || strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata") {
				return fs.SkipDir
			}
			return nil
		}
		if ext := filepath.Ext(name); ext != ".go" && ext != ".txt" && d.Name() != "go.mod" {
			return nil
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		f, err := w.Create(modulePath + "@" + version + "/" + filepath.ToSlash(rel))
		if err != nil {
			return err
		}
		_, err = f.Write(text)
		return err
	})
	must(t, err)
	must(t, w.Close())
	return buf.Bytes()
}
