// Package kubernetes is the twin of the clientset: requests for namespaces.
package kubernetes

import (
	"fmt"

	"github.com/informerlint/informerlint/proof/twin/context"
	corev1 "github.com/informerlint/informerlint/proof/twin/k8s.io/api/core/v1"
	metav1 "github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/apis/meta/v1"
	"github.com/informerlint/informerlint/proof/twin/world"
)

// An Interface is kubernetes.Interface.
type Interface interface{ CoreV1() CoreV1Interface }

// A CoreV1Interface asks for objects of the core group.
type CoreV1Interface interface{ Namespaces() NamespaceInterface }

// A NamespaceInterface asks for namespaces.
type NamespaceInterface interface {
	Get(ctx context.Context, name string, opts metav1.GetOptions) (*corev1.Namespace, error)
}

// New returns the client of the current world.
func New() Interface { return client{} }

type client struct{}

func (client) CoreV1() CoreV1Interface        { return client{} }
func (client) Namespaces() NamespaceInterface { return client{} }

// Get takes a step; how long the answer takes is left open.
func (client) Get(_ context.Context, name string, _ metav1.GetOptions) (*corev1.Namespace, error) {
	o := world.Current.Server.Get("namespaces", name)
	if o == nil {
		return nil, fmt.Errorf("namespaces %q not found", name)
	}
	return world.Current.Typed(o).(*corev1.Namespace), nil
}
