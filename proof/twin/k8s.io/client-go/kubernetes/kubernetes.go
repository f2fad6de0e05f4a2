// Package kubernetes is the twin of the clientset: requests for namespaces.
package kubernetes

import (
	"fmt"

	"github.com/informerlint/informerlint/proof/twin/context"
	corev1 "github.com/informerlint/informerlint/proof/twin/k8s.io/api/core/v1"
	metav1 "github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/apis/meta/v1"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/watch"
	"github.com/informerlint/informerlint/proof/twin/world"
)

// An Interface is kubernetes.Interface.
type Interface interface {
	CoreV1() CoreV1Interface
	CoordinationV1() CoordinationV1Interface
}

// A CoreV1Interface asks for objects of the core group.
type CoreV1Interface interface {
	Namespaces() NamespaceInterface
	Nodes() NodeInterface
	Pods(namespace string) PodInterface
}

// A CoordinationV1Interface has the leases, which only leader election uses.
type CoordinationV1Interface interface{}

// A NamespaceInterface asks for namespaces.
type NamespaceInterface interface {
	Get(ctx context.Context, name string, opts metav1.GetOptions) (*corev1.Namespace, error)
}

// A NodeInterface asks for nodes.
type NodeInterface interface {
	List(ctx context.Context, opts metav1.ListOptions) (*corev1.NodeList, error)
	Watch(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error)
}

// A PodInterface asks for pods.
type PodInterface interface {
	List(ctx context.Context, opts metav1.ListOptions) (*corev1.PodList, error)
	Watch(ctx context.Context, opts metav1.ListOptions) (watch.Interface, error)
}

// New returns the client of the current world.
func New() Interface { return client{} }

type client struct{}

func (client) CoreV1() CoreV1Interface                 { return client{} }
func (client) CoordinationV1() CoordinationV1Interface { return nil }
func (client) Namespaces() NamespaceInterface          { return client{} }
func (client) Nodes() NodeInterface                    { return nodes{} }
func (client) Pods(string) PodInterface                { return pods{} }

type nodes struct{}

// List takes a step.
func (nodes) List(context.Context, metav1.ListOptions) (*corev1.NodeList, error) {
	world.Current.Server.Get("nodes", "")
	list := &corev1.NodeList{}
	for _, o := range world.Current.Server.State("nodes") {
		list.Items = append(list.Items, *world.Current.Typed(o).(*corev1.Node))
	}
	return list, nil
}

type pods struct{}

// List takes a step.
func (pods) List(context.Context, metav1.ListOptions) (*corev1.PodList, error) {
	world.Current.Server.Get("pods", "")
	list := &corev1.PodList{}
	for _, o := range world.Current.Server.State("pods") {
		list.Items = append(list.Items, *world.Current.Typed(o).(*corev1.Pod))
	}
	return list, nil
}

func (pods) Watch(context.Context, metav1.ListOptions) (watch.Interface, error) {
	world.Unsupported("a watch by the program itself")
	return nil, nil
}

func (nodes) Watch(context.Context, metav1.ListOptions) (watch.Interface, error) {
	world.Unsupported("a watch by the program itself")
	return nil, nil
}

// Get takes a step; how long the answer takes is left open.
func (client) Get(_ context.Context, name string, _ metav1.GetOptions) (*corev1.Namespace, error) {
	o := world.Current.Server.Get("namespaces", name)
	if o == nil {
		return nil, fmt.Errorf("namespaces %q not found", name)
	}
	return world.Current.Typed(o).(*corev1.Namespace), nil
}
