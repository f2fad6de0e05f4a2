// Package synced has what looks like a component that says too early that it is synced,
// and is right.
package synced

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

// A Labeler tells of the pods that it knows, as often as its Sync is called; that it
// knows them all it does not say.
type Labeler struct {
	client   kubernetes.Interface
	informer cache.SharedIndexInformer
	mu       sync.Mutex
	names    map[string]bool
}

// NewLabeler tells of the pods of an informer.
func NewLabeler(client kubernetes.Interface, informer cache.SharedIndexInformer) *Labeler {
	l := &Labeler{client: client, informer: informer, names: make(map[string]bool)}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: l.add})
	return l
}

func (l *Labeler) add(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.names[pod.Name] = true
	}
}

// Sync tells of the pods that have been seen, if there is anything to tell.
func (l *Labeler) Sync(context.Context) error {
	if !l.informer.HasSynced() {
		return errors.New("not yet")
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for name := range l.names {
		klog.InfoS("seen", "pod", name)
	}
	return nil
}

// Label labels the node that is called till.
func (l *Labeler) Label(ctx context.Context) error {
	if !cache.WaitForCacheSync(ctx.Done(), l.informer.HasSynced) {
		return ctx.Err()
	}
	klog.V(2).InfoS("Labelling", "seen", l.count()) // a line in a log, and no more
	_, err := l.client.CoreV1().Nodes().Create(ctx, &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: "till"}}, metav1.CreateOptions{})
	return err
}

func (l *Labeler) count() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.names)
}

// Has reports whether a pod of a name has been seen.
func (l *Labeler) Has(name string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.names[name]
}

// A Queue has the names that are to be looked at.
type Queue struct {
	mu    sync.Mutex
	names map[string]bool
}

// Put puts a pod into the queue.
func (q *Queue) Put(pod *corev1.Pod) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.names[pod.Name] = true
}

// Done takes a name out.
func (q *Queue) Done(name string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.names, name)
}

// Has reports whether a name is in the queue.
func (q *Queue) Has(name string) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.names[name]
}

// Counters count events.
type Counters struct {
	mu     sync.Mutex
	counts map[string]int
}

// Note counts an event.
func (c *Counters) Note(pod *corev1.Pod) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts[pod.Namespace]++
}

// Count returns how many there were.
func (c *Counters) Count(namespace string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.counts[namespace]
}

// An Events fills a queue, and counts.
type Events struct {
	informer cache.SharedIndexInformer
	queue    *Queue
	counters *Counters
}

// NewEvents fills a queue with the pods of an informer.
func NewEvents(informer cache.SharedIndexInformer) *Events {
	e := &Events{informer: informer, queue: &Queue{names: make(map[string]bool)}, counters: &Counters{counts: make(map[string]int)}}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: e.add})
	return e
}

func (e *Events) add(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		e.queue.Put(pod)
		e.counters.Note(pod)
	}
}

// HasSynced reports whether the informer is synced.
func (e *Events) HasSynced() bool { return e.informer.HasSynced() }

// A Checker says whether something is full, and may take its time.
type Checker interface{ Full() error }

// Names know the pods that there are.
type Names struct {
	factory informers.SharedInformerFactory
	full    Checker
	synced  atomic.Bool
	mu      sync.Mutex
	names   sets.Set[string]
}

// Run sets its flag when somebody else says that all are there.
func (n *Names) Run(ctx context.Context) {
	informer := n.factory.Core().V1().Pods()
	if _, err := informer.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: n.add}); err != nil {
		return
	}
	n.factory.Start(ctx.Done())
	n.factory.WaitForCacheSync(ctx.Done())
	if err := n.full.Full(); err != nil {
		return
	}
	n.synced.Store(true)
	<-ctx.Done()
}

func (n *Names) add(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		n.mu.Lock()
		defer n.mu.Unlock()
		n.names.Insert(pod.Name)
	}
}

// Synced reports whether all names are there.
func (n *Names) Synced() bool { return n.synced.Load() }

// Len is how many there are.
func (n *Names) Len() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.names.Len()
}

// Has reports whether there is a name.
func (n *Names) Has(name string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.names.Has(name)
}

