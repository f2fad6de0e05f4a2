package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// A cachedTree is a module with a cache of its own.
type cachedTree struct {
	t          *testing.T
	dir, cache string
}

func newCached(t *testing.T, archives ...string) *cachedTree {
	// The sources are an hour old: of what was just written the times say nothing.
	c := &cachedTree{t, tree(t, archives...), filepath.Join(t.TempDir(), "cache")}
	return c
}

// run runs with the cache, and without, and fails if the two differ. It returns how
// many packages were type-checked with it.
func (c *cachedTree) run(env []string, args ...string) (loaded int) {
	c.t.Helper()
	return c.compare(c.without(env, args...), env, args...)
}

// without runs without the cache.
func (c *cachedTree) without(env []string, args ...string) result {
	c.t.Helper()
	return runIn(c.t, c.dir, env, tool(c.t, toyTool), append([]string{"-cache=off", "-v", "-witness"}, args...)...)
}

// compare runs with the cache, and fails if that differs from a run without. It
// returns how many packages were type-checked.
func (c *cachedTree) compare(without result, env []string, args ...string) (loaded int) {
	c.t.Helper()
	with := runIn(c.t, c.dir, env, tool(c.t, toyTool), append([]string{"-cache", c.cache, "-v", "-witness"}, args...)...)
	if with.out != without.out || with.code != without.code {
		c.t.Errorf("%v %v: exit %d with the cache, %d without; with it:\n%s\nwithout:\n%s\nstderr:\n%s", env, args, with.code, without.code, with.out, without.out, with.err)
	}
	_, rest, ok := strings.Cut(with.err, "without informers), ")
	if _, err := fmt.Sscanf(rest, "%d loaded", &loaded); !ok || err != nil {
		c.t.Fatalf("standard error %q", with.err)
	}
	// What is said of packages that cannot be analyzed is the same, too.
	if got, want := troubles(with.err), troubles(without.err); got != want {
		c.t.Errorf("%v %v: with the cache %q, without %q", env, args, got, want)
	}
	return loaded
}

func troubles(text string) string {
	var out strings.Builder
	for line := range strings.Lines(text) {
		if !strings.Contains(line, "loaded") && !strings.Contains(line, "earlier run") {
			out.WriteString(line)
		}
	}
	return out.String()
}

// write writes a file; "" deletes it.
func (c *cachedTree) write(name, text string) {
	c.t.Helper()
	full := filepath.Join(c.dir, name)
	if text == "" {
		if err := os.Remove(full); err != nil {
			c.t.Fatal(err)
		}
		return
	}
	if err := os.MkdirAll(filepath.Dir(full), 0o777); err != nil {
		c.t.Fatal(err)
	}
	if err := os.WriteFile(full, []byte(text), 0o666); err != nil {
		c.t.Fatal(err)
	}
}

func (c *cachedTree) replace(name, old, new string) {
	c.t.Helper()
	text := readFile(c.t, c.dir, name)
	if !strings.Contains(text, old) {
		c.t.Fatalf("%s lacks %q", name, old)
	}
	c.write(name, strings.ReplaceAll(text, old, new))
}

