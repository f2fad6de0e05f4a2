// Package controllerruntime is the twin of controller-runtime's own package.
package controllerruntime

import (
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/rest"
	"github.com/informerlint/informerlint/proof/twin/sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"github.com/informerlint/informerlint/proof/twin/sigs.k8s.io/controller-runtime/pkg/manager"
)

// Names of package manager.
type (
	Manager = manager.Manager
	Options = manager.Options
)

// CreateOrUpdate is controllerutil.CreateOrUpdate.
var CreateOrUpdate = controllerutil.CreateOrUpdate

// Log is a logger that prints nothing.
var Log Logger

// A Logger is logr.Logger.
type Logger struct{}

// WithName returns the logger.
func (l Logger) WithName(string) Logger { return l }

// V returns the logger.
func (l Logger) V(int) Logger { return l }

// Info does nothing.
func (Logger) Info(string, ...any) {}

// Error does nothing.
func (Logger) Error(error, string, ...any) {}

// NewManager is manager.New.
func NewManager(config *rest.Config, o Options) (Manager, error) { return manager.New(config, o) }
