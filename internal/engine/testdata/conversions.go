// Conversions: to an empty interface and back the value is followed, printing keeps
// nothing. What becomes an interface that is not followed leaves there, and so does
// what a function of the standard library or a caller gets.
package p

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/klog/v2"
)

func Back(client kubernetes.Interface, stop <-chan struct{}) {
	var x interface{} = informers.NewSharedInformerFactory(client, 0)
	f := x.(informers.SharedInformerFactory)
	f.Start(stop)
	f.Core().V1().Pods().Lister()
}

func Printed(client kubernetes.Interface) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Core().V1().Pods().Lister()
	klog.Infof("%v", f)
}

func Lost(client kubernetes.Interface) error {
	var x interface{} = informers.NewSharedInformerFactory(client, 0)
	x.(informers.SharedInformerFactory).Core().V1().Pods().Lister()
	err, _ := x.(error)
	return err
}

func Valued(ctx context.Context, client kubernetes.Interface) context.Context {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Core().V1().Pods().Lister()
	return context.WithValue(ctx, "factory", f)
}

func Result(client kubernetes.Interface) (informers.SharedInformerFactory, listers.PodLister) {
	f := informers.NewSharedInformerFactory(client, 0)
	return f, f.Core().V1().Pods().Lister()
}
