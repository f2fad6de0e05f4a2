// Package lent registers the methods of another package's type, which do not expect a
// tombstone.
package lent

import (
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
	"example.com/informers/tombstone/wrapped/views"
)

// Watch keeps the keys of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	keys := &views.Keys{View: apiserver.NewView()}
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    keys.Seen,
		DeleteFunc: keys.Gone, // want `keys\.Gone panics when the Delete handler gets a .*\(tombstone/unchecked-assertion\)`
	})
	return keys.View, err
}
