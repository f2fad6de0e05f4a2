package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/informerlint/informerlint/internal/report/format"
	"github.com/informerlint/informerlint/internal/unitfast"
)

// waysVariable names a file to which the tool appends how it dealt with each
// unit. It does not change what the tool does, so it need not be part of what
// go vet knows the tool by.
const waysVariable = "INFORMERLINT_TEST_WAYS"

func init() {
	name := os.Getenv(waysVariable)
	if name == "" {
		return
	}
	observeUnit = func(args []string, way unitfast.Way) {
		cfg, err := readUnit(args[len(args)-1])
		if err != nil {
			return // -flags and -V=full
		}
		f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
		if err == nil {
			_, err = fmt.Fprintf(f, "%v %s\n", way, cfg.ImportPath)
			err = errors.Join(err, f.Close())
		}
		if err != nil {
			panic(err)
		}
	}
}

func readUnit(name string) (*unitchecker.Config, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	cfg := new(unitchecker.Config)
	return cfg, json.Unmarshal(data, cfg)
}

// ways reads how units were dealt with: by import path.
func ways(t testing.TB, name string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	all := make(map[string]string)
	for line := range strings.Lines(string(text)) {
		way, path, _ := strings.Cut(strings.TrimSpace(line), " ")
		all[path] = way
	}
	return all
}

// freshTool returns a copy of a tool that go vet has never seen, so that
// nothing comes from its cache.
func freshTool(t testing.TB, name string) string {
	t.Helper()
	text, err := os.ReadFile(tool(t, name))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), filepath.Base(tool(t, name)))
	if err := os.WriteFile(path, append(text, t.TempDir()...), 0o777); err != nil {
		t.Fatal(err)
	}
	return path
}

// shapes is a client-go in miniature, whose types have the shapes by which
// informers are known, so that the real checks can be tried in trees that
// would otherwise compile 700 packages anew.
const shapes = `
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

type Store interface{ List() []any }

type SharedInformer interface {
	AddEventHandler(handler any) (any, error)
	GetStore() Store
	Run(stop <-chan struct{})
	HasSynced() bool
}
-- stub/labels/labels.go --
package labels

type Selector interface{ Empty() bool }
-- stub/informers/core/v1/v1.go --
package v1

import (
	"k8s.io/client-go/labels"
	"k8s.io/client-go/tools/cache"
)

type PodLister interface {
	List(labels.Selector) ([]string, error)
}

type PodInformer interface {
	Informer() cache.SharedInformer
	Lister() PodLister
}

type Interface interface{ Pods() PodInformer }
-- stub/informers/core/core.go --
package core

import v1 "k8s.io/client-go/informers/core/v1"

type Interface interface{ V1() v1.Interface }
-- stub/informers/factory.go --
package informers

import (
	"k8s.io/client-go/informers/core"
	"k8s.io/client-go/tools/cache"
)

type GenericInformer interface {
	Informer() cache.SharedInformer
	Lister() any
}

type SharedInformerFactory interface {
	Start(stop <-chan struct{})
	WaitForCacheSync(stop <-chan struct{}) map[string]bool
	ForResource(resource string) (GenericInformer, error)
	Core() core.Interface
}

func NewSharedInformerFactory(client any, resync int) SharedInformerFactory { return nil }
`

// vetProgram has packages of all kinds: with findings in its own files, in its
// tests and in an external test package; with a finding that depends on the
// facts of a package without informers; clean; without informers.
const vetProgram = `
-- main.go --
package app

import (
	"context"

	"example.com/app/jobs"
	"example.com/app/settings"
	"k8s.io/client-go/informers"
)

func Race(ctx context.Context) int {
	factory := informers.NewSharedInformerFactory(nil, 0)
	lister := factory.Core().V1().Pods().Lister()
	go factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	pods, _ := lister.List(nil)
	return len(pods)
}

// Handed is wrong only because jobs.Go runs its argument in a goroutine.
func Handed(ctx context.Context) int {
	factory := informers.NewSharedInformerFactory(nil, 0)
	lister := factory.Core().V1().Pods().Lister()
	jobs.Go(func() { factory.Start(ctx.Done()) })
	factory.WaitForCacheSync(ctx.Done())
	pods, _ := lister.List(nil)
	return len(pods)
}

func Late(ctx context.Context) int {
	factory := informers.NewSharedInformerFactory(nil, 0)
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	return settings.Count(factory)
}
-- settings/settings.go --
// Package settings registers for its callers.
package settings

import "k8s.io/client-go/informers"

func Count(factory informers.SharedInformerFactory) int {
	pods, _ := factory.Core().V1().Pods().Lister().List(nil)
	return len(pods)
}
-- jobs/jobs.go --
// Package jobs knows no informers.
package jobs

import "sync"

var mu sync.Mutex

// Go runs f in a goroutine.
func Go(f func()) { go f() }
-- plain/plain.go --
// Package plain has nothing to do with informers.
package plain

import "strings"

func Up(s string) string { return strings.ToUpper(s) }
-- main_test.go --
package app

import (
	"testing"

	"k8s.io/client-go/informers"
)

func TestRace(t *testing.T) {
	factory := informers.NewSharedInformerFactory(nil, 0)
	lister := factory.Core().V1().Pods().Lister()
	go factory.Start(t.Context().Done())
	factory.WaitForCacheSync(t.Context().Done())
	if pods, _ := lister.List(nil); len(pods) > 0 {
		t.Error(Race(t.Context()))
	}
}
-- x_test.go --
package app_test

import (
	"testing"

	"example.com/app"
	"example.com/app/jobs"
	"k8s.io/client-go/informers"
)

func TestOutside(t *testing.T) {
	factory := informers.NewSharedInformerFactory(nil, 0)
	lister := factory.Core().V1().Pods().Lister()
	jobs.Go(func() { factory.Start(t.Context().Done()) })
	factory.WaitForCacheSync(t.Context().Done())
	if pods, _ := lister.List(nil); len(pods) > 0 {
		t.Error(app.Race(t.Context()))
	}
}
`

