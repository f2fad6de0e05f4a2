// A worker lists nodes for pods, and nothing is awaited. What an empty list costs is
// made up for where the work comes again: put back, failed, told again, or where that
// is not certain.
package p

import (
	"errors"
	"time"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type worker struct {
	pods  listers.PodLister
	nodes cache.Indexer
	queue workqueue.Interface
	count int
}

func begin(client kubernetes.Interface, stop <-chan struct{}) *worker {
	f := informers.NewSharedInformerFactory(client, 0)
	return beginWith(f, stop)
}

func beginWith(f informers.SharedInformerFactory, stop <-chan struct{}) *worker {
	w := &worker{pods: f.Core().V1().Pods().Lister(), nodes: f.Core().V1().Nodes().Informer().GetIndexer()}
	f.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { w.queue.Add(obj) }})
	f.Start(stop)
	return w
}

func place(any) {}

var given func(any)

func (w *worker) drops(pod any) error {
	nodes := w.nodes.List()
	if len(nodes) == 0 {
		return nil
	}
	for i := range nodes {
		place(nodes[i])
	}
	return errors.New("not done yet")
}

func Drops(client kubernetes.Interface, stop <-chan struct{}) {
	w := begin(client, stop)
	go func() {
		for {
			pod, _ := w.queue.Get()
			if w.drops(pod) != nil {
				w.queue.Add(pod)
			}
		}
	}()
}

func Turned(client kubernetes.Interface, stop <-chan struct{}) {
	w := begin(client, stop)
	go func() {
		pod, _ := w.queue.Get()
		if nodes := w.nodes.List(); 0 < len(nodes) {
			w.queue.Add(pod)
		}
	}()
}

func PutsBack(client kubernetes.Interface, stop <-chan struct{}) {
	w := begin(client, stop)
	go func() {
		for {
			pod, _ := w.queue.Get()
			if len(w.nodes.List()) == 0 {
				w.queue.Add(pod)
			}
		}
	}()
}

func (w *worker) fails(pod any) error {
	nodes := w.nodes.List()
	for i := range nodes {
		place(nodes[i])
		return nil
	}
	return errors.New("no node")
}

func Fails(client kubernetes.Interface, stop <-chan struct{}) {
	w := begin(client, stop)
	go func() {
		pod, _ := w.queue.Get()
		if w.fails(pod) != nil {
			w.queue.Add(pod)
		}
	}()
}

func (w *worker) counts(pod any) int { return len(w.nodes.List()) }

func Counts(client kubernetes.Interface, stop <-chan struct{}) {
	w := begin(client, stop)
	go func() {
		pod, _ := w.queue.Get()
		if w.counts(pod) == 0 {
			w.queue.Add(pod)
		}
	}()
}

func HandsOn(client kubernetes.Interface, stop <-chan struct{}) {
	w := begin(client, stop)
	go func() {
		pod, _ := w.queue.Get()
		given(w.nodes.List())
		place(pod)
	}()
}

func Told(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, time.Second)
	w := &worker{pods: f.Core().V1().Pods().Lister(), nodes: f.Core().V1().Nodes().Informer().GetIndexer()}
	f.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { w.queue.Add(obj) },
		UpdateFunc: func(_, obj any) { w.queue.Add(obj) },
	})
	f.Start(stop)
	go func() {
		pod, _ := w.queue.Get()
		w.drops(pod)
	}()
}

func ToldOnlyOfNew(client kubernetes.Interface, stop <-chan struct{}) {
	w := beginWith(informers.NewSharedInformerFactory(client, time.Second), stop)
	go func() {
		pod, _ := w.queue.Get()
		w.drops(pod)
	}()
}

func ListsAgain(client kubernetes.Interface, stop <-chan struct{}) {
	w := begin(client, stop)
	go func() {
		pod, _ := w.queue.Get()
		w.drops(pod)
	}()
	go func() {
		for {
			pods, _ := w.pods.List(nil)
			for _, pod := range pods {
				w.queue.Add(pod)
			}
			time.Sleep(time.Second)
		}
	}()
}

// A goroutine that reads once, right after the start: what it does not find is lost, or
// put into the queue.

func started(client kubernetes.Interface, stop <-chan struct{}) cache.Indexer {
	f := informers.NewSharedInformerFactory(client, 0)
	nodes := f.Core().V1().Nodes().Informer().GetIndexer()
	f.Start(stop)
	return nodes
}

func Once(client kubernetes.Interface, stop <-chan struct{}) {
	nodes := started(client, stop)
	go func() {
		list := nodes.List()
		for i := range list {
			place(list[i])
		}
	}()
}

func OnceAgain(client kubernetes.Interface, stop <-chan struct{}, queue workqueue.Interface) {
	nodes := started(client, stop)
	go func() {
		if len(nodes.List()) == 0 {
			queue.Add("all")
		}
	}()
}

// A wait names the pods, and leaves out the nodes that their worker reads: one drops its
// work, the other says that it has failed.

