// Package programs runs the programs beside it on the real controller-runtime of 2023,
// against a server that has one pod. A bad one fails, or reads what it has not
// waited for; its mend and the right ones count the pod.
package programs

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-logr/logr"
	"k8s.io/client-go/rest"
	crcache "sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/log"

	"example.com/controllerruntime015/fakeapi"
	"example.com/controllerruntime015/lazycache/awaited"
	"example.com/controllerruntime015/lazycache/cluster"
	"example.com/controllerruntime015/lazycache/early"
	"example.com/controllerruntime015/lazycache/narrow"
	"example.com/controllerruntime015/lazycache/ok/added"
	"example.com/controllerruntime015/lazycache/ok/apireader"
	"example.com/controllerruntime015/lazycache/ok/injected"
	"example.com/controllerruntime015/lazycache/ok/live"
	"example.com/controllerruntime015/lazycache/ok/registered"
	"example.com/controllerruntime015/lazycache/ok/remotely"
	"example.com/controllerruntime015/lazycache/ok/returned"
	"example.com/controllerruntime015/lazycache/ok/runnable"
	okseldom "example.com/controllerruntime015/lazycache/ok/seldom"
	"example.com/controllerruntime015/lazycache/ok/unstructured"
	"example.com/controllerruntime015/lazycache/ok/waits"
	"example.com/controllerruntime015/lazycache/reader"
	"example.com/controllerruntime015/lazycache/seldom"
	"example.com/controllerruntime015/lazycache/wrapped/strangers"
)

// A program counts the pods of a server.
type program struct {
	dir    string
	run    func(context.Context, *rest.Config) (int, error)
	right  bool    // nothing to mend
	synced *func() // what is called after the wait, where the wait is what is wrong
}

var programs = []program{
	{dir: "early", run: early.Run},
	{dir: "cluster", run: cluster.Run},
	{dir: "reader", run: reader.Run},
	{dir: "narrow", run: narrow.Run},
	{dir: "seldom", run: seldom.Run},
	{dir: "awaited", run: awaited.Run, synced: &awaited.Synced},
	{dir: "wrapped/strangers", run: strangers.Run},

	{dir: "ok/added", right: true, run: added.Run},
	{dir: "ok/apireader", right: true, run: apireader.Run},
	{dir: "ok/injected", right: true, run: injected.Run},
	{dir: "ok/live", right: true, run: live.Run},
	{dir: "ok/registered", right: true, run: registered.Run},
	{dir: "ok/remotely", right: true, run: remotely.Run},
	{dir: "ok/returned", right: true, run: returned.Run},
	{dir: "ok/runnable", right: true, run: runnable.Run},
	{dir: "ok/seldom", right: true, run: okseldom.Run},
	{dir: "ok/unstructured", right: true, run: unstructured.Run},
	{dir: "ok/waits", right: true, run: waits.Run},
}

var errTooEarly = errors.New("the wait has waited for nothing")

func TestPrograms(t *testing.T) {
	log.SetLogger(logr.New(log.NullLogSink{})) // which this version takes, and not logr.Discard()
	mended := os.Getenv("PROGRAMS") == "mended"
	for _, p := range programs {
		t.Run(p.dir, func(t *testing.T) {
			_, err := os.Stat(filepath.Join("..", "lazycache", filepath.FromSlash(p.dir), "main.go.golden"))
			if mended && !p.right && errors.Is(err, fs.ErrNotExist) {
				t.Skip("no mend is offered")
			}
			err = attempt(t, p)
			if mended || p.right {
				if err != nil {
					t.Errorf("the program should be right: %v", err)
				}
				return
			}
			var notStarted *crcache.ErrCacheNotStarted
			switch {
			case p.synced != nil && !errors.Is(err, errTooEarly):
				t.Errorf("got %v, want that the wait waits for nothing", err)
			case p.synced == nil && !errors.As(err, &notStarted):
				t.Errorf("got %v, want that the cache is not started", err)
			}
		})
	}
}

// attempt runs a program once.
func attempt(t *testing.T, p program) error {
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	server, config := fakeapi.New(t)
	var early error
	if p.synced != nil {
		*p.synced = func() {
			if server.Lists() == 0 {
				early = errTooEarly
			}
		}
	}
	n, err := p.run(ctx, config)
	switch {
	case err != nil:
		return err
	case n != 1:
		t.Errorf("the program has counted %d pods", n)
	}
	return early
}

// Every program is run.
func TestComplete(t *testing.T) {
	run := make(map[string]bool)
	for _, p := range programs {
		run[p.dir] = true
	}
	found := 0
	for _, pattern := range []string{"*/main.go", "wrapped/*/main.go", "ok/*/main.go"} {
		files, err := filepath.Glob(filepath.Join("..", "lazycache", filepath.FromSlash(pattern)))
		if err != nil {
			t.Fatal(err)
		}
		found += len(files)
		for _, file := range files {
			dir := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(file)), "../lazycache/")
			if !run[dir] {
				t.Errorf("%s is not run", dir)
			}
		}
	}
	if found != len(programs) {
		t.Errorf("%d programs, %d in the table", found, len(programs))
	}
}