// vetProgramFindings is how many findings there are in vetProgram.
const vetProgramFindings = 5

// paths runs go vet with the real checks both ways, in both forms, and by
// itself, and wants the same from all. It returns how the units were dealt
// with.
func paths(t *testing.T, vettool, dir string, env []string, findings int, patterns ...string) map[string]string {
	t.Helper()
	log := filepath.Join(t.TempDir(), "ways")
	vet := func(flags ...string) result {
		args := slices.Concat([]string{"vet", "-vettool=" + vettool}, flags, patterns)
		return runIn(t, dir, slices.Concat(env, []string{waysVariable + "=" + log}), "go", args...)
	}
	short := vet()
	found := ways(t, log)
	if err := os.Remove(log); err != nil {
		t.Fatal(err)
	}
	long := vet("-stock")
	for path, way := range ways(t, log) {
		if way != "stock" {
			t.Errorf("with -stock, %s: %s", path, way)
		}
	}
	if a, b := sortedLines(short.err), sortedLines(long.err); short.code != long.code || !slices.Equal(a, b) {
		t.Errorf("go vet: exit code %d\n%s\nwith -stock: %d\n%s", short.code, strings.Join(a, "\n"), long.code, strings.Join(b, "\n"))
	}

	own := runIn(t, dir, env, tool(t, realTool), slices.Concat([]string{"-json"}, patterns)...)
	own.want(t, exitClean)
	byItself := findingsOf(t, own.out)
	n := 0
	for _, checks := range byItself {
		for _, fs := range checks {
			n += len(fs)
		}
	}
	if n != findings {
		t.Errorf("%d findings, want %d:\n%s", n, findings, own.out)
	}
	for _, flags := range [][]string{{"-json"}, {"-json", "-stock"}} {
		r := vet(flags...)
		r.want(t, 0)
		byVet := findingsOf(t, vetJSON(r))
		maps.DeleteFunc(byVet, func(_ string, checks map[string][]format.JSONFinding) bool { return len(checks) == 0 })
		if !reflect.DeepEqual(byItself, byVet) {
			t.Errorf("by itself\n%+v\ngo vet %v\n%+v", byItself, flags, byVet)
		}
	}
	return found
}

func sortedLines(text string) []string {
	return slices.Sorted(strings.Lines(text))
}

func wantWays(t *testing.T, got map[string]string, want map[string]string) {
	t.Helper()
	for path, way := range want {
		if got[path] != way {
			t.Errorf("%s: %q, want %q", path, got[path], way)
		}
	}
	if t.Failed() {
		t.Logf("all: %v", got)
	}
}

func TestVetPaths(t *testing.T) {
	found := paths(t, freshTool(t, realTool), tree(t, shapes, vetProgram), nil, vetProgramFindings, "./...")
	wantWays(t, found, map[string]string{
		"strings":                      "stub",
		"k8s.io/client-go/labels":      "stock", // it imports nothing
		"k8s.io/client-go/tools/cache": "stock",
		"k8s.io/client-go/informers":   "model",
		"example.com/app/jobs":         "direct",
		"example.com/app/plain":        "stub",
		"example.com/app/settings":     "direct",
		"example.com/app":              "printed", // has findings
		"example.com/app_test":         "printed",
	})
}

// The toy's facts are not ours: the short way must keep out of it.
func TestVetPathsForeignFacts(t *testing.T) {
	dir := tree(t, stub, raceFile)
	log := filepath.Join(t.TempDir(), "ways")
	runIn(t, dir, []string{waysVariable + "=" + log}, "go", "vet", "-vettool="+freshTool(t, toyTool), "./...").want(t, 1, "toystart/race")
	for path, way := range ways(t, log) {
		if way != "stock" {
			t.Errorf("%s: %s", path, way)
		}
	}
}
