package model

import (
	"fmt"

	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/trace"
)

// A controller that does not look at UIDs loses a pod that was recreated while
// its watch was broken.
func Example() {
	careless := recreation{minor: 34, drops: 1, compactions: 1}.program()
	shown, _ := explore.Counterexample(explore.Options{}, 2, careless)
	fmt.Print(trace.Text(shown))
	// Output:
	//   1  main           register pod: a(a1,rv=1)
	//   2  main           add handler handler
	//   3  main           factory.Start: starts 1 of 1
	//   4  pod.run        run pod
	//   5  pod.reflector  LIST pod: -> [a(a1,rv=1)] at rv 1
	//   6  pod.reflector  WATCH pod: from rv 1: open
	//   7  user           DELETED a: a(a1,rv=2)
	//   8  user           ADDED a: a(a2,rv=3)
	//   9  network        drop watch of pod
	//  10  pod.reflector  watch ended
	//  11  pod.reflector  LIST pod: -> [a(a2,rv=3)] at rv 3
	//  12  pod.reflector  WATCH pod: from rv 3: open
	//  13  etcd           no compact
	//  14  pod.run        process: store [a(a1,rv=1)]
	//  15  pod.run        process: store [a(a2,rv=3)]
	//  16  handler        deliver: OnAdd(a(a1,rv=1), initial)
	//  17  handler        deliver: OnUpdate(a(a1,rv=1), a(a2,rv=3))
	//  18  main           at rest
	//                     ! mirror
	// mirror: the controller has "a1", the server "a2"
	// schedule: 0*3 1 7*2 2*2 3 7.1 7*2 4.1 1*2 5*2 0
}
