// Package events makes handlers.
package events

import "k8s.io/client-go/tools/cache"

// NewHandler makes a handler that is told that something has changed.
func NewHandler(changed func(obj any)) cache.ResourceEventHandler {
	return &cache.ResourceEventHandlerFuncs{
		AddFunc:    changed,
		UpdateFunc: func(_, obj any) { changed(obj) },
		DeleteFunc: changed,
	}
}
