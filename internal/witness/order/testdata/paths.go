// Starts in several places: a run shows those of one path, and the one that is
// reported where it can.
package p

import (
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// The first Start is on a way that leaves.
func Leaves(client kubernetes.Interface, stop <-chan struct{}, idle bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	pods := f.Core().V1().Pods().Lister()
	if idle {
		f.Start(stop)
		f.WaitForCacheSync(stop)
		return
	}
	f.Start(stop)
	pods.List(labels.Everything())
}

// Both ways come to the registration.
func Either(client kubernetes.Interface, stop <-chan struct{}, other bool) {
	f := informers.NewSharedInformerFactory(client, 0)
	if !other {
		f.Start(stop)
	} else {
		println("other")
		f.Start(stop)
	}
	pods := f.Core().V1().Pods().Lister()
	f.WaitForCacheSync(stop)
	pods.List(labels.Everything())
}

func lister(f informers.SharedInformerFactory) corelisters.PodLister {
	return f.Core().V1().Pods().Lister()
}

// Each way has a finding of its own.
func Each(client kubernetes.Interface, stop <-chan struct{}, wide bool) {
	var f informers.SharedInformerFactory
	var pods corelisters.PodLister
	if wide {
		f = informers.NewSharedInformerFactory(client, 0)
		f.Start(stop)
		pods = lister(f)
	} else {
		f = informers.NewSharedInformerFactory(client, 1)
		f.Start(stop)
		pods = lister(f)
	}
	f.WaitForCacheSync(stop)
	pods.List(labels.Everything())
}
