package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/clientgo"
)

func TestParse(t *testing.T) {
	c, err := Parse("/repo/.informerlint.yaml", []byte(`
# A comment.
checks:
  tombstone: false
  startorder: true
  goroutinestart:
    redundant-go: true
    start-races-wait: false
exclude:
  - test/e2e
  - "**/zz_*.go"
functions:
  example.com/app/start.All: starts 1
  (*example.com/app/pool.Pool).Go:
    - runs 1 concurrently
    - runs 2 later
  (example.com/app/h.Safe).Wrap: [wraps 1, opens 1]
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []struct {
		check, rule string
		def, want   bool
	}{
		{"tombstone", "dropped", true, false},
		{"startorder", "never-started", true, true},
		{"startorder", "x", false, false}, // a check that is on has its rules as ever
		{"goroutinestart", "redundant-go", false, true},
		{"goroutinestart", "start-races-wait", true, false},
		{"uidcheck", "no-update", false, false},
	} {
		if got := c.On(w.check, w.rule, w.def); got != w.want {
			t.Errorf("On(%s, %s, %v) = %v", w.check, w.rule, w.def, got)
		}
	}
	for name, want := range map[string]bool{
		"/repo/test/e2e/a.go": true, "/repo/test/e2e/deep/a.go": true, "/repo/test/e2e.go": false, "/repo/x/test/e2e/a.go": false,
		"/repo/zz_a.go": true, "/repo/a/b/zz_a.go": true, "/repo/a.go": false, "/elsewhere/zz_a.go": false,
	} {
		if got := c.Excluded(filepath.FromSlash(name)); got != want {
			t.Errorf("Excluded(%s) = %v", name, got)
		}
	}
	want := clientgo.Declared{
		"example.com/app/start.All":       {{Act: clientgo.Starts}},
		"(*example.com/app/pool.Pool).Go": {{Act: clientgo.Runs, Mode: clientgo.Concurrent}, {Act: clientgo.Runs, Param: 1, Mode: clientgo.Later}},
		"(example.com/app/h.Safe).Wrap":   {{Act: clientgo.Wraps}, {Act: clientgo.Opens}},
	}
	if got := c.Functions(); len(got) != len(want) {
		t.Errorf("functions %v", got)
	}
	for name, ds := range want {
		got := c.Functions()[name]
		if len(got) != len(ds) || got[0] != ds[0] || got[len(got)-1] != ds[len(ds)-1] {
			t.Errorf("%s: %v, want %v", name, got, ds)
		}
	}
}

func TestGlobs(t *testing.T) {
	for _, w := range []struct {
		pattern, yes, no string
	}{
		{"a/*.go", "a/b.go", "a/b/c.go"},
		{"a/**", "a/b/c.go", "ab/c.go"},
		{"**/mocks", "x/mocks/a.go", "x/mocksy/a.go"},
		{"**/mocks", "mocks/a.go", "mocks.go"},
		{"a/**/z.go", "a/z.go", "b/z.go"},
		{"a/**/z.go", "a/b/c/z.go", "a/bz.go"},
		{"./a?/", "ab/x.go", "a/x.go"},
	} {
		re, err := glob(w.pattern)
		if err != nil {
			t.Fatal(err)
		}
		if !re.MatchString(w.yes) || re.MatchString(w.no) {
			t.Errorf("%s: %v does not tell %s from %s", w.pattern, re, w.yes, w.no)
		}
	}
}

func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		"check:\n  a: true\n":                              `f.yaml:1: unknown key "check": want checks, severity, exclude or functions`,
		"checks:\n  starorder: true\n":                     `f.yaml:2: there is no check "starorder"; the checks are: cachemutation, goroutinestart, handlersync, ignorecomment, `,
		"checks:\n  startorder:\n    late: true\n":         `f.yaml:3: startorder has no rule "late"`,
		"checks:\n  startorder: maybe\n":                   "f.yaml:2: startorder: want true or false",
		"checks:\n  startorder: [a]\n":                     "f.yaml:2: startorder: want keys and values",
		"checks:\n  startorder: true\n  startorder: false": `f.yaml:3: checks: "startorder" is there twice`,
		"checks: 1\n":                                       "f.yaml:1: checks: want keys and values",
		"- a\n":                                             "f.yaml:1: the file: want keys and values",
		"exclude:\n  - /abs\n":                              `f.yaml:2: exclude: "/abs" is not a path relative`,
		"exclude:\n  - ../up\n":                             `f.yaml:2: exclude: "../up"`,
		"exclude:\n  a: b\n":                                "f.yaml:2: exclude: want a text or a list of texts",
		"functions:\n  pkg: starts 1\n":                     `f.yaml:2: functions: "pkg" is not path.F`,
		"functions:\n  a.F: begins 1\n":                     `f.yaml:2: a.F: "begins 1": want "starts N"`,
		"functions:\n  a.F: starts\n":                       `want "starts N"`,
		"functions:\n  a.F: starts 0\n":                     `"0" is not the number of a parameter, counted from 1`,
		"functions:\n  a.F: runs 1\n":                       "say when: now, once, concurrently or later",
		"functions:\n  a.F: runs 1 soon\n":                  `"soon" is not now, once, concurrently or later`,
		"functions:\n  a.F: wraps 1 2\n":                    `want "starts N"`,
		"checks: {\n":                                       "f.yaml: line 1: did not find expected node content",
		"---\nchecks: {}\n---\nchecks: {}\n":                "f.yaml: more than one document",
		"? [a]\n: b\n":                                      "f.yaml:1: the file: a key must be a plain word",
		"checks:\n  startorder: {late-registration: on it}": "startorder/late-registration: want true or false",
	} {
		_, err := Parse("f.yaml", []byte(text))
		var ce *Error
		if !errors.As(err, &ce) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
	for _, text := range []string{"", "# only a comment\n", "checks:\n", "exclude:\nfunctions:\nchecks:\n  tombstone:\n"} {
		if _, err := Parse("f.yaml", []byte(text)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("checks:\n  tombstone: false\nexclude: ['**/a*']\nfunctions:\n  a.F: [starts 1, runs 2 later]\n"))
	f.Add([]byte("a: &x {b: *x}\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := Parse("/r/f.yaml", text)
		var ce *Error
		if err != nil && !errors.As(err, &ce) {
			t.Errorf("%T: %v", err, err)
		}
		if err == nil {
			c.On("tombstone", "dropped", true)
			c.Excluded("/r/a/b.go")
		}
	})
}

func TestANilConfigIsNoFile(t *testing.T) {
	var c *Config
	if !c.On("a", "b", true) || c.On("a", "b", false) || c.Excluded("a") || c.Functions() != nil || c.File() != "" {
		t.Error("a nil config says something")
	}
}

func write(t *testing.T, text string, elem ...string) {
	t.Helper()
	name := filepath.Join(elem...)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func TestFind(t *testing.T) {
	root := t.TempDir()
	at := func(want string, elem ...string) {
		t.Helper()
		c, err := Find(filepath.Join(append([]string{root}, elem...)...))
		if err != nil {
			t.Fatal(err)
		}
		if want != "" {
			want = filepath.Join(root, filepath.FromSlash(want))
		}
		if c.File() != want {
			t.Errorf("from %v: %q, want %q", elem, c.File(), want)
		}
	}
	// Outside of a repository the module is the end.
	write(t, "", root, Name)
	write(t, "module m\n", root, "m", "go.mod")
	write(t, "package a\n", root, "m", "a", "a.go")
	at("", "m", "a")
	write(t, "", root, "m", Name)
	at("m/"+Name, "m", "a")
	write(t, "", root, "m", "a", Name)
	at("m/a/"+Name, "m", "a")
	// In a repository its root is.
	write(t, "", root, "r", Name)
	write(t, "ref\n", root, "r", ".git")
	write(t, "module n\n", root, "r", "n", "go.mod")
	write(t, "package b\n", root, "r", "n", "b", "b.go")
	at("r/"+Name, "r", "n", "b")
	write(t, "module n\n", root, "s", ".git", "HEAD")
	at("", "s")
}

func TestAChangedFileIsReadAgain(t *testing.T) {
	dir := t.TempDir()
	write(t, "", dir, ".git")
	write(t, "checks:\n  tombstone: false\n", dir, Name)
	c, err := Find(dir)
	if err != nil || c.On("tombstone", "dropped", true) {
		t.Fatal(c, err)
	}
	write(t, "nonsense: true\n", dir, Name)
	if _, err = Find(dir); err == nil {
		t.Error("a change was not noticed")
	}
}
