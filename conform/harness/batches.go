package harness

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"testing/synctest"

	"github.com/informerlint/informerlint/reference/apiserver"
	ref "github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/factory"
	"github.com/informerlint/informerlint/reference/sched"
	"github.com/informerlint/informerlint/reference/script"
)

// Batches compares how much of the first list is in the store when a handler is
// first called: one object or more up to client-go 0.34, and since then all, for
// the queue is emptied in batches or a list is one item. A trace does not tell.
func Batches(t *testing.T, c Client) {
	Quiet()
	possible := firstStores(t, c.Minor)
	seen := map[string]bool{}
	for seed := range uint64(200) {
		seen[storeAtFirstAdd(t, c, seed)] = true
	}
	t.Logf("%s: %v, and in the reference runtime %v", c.Version, slices.Sorted(maps.Keys(seen)), slices.Sorted(maps.Keys(possible)))
	for n := range seen {
		if possible[n] == 0 {
			t.Errorf("%s: %s objects in the store at the first OnAdd, and in the reference runtime never", c.Version, n)
		}
	}
	if c.Minor >= 35 && len(possible) != 1 {
		t.Errorf("the reference runtime of 0.%d: %v objects in the store at the first OnAdd", c.Minor, slices.Sorted(maps.Keys(possible)))
	}
}

// storeAtFirstAdd is how many of three objects are in the store.
func storeAtFirstAdd(t *testing.T, c Client, seed uint64) (n string) {
	synctest.Test(t, func(t *testing.T) {
		r := newRun(t, c, script.Script{Name: "batches", Objs: []string{"a", "b", "c"}}, seed)
		defer r.cleanUp()
		inf := r.register(script.Pod)
		_, err := c.addHandler(inf, &script.Sink{Read: read, Told: func(script.Event) {
			if n == "" {
				n = fmt.Sprint(len(inf.GetStore().List()))
			}
		}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.do(script.Start("s"))
		r.do(script.Settle())
	})
	return n
}

// firstStores is the same in all executions of the reference runtime.
func firstStores(t *testing.T, minor int) map[string]int {
	res := explore.Run(explore.Options{}, func() {
		p := ref.ProfileFor(minor)
		server := apiserver.New()
		for _, key := range []string{"a", "b", "c"} {
			server.WriteNow(apiserver.Change{Object: apiserver.Object{Kind: "pod", Key: key}})
		}
		server.Serve("pod")
		f := factory.New(server, 0, &p, nil)
		inf := f.InformerFor("pod")
		first := true
		inf.AddEventHandler(ref.ResourceEventHandlerFuncs{AddFunc: func(any) {
			if first {
				first = false
				sched.Outcome(fmt.Sprint(len(inf.GetStore().List())))
			}
		}})
		f.Start(sched.NamedChan[struct{}]("stop", 0))
	})
	if !res.OK() {
		t.Errorf("%v %v", res, res.Violations)
	}
	return res.Outcomes
}
