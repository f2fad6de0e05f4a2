// Of the elements of a container each may be the one that is taken by a key: a story
// is told of it, and one more in which no other statement takes the same.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func ByKey(client kubernetes.Interface, names []string, stop <-chan struct{}) {
	all := make(map[string]informers.SharedInformerFactory)
	for _, name := range names {
		all[name] = informers.NewSharedInformerFactory(client, 0)
	}
	for _, factory := range all {
		factory.Start(stop)
	}
	all["one"].Core().V1().Pods().Lister()
	all["two"].Core().V1().Pods().Lister()
}

// Foreign may take one that was made elsewhere.
func Foreign(client kubernetes.Interface, all map[string]informers.SharedInformerFactory, name string) {
	all[name] = informers.NewSharedInformerFactory(client, 0)
	all["one"].Core().V1().Pods().Lister()
}
