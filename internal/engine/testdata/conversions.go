// Conversions: to an empty interface and back the value is followed; what leaves
// in an interface of the standard library, or by a result, is a stranger's.
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

func Valued(ctx context.Context, client kubernetes.Interface) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Core().V1().Pods().Lister()
	ctx.Value(f)
}

func Result(client kubernetes.Interface) (informers.SharedInformerFactory, listers.PodLister) {
	f := informers.NewSharedInformerFactory(client, 0)
	return f, f.Core().V1().Pods().Lister()
}
