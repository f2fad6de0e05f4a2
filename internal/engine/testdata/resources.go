// ForResource and InformerFor register at once; the resource is that of the
// constant, the object or, where neither is known, any.
package p

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Constant(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Start(stop)
	f.ForResource(schema.GroupVersionResource{Version: "v1", Resource: "pods"})
}

func Any(client kubernetes.Interface, stop <-chan struct{}, gvr schema.GroupVersionResource) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Start(stop)
	i, err := f.ForResource(gvr)
	if err == nil {
		i.Lister()
	}
}

func Object(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Start(stop)
	f.InformerFor(&corev1.Pod{}, nil)
}