// Whatever changes, the answer is that of a run without a cache. Between the
// changes the second run looks at nothing.
func TestCacheIsNeverWrong(t *testing.T) {
	t.Parallel()
	c := newCached(t, stub, crossPackages, "-- race/race.go --\n"+strings.TrimPrefix(raceFile, "\n-- race.go --\n"))
	first := c.without(nil)
	if c.compare(first, nil) == 0 {
		t.Fatal("the first run found everything in the cache")
	}
	settle := func(without result) {
		t.Helper()
		if n := c.compare(without, nil); n != 0 {
			// A listing is kept once nothing has changed while it was made.
			if n = c.compare(without, nil); n != 0 {
				t.Errorf("%d packages were loaded though nothing had changed", n)
			}
		}
	}
	settle(first)
	race := readFile(t, c.dir, "race/race.go")
	for _, step := range []struct {
		name    string
		change  func()
		env     []string
		args    []string
		few     bool // not everything is loaded again
		settles bool // and nothing in the next run
	}{
		{name: "a body", change: func() { c.replace("race/race.go", "go i.Start", "i.Start") }, few: true},
		{name: "the body as it was", change: func() { c.write("race/race.go", race) }},
		{name: "a body below", settles: true, change: func() { c.replace("lib/lib.go", "go i.Start", "i.Start") }},
		{name: "a body two packages below", change: func() { c.replace("low/low.go", "{ f() }", "{ _ = f }") }},
		{name: "an import", settles: true, change: func() { c.replace("race/race.go", "import \"k8s", "import _ \"fmt\"\n\nimport \"k8s") }},
		{name: "a new file", change: func() { c.write("race/more.go", strings.ReplaceAll(race, "Race", "More")) }},
		{name: "a new package", settles: true, change: func() { c.write("other/dir/race.go", race) }},
		{name: "a test file", change: func() { c.write("race/race_test.go", strings.ReplaceAll(race, "Race", "TestOf")) }},
		{name: "without tests", args: []string{"-tests=false"}},
		{name: "a file that is gone", change: func() { c.write("race/more.go", "") }},
		{name: "a package that is gone", settles: true, change: func() { c.write("other/dir/race.go", "") }},
		{name: "a build tag", change: func() { c.replace("race/race.go", "package app", "//go:build extra\n\npackage app") }},
		{name: "with the tag", args: []string{"-tags=extra"}},
		{name: "for a system", change: func() { c.write("race/race_windows.go", strings.ReplaceAll(race, "Race", "Windows")) }},
		{name: "another system", env: []string{"GOOS=windows", "GOARCH=amd64"}},
		{name: "a flag of a check", args: []string{"-toystart.extra"}},
		{name: "one check", args: []string{"-toyquiet"}},
		{name: "a config file", change: func() { c.write(".informerlint.yaml", "exclude:\n  - lib\n") }},
		{name: "another config file", change: func() { c.write(".informerlint.yaml", "exclude:\n  - race\n") }},
		{name: "a bad config file", change: func() { c.write(".informerlint.yaml", "nonsense: [\n") }},
		{name: "no config file", settles: true, change: func() { c.write(".informerlint.yaml", "") }},
		{name: "a comment", change: func() {
			c.replace("race/race_test.go", "\tgo i", "\t//informerlint:ignore toystart intended\n\tgo i")
		}},
		{name: "a type error", change: func() { c.replace("race/race_test.go", "go i.Start(nil)", "go i.Nonsense(nil)") }},
		{name: "a syntax error", change: func() { c.write("race/race_test.go", "package") }},
		{name: "no error", change: func() { c.write("race/race_test.go", "") }},
		{name: "a type error below", change: func() { c.replace("low/low.go", "return unused", "return nonsense") }},
		{name: "the module's version of Go", change: func() { c.replace("go.mod", "go 1.26\n", "go 1.26.0\n") }},
		{name: "a directory that is a module now", change: func() { c.write("race/go.mod", "module example.com/race\n\ngo 1.26\n") }},
		{name: "a workspace", settles: true, change: func() {
			c.write("race/race.go", "package app\n")
			c.write("go.work", "go 1.26.0\n\nuse (\n\t.\n\t./race\n)\n")
		}},
		{name: "other packages", args: []string{"./lib"}},
		{name: "a panic", change: func() { c.replace("lib/lib.go", "Launch(", "TriggerPanic(") }},
	} {
		t.Log(step.name)
		if step.change != nil {
			step.change()
		}
		without := c.without(step.env, step.args...)
		n := c.compare(without, step.env, step.args...)
		if step.few && (n == 0 || n > 2) {
			t.Errorf("%s: %d packages were loaded, want the one that has changed, and what it imports", step.name, n)
		}
		if step.settles {
			settle(without)
		}
	}
}

// An edit that keeps the size and the time of modification is an edit.
func TestCacheSeesEditsWithOldTimes(t *testing.T) {
	t.Parallel()
	c := newCached(t, stub, raceFile)
	old := time.Now().Add(-time.Hour)
	name := filepath.Join(c.dir, "race.go")
	if err := os.Chtimes(name, old, old); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		c.run(nil)
	}
	for _, text := range []string{"   i.Start", "go i.Start"} {
		c.replace("race.go", map[bool]string{true: "go i.Start", false: "   i.Start"}[text[0] == ' '], text)
		if err := os.Chtimes(name, old, old); err != nil {
			t.Fatal(err)
		}
		c.run(nil)
	}
}

// Fixes of an earlier run's findings are applied, and then gone.
func TestCacheKeepsFixes(t *testing.T) {
	t.Parallel()
	c := newCached(t, stub, raceFile)
	c.run(nil)
	c.run(nil)
	c.run(nil, "-diff")
	r := runIn(t, c.dir, nil, tool(t, toyTool), "-cache", c.cache, "-fix")
	r.want(t, exitClean, "fixed 1 finding in 1 file")
	if got := readFile(t, c.dir, "race.go"); !strings.Contains(got, "\ti.Start(nil)") {
		t.Errorf("the file is %s", got)
	}
	c.run(nil)
}

// Every form is printed from what was kept as it is from what was found.
func TestCacheInAllForms(t *testing.T) {
	t.Parallel()
	c := newCached(t, stub, raceFile, "-- hidden.go --\npackage app\n\n//informerlint:ignore toyquiet for a test\nfunc Quiet() {}\n")
	c.run(nil)
	for _, form := range []string{"text", "json", "sarif", "github", "rdjson", "html"} {
		if n := c.run(nil, "-format="+form); n != 0 {
			t.Errorf("-format=%s loaded %d packages", form, n)
		}
	}
}

