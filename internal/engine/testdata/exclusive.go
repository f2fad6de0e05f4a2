// What one branch does is no excuse for another one: no execution has both. The
// goroutine that begins in the first branch counts for it.
package p

import (
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

func Run(client kubernetes.Interface, stop <-chan struct{}, b bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	if b {
		f.Core().V1().Pods().Lister()
		go func() {
			f.Start(stop)
		}()
		return
	}
	f.Start(stop)
	f.Core().V1().Pods().Lister()
}

// A loop comes to both.
func Again(client kubernetes.Interface, stop <-chan struct{}, bs []bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	for _, b := range bs {
		if b {
			f.Start(stop)
		} else {
			f.Core().V1().Pods().Lister()
		}
	}
}

// Each event makes its own.
func Handled(inf cache.SharedIndexInformer, client kubernetes.Interface, stop <-chan struct{}) {
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj interface{}) {
		f := informers.NewSharedInformerFactory(client, 0)
		if obj == nil {
			f.Core().V1().Pods().Lister()
			f.Start(stop)
			return
		}
		f.Start(stop)
		f.Core().V1().Pods().Lister()
	}})
}

// The first one makes what the next one uses.
func Shared(inf cache.SharedIndexInformer, client kubernetes.Interface, stop <-chan struct{}) {
	var f informers.SharedInformerFactory
	inf.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj interface{}) {
		if f == nil {
			f = informers.NewSharedInformerFactory(client, 0)
			f.Start(stop)
		}
		if obj == nil {
			f.Start(stop)
			return
		}
		f.Core().V1().Pods().Lister()
	}})
}

// What is repeated comes to both branches.
func Repeated(client kubernetes.Interface, stop <-chan struct{}, ready func() bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Start(stop)
	go wait.Until(func() {
		if ready() {
			f.Start(stop)
		} else {
			f.Core().V1().Pods().Lister()
		}
	}, time.Second, stop)
}
