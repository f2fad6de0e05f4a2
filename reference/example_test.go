package reference_test

import (
	"fmt"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/factory"
	"github.com/informerlint/informerlint/reference/sched"
	"github.com/informerlint/informerlint/reference/trace"
)

// start is a controller's main function: it starts its informers, waits until
// they are synced, and expects to find the pod that was there before.
func start(inGoroutine bool) func() {
	return func() {
		server := apiserver.New()
		server.WriteNow(apiserver.Change{Object: apiserver.Object{Kind: "pod", Key: "a"}})
		profile := cache.ProfileFor(34)
		informers := factory.New(server, 0, &profile, nil)
		stop := sched.NamedChan[struct{}]("stop", 0)

		lister := informers.InformerFor("pod").GetIndexer()
		if inGoroutine {
			sched.Site("main.go:12")
			sched.Go("starter", func() {
				sched.Site("main.go:12")
				informers.Start(stop)
			})
		} else {
			sched.Site("main.go:12")
			informers.Start(stop)
		}
		sched.Site("main.go:13")
		synced := informers.WaitForCacheSync(stop)
		sched.Site("main.go:14")
		if pods := lister.List(); len(pods) == 0 {
			sched.Fail("empty lister", "WaitForCacheSync returned %v", synced)
		} else {
			sched.Reached("found the pod")
		}
	}
}

// The factory's Start returns at once and needs no goroutine. With one, nothing
// says that it has looked before WaitForCacheSync does.
func Example() {
	bad, _ := explore.Counterexample(explore.Options{}, 2, start(true))
	fmt.Print(trace.Text(bad))

	all := explore.Run(explore.Options{Goals: []string{"found the pod"}}, start(true))
	fmt.Printf("in a goroutine: %d execution classes, %d violating\n", all.Traces, all.Violating)

	good := explore.Run(explore.Options{Goals: []string{"found the pod"}}, start(false))
	fmt.Printf("without: %d execution classes, %d violating, complete: %t\n", good.Traces, good.Violating, good.Complete)
	// Output:
	//   1  main           register pod: a(a1,rv=1)
	//   2  main           factory.WaitForCacheSync: waits for 0 of 1 (main.go:13)
	//   3  main           list: [] (main.go:14)
	//                     ! empty lister
	//   4  starter        factory.Start: starts 1 of 1 (main.go:12)
	//   5  pod.run        run pod
	//   6  pod.reflector  LIST pod: -> [a(a1,rv=1)] at rv 1
	//   7  pod.reflector  WATCH pod: from rv 1: open
	//   8  pod.run        process: store [a(a1,rv=1)]
	// empty lister: WaitForCacheSync returned map[]
	// schedule: 0*3 1 2 3*2 2
	// in a goroutine: 4 execution classes, 1 violating
	// without: 2 execution classes, 0 violating, complete: true
}
