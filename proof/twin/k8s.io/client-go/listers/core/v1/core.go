// Package v1 is the twin of the listers of the core group.
package v1

import (
	"github.com/informerlint/informerlint/proof/twin/k8s.io/api/core/v1"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/labels"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/listers"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/tools/cache"
)

// A PodLister lists pods.
type PodLister interface {
	List(selector labels.Selector) ([]*v1.Pod, error)
	Pods(namespace string) PodNamespaceLister
}

// A PodNamespaceLister lists pods of a namespace.
type PodNamespaceLister interface {
	List(selector labels.Selector) ([]*v1.Pod, error)
	Get(name string) (*v1.Pod, error)
}

type podLister struct{ listers.Lister[*v1.Pod] }

func (l podLister) Pods(namespace string) PodNamespaceLister { return l.In(namespace) }

// NewPodLister reads a store.
func NewPodLister(store cache.Indexer) PodLister {
	return podLister{listers.New[*v1.Pod]("pods", store)}
}

// A NodeLister lists nodes.
type NodeLister interface {
	List(selector labels.Selector) ([]*v1.Node, error)
	Get(name string) (*v1.Node, error)
}

// NewNodeLister reads a store.
func NewNodeLister(store cache.Indexer) NodeLister { return listers.New[*v1.Node]("nodes", store) }

// A NamespaceLister lists namespaces.
type NamespaceLister interface {
	List(selector labels.Selector) ([]*v1.Namespace, error)
	Get(name string) (*v1.Namespace, error)
}

// NewNamespaceLister reads a store.
func NewNamespaceLister(store cache.Indexer) NamespaceLister {
	return listers.New[*v1.Namespace]("namespaces", store)
}

// A ServiceLister lists services.
type ServiceLister interface {
	List(selector labels.Selector) ([]*v1.Service, error)
	Services(namespace string) ServiceNamespaceLister
}

// A ServiceNamespaceLister lists services of a namespace.
type ServiceNamespaceLister interface {
	List(selector labels.Selector) ([]*v1.Service, error)
	Get(name string) (*v1.Service, error)
}

type serviceLister struct{ listers.Lister[*v1.Service] }

func (l serviceLister) Services(namespace string) ServiceNamespaceLister { return l.In(namespace) }

// NewServiceLister reads a store.
func NewServiceLister(store cache.Indexer) ServiceLister {
	return serviceLister{listers.New[*v1.Service]("services", store)}
}

// A SecretLister lists secrets.
type SecretLister interface {
	List(selector labels.Selector) ([]*v1.Secret, error)
	Secrets(namespace string) SecretNamespaceLister
}

// A SecretNamespaceLister lists secrets of a namespace.
type SecretNamespaceLister interface {
	List(selector labels.Selector) ([]*v1.Secret, error)
	Get(name string) (*v1.Secret, error)
}

type secretLister struct{ listers.Lister[*v1.Secret] }

func (l secretLister) Secrets(namespace string) SecretNamespaceLister { return l.In(namespace) }

// NewSecretLister reads a store.
func NewSecretLister(store cache.Indexer) SecretLister {
	return secretLister{listers.New[*v1.Secret]("secrets", store)}
}

// A ConfigMapLister lists configmaps.
type ConfigMapLister interface {
	List(selector labels.Selector) ([]*v1.ConfigMap, error)
	ConfigMaps(namespace string) ConfigMapNamespaceLister
}

// A ConfigMapNamespaceLister lists configmaps of a namespace.
type ConfigMapNamespaceLister interface {
	List(selector labels.Selector) ([]*v1.ConfigMap, error)
	Get(name string) (*v1.ConfigMap, error)
}

type configmapLister struct{ listers.Lister[*v1.ConfigMap] }

func (l configmapLister) ConfigMaps(namespace string) ConfigMapNamespaceLister {
	return l.In(namespace)
}

// NewConfigMapLister reads a store.
func NewConfigMapLister(store cache.Indexer) ConfigMapLister {
	return configmapLister{listers.New[*v1.ConfigMap]("configmaps", store)}
}
