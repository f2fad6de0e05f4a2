// Package acts leaves its work to another package, which does nothing for a tombstone.
package acts

import (
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
	"example.com/informers/tombstone/wrapped/records"
)

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	view := apiserver.NewView()
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			records.Seen(view, obj)
		},
		DeleteFunc: func(obj any) {
			records.Gone(view, obj) // want `not what records.Gone\(view, obj\) expects, so the deletion is lost; unwrap the tombstone first.*\(tombstone/dropped\)`
		},
	})
	return view, err
}
