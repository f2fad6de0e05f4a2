// Package handlerprograms runs the programs of tombstone and uidcheck on real
// informers, in a history that a handler has to survive: the watch breaks off,
// one pod is deleted and another deleted and created again, the server forgets
// these changes, and the informer lists anew.
//
// Each program keeps a view of the pods. A bad one ends with a wrong view, or
// ends the process; the others end with the pods that there are. With
// PROGRAMS=mended the test expects the bad programs that have a golden file to
// have been replaced by it (go test -overlay), and to be right.
package handlerprograms

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
	"example.com/informers/kinds"
)

func TestPrograms(t *testing.T) {
	mended := os.Getenv("PROGRAMS") == "mended"
	for _, p := range programs {
		t.Run(p.dir, func(t *testing.T) {
			_, err := os.Stat(filepath.Join("..", p.dir, "main.go.golden"))
			right := p.bad == nil && p.panic == ""
			if mended && !right && errors.Is(err, os.ErrNotExist) {
				t.Skip("no mend is offered")
			}
			if p.panic != "" && !mended {
				dies(t, p)
				return
			}
			want := p.want
			if !right && !mended {
				want = p.bad
			}
			synctest.Test(t, func(t *testing.T) {
				if got := history(t, p); !slices.Equal(got, want) {
					t.Errorf("the program has seen %q, want %q", got, want)
				}
			})
		})
	}
}

// history runs a program on an informer through the interruption, and returns
// its view.
func history(t *testing.T, p program) []string {
	// Under synctest an error that is handled waits for the real date.
	defer func(handlers []utilruntime.ErrorHandler) { utilruntime.ErrorHandlers = handlers }(utilruntime.ErrorHandlers)
	utilruntime.ErrorHandlers = nil

	server := apiserver.New()
	server.Create("a", "a1")
	server.Create("b", "b1")
	view, store, run := begin(t, p, server)
	ctx, cancel := context.WithCancel(t.Context())
	stopped := make(chan struct{})
	go func() {
		run(ctx)
		close(stopped)
	}()
	defer func() {
		cancel()
		<-stopped
	}()
	rest()
	if got := store.ListKeys(); len(got) != 2 {
		t.Fatalf("before the interruption the store has %q", got)
	}

	server.Disconnect()
	server.Delete("b")
	server.Delete("a")
	server.Create("a", "a2", func(pod *corev1.Pod) { pod.Spec.HostNetwork = p.host })
	server.Create("c", "c1")
	server.Compact()
	server.Reconnect()
	rest()
	if _, exists, _ := store.GetByKey("default/b"); exists {
		t.Fatal("the informer has not listed anew")
	}
	return view.Entries()
}

// begin sets a program up: its informer, or its own controller and the store that this
// fills.
func begin(t *testing.T, p program, server *apiserver.Server) (*apiserver.View, cache.Store, func(context.Context)) {
	if p.process != nil {
		view, store, controller := p.process(server.ListWatch())
		return view, store, controller.RunWithContext
	}
	informer := server.Informer()
	view, err := p.watch(informer)
	if err != nil {
		t.Fatal(err)
	}
	return view, informer.GetStore(), informer.RunWithContext
}

// rest lets a virtual minute pass: time enough for the informer's backoff.
func rest() {
	time.Sleep(time.Minute)
	synctest.Wait()
}

const childOf = "HANDLERPROGRAM"

// dies runs a program in a process of its own, which it has to end.
func dies(t *testing.T, p program) {
	cmd := exec.Command(os.Args[0], "-test.run=^TestChild$")
	cmd.Env = append(os.Environ(), childOf+"="+p.dir)
	out, err := cmd.CombinedOutput()
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok || exit.ExitCode() != 2 {
		t.Fatalf("the program ends with %v, want exit status 2\n%s", err, out)
	}
	if !bytes.Contains(out, []byte(p.panic)) {
		t.Errorf("the program does not say %q:\n%s", p.panic, out)
	}
}

// TestChild is the other process of dies.
func TestChild(t *testing.T) {
	dir := os.Getenv(childOf)
	if dir == "" {
		t.Skip("only for programs that end the process")
	}
	for _, p := range programs {
		if p.dir == dir {
			synctest.Test(t, func(t *testing.T) { history(t, p) })
			return
		}
	}
	t.Fatal("no such program")
}

// Every program in which something is wanted is run.
func TestComplete(t *testing.T) {
	run := make(map[string]bool)
	for _, p := range programs {
		run[p.dir] = true
	}
	var patterns []string
	for check, table := range kinds.Table {
		if table == "handlerprograms" {
			patterns = append(patterns, "../"+check+"/*/*.go", "../"+check+"/wrapped/*/*.go")
		}
	}
	if len(patterns) == 0 {
		t.Error("no check has its programs here")
	}
	for _, pattern := range patterns {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal("no programs", err)
		}
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			dir := filepath.ToSlash(filepath.Dir(strings.TrimPrefix(filepath.ToSlash(file), "../")))
			if dir == "uidcheck/optional" {
				continue // opt-in rules: what they find may well be meant
			}
			if bytes.Contains(source, []byte("// want")) && !run[dir] {
				t.Errorf("%s is not run", dir)
			}
		}
	}
}
