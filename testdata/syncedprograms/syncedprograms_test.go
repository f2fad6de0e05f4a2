// Package syncedprograms runs the programs of handlersync on the fake clientset.
//
// Each program counts the pod that the cluster has, by what its handler has
// seen. A bad program counts none; the others count one. With PROGRAMS=mended
// the test expects the bad programs that have a golden file to have been
// replaced by it (go test -overlay), and to count one as well.
package syncedprograms

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/fake"

	"example.com/informers/handlersync/another"
	"example.com/informers/handlersync/byvalue"
	"example.com/informers/handlersync/each"
	"example.com/informers/handlersync/factorywait"
	"example.com/informers/handlersync/gated"
	"example.com/informers/handlersync/handedout"
	"example.com/informers/handlersync/ignored"
	"example.com/informers/handlersync/looked"
	"example.com/informers/handlersync/looped"
	"example.com/informers/handlersync/minimal"
	acrossright "example.com/informers/handlersync/ok/across"
	"example.com/informers/handlersync/ok/again"
	"example.com/informers/handlersync/ok/asked"
	"example.com/informers/handlersync/ok/awaited"
	bothasked "example.com/informers/handlersync/ok/both"
	copied "example.com/informers/handlersync/ok/byvalue"
	"example.com/informers/handlersync/ok/drained"
	"example.com/informers/handlersync/ok/elements"
	"example.com/informers/handlersync/ok/fallback"
	"example.com/informers/handlersync/ok/flagged"
	gatedright "example.com/informers/handlersync/ok/gated"
	"example.com/informers/handlersync/ok/instead"
	"example.com/informers/handlersync/ok/invain"
	"example.com/informers/handlersync/ok/kept"
	loopedagain "example.com/informers/handlersync/ok/looped"
	mappedright "example.com/informers/handlersync/ok/mapped"
	"example.com/informers/handlersync/ok/others"
	"example.com/informers/handlersync/ok/polled"
	bothpolled "example.com/informers/handlersync/ok/polls"
	"example.com/informers/handlersync/ok/prefilled"
	"example.com/informers/handlersync/ok/probed"
	"example.com/informers/handlersync/ok/queued"
	"example.com/informers/handlersync/ok/received"
	"example.com/informers/handlersync/ok/refilled"
	lookedat "example.com/informers/handlersync/ok/results"
	returnedonce "example.com/informers/handlersync/ok/returned"
	"example.com/informers/handlersync/ok/serves"
	syncedright "example.com/informers/handlersync/ok/synced"
	toldall "example.com/informers/handlersync/ok/told"
	"example.com/informers/handlersync/ok/twosets"
	"example.com/informers/handlersync/ok/workers"
	"example.com/informers/handlersync/optional"
	"example.com/informers/handlersync/pair"
	"example.com/informers/handlersync/polls"
	"example.com/informers/handlersync/removed"
	"example.com/informers/handlersync/results"
	"example.com/informers/handlersync/returned"
	"example.com/informers/handlersync/sequence"
	"example.com/informers/handlersync/several"
	"example.com/informers/handlersync/siblings"
	"example.com/informers/handlersync/stopped"
	"example.com/informers/handlersync/told"
	"example.com/informers/handlersync/twice"
	"example.com/informers/handlersync/void"
	contained "example.com/informers/handlersync/wrapped/container"
	"example.com/informers/handlersync/wrapped/failing"
	"example.com/informers/handlersync/wrapped/generic"
	"example.com/informers/handlersync/wrapped/given"
	"example.com/informers/handlersync/wrapped/helpers"
	"example.com/informers/handlersync/wrapped/inner"
	"example.com/informers/handlersync/wrapped/listed"
	"example.com/informers/handlersync/wrapped/mapped"
	"example.com/informers/handlersync/wrapped/named"
	"example.com/informers/handlersync/wrapped/owner"
	wrappedpolls "example.com/informers/handlersync/wrapped/polls"
	"example.com/informers/handlersync/wrapped/registers"
	"example.com/informers/handlersync/wrapped/started"
	"example.com/informers/handlersync/wrapped/synced"
	"example.com/informers/handlersync/wrapped/waiter"
	"example.com/informers/handlersync/wrapped/waiting"
)

