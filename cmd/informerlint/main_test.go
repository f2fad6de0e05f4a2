package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/txtar"
)

// The test binary is also the tool, under the names below. They are copies
// with different tails, since go vet tells tools apart by their bytes.
const (
	toyTool  = "informerlint-toy"
	realTool = "informerlint-real"
)

func TestMain(m *testing.M) {
	switch strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe") {
	case toyTool:
		registry = toyRegistry
		main()
		os.Exit(0)
	case realTool:
		main()
		os.Exit(0)
	}
	// Tests of the cache have one of their own; all others are to see the analysis.
	os.Setenv(cacheVariable, cacheOff)
	code := m.Run()
	if tools.dir != "" {
		if err := os.RemoveAll(tools.dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}

var tools struct {
	sync.Mutex
	dir string
}

// tool returns the path of a copy of the test binary that acts as the tool.
func tool(t testing.TB, name string) string {
	t.Helper()
	tools.Lock()
	defer tools.Unlock()
	if tools.dir == "" {
		dir, err := os.MkdirTemp("", "informerlint-test-")
		if err != nil {
			t.Fatal(err)
		}
		tools.dir = dir
	}
	path := filepath.Join(tools.dir, name)
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	if _, err := os.Stat(path); err == nil {
		return path
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(text, name...), 0o777); err != nil {
		t.Fatal(err)
	}
	return path
}

// A result is what a command left behind.
type result struct {
	code     int
	out, err string
}

// runIn runs a command in dir. The environment is the test's, without what
// would make the answer depend on the caller, and with env added.
func runIn(t testing.TB, dir string, env []string, name string, args ...string) result {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=", "GO111MODULE=", "PWD="+dir)
	cmd.Env = append(cmd.Env, env...)
	var out, errOut bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errOut
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("%s %s: %v", name, strings.Join(args, " "), err)
	}
	r := result{cmd.ProcessState.ExitCode(), out.String(), errOut.String()}
	if strings.Contains(r.err, "goroutine ") && strings.Contains(r.err, "panic:") {
		t.Errorf("%s %s: panic:\n%s", name, strings.Join(args, " "), r.err)
	}
	return r
}

// lint runs the toy tool by itself.
func lint(t testing.TB, dir string, args ...string) result {
	t.Helper()
	return runIn(t, dir, nil, tool(t, toyTool), args...)
}

// want fails the test unless the command ended with code and its output holds
// all the texts.
func (r result) want(t testing.TB, code int, texts ...string) {
	t.Helper()
	if r.code != code {
		t.Errorf("exit code %d, want %d", r.code, code)
	}
	for _, text := range texts {
		if !strings.Contains(r.out+r.err, text) {
			t.Errorf("the output lacks %q", text)
		}
	}
	if t.Failed() {
		t.Logf("stdout:\n%s\nstderr:\n%s", r.out, r.err)
	}
}

// stub is a module that imports a package at the path of client-go's informer
// package: that is all the command itself looks at.
const stub = `
-- go.mod --
module example.com/app

go 1.26

require k8s.io/client-go v0.0.0

replace k8s.io/client-go => ./stub
-- stub/go.mod --
module k8s.io/client-go

go 1.26
-- stub/tools/cache/cache.go --
package cache

type Informer struct{}

func (*Informer) Start(stop <-chan struct{}) {}
`

// raceFile is a program with one finding of the toy.
const raceFile = `
-- race.go --
package app

import "k8s.io/client-go/tools/cache"

// Race starts.
func Race(i *cache.Informer) {
	go i.Start(nil)
}
`

// tree writes the files of txtar archives to a new directory, later archives
// over earlier ones.
func tree(t testing.TB, archives ...string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range archives {
		for _, f := range txtar.Parse([]byte(a)).Files {
			name := filepath.Join(dir, filepath.FromSlash(f.Name))
			if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(name, f.Data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	return dir
}

func readFile(t testing.TB, elem ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(elem...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// capture runs a function of this package with buffers as its streams.
func capture(f func(streams) int) result {
	var out, errOut bytes.Buffer
	code := f(streams{io.Writer(&out), io.Writer(&errOut)})
	return result{code, out.String(), errOut.String()}
}
