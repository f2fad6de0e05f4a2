// Package mapped asks informers in a map, and each time something else that makes up for
// what the handlers have not seen.
package mapped

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

// An Index knows pods by their names.
type Index struct {
	mu   sync.Mutex
	pods map[string]*corev1.Pod
}

// Has reports whether there is a pod of a name.
func (x *Index) Has(name string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.pods[name] != nil
}

func (x *Index) add(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	time.Sleep(time.Second) // a handler with work to do
	x.mu.Lock()
	defer x.mu.Unlock()
	x.pods[pod.Name] = pod
}

// Kept asks the registrations.
type Kept struct {
	client        kubernetes.Interface
	index         *Index
	mu            sync.Mutex
	registrations map[string]cache.ResourceEventHandlerRegistration
}

// Watch fills the index with the pods of a namespace.
func (n *Kept) Watch(ctx context.Context, namespace string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	factory := informers.NewSharedInformerFactoryWithOptions(n.client, 0, informers.WithNamespace(namespace))
	registration, err := factory.Core().V1().Pods().Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: n.index.add})
	if err != nil {
		return err
	}
	factory.Start(ctx.Done())
	n.registrations[namespace] = registration
	return nil
}

// HasSynced reports whether the index has the pods of all namespaces.
func (n *Kept) HasSynced() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, registration := range n.registrations {
		if !registration.HasSynced() {
			return false
		}
	}
	return true
}

// Nodes is an index that is loaded as well.
type Nodes struct {
	mu    sync.Mutex
	nodes map[string]bool
}

// Has reports whether there is a node of a name.
func (x *Nodes) Has(name string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.nodes[name]
}

func (x *Nodes) add(obj any) {
	if node, ok := obj.(*corev1.Node); ok {
		x.mu.Lock()
		defer x.mu.Unlock()
		x.nodes[node.Name] = true
	}
}

// Load asks the API.
func (x *Nodes) Load(ctx context.Context, client kubernetes.Interface) error {
	nodes, err := client.CoreV1().Nodes().List(ctx, metav1.ListOptions{})
	if err != nil {
		return err
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	for _, node := range nodes.Items {
		x.nodes[node.Name] = true
	}
	return nil
}

// Loaded has informers of nodes.
type Loaded struct {
	nodes     *Nodes
	informers map[string]cache.SharedIndexInformer
}

// Watch fills the index with the nodes that an informer knows.
func (n *Loaded) Watch(name string, informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: n.nodes.add})
	n.informers[name] = informer
}

// HasSynced reports whether the informers are synced.
func (n *Loaded) HasSynced() bool {
	for _, informer := range n.informers {
		if !informer.HasSynced() {
			return false
		}
	}
	return true
}

// Names is an index of which somebody waits for the handler by a channel.
type Names struct {
	mu    sync.Mutex
	names map[string]bool
	first chan struct{}
	once  sync.Once
}

// Has reports whether there is a pod of a name.
func (x *Names) Has(name string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.names[name]
}

func (x *Names) add(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		x.mu.Lock()
		defer x.mu.Unlock()
		x.names[pod.Name] = true
		x.once.Do(func() { close(x.first) })
	}
}

// Awaited waits for the first event as well.
type Awaited struct {
	names     *Names
	informers map[string]cache.SharedIndexInformer
}

// Watch fills the index with the pods that an informer knows.
func (n *Awaited) Watch(name string, informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: n.names.add})
	n.informers[name] = informer
}

// HasSynced reports whether the informers are synced, and a handler has been called.
func (n *Awaited) HasSynced() bool {
	for _, informer := range n.informers {
		if !informer.HasSynced() {
			return false
		}
	}
	select {
	case <-n.names.first:
		return true
	default:
		return false
	}
}

// Second is an index of its own.
type Second struct {
	mu   sync.Mutex
	pods map[string]*corev1.Pod
}

// Has reports whether there is a pod of a name.
func (x *Second) Has(name string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.pods[name] != nil
}

func (x *Second) add(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		x.mu.Lock()
		defer x.mu.Unlock()
		x.pods[pod.Name] = pod
	}
}

// Looked looks for what the informers have in the index.
type Looked struct {
	client    kubernetes.Interface
	index     *Second
	mu        sync.Mutex
	informers map[string]cache.SharedIndexInformer
}

// NewLooked has no informers yet.
func NewLooked(client kubernetes.Interface) *Looked {
	return &Looked{client: client, index: &Second{pods: make(map[string]*corev1.Pod)}, informers: make(map[string]cache.SharedIndexInformer)}
}

// Watch fills the index with the pods of a namespace.
func (n *Looked) Watch(ctx context.Context, namespace string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	factory := informers.NewSharedInformerFactoryWithOptions(n.client, 0, informers.WithNamespace(namespace))
	informer := factory.Core().V1().Pods().Informer()
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: n.index.add})
	factory.Start(ctx.Done())
	n.informers[namespace] = informer
}

// HasSynced reports whether the index has the pods of all namespaces.
func (n *Looked) HasSynced() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, informer := range n.informers {
		if !informer.HasSynced() {
			return false
		}
		for _, obj := range informer.GetStore().List() {
			if !n.index.Has(obj.(*corev1.Pod).Name) {
				return false
			}
		}
	}
	return true
}

// Third is an index of its own.
type Third struct {
	mu   sync.Mutex
	pods map[string]*corev1.Pod
}

// Has reports whether there is a pod of a name.
func (x *Third) Has(name string) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.pods[name] != nil
}

func (x *Third) add(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		x.mu.Lock()
		defer x.mu.Unlock()
		x.pods[pod.Name] = pod
	}
}

// Added puts what the informers have into the index.
type Added struct {
	client    kubernetes.Interface
	index     *Third
	mu        sync.Mutex
	informers map[string]cache.SharedIndexInformer
}

// NewAdded has no informers yet.
func NewAdded(client kubernetes.Interface) *Added {
	return &Added{client: client, index: &Third{pods: make(map[string]*corev1.Pod)}, informers: make(map[string]cache.SharedIndexInformer)}
}

// Watch fills the index with the pods of a namespace.
func (n *Added) Watch(ctx context.Context, namespace string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	factory := informers.NewSharedInformerFactoryWithOptions(n.client, 0, informers.WithNamespace(namespace))
	informer := factory.Core().V1().Pods().Informer()
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: n.index.add})
	factory.Start(ctx.Done())
	n.informers[namespace] = informer
}

// HasSynced reports whether the index has the pods of all namespaces.
func (n *Added) HasSynced() bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, informer := range n.informers {
		if !informer.HasSynced() {
			return false
		}
		for _, obj := range informer.GetStore().List() {
			n.index.add(obj)
		}
	}
	return true
}

// Run counts the pods that the index has.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	index := &Index{pods: make(map[string]*corev1.Pod)}
	all := &Kept{client: client, index: index, registrations: make(map[string]cache.ResourceEventHandlerRegistration)}
	if err := all.Watch(ctx, "shop"); err != nil {
		return 0, err
	}
	if !cache.WaitForCacheSync(ctx.Done(), all.HasSynced) {
		return 0, ctx.Err()
	}
	if index.Has("till") {
		return 1, nil
	}
	return 0, nil
}
