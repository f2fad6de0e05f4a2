// Package controllerruntime is the twin of controller-runtime's own package.
package controllerruntime

import (
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/rest"
	"github.com/informerlint/informerlint/proof/twin/sigs.k8s.io/controller-runtime/pkg/manager"
)

// Names of package manager.
type (
	Manager = manager.Manager
	Options = manager.Options
)

// NewManager is manager.New.
func NewManager(config *rest.Config, o Options) (Manager, error) { return manager.New(config, o) }
