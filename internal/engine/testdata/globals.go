// Package variables: an unexported one is followed through the functions that
// use it, at any time. Hidden alone fills it, so that what it finds there is its own;
// start may run before or after it. An exported one leaves to anybody.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

var hidden informers.SharedInformerFactory

var Shown informers.SharedInformerFactory

func Hidden(client kubernetes.Interface) {
	hidden = informers.NewSharedInformerFactory(client, 0)
	hidden.Core().V1().Pods().Lister()
}

func start(stop <-chan struct{}) { hidden.Start(stop) }

func Exported(client kubernetes.Interface) {
	Shown = informers.NewSharedInformerFactory(client, 0)
	Shown.Core().V1().Pods().Lister()
}
