package model

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/factory"
	"github.com/informerlint/informerlint/reference/sched"
)

// crowd is a program of several threads that do a few random things each to one
// running informer: the only order between them is what the runtime makes.
func crowd(seed uint64, minor int) func() {
	rng := rand.New(rand.NewPCG(seed, 2))
	threads := 1 + rng.IntN(2)
	todo := make([][]int, threads)
	for i := range todo {
		for range 1 + rng.IntN(3-threads) {
			todo[i] = append(todo[i], rng.IntN(14))
		}
	}
	resync := rng.IntN(2)
	objects := rng.IntN(2)
	return func() {
		p := cache.ProfileFor(minor)
		p.StreamsList = false
		server := apiserver.New()
		server.Serve("pod")
		if objects > 0 {
			server.WriteNow(apiserver.Change{Object: apiserver.Object{Kind: "pod", Key: "a"}})
		}
		clock := cache.NewClock()
		f := factory.New(server, resync, &p, clock)
		inf := f.InformerFor("pod")
		stop := sched.NamedChan[struct{}]("stop", 0)
		closed := sched.NewAtomic("closed", false)
		seen := make([][]string, threads+1)
		handler := func(who int) cache.ResourceEventHandler {
			return cache.ResourceEventHandlerDetailedFuncs{
				AddFunc:    func(o any, init bool) { seen[who] = append(seen[who], fmt.Sprint("add", o, init)) },
				UpdateFunc: func(o, n any) { seen[who] = append(seen[who], fmt.Sprint("update", o, n)) },
				DeleteFunc: func(o any) { seen[who] = append(seen[who], fmt.Sprint("delete", o)) },
			}
		}
		first, _ := inf.AddEventHandler(handler(threads))
		f.Start(stop)
		for i, ops := range todo {
			var saw []string
			say := func(args ...any) { saw = append(saw, fmt.Sprint(args...)) }
			sched.Go(fmt.Sprint("user", i), func() {
				for _, op := range ops {
					switch op {
					case 0:
						server.Create("pod", "b", nil)
					case 1:
						server.Update("pod", "a", nil)
					case 2:
						server.Delete("pod", "a")
					case 3:
						server.Drop("pod")
					case 4:
						server.Short("pod")
					case 5:
						server.Compact()
					case 6:
						clock.Tick()
					case 7:
						inf.AddEventHandler(handler(i))
					case 8:
						inf.RemoveEventHandler(first)
					case 9:
						say("synced ", inf.HasSynced(), first.HasSynced(), inf.IsStopped())
					case 10:
						say(inf.GetStore().List())
					case 11:
						if before, _ := closed.Update(func(bool) bool { return true }); !before {
							stop.Close()
						}
					case 12:
						say(f.WaitForCacheSync(stop))
					case 13:
						inf.AddIndexers(map[string]cache.IndexFunc{fmt.Sprint(i): func(any) []string { return nil }})
					}
				}
			})
			sched.Finally(func() { seen[i] = append(seen[i], saw...) })
		}
		sched.Finally(func() { sched.Outcome(strings.Join(flat(seen), "\n")) })
	}
}

func flat(lines [][]string) (all []string) {
	for i, l := range lines {
		all = append(all, fmt.Sprint(i, ": ", strings.Join(l, "; ")))
	}
	return all
}

var crowds = flag.Int("crowds", 20, "number of random crowds")

// If a step of the runtime looked at something that it does not declare, the
// searches that leave out executions would leave out too many. So they are
// compared with the search that leaves out none.
func TestReductionsAgreeOnRandomCrowds(t *testing.T) {
	compared, schedules, classes := 0, 0, 0
	for seed := range uint64(*crowds) {
		minor := []int{34, 20, 26, 34, 35, 37}[seed%6]
		prog := crowd(seed, minor)
		all, none := reached(explore.Options{Reduction: explore.None, MaxRuns: *naive}, prog)
		if !none.Complete {
			continue
		}
		compared++
		schedules += none.Runs
		dpor := explore.Run(explore.Options{}, prog)
		classes += dpor.Traces
		if !dpor.SameClasses(none) || len(dpor.Outcomes) != len(all) {
			t.Errorf("seed %d, 0.%d: source-dpor %v, every schedule %v", seed, minor, dpor, none)
		}
	}
	t.Logf("%d crowds, %d schedules, %d classes", compared, schedules, classes)
	if compared < *crowds/5 {
		t.Errorf("only %d crowds are small enough", compared)
	}
}
