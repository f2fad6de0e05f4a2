package program

import (
	"reflect"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
)

func work(name string)

func differ(a, b interface{}) bool

type kept struct{ uid map[string]types.UID }

func register(i cache.SharedInformer, s *kept) {
	// Equal generations drop it.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(a, b interface{}) {
		old, cur := a.(*v1.Pod), b.(*v1.Pod)
		if old.Generation == cur.Generation {
			return
		}
		work(cur.Name)
	}})
	// UIDs first, then versions.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(a, b interface{}) {
		old, cur := a.(*v1.Pod), b.(*v1.Pod)
		if old.UID != cur.UID {
			work(old.Name)
		}
		if old.GetResourceVersion() != cur.GetResourceVersion() {
			work(cur.Name)
		}
	}})
	// Contents, in several ways.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(a, b interface{}) {
		old, cur := a.(*v1.Pod), b.(*v1.Pod)
		if reflect.DeepEqual(old.Spec, cur.Spec) && !(old.Status != cur.Status) {
			return
		}
		work(cur.Name)
	}})
	// Metadata holds the UID.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(a, b interface{}) {
		old, cur := a.(*v1.Pod), b.(*v1.Pod)
		if !reflect.DeepEqual(old.ObjectMeta, cur.ObjectMeta) {
			work(cur.Name)
		}
	}})
	// Something unknown gets both.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(a, b interface{}) {
		if differ(a, b) {
			work(b.(*v1.Pod).Name)
		}
	}})
	// The new object alone decides before the old one is looked at.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(a, b interface{}) {
		cur := b.(*v1.Pod)
		if cur.Spec.NodeName == "" {
			return
		}
		if a.(*v1.Pod).UID != cur.UID {
			work(cur.Name)
		}
	}})
	// With a UID that was kept.
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: func(a, b interface{}) {
		cur := b.(*v1.Pod)
		if s.uid[cur.Name] != cur.UID {
			work(cur.Name)
		}
	}})
}
