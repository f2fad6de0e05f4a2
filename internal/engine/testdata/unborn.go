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

var kept map[string]any

type held struct {
	watcher
	f informers.SharedInformerFactory
}

// Filled is silent: what is run gets the factory afterwards.
func Filled(client kubernetes.Interface, stop <-chan struct{}) {
	v := kept["pods"]
	w, _ := v.(watcher)
	go w.Run(stop)
	f := informers.NewSharedInformerFactory(client, 0)
	v.(*held).f = f
	go f.Start(stop)
	f.Core().V1().Pods().Lister()
}

func factory(client kubernetes.Interface) informers.SharedInformerFactory {
	return informers.NewSharedInformerFactory(client, 0)
}

// Second is silent: the first factory may be what is run, though it is made where the
// second one is.
func Second(client kubernetes.Interface, stop <-chan struct{}) {
	first := factory(client)
	go watch().Run(stop)
	go first.Start(stop)
	first.Core().V1().Pods().Lister()
	second := factory(client)
	second.Core().V1().Nodes().Lister()
	second.Start(stop)
}

// Never is reported: what is run before there is a factory does not start it.
func Never(client kubernetes.Interface, stop <-chan struct{}) {
	go watch().Run(stop)
	f := informers.NewSharedInformerFactory(client, 0)
	f.Core().V1().Pods().Lister()
}

// Whether is silent: the factory may be made before or after.
func Whether(client kubernetes.Interface, stop <-chan struct{}, early bool) {
	var f informers.SharedInformerFactory
	if early {
		f = factory(client)
	}
	go watch().Run(stop)
	if !early {
		f = factory(client)
	}
	go f.Start(stop)
	f.Core().V1().Pods().Lister()
}

type renderer interface {
	Run(text string) (string, error)
}

type upper struct{}

func (upper) Run(text string) (string, error) { return text, nil }

func render() renderer { return upper{} }

// Rendered is reported: neither an informer nor a factory has such a method Run.
func Rendered(client kubernetes.Interface) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Core().V1().Pods().Lister()
	render().Run("")
}

// Ran is silent: it may be the factory's informer that is run.
func Ran(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Core().V1().Pods().Lister()
	watch().Run(stop)
}

type queue interface {
	Push(task func())
	Run(stop <-chan struct{})
}

type tasks struct{ all []func() }

func (t *tasks) Push(task func())         { t.all = append(t.all, task) }
func (t *tasks) Run(stop <-chan struct{}) { <-stop }

func newQueue() queue { return &tasks{} }

// Queued is reported: nobody pushes into an informer.
func Queued(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Core().V1().Pods().Lister()
	newQueue().Run(stop)
}

type syncer interface {
	watcher
	HasSynced() bool
}

func synced() syncer { return nil }

// Narrow is silent: an informer has all of these methods.
func Narrow(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Core().V1().Pods().Lister()
	synced().Run(stop)
}
