// Package settings reads the shop's settings from its ConfigMaps.
package settings

import (
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// A Reader knows the settings of each namespace.
type Reader struct {
	maps corelisters.ConfigMapLister
}

// NewReader registers the ConfigMap informer; the caller starts the factory.
func NewReader(factory informers.SharedInformerFactory) *Reader {
	return &Reader{maps: factory.Core().V1().ConfigMaps().Lister()}
}

// Count says how many ConfigMaps a namespace has.
func (r *Reader) Count(namespace string) (int, error) {
	maps, err := r.maps.ConfigMaps(namespace).List(labels.Everything())
	return len(maps), err
}