var programs = []struct {
	dir   string
	run   func(context.Context, kubernetes.Interface) (int, error)
	right bool // nothing to mend
}{
	{dir: "factorywait", run: factorywait.Run},
	{dir: "minimal", run: minimal.Run},
	{dir: "sequence", run: sequence.Run},
	{dir: "twice", run: twice.Run},
	{dir: "wrapped/failing", run: failing.Run},
	{dir: "wrapped/helpers", run: helpers.Run},
	{dir: "wrapped/listed", run: listed.Run},
	{dir: "wrapped/started", run: started.Run},
	{dir: "wrapped/waiter", run: waiter.Run},
	{dir: "wrapped/registers", run: registers.Run},
	{dir: "another", run: another.Run},
	{dir: "each", run: each.Run},
	{dir: "pair", run: pair.Run},
	{dir: "optional", run: optional.Run},
	{dir: "siblings", run: siblings.Run},
	{dir: "handedout", run: handedout.Run},
	{dir: "results", run: results.Run},
	{dir: "looked", run: looked.Run},
	{dir: "ignored", run: ignored.Run},
	{dir: "void", run: void.Run},
	{dir: "stopped", run: stopped.Run},
	{dir: "wrapped/inner", run: inner.Run},
	{dir: "polls", run: polls.Run},
	{dir: "looped", run: looped.Run},
	{dir: "returned", run: returned.Run},
	{dir: "byvalue", run: byvalue.Run},
	{dir: "removed", run: removed.Run},
	{dir: "wrapped/generic", run: generic.Run},
	{dir: "wrapped/polls", run: wrappedpolls.Run},
	{dir: "told", run: told.Run},
	{dir: "wrapped/given", run: given.Run},
	{dir: "gated", run: gated.Run},
	{dir: "wrapped/container", run: contained.Run},
	{dir: "wrapped/mapped", run: mapped.Run},
	{dir: "wrapped/synced", run: synced.Run},
	{dir: "several", run: several.Run},
	{dir: "ok/synced", right: true, run: syncedright.Run},
	{dir: "ok/mapped", right: true, run: mappedright.Run},
	{dir: "wrapped/owner", run: owner.Run},
	{dir: "wrapped/named", run: named.Run},
	{dir: "wrapped/waiting", run: waiting.Run},
	{dir: "ok/across", right: true, run: acrossright.Run},
	{dir: "ok/told", right: true, run: toldall.Run},
	{dir: "ok/gated", right: true, run: gatedright.Run},
	{dir: "ok/both", right: true, run: bothasked.Run},
	{dir: "ok/elements", right: true, run: elements.Run},
	{dir: "ok/again", right: true, run: again.Run},
	{dir: "ok/asked", right: true, run: asked.Run},
	{dir: "ok/awaited", right: true, run: awaited.Run},
	{dir: "ok/drained", right: true, run: drained.Run},
	{dir: "ok/fallback", right: true, run: fallback.Run},
	{dir: "ok/flagged", right: true, run: flagged.Run},
	{dir: "ok/instead", right: true, run: func(ctx context.Context, client kubernetes.Interface) (int, error) {
		name, err := instead.Run(ctx, client)
		return min(len(name), 1), err
	}},
	{dir: "ok/invain", right: true, run: invain.Run},
	{dir: "ok/kept", right: true, run: kept.Run},
	{dir: "ok/others", right: true, run: others.Run},
	{dir: "ok/polled", right: true, run: polled.Run},
	{dir: "ok/probed", right: true, run: probed.Run},
	{dir: "ok/prefilled", right: true, run: prefilled.Run},
	{dir: "ok/queued", right: true, run: queued.Run},
	{dir: "ok/received", right: true, run: received.Run},
	{dir: "ok/refilled", right: true, run: refilled.Run},
	{dir: "ok/results", right: true, run: lookedat.Run},
	{dir: "ok/serves", right: true, run: serves.Run},
	{dir: "ok/polls", right: true, run: bothpolled.Run},
	{dir: "ok/looped", right: true, run: loopedagain.Run},
	{dir: "ok/returned", right: true, run: returnedonce.Run},
	{dir: "ok/twosets", right: true, run: twosets.Run},
	{dir: "ok/byvalue", right: true, run: copied.Run},
	{dir: "ok/workers", right: true, run: workers.Run},
}

func TestPrograms(t *testing.T) {
	mended := os.Getenv("PROGRAMS") == "mended"
	for _, p := range programs {
		t.Run(p.dir, func(t *testing.T) {
			_, err := os.Stat(filepath.Join("..", "handlersync", p.dir, "main.go.golden"))
			if mended && !p.right && errors.Is(err, os.ErrNotExist) {
				t.Skip("no mend is offered")
			}
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer time.Sleep(time.Minute) // a slow handler comes to its end
				defer cancel()
				// One processor: what a go statement starts does not run before
				// the goroutine that started it waits for something.
				defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
				client := fake.NewClientset(&corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "till"}, Spec: corev1.PodSpec{NodeName: "node-1"}})
				count, err := p.run(ctx, client)
				if err != nil {
					t.Fatal(err)
				}
				want := 1
				if !mended && !p.right {
					want = 0
				}
				if count != want {
					t.Errorf("the program counts %d, want %d", count, want)
				}
			})
		})
	}
}

// Every program is run.
func TestComplete(t *testing.T) {
	run := make(map[string]bool)
	for _, p := range programs {
		run[p.dir] = true
	}
	for _, pattern := range []string{"*/main.go", "wrapped/*/main.go", "ok/*/main.go"} {
		files, err := filepath.Glob(filepath.Join("..", "handlersync", filepath.FromSlash(pattern)))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d files, %v", pattern, len(files), err)
		}
		for _, file := range files {
			dir := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(file)), "../handlersync/")
			if !run[dir] {
				t.Errorf("%s is not run", dir)
			}
		}
	}
}
