package factory

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/informers/internalinterfaces"
	"k8s.io/client-go/kubernetes"
)

// In this file are all names that come from client-go's package informers, so
// that it can be replaced by that package without the API groups (conform/slim).

// A SharedInformerFactory is client-go's.
type SharedInformerFactory = informers.SharedInformerFactory

var newSharedInformerFactory = informers.NewSharedInformerFactory

type (
	newInformerFunc = internalinterfaces.NewInformerFunc
	client          = kubernetes.Interface
)
