// A goroutine registers, and its parent starts. Only Beside, Waits, Nested,
// Two and Untold are wrong: in the others something may put the registration first, or
// something else starts or registers the informer.
package p

import (
	"sync"
	"time"

	"golang.org/x/sync/errgroup"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Beside(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	go func() { f.Core().V1().Pods().Lister() }()
	f.Start(stop)
}

// Waits is held up by a signal, and signals nothing itself.
func Waits(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	ready := make(chan bool)
	go func() {
		<-ready
		f.Core().V1().Pods().Lister()
	}()
	close(ready)
	f.Start(stop)
}

func Nested(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	go func() {
		go func() { f.Core().V1().Pods().Lister() }()
	}()
	f.Start(stop)
}

func Two(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	go func() { f.Core().V1().Pods().Lister() }()
	go func() { f.Core().V1().Pods().Informer() }()
	go f.Start(stop)
}

func Joined(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		f.Core().V1().Pods().Lister()
	}()
	wg.Wait()
	f.Start(stop)
}

func Group(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	var wg sync.WaitGroup
	wg.Go(func() { f.Core().V1().Pods().Lister() })
	wg.Wait()
	f.Start(stop)
}

// Below is joined in the goroutine that joins the other one.
func Below(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	inner, outer := make(chan bool), make(chan bool)
	go func() {
		go func() {
			f.Core().V1().Pods().Lister()
			close(inner)
		}()
		<-inner
		close(outer)
	}()
	<-outer
	f.Start(stop)
}

// Starter waits in the goroutine that starts.
func Starter(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	ready := make(chan bool)
	go func() {
		f.Core().V1().Pods().Lister()
		close(ready)
	}()
	go func() {
		<-ready
		f.Start(stop)
	}()
}

func Sleeps(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	go func() { f.Core().V1().Pods().Lister() }()
	time.Sleep(time.Second)
	f.Start(stop)
}

func Again(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	go func() {
		f.Core().V1().Pods().Lister()
		f.Start(stop)
	}()
	f.Start(stop)
}

// Afterwards starts once more when the goroutine has registered.
func Afterwards(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	ready := make(chan bool)
	go func() {
		f.Core().V1().Pods().Lister()
		close(ready)
	}()
	f.Start(stop)
	<-ready
	f.Start(stop)
}

func Before(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Core().V1().Pods().Informer()
	go func() { f.Core().V1().Pods().Lister() }()
	f.Start(stop)
}

func Between(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	go func() { f.Core().V1().Pods().Lister() }()
	f.Core().V1().Pods().Informer()
	f.Start(stop)
}

// Another has a second goroutine that is joined.
func Another(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	ready := make(chan bool)
	go func() { f.Core().V1().Pods().Lister() }()
	go func() {
		f.Core().V1().Pods().Informer()
		close(ready)
	}()
	<-ready
	f.Start(stop)
}

func Runs(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	go func() { go f.Core().V1().Pods().Informer().Run(stop) }()
	f.Start(stop)
}

func Polls(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	go func() { f.Core().V1().Pods().Lister() }()
	for range 10 {
		f.Start(stop)
	}
}

// Either registers in one of two goroutines, and which one it is is not known.
func Either(client kubernetes.Interface, stop <-chan struct{}, first bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	work := func() {}
	if first {
		work = func() { f.Core().V1().Pods().Lister() }
	}
	go work()
	f.Start(stop)
}

func Other(client kubernetes.Interface, stop <-chan struct{}) {
	f, g := informers.NewSharedInformerFactory(client, 0), informers.NewSharedInformerFactory(client, 0)
	go func() {
		f.Core().V1().Pods().Lister()
		f.Start(stop)
	}()
	g.Start(stop)
}

// Leaves hands the informer to somebody who may run it.
func Leaves(client kubernetes.Interface, stop <-chan struct{}, with func(any)) {
	f := informers.NewSharedInformerFactory(client, 0)
	go func() { with(f.Core().V1().Pods().Informer()) }()
	f.Start(stop)
}

// Limit has a group that may have room for one goroutine at a time.
func Limit(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	var g errgroup.Group
	g.Go(func() error {
		f.Core().V1().Pods().Lister()
		return nil
	})
	g.Go(func() error {
		f.Start(stop)
		return nil
	})
}

// Told calls what is not known and may wait for the channel.
func Told(client kubernetes.Interface, stop <-chan struct{}, with func(any)) {
	f := informers.NewSharedInformerFactory(client, 0)
	ready := make(chan bool)
	go func() {
		f.Core().V1().Pods().Lister()
		close(ready)
	}()
	with(ready)
	f.Start(stop)
}

// Untold calls it as well, and it cannot know of the goroutine.
func Untold(client kubernetes.Interface, stop <-chan struct{}, with func(any)) {
	f := informers.NewSharedInformerFactory(client, 0)
	go func() { f.Core().V1().Pods().Lister() }()
	with(nil)
	f.Start(stop)
}

// Restarts starts again after a minute.
func Restarts(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	go func() { f.Core().V1().Pods().Lister() }()
	go wait.Until(func() { f.Start(stop) }, time.Second, stop)
}

// Restarted is the same for what the parent registers.
func Restarted(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	go wait.Until(func() { f.Start(stop) }, time.Second, stop)
	f.Core().V1().Pods().Lister()
}

// Loops is the same by hand.
func Loops(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	go func() {
		for {
			f.Start(stop)
		}
	}()
	f.Core().V1().Pods().Lister()
}
