// Package across fills containers of another package, asks trackers of one, and has
// one wait: each time there is something that makes up for what may be missing.
package across

import (
	"context"
	"sync"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/handlersync/ok/across/seed"
	"example.com/informers/handlersync/ok/across/startup"
	"example.com/informers/handlersync/ok/across/stores"
	"example.com/informers/handlersync/ok/across/trackers"
)

// Loaded has a store that is loaded when it is made.
type Loaded struct {
	informer cache.SharedIndexInformer
	pods     *stores.Loaded
}

// NewLoaded tracks the pods of an informer.
func NewLoaded(informer cache.SharedIndexInformer, list func() []*corev1.Pod) *Loaded {
	t := &Loaded{informer: informer, pods: stores.NewLoaded(list)}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { t.pods.Set(obj.(*corev1.Pod)) }})
	return t
}

// HasSynced asks the informer.
func (t *Loaded) HasSynced() bool { return t.informer.HasSynced() }

// Has reports whether there is a pod of a name.
func (t *Loaded) Has(name string) bool { return t.pods.Get(name) != nil }

// Waiting has a store whose reader waits.
type Waiting struct {
	informer cache.SharedIndexInformer
	pods     *stores.Waiting
}

// NewWaiting tracks the pods of an informer.
func NewWaiting(informer cache.SharedIndexInformer) *Waiting {
	t := &Waiting{informer: informer, pods: stores.NewWaiting()}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { t.pods.Set(obj.(*corev1.Pod)) }})
	return t
}

// HasSynced asks the informer.
func (t *Waiting) HasSynced() bool { return t.informer.HasSynced() }

// Has returns when there is a pod of a name.
func (t *Waiting) Has(name string) bool { return t.pods.Get(name) != nil }

// Drained hands out each pod once.
type Drained struct {
	informer cache.SharedIndexInformer
	pods     *stores.Drained
}

// NewDrained tracks the pods of an informer.
func NewDrained(informer cache.SharedIndexInformer) *Drained {
	t := &Drained{informer: informer, pods: stores.NewDrained()}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { t.pods.Set(obj.(*corev1.Pod)) }})
	return t
}

// HasSynced asks the informer.
func (t *Drained) HasSynced() bool { return t.informer.HasSynced() }

// Next hands out the pod of a name.
func (t *Drained) Next(name string) *corev1.Pod { return t.pods.Get(name) }

// Open has a store whose map others have.
type Open struct {
	informer cache.SharedIndexInformer
	pods     *stores.Open
}

// NewOpen tracks the pods of an informer.
func NewOpen(informer cache.SharedIndexInformer) *Open {
	t := &Open{informer: informer, pods: stores.NewOpen()}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { t.pods.Set(obj.(*corev1.Pod)) }})
	return t
}

// HasSynced asks the informer.
func (t *Open) HasSynced() bool { return t.informer.HasSynced() }

// Has reports whether there is a pod of a name.
func (t *Open) Has(name string) bool { return t.pods.Get(name) != nil }

// Given gets its store from outside, where it may be filled as well.
type Given struct {
	informer cache.SharedIndexInformer
	pods     *stores.Plain
}

// NewGiven tracks the pods of an informer.
func NewGiven(informer cache.SharedIndexInformer, pods *stores.Plain) *Given {
	t := &Given{informer: informer, pods: pods}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { t.pods.Set(obj.(*corev1.Pod)) }})
	return t
}

// HasSynced asks the informer.
func (t *Given) HasSynced() bool { return t.informer.HasSynced() }

// Has reports whether there is a pod of a name.
func (t *Given) Has(name string) bool { return t.pods.Get(name) != nil }

// Filled has somebody else fill its store.
type Filled struct {
	informer cache.SharedIndexInformer
	pods     *stores.Plain
}

// NewFilled tracks the pods of an informer.
func NewFilled(informer cache.SharedIndexInformer, known []*corev1.Pod) *Filled {
	t := &Filled{informer: informer, pods: stores.NewPlain()}
	seed.Fill(t.pods, known...)
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { t.pods.Set(obj.(*corev1.Pod)) }})
	return t
}

// HasSynced asks the informer.
func (t *Filled) HasSynced() bool { return t.informer.HasSynced() }

// Has reports whether there is a pod of a name.
func (t *Filled) Has(name string) bool { return t.pods.Get(name) != nil }

// Fallback asks the API for what is not in its store.
type Fallback struct {
	client   kubernetes.Interface
	informer cache.SharedIndexInformer
	pods     *stores.Plain
}

// NewFallback tracks the pods of an informer.
func NewFallback(client kubernetes.Interface, informer cache.SharedIndexInformer) *Fallback {
	t := &Fallback{client: client, informer: informer, pods: stores.NewPlain()}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { t.pods.Set(obj.(*corev1.Pod)) }})
	return t
}

// HasSynced asks the informer.
func (t *Fallback) HasSynced() bool { return t.informer.HasSynced() }

