// A Start that comes before everything that is registered starts nothing, and the
// factory's wait asks nobody, then or later. Near misses are silent.
package p

import (
	"context"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

func use([]any) {}

func handOut(informers.SharedInformerFactory)

func Hollow(ctx context.Context, client kubernetes.Interface) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Start(ctx.Done())
	f.WaitForCacheSync(ctx.Done())
	pods := f.Core().V1().Pods().Informer()
	go pods.Run(ctx.Done())
	use(pods.GetStore().List())
}

func WaitsLater(ctx context.Context, client kubernetes.Interface) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Start(ctx.Done())
	pods := f.Core().V1().Pods().Informer()
	go pods.Run(ctx.Done())
	f.WaitForCacheSync(ctx.Done())
	use(pods.GetStore().List())
}

// Behind has its own wait.
func Behind(ctx context.Context, client kubernetes.Interface) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Start(ctx.Done())
	f.WaitForCacheSync(ctx.Done())
	pods := f.Core().V1().Pods().Informer()
	go pods.Run(ctx.Done())
	cache.WaitForCacheSync(ctx.Done(), pods.HasSynced)
	use(pods.GetStore().List())
}

// Again starts what is registered then.
func Again(ctx context.Context, client kubernetes.Interface) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Start(ctx.Done())
	pods := f.Core().V1().Pods().Informer()
	f.Start(ctx.Done())
	f.WaitForCacheSync(ctx.Done())
	use(pods.GetStore().List())
}

// Beside may register before the goroutine starts.
func Beside(ctx context.Context, client kubernetes.Interface) {
	f := informers.NewSharedInformerFactory(client, 0)
	go f.Start(ctx.Done())
	pods := f.Core().V1().Pods().Informer()
	go pods.Run(ctx.Done())
	f.WaitForCacheSync(ctx.Done())
	use(pods.GetStore().List())
}

// Handed may have the pods' informer already.
func Handed(ctx context.Context, client kubernetes.Interface) {
	f := informers.NewSharedInformerFactory(client, 0)
	handOut(f)
	f.Start(ctx.Done())
	f.WaitForCacheSync(ctx.Done())
	pods := f.Core().V1().Pods().Informer()
	go pods.Run(ctx.Done())
	use(pods.GetStore().List())
}

// Rounds starts in its second round what the first has registered.
func Rounds(ctx context.Context, client kubernetes.Interface, n int) {
	f := informers.NewSharedInformerFactory(client, 0)
	for range n {
		f.Start(ctx.Done())
		f.WaitForCacheSync(ctx.Done())
		pods := f.Core().V1().Pods().Informer()
		go pods.Run(ctx.Done())
		use(pods.GetStore().List())
	}
}

// Other has something to wait for: what it says of the pods is another question.
func Other(ctx context.Context, client kubernetes.Interface) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Core().V1().Nodes().Informer()
	f.Start(ctx.Done())
	f.WaitForCacheSync(ctx.Done())
	pods := f.Core().V1().Pods().Informer()
	go pods.Run(ctx.Done())
	use(pods.GetStore().List())
}

type worker struct {
	pods, nodes cache.SharedIndexInformer
	queue       workqueue.Interface
}

func (w *worker) changed(_, obj any) {
	key, _ := cache.MetaNamespaceKeyFunc(obj)
	w.queue.Add(key)
}

func (w *worker) start(ctx context.Context, client kubernetes.Interface) {
	f := informers.NewSharedInformerFactory(client, 0)
	f.Start(ctx.Done())
	f.WaitForCacheSync(ctx.Done())
	w.pods, w.nodes = f.Core().V1().Pods().Informer(), f.Core().V1().Nodes().Informer()
	w.pods.AddEventHandler(cache.ResourceEventHandlerFuncs{UpdateFunc: w.changed})
	go w.pods.Run(ctx.Done())
	go w.nodes.Run(ctx.Done())
}

// Own gets what its event was about.
func Own(ctx context.Context, client kubernetes.Interface, queue workqueue.Interface) {
	w := &worker{queue: queue}
	w.start(ctx, client)
	go func() {
		for {
			key, _ := queue.Get()
			pod, _, _ := w.pods.GetStore().GetByKey(key.(string))
			use([]any{pod})
		}
	}()
}

// Others looks for others as well.
func Others(ctx context.Context, client kubernetes.Interface, queue workqueue.Interface) {
	w := &worker{queue: queue}
	w.start(ctx, client)
	go func() {
		for {
			_, _ = queue.Get()
			use(w.nodes.GetStore().List())
		}
	}()
}

// Takes gets one node for each pod: if it is missing, it says so.
func Takes(ctx context.Context, client kubernetes.Interface, queue workqueue.Interface) {
	w := &worker{queue: queue}
	w.start(ctx, client)
	go func() {
		for {
			key, _ := queue.Get()
			node, _, _ := w.nodes.GetStore().GetByKey(key.(string))
			use([]any{node})
		}
	}()
}

// Told waits for what a handler is told of, which the informer has by then.
func Told(ctx context.Context, client kubernetes.Interface) {
	f := informers.NewSharedInformerFactory(client, 0)
	pods, nodes := f.Core().V1().Pods().Informer(), f.Core().V1().Nodes().Informer()
	told, _ := pods.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(any) {}})
	f.Start(ctx.Done())
	cache.WaitForCacheSync(ctx.Done(), nodes.HasSynced)
	cache.WaitForCacheSync(ctx.Done(), told.HasSynced)
	use(pods.GetStore().List())
}

// Forgets waits for the nodes only.
func Forgets(ctx context.Context, client kubernetes.Interface) {
	f := informers.NewSharedInformerFactory(client, 0)
	pods, nodes := f.Core().V1().Pods().Informer(), f.Core().V1().Nodes().Informer()
	f.Start(ctx.Done())
	cache.WaitForCacheSync(ctx.Done(), nodes.HasSynced)
	use(pods.GetStore().List())
}