// What is damaged is computed again, and kept again.
func TestCacheSurvivesDamage(t *testing.T) {
	damage := map[string]func(name string, text []byte) error{
		"emptied":   func(name string, _ []byte) error { return os.Truncate(name, 0) },
		"cut off":   func(name string, text []byte) error { return os.Truncate(name, int64(len(text)/2)) },
		"one bit":   func(name string, text []byte) error { text[len(text)/2] ^= 1; return os.WriteFile(name, text, 0o666) },
		"longer":    func(name string, text []byte) error { return os.WriteFile(name, append(text, "more"...), 0o666) },
		"deleted":   func(name string, _ []byte) error { return os.Remove(name) },
		"replaced":  func(name string, _ []byte) error { return os.WriteFile(name, []byte("nonsense"), 0o666) },
		"directory": func(name string, _ []byte) error { return errors.Join(os.Remove(name), os.Mkdir(name, 0o777)) },
	}
	whole := newCached(t, stub, raceFile)
	without := whole.without(nil)
	for i := 0; whole.compare(without, nil) != 0; i++ {
		if i == 3 { // the listing comes last, see TestCacheIsNeverWrong
			t.Fatal("the cache does not fill")
		}
	}
	for name, do := range damage {
		for _, suffix := range []string{"-a", "-d"} {
			t.Run(name+suffix, func(t *testing.T) {
				t.Parallel()
				c := &cachedTree{t, whole.dir, filepath.Join(t.TempDir(), "cache")}
				if err := os.CopyFS(c.cache, os.DirFS(whole.cache)); err != nil {
					t.Fatal(err)
				}
				n := 0
				err := filepath.WalkDir(c.cache, func(file string, d fs.DirEntry, err error) error {
					if err != nil || d.IsDir() || !strings.HasSuffix(file, suffix) {
						return err
					}
					n++
					text, err := os.ReadFile(file)
					if err != nil {
						return err
					}
					return do(file, text)
				})
				if err != nil || n < 3 {
					t.Fatalf("%d files, %v", n, err)
				}
				if c.compare(without, nil) == 0 {
					t.Error("nothing was loaded")
				}
				if name != "directory" && c.compare(without, nil) != 0 {
					t.Error("it was not kept again")
				}
			})
		}
	}
}

// Several runs share a directory.
func TestCacheIsShared(t *testing.T) {
	t.Parallel()
	c := newCached(t, stub, crossPackages)
	want := runIn(t, c.dir, nil, tool(t, toyTool), "-cache=off")
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			for range 3 {
				if r := runIn(t, c.dir, nil, tool(t, toyTool), "-cache", c.cache); r.out != want.out || r.err != want.err || r.code != want.code {
					t.Errorf("exit %d, %q, %q", r.code, r.out, r.err)
				}
			}
		})
	}
	wg.Wait()
}

// Of the same program in two places each is told with its own paths.
func TestCacheOfTwoCheckouts(t *testing.T) {
	t.Parallel()
	c := newCached(t, stub, raceFile)
	c.run(nil)
	other := &cachedTree{t, tree(t, stub, raceFile), c.cache}
	other.run(nil)
	if other.run(nil) != 0 {
		t.Error("the second checkout's results were not kept")
	}
}

func TestCacheFlag(t *testing.T) {
	t.Parallel()
	dir := tree(t, stub, raceFile)
	file := filepath.Join(dir, "go.mod")
	runIn(t, dir, nil, tool(t, toyTool), "-cache", file).want(t, exitTrouble, "-cache "+file)
	runIn(t, dir, []string{cacheVariable + "=" + file}, tool(t, toyTool)).want(t, exitTrouble, file)

	home := t.TempDir()
	env := []string{cacheVariable + "=", "HOME=" + home, "XDG_CACHE_HOME=" + home, "LocalAppData=" + home, "GOCACHE=" + goEnvOf(t, "GOCACHE"), "GOPATH=" + goEnvOf(t, "GOPATH")}
	runIn(t, dir, env, tool(t, toyTool)).want(t, exitFindings)
	runIn(t, dir, env, tool(t, toyTool), "-v").want(t, exitFindings, " 0 loaded")
	runIn(t, dir, env, tool(t, toyTool), "-v", "-cache=off").want(t, exitFindings, " 2 loaded")
	// A default directory that cannot be made is no reason to fail.
	env = append(env, "HOME=/dev/null", "XDG_CACHE_HOME=/dev/null/x", "LocalAppData=/dev/null/x")
	runIn(t, dir, env, tool(t, toyTool), "-v").want(t, exitFindings, " 2 loaded")
}

func goEnvOf(t *testing.T, name string) string {
	return strings.TrimSpace(runIn(t, t.TempDir(), nil, "go", "env", name).out)
}

// A listing that was made while somebody wrote files is not kept; that is not
// known to a test. But the answer right after a write has to be right.
func TestCacheRightAfterWrites(t *testing.T) {
	t.Parallel()
	c := newCached(t, stub, raceFile)
	var last []byte
	for i := range 4 {
		c.write("race.go", strings.Replace(readFile(t, c.dir, "race.go"), "go i.Start(nil)\n", "go i.Start(nil)\n\tgo i.Start(nil)\n", 1))
		out := []byte(runIn(t, c.dir, nil, tool(t, toyTool), "-cache", c.cache).out)
		if n := bytes.Count(out, []byte("(toystart/race)")); n != i+2 || bytes.Equal(out, last) {
			t.Errorf("after %d writes: %s", i+1, out)
		}
		last = out
	}
}