// A Place keeps the names of pods, and says of the first one that it is there.
type Place struct {
	where *Where
	first chan struct{}
}

// A Where knows the namespaces of pods.
type Where struct {
	mu    sync.Mutex
	names map[string]string
}

// Of returns the namespace of a pod.
func (w *Where) Of(name string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.names[name]
}

// OnAdd keeps a name.
func (p *Place) OnAdd(obj any, _ bool) {
	object, ok := obj.(metav1.Object)
	if !ok {
		return
	}
	p.where.mu.Lock()
	p.where.names[object.GetName()] = "in " + object.GetNamespace()
	p.where.mu.Unlock()
	select {
	case p.first <- struct{}{}:
	default:
	}
}

// OnUpdate does nothing.
func (p *Place) OnUpdate(any, any) {}

// OnDelete does nothing.
func (p *Place) OnDelete(any) {}

// Nodes keep the names of nodes in a place like that of pods.
type Nodes struct {
	informer cache.SharedIndexInformer
	where    *Where
}

// NewNodes keeps those of an informer.
func NewNodes(informer cache.SharedIndexInformer) *Nodes {
	n := &Nodes{informer: informer, where: &Where{names: make(map[string]string)}}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: n.add})
	return n
}

func (n *Nodes) add(obj any) {
	if node, ok := obj.(*corev1.Node); ok {
		n.where.mu.Lock()
		defer n.where.mu.Unlock()
		n.where.names[node.Name] = "there"
	}
}

// FirstPod waits for one pod, and for what it does not read.
func FirstPod(ctx context.Context, factory informers.SharedInformerFactory) string {
	nodes := NewNodes(factory.Core().V1().Nodes().Informer())
	pods := &Place{where: &Where{names: make(map[string]string)}, first: make(chan struct{}, 1)}
	others := &Place{where: &Where{names: make(map[string]string)}, first: make(chan struct{}, 1)}
	factory.Core().V1().Pods().Informer().AddEventHandler(pods)
	factory.Core().V1().Services().Informer().AddEventHandler(others)
	factory.Start(ctx.Done())
	<-pods.first
	cache.WaitForCacheSync(ctx.Done(), nodes.informer.HasSynced, factory.Core().V1().Services().Informer().HasSynced)
	return pods.where.Of("till")
}

// Run counts the nodes that are labelled.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	labeler := NewLabeler(client, factory.Core().V1().Pods().Informer())
	events := NewEvents(factory.Core().V1().Pods().Informer())
	factory.Start(ctx.Done())
	if !cache.WaitForCacheSync(ctx.Done(), events.HasSynced) {
		return 0, ctx.Err()
	}
	if err := labeler.Label(ctx); err != nil {
		return 0, err
	}
	if err := labeler.Sync(ctx); err != nil {
		return 0, err
	}
	if _, err := client.CoreV1().Nodes().Get(ctx, "till", metav1.GetOptions{}); err != nil {
		return 0, err
	}
	if FirstPod(ctx, informers.NewSharedInformerFactory(client, 0)) == "" {
		return 0, nil
	}
	return 1, nil
}

// A Whole is ready when it has seen all that its informer has; that this has synced is
// only a part of it.
type Whole struct {
	informer cache.SharedIndexInformer
	mu       sync.Mutex
	names    map[string]bool
}

// NewWhole knows the pods of an informer.
func NewWhole(informer cache.SharedIndexInformer) *Whole {
	w := &Whole{informer: informer, names: make(map[string]bool)}
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: w.add})
	return w
}

func (w *Whole) add(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.names[pod.Namespace+"/"+pod.Name] = true
	}
}

// Sync waits for the informer.
func (w *Whole) Sync(stop <-chan struct{}) bool {
	return cache.WaitForCacheSync(stop, w.informer.HasSynced)
}

// Ready waits until all is known.
func (w *Whole) Ready(stop <-chan struct{}) bool {
	return w.Sync(stop) && cache.WaitForCacheSync(stop, func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		return len(w.names) >= len(w.informer.GetStore().ListKeys())
	})
}

// Has reports whether a pod is known.
func (w *Whole) Has(key string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.names[key]
}
