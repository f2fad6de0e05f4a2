// Package programs runs the programs beside it on the real controller-runtime,
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

	"example.com/controllerruntime/fakeapi"
	"example.com/controllerruntime/lazycache/actors"
	"example.com/controllerruntime/lazycache/awaited"
	"example.com/controllerruntime/lazycache/awaitedlist"
	"example.com/controllerruntime/lazycache/beside"
	"example.com/controllerruntime/lazycache/besides"
	"example.com/controllerruntime/lazycache/besidestart"
	"example.com/controllerruntime/lazycache/blocked"
	"example.com/controllerruntime/lazycache/cluster"
	"example.com/controllerruntime/lazycache/command"
	"example.com/controllerruntime/lazycache/createorupdate"
	"example.com/controllerruntime/lazycache/early"
	"example.com/controllerruntime/lazycache/field"
	"example.com/controllerruntime/lazycache/flag"
	"example.com/controllerruntime/lazycache/group"
	"example.com/controllerruntime/lazycache/jobs"
	"example.com/controllerruntime/lazycache/literal"
	"example.com/controllerruntime/lazycache/metadata"
	"example.com/controllerruntime/lazycache/narrow"
	"example.com/controllerruntime/lazycache/nested"
	"example.com/controllerruntime/lazycache/notfound"
	okactors "example.com/controllerruntime/lazycache/ok/actors"
	"example.com/controllerruntime/lazycache/ok/added"
	"example.com/controllerruntime/lazycache/ok/afterwards"
	"example.com/controllerruntime/lazycache/ok/announced"
	"example.com/controllerruntime/lazycache/ok/apireader"
	"example.com/controllerruntime/lazycache/ok/asserted"
	okbesides "example.com/controllerruntime/lazycache/ok/besides"
	"example.com/controllerruntime/lazycache/ok/branches"
	"example.com/controllerruntime/lazycache/ok/chosen"
	okcommand "example.com/controllerruntime/lazycache/ok/command"
	"example.com/controllerruntime/lazycache/ok/direct"
	"example.com/controllerruntime/lazycache/ok/disabled"
	"example.com/controllerruntime/lazycache/ok/elected"
	"example.com/controllerruntime/lazycache/ok/fewer"
	okfield "example.com/controllerruntime/lazycache/ok/field"
	okgroup "example.com/controllerruntime/lazycache/ok/group"
	"example.com/controllerruntime/lazycache/ok/injected"
	okjobs "example.com/controllerruntime/lazycache/ok/jobs"
	"example.com/controllerruntime/lazycache/ok/kept"
	"example.com/controllerruntime/lazycache/ok/later"
	"example.com/controllerruntime/lazycache/ok/live"
	"example.com/controllerruntime/lazycache/ok/named"
	oknarrow "example.com/controllerruntime/lazycache/ok/narrow"
	oknested "example.com/controllerruntime/lazycache/ok/nested"
	"example.com/controllerruntime/lazycache/ok/otherwise"
	"example.com/controllerruntime/lazycache/ok/parts"
	okpassed "example.com/controllerruntime/lazycache/ok/passed"
	"example.com/controllerruntime/lazycache/ok/polling"
	"example.com/controllerruntime/lazycache/ok/recursive"
	"example.com/controllerruntime/lazycache/ok/redone"
	"example.com/controllerruntime/lazycache/ok/registered"
	"example.com/controllerruntime/lazycache/ok/remotely"
	"example.com/controllerruntime/lazycache/ok/returned"
	"example.com/controllerruntime/lazycache/ok/runnable"
	okseldom "example.com/controllerruntime/lazycache/ok/seldom"
	"example.com/controllerruntime/lazycache/ok/state"
	"example.com/controllerruntime/lazycache/ok/told"
	"example.com/controllerruntime/lazycache/ok/tried"
	"example.com/controllerruntime/lazycache/ok/unstructured"
	"example.com/controllerruntime/lazycache/ok/waits"
	"example.com/controllerruntime/lazycache/ok/warmed"
	"example.com/controllerruntime/lazycache/ok/writer"
	"example.com/controllerruntime/lazycache/ok/writes"
	"example.com/controllerruntime/lazycache/options"
	"example.com/controllerruntime/lazycache/passed"
	"example.com/controllerruntime/lazycache/reader"
	"example.com/controllerruntime/lazycache/registry"
	"example.com/controllerruntime/lazycache/retried"
	"example.com/controllerruntime/lazycache/seldom"
	"example.com/controllerruntime/lazycache/tuned"
	"example.com/controllerruntime/lazycache/wrapped/clientonly"
	"example.com/controllerruntime/lazycache/wrapped/clients"
	"example.com/controllerruntime/lazycache/wrapped/clusters"
	"example.com/controllerruntime/lazycache/wrapped/goroutine"
	"example.com/controllerruntime/lazycache/wrapped/helper"
	"example.com/controllerruntime/lazycache/wrapped/made"
	"example.com/controllerruntime/lazycache/wrapped/strangers"
)

// A program counts the pods of a server.
type program struct {
	dir    string
	run    func(context.Context, *rest.Config) (int, error)
	right  bool    // nothing to mend
	synced *func() // what is called after the wait, where the wait is what is wrong
	ends   error   // what it returns when its context ends, where it waits till then
}

