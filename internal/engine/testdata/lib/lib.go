// Package lib is below the programs: it is known to them by its facts.
package lib

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

type Manager struct {
	Factory informers.SharedInformerFactory
	hidden  informers.SharedInformerFactory
}

func New(client kubernetes.Interface) *Manager {
	f := informers.NewSharedInformerFactory(client, 0)
	return &Manager{Factory: f, hidden: f}
}

func (m *Manager) Run(stop <-chan struct{}) { m.hidden.Start(stop) }

func StartAll(f informers.SharedInformerFactory, stop <-chan struct{}) { f.Start(stop) }

func Twice(f func()) {
	f()
	f()
}

// Lost forgets to start its factory: that is this package's own defect.
func Lost(client kubernetes.Interface) interface{} {
	return informers.NewSharedInformerFactory(client, 0).Core().V1().Pods().Lister()
}

// Lent hands its factory out: whether anybody starts it, its callers know.
func Lent(client kubernetes.Interface) informers.SharedInformerFactory {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Core().V1().Pods().Lister()
	return f
}