// Has reports whether there is a pod of a name.
func (t *Fallback) Has(ctx context.Context, name string) bool {
	if t.pods.Get(name) != nil {
		return true
	}
	_, err := t.client.CoreV1().Pods("shop").Get(ctx, name, metav1.GetOptions{})
	return err == nil
}

// Asked waits for the handler of a store.
type Asked struct {
	registration cache.ResourceEventHandlerRegistration
	pods         *stores.Plain
}

// NewAsked tracks the pods of an informer.
func NewAsked(informer cache.SharedIndexInformer) *Asked {
	t := &Asked{pods: stores.NewPlain()}
	t.registration, _ = informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { t.pods.Set(obj.(*corev1.Pod)) }})
	return t
}

// HasSynced asks the registration.
func (t *Asked) HasSynced() bool { return t.registration.HasSynced() }

// Has reports whether there is a pod of a name.
func (t *Asked) Has(name string) bool { return t.pods.Get(name) != nil }

// FromLister has a tracker that looks further.
func FromLister(ctx context.Context, factory informers.SharedInformerFactory) int {
	pods := factory.Core().V1().Pods()
	tracker := trackers.NewLister(pods.Informer(), pods.Lister())
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	return tracker.Count("till")
}

// Loads has a tracker that knows some from the beginning.
func Loads(ctx context.Context, factory informers.SharedInformerFactory) int {
	tracker := trackers.NewLoaded(factory.Core().V1().Pods().Informer(), []string{"till"})
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	return tracker.Count("till")
}

// Two cannot tell whose pods are read: nobody waits for those of the second factory.
func Two(ctx context.Context, factory, other informers.SharedInformerFactory) int {
	first := trackers.NewDropped(factory.Core().V1().Pods().Informer())
	second := trackers.NewDropped(other.Core().V1().Pods().Informer())
	factory.Start(ctx.Done())
	other.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	first.Seen(ctx)
	return second.Count("till")
}

type counter struct {
	mu    sync.Mutex
	names map[string]bool
}

func (c *counter) add(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.names[pod.Name] = true
	}
}

func (c *counter) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.names)
}

type watcher struct {
	mu    sync.Mutex
	names map[string]bool
}

func (c *watcher) add(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.names[pod.Name] = true
	}
}

func (c *watcher) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.names)
}

// Slowly has somebody wait who gives handlers a moment.
func Slowly(ctx context.Context, factory informers.SharedInformerFactory) int {
	c := &watcher{names: make(map[string]bool)}
	factory.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.add})
	startup.Slowly(ctx, factory)
	return c.count()
}

// With has somebody wait who is told what to wait for.
func With(ctx context.Context, factory informers.SharedInformerFactory, ready func()) int {
	c := &watcher{names: make(map[string]bool)}
	factory.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.add})
	startup.With(ctx, factory, ready)
	return c.count()
}

// Then has somebody wait who is told to ask something else as well.
func Then(ctx context.Context, factory informers.SharedInformerFactory, ready func() bool) int {
	c := &watcher{names: make(map[string]bool)}
	factory.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.add})
	startup.Then(ctx, factory, ready)
	return c.count()
}

// Latched waits for what its tracker is made of.
func Latched(ctx context.Context, factory informers.SharedInformerFactory) (int, error) {
	informer := factory.Core().V1().Pods().Informer()
	pods := trackers.NewLatched(informer)
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return 0, ctx.Err()
	}
	pods.Await(ctx)
	return pods.Count("till"), nil
}

// Shared is a store that others may fill.
var Shared = stores.NewPlain()

// Exported asks it.
func Exported(ctx context.Context, factory informers.SharedInformerFactory) (bool, error) {
	informer := factory.Core().V1().Pods().Informer()
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { Shared.Set(obj.(*corev1.Pod)) }})
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return false, ctx.Err()
	}
	return Shared.Get("till") != nil, nil
}

// Embedded has its store filled by another package, as what it is embedded in.
func Embedded(ctx context.Context, factory informers.SharedInformerFactory, known []*corev1.Pod) (bool, error) {
	pods := stores.NewEmbeds()
	informer := factory.Core().V1().Pods().Informer()
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { pods.Set(obj.(*corev1.Pod)) }})
	factory.Start(ctx.Done())
	seed.FillEmbeds(pods, known...)
	if !cache.WaitForCacheSync(ctx.Done(), informer.HasSynced) {
		return false, ctx.Err()
	}
	return pods.Get("till") != nil, nil
}

// Run counts the pods that a tracker knows, whose handler it has waited for.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	informer := factory.Core().V1().Pods().Informer()
	tracker, err := trackers.NewKept(informer)
	if err != nil {
		return 0, err
	}
	asked := NewAsked(informer)
	c := &counter{names: make(map[string]bool)}
	registration, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.add})
	if err != nil {
		return 0, err
	}
	startup.Handlers(ctx, factory, registration)
	if !cache.WaitForCacheSync(ctx.Done(), tracker.HasSynced, asked.HasSynced) {
		return 0, ctx.Err()
	}
	if !asked.Has("till") {
		return 0, nil
	}
	return tracker.Count("till") * c.count(), nil
}
