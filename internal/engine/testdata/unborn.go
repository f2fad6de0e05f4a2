// A method Run of an interface, of whose receiver nothing is known, may run whatever
// informer there is, but none that is made only afterwards.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

type watcher interface {
	Run(stop <-chan struct{})
}

type files struct{ names []string }

func (f *files) Run(stop <-chan struct{}) { <-stop }

func watch() watcher { return &files{} }

// Before is reported: when the watcher is run there is no factory yet.
func Before(client kubernetes.Interface, stop <-chan struct{}) {
	w := watch()
	go w.Run(stop)
	f := informers.NewSharedInformerFactory(client, 0)
	go f.Start(stop)
	f.Core().V1().Pods().Lister()
}

// After is silent: it may be the factory's informer.
func After(client kubernetes.Interface, stop <-chan struct{}) {
	w := watch()
	f := informers.NewSharedInformerFactory(client, 0)
	go w.Run(stop)
	go f.Start(stop)
	f.Core().V1().Pods().Lister()
}

// Rounds is silent: it may be what an earlier round has made.
func Rounds(client kubernetes.Interface, stop <-chan struct{}) {
	for range 2 {
		go watch().Run(stop)
		f := informers.NewSharedInformerFactory(client, 0)
		go f.Start(stop)
		f.Core().V1().Pods().Lister()
	}
}

// Beside is silent: when the goroutine looks at what it runs is not known.
func Beside(client kubernetes.Interface, stop <-chan struct{}) {
	go func() {
		watch().Run(stop)
	}()
	f := informers.NewSharedInformerFactory(client, 0)
	go f.Start(stop)
	f.Core().V1().Pods().Lister()
}