func awaitPods(client kubernetes.Interface, stop <-chan struct{}) *worker {
	f := informers.NewSharedInformerFactory(client, 0)
	w := &worker{nodes: f.Core().V1().Nodes().Informer().GetIndexer()}
	pods := f.Core().V1().Pods().Informer()
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { w.queue.Add(obj) }})
	f.Start(stop)
	cache.WaitForCacheSync(stop, pods.HasSynced)
	return w
}

func (w *worker) one(name string) error {
	node, found, err := w.nodes.GetByKey(name)
	if err != nil {
		return err
	}
	if found {
		place(node)
	}
	return nil
}

func LeftOut(client kubernetes.Interface, stop <-chan struct{}) {
	w := awaitPods(client, stop)
	go func() {
		for {
			pod, _ := w.queue.Get()
			if w.one("a") != nil {
				w.queue.Add(pod)
			}
		}
	}()
}

func (w *worker) oneOrFail(name string) error {
	node, found, _ := w.nodes.GetByKey(name)
	if !found {
		return errors.New("no node")
	}
	place(node)
	return nil
}

func LeftOutFails(client kubernetes.Interface, stop <-chan struct{}) {
	w := awaitPods(client, stop)
	go func() {
		for {
			pod, _ := w.queue.Get()
			if w.oneOrFail("a") != nil {
				w.queue.Add(pod)
			}
		}
	}()
}

// The handler of the pods reads the nodes: it drops what it has not found, or makes work of
// it, or is told of it again.

func Handler(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	nodes := f.Core().V1().Nodes().Informer().GetIndexer()
	f.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) {
		for _, n := range nodes.List() {
			place(n)
		}
	}})
	f.Start(stop)
}

func HandlerAdds(client kubernetes.Interface, stop <-chan struct{}, queue workqueue.Interface) {
	f := informers.NewSharedInformerFactory(client, 0)
	nodes := f.Core().V1().Nodes().Informer().GetIndexer()
	f.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(pod any) {
		if len(nodes.List()) == 0 {
			queue.Add(pod)
		}
	}})
	f.Start(stop)
}

func HandlerToldAgain(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	nodes := f.Core().V1().Nodes().Informer().GetIndexer()
	f.Core().V1().Pods().Informer().AddEventHandlerWithResyncPeriod(cache.ResourceEventHandlerFuncs{AddFunc: func(any) {
		for _, n := range nodes.List() {
			place(n)
		}
	}, UpdateFunc: func(_, obj any) { given(obj) }}, time.Second)
	f.Start(stop)
}

func HandlerToldOnce(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	nodes := f.Core().V1().Nodes().Informer().GetIndexer()
	f.Core().V1().Pods().Informer().AddEventHandlerWithResyncPeriod(cache.ResourceEventHandlerFuncs{AddFunc: func(any) {
		for _, n := range nodes.List() {
			place(n)
		}
	}}, 0)
	f.Start(stop)
}

func HandlerNoOptions(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	nodes := f.Core().V1().Nodes().Informer().GetIndexer()
	f.Core().V1().Pods().Informer().AddEventHandlerWithOptions(cache.ResourceEventHandlerFuncs{AddFunc: func(any) {
		for _, n := range nodes.List() {
			place(n)
		}
	}}, cache.HandlerOptions{})
	f.Start(stop)
}

func HandlerOptionAgain(client kubernetes.Interface, stop <-chan struct{}, period *time.Duration) {
	f := informers.NewSharedInformerFactory(client, 0)
	nodes := f.Core().V1().Nodes().Informer().GetIndexer()
	f.Core().V1().Pods().Informer().AddEventHandlerWithOptions(cache.ResourceEventHandlerFuncs{AddFunc: func(any) {
		for _, n := range nodes.List() {
			place(n)
		}
	}, UpdateFunc: func(_, obj any) { given(obj) }}, cache.HandlerOptions{ResyncPeriod: period})
	f.Start(stop)
}

func LeftToHandler(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	pods, nodes, all := f.Core().V1().Pods().Informer(), f.Core().V1().Nodes().Informer(), cache.NewSharedIndexInformer(nil, nil, 0, nil)
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) {
		for _, n := range nodes.GetStore().List() {
			place(n)
		}
	}})
	go nodes.Run(stop)
	go all.Run(stop)
	go pods.Run(stop)
	if !cache.WaitForCacheSync(stop, all.HasSynced) {
		return
	}
}

func LeftToLater(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	pods, nodes, all := f.Core().V1().Pods().Informer(), f.Core().V1().Nodes().Informer(), cache.NewSharedIndexInformer(nil, nil, 0, nil)
	pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) {
		for _, n := range nodes.GetStore().List() {
			place(n)
		}
	}})
	go nodes.Run(stop)
	go all.Run(stop)
	if !cache.WaitForCacheSync(stop, all.HasSynced) {
		return
	}
	go pods.Run(stop)
}
