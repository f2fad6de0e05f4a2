// Package v1 is the twin of the informer accessors of the apps group. The types
// repeat each other as the generated ones of client-go do: rewritten programs
// name them, and their methods, one by one.
package v1

import (
	listers "github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/listers/apps/v1"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/tools/cache"
	"github.com/informerlint/informerlint/proof/twin/world"
	"github.com/informerlint/informerlint/reference/factory"
	"github.com/informerlint/informerlint/reference/sched"
)

// An Interface has the accessors, which register nothing.
type Interface struct {
	f *factory.SharedInformerFactory
}

// New returns the accessors of a factory.
func New(f *factory.SharedInformerFactory) Interface { return Interface{f} }

// A DeploymentInformer registers deployments when it is asked for the informer or the lister.
type DeploymentInformer interface {
	Informer() cache.SharedIndexInformer
	Lister() listers.DeploymentLister
}

// Deployments is an accessor.
func (i Interface) Deployments() DeploymentInformer { return deploymentInformer(i) }

type deploymentInformer struct {
	f *factory.SharedInformerFactory
}

func (i deploymentInformer) Informer() cache.SharedIndexInformer {
	where := sched.AtSite()
	return cache.Wrap(i.f.InformerFor("deployments"), where)
}

func (i deploymentInformer) Lister() listers.DeploymentLister {
	where := sched.AtSite()
	inf := i.f.InformerFor("deployments")
	world.Current.Note(inf, where)
	return listers.NewDeploymentLister(cache.Indexed(inf.GetStore()))
}