var programs = []program{
	{dir: "early", run: early.Run},
	{dir: "metadata", run: metadata.Run},
	{dir: "cluster", run: cluster.Run},
	{dir: "field", run: field.Run},
	{dir: "beside", run: beside.Run},
	{dir: "nested", run: nested.Run},
	{dir: "reader", run: reader.Run},
	{dir: "awaited", run: awaited.Run, synced: &awaited.Synced},
	{dir: "awaitedlist", run: awaitedlist.Run, synced: &awaitedlist.Synced},
	{dir: "wrapped/clients", run: clients.Run},
	{dir: "wrapped/clusters", run: clusters.Run},
	{dir: "wrapped/helper", run: helper.Run},
	{dir: "wrapped/made", run: made.Run},
	{dir: "wrapped/strangers", run: strangers.Run},

	{dir: "besidestart", run: besidestart.Run},
	{dir: "createorupdate", run: createorupdate.Run},
	{dir: "retried", run: retried.Run},
	{dir: "notfound", run: notfound.Run},
	{dir: "options", run: options.Run},
	{dir: "command", run: command.Run},
	{dir: "flag", run: flag.Run},
	{dir: "registry", run: registry.Run},
	{dir: "literal", run: literal.Run},
	{dir: "tuned", run: tuned.Run},
	{dir: "group", run: group.Run},
	{dir: "besides", run: besides.Run},
	{dir: "actors", run: actors.Run},
	{dir: "jobs", run: jobs.Run},
	{dir: "blocked", run: blocked.Run, ends: blocked.ErrNotSynced},
	{dir: "narrow", run: narrow.Run},
	{dir: "seldom", run: seldom.Run},
	{dir: "passed", run: passed.Run},
	{dir: "wrapped/goroutine", run: goroutine.Run},
	{dir: "wrapped/clientonly", run: clientonly.Run},
	{dir: "ok/disabled", right: true, run: disabled.Run},
	{dir: "ok/command", right: true, run: okcommand.Run},
	{dir: "ok/direct", right: true, run: direct.Run},
	{dir: "ok/fewer", right: true, run: fewer.Run},
	{dir: "ok/group", right: true, run: okgroup.Run},
	{dir: "ok/besides", right: true, run: okbesides.Run},
	{dir: "ok/actors", right: true, run: okactors.Run},
	{dir: "ok/jobs", right: true, run: okjobs.Run},
	{dir: "ok/state", right: true, run: state.Run},
	{dir: "ok/narrow", right: true, run: oknarrow.Run},
	{dir: "ok/seldom", right: true, run: okseldom.Run},
	{dir: "ok/passed", right: true, run: okpassed.Run},
	{dir: "ok/parts", right: true, run: parts.Run},
	{dir: "ok/named", right: true, run: named.Run},
	{dir: "ok/recursive", right: true, run: recursive.Run},
	{dir: "ok/tried", right: true, run: tried.Run},
	{dir: "ok/polling", right: true, run: polling.Run},
	{dir: "ok/announced", right: true, run: announced.Run},
	{dir: "ok/writer", right: true, run: writer.Run},
	{dir: "ok/added", right: true, run: added.Run},
	{dir: "ok/afterwards", right: true, run: afterwards.Run},
	{dir: "ok/apireader", right: true, run: apireader.Run},
	{dir: "ok/asserted", right: true, run: asserted.Run},
	{dir: "ok/branches", right: true, run: branches.Run},
	{dir: "ok/chosen", right: true, run: chosen.Run},
	{dir: "ok/elected", right: true, run: elected.Run},
	{dir: "ok/field", right: true, run: okfield.Run},
	{dir: "ok/injected", right: true, run: injected.Run},
	{dir: "ok/kept", right: true, run: kept.Run},
	{dir: "ok/later", right: true, run: later.Run},
	{dir: "ok/live", right: true, run: live.Run},
	{dir: "ok/otherwise", right: true, run: otherwise.Run},
	{dir: "ok/redone", right: true, run: redone.Run},
	{dir: "ok/registered", right: true, run: registered.Run},
	{dir: "ok/remotely", right: true, run: remotely.Run},
	{dir: "ok/returned", right: true, run: returned.Run},
	{dir: "ok/runnable", right: true, run: runnable.Run},
	{dir: "ok/told", right: true, run: told.Run},
	{dir: "ok/unstructured", right: true, run: unstructured.Run},
	{dir: "ok/waits", right: true, run: waits.Run},
	{dir: "ok/nested", right: true, run: oknested.Run},
	{dir: "ok/warmed", right: true, run: warmed.Run},
	{dir: "ok/writes", right: true, run: writes.Run},
}

var errTooEarly = errors.New("the wait has waited for nothing")

func TestPrograms(t *testing.T) {
	log.SetLogger(logr.Discard())
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
			case p.ends != nil && !errors.Is(err, p.ends):
				t.Errorf("got %v, want %v", err, p.ends)
			case p.ends != nil:
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
	limit := 5 * time.Second // for those that block
	if p.right {
		limit = time.Minute // they end by themselves, on a busy machine later
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
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
