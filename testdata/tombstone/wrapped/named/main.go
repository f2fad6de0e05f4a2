// Package named has a Delete handler that asks a function of another package, which
// knows no tombstones.
package named

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"

	"example.com/informers/apiserver"
	"example.com/informers/tombstone/keyed/names"
)

type controller struct{ view *apiserver.View }

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	c := &controller{view: apiserver.NewView()}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { c.view.Set(obj.(*corev1.Pod).Name, "") },
		DeleteFunc: c.removed,
	})
	return c.view, err
}

func (c *controller) removed(obj any) {
	name, err := names.Of(obj) // want `the Delete handler gets a .*\(tombstone/dropped\)`
	if err != nil {
		klog.ErrorS(err, "not removed")
		return
	}
	c.view.Remove(name.Name)
}
