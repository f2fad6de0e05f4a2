// HasSynced as a wait: not where the answer is dropped (dropped) or only logged (logged,
// named), so that the read comes too early; but where something may depend on it: a
// condition (asked), another function (handed).
package p

import (
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/klog/v2"
)

func dropped(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	pods := f.Core().V1().Pods()
	informer, lister := pods.Informer(), pods.Lister()
	f.Start(stop)
	informer.HasSynced()
	lister.List(labels.Everything())
}

func logged(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	pods := f.Core().V1().Pods()
	informer, lister := pods.Informer(), pods.Lister()
	f.Start(stop)
	klog.Infof("%s: %t", "pods", informer.HasSynced())
	lister.List(labels.Everything())
}

func named(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	pods := f.Core().V1().Pods()
	informer, lister := pods.Informer(), pods.Lister()
	f.Start(stop)
	synced := informer.HasSynced()
	klog.Infof("synced: %t", synced)
	lister.List(labels.Everything())
}

func asked(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	pods := f.Core().V1().Pods()
	informer, lister := pods.Informer(), pods.Lister()
	f.Start(stop)
	synced := informer.HasSynced()
	klog.Infof("synced: %t", synced)
	if synced {
		lister.List(labels.Everything())
	}
}

func handed(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	pods := f.Core().V1().Pods()
	informer, lister := pods.Informer(), pods.Lister()
	f.Start(stop)
	tell("synced", informer.HasSynced())
	lister.List(labels.Everything())
}

func tell(string, ...any) {}
