// Package v1 is the twin of the listers of the apps group.
package v1

import (
	"github.com/informerlint/informerlint/proof/twin/k8s.io/api/apps/v1"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/labels"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/listers"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/tools/cache"
)

// A DeploymentLister lists deployments.
type DeploymentLister interface {
	List(selector labels.Selector) ([]*v1.Deployment, error)
	Deployments(namespace string) DeploymentNamespaceLister
}

// A DeploymentNamespaceLister lists deployments of a namespace.
type DeploymentNamespaceLister interface {
	List(selector labels.Selector) ([]*v1.Deployment, error)
	Get(name string) (*v1.Deployment, error)
}

type deploymentLister struct{ listers.Lister[*v1.Deployment] }

func (l deploymentLister) Deployments(namespace string) DeploymentNamespaceLister {
	return l.In(namespace)
}

// NewDeploymentLister reads a store.
func NewDeploymentLister(store cache.Indexer) DeploymentLister {
	return deploymentLister{listers.New[*v1.Deployment]("deployments", store)}
}
