// What only computes waits for nobody, whatever it is given: a read after it is as
// early as without it. Decode may wait for what it reads from.
package p

import (
	"encoding/json"
	"reflect"

	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

func begin(client kubernetes.Interface, stop <-chan struct{}) listers.PodLister {
	f := informers.NewSharedInformerFactory(client, 0)
	lister := f.Core().V1().Pods().Lister()
	f.Start(stop)
	return lister
}

func Marshals(client kubernetes.Interface, stop <-chan struct{}, what any) {
	lister := begin(client, stop)
	json.Marshal(what)
	lister.List(nil)
}

func Unmarshals(client kubernetes.Interface, stop <-chan struct{}, text []byte) {
	lister := begin(client, stop)
	var fields map[string]any
	json.Unmarshal(text, &fields)
	lister.List(nil)
}

func Compares(client kubernetes.Interface, stop <-chan struct{}, a, b any) {
	lister := begin(client, stop)
	if reflect.DeepEqual(a, b) {
		return
	}
	lister.List(nil)
}

func Names(client kubernetes.Interface, stop <-chan struct{}, obj any) {
	lister := begin(client, stop)
	o, _ := meta.Accessor(obj)
	o.GetName()
	lister.List(nil)
}

func Keys(client kubernetes.Interface, stop <-chan struct{}, obj any) {
	lister := begin(client, stop)
	cache.MetaNamespaceKeyFunc(obj)
	lister.List(nil)
}

func Decodes(client kubernetes.Interface, stop <-chan struct{}, from *json.Decoder, what any) {
	lister := begin(client, stop)
	from.Decode(what)
	lister.List(nil)
}
