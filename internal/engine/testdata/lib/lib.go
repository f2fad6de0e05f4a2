// Package lib is below the programs: it is known to them by its facts.
package lib

import (
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	corev1 "k8s.io/client-go/informers/core/v1"
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

// A Reader asks for its lister when it reads.
type Reader struct {
	pods corev1.PodInformer
}

// NewReader starts its factory before anybody reads: that is this package's own defect,
// whoever reads.
func NewReader(client kubernetes.Interface, stop <-chan struct{}) *Reader {
	f := informers.NewSharedInformerFactory(client, 0)
	pods := f.Core().V1().Pods()
	f.Start(stop)
	return &Reader{pods}
}

func (r *Reader) Read() { r.pods.Lister().List(labels.Everything()) }
