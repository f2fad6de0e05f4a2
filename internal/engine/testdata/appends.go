// A list that append makes, and the one that it was given: the same, grown, where the
// result is put back; another one, with the elements of both, where the first stays in
// use. Where that is not clear they are the same.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func start(all []informers.SharedInformerFactory, stop <-chan struct{}) {
	for _, f := range all {
		f.Start(stop)
	}
}

func wait(all []informers.SharedInformerFactory, stop <-chan struct{}) {
	for _, f := range all {
		f.WaitForCacheSync(stop)
	}
}

// Apart: the pods' factory is only in the new list.
func Apart(a, b kubernetes.Interface, stop <-chan struct{}) {
	first := informers.NewSharedInformerFactory(a, 0)
	first.Core().V1().Pods().Lister()
	given := []informers.SharedInformerFactory{first}
	more := informers.NewSharedInformerFactory(b, 0)
	pods := more.Core().V1().Pods().Lister()
	start(append(given, more), stop)
	wait(given, stop)
	pods.List(nil)
}

// Cut: the same, where the first list has no room.
func Cut(given []informers.SharedInformerFactory, b kubernetes.Interface, stop <-chan struct{}) {
	more := informers.NewSharedInformerFactory(b, 0)
	pods := more.Core().V1().Pods().Lister()
	start(append(given[:1:1], more), stop)
	wait(given, stop)
	pods.List(nil)
}

// Back: the variable has the new list.
func Back(a, b kubernetes.Interface, stop <-chan struct{}) {
	var all []informers.SharedInformerFactory
	for _, client := range []kubernetes.Interface{a, b} {
		all = append(all, informers.NewSharedInformerFactory(client, 0))
	}
	more := informers.NewSharedInformerFactory(b, 0)
	pods := more.Core().V1().Pods().Lister()
	all = append(all, more)
	start(all, stop)
	wait(all, stop)
	pods.List(nil)
}

// Part: what lies behind the part may be written, and then the first list has it.
func Part(given []informers.SharedInformerFactory, b kubernetes.Interface, stop <-chan struct{}) {
	more := informers.NewSharedInformerFactory(b, 0)
	pods := more.Core().V1().Pods().Lister()
	start(append(given[:1], more), stop)
	wait(given, stop)
	pods.List(nil)
}
