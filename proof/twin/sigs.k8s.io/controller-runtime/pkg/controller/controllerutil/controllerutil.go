// Package controllerutil is the twin of controller-runtime's controllerutil.
package controllerutil

import (
	"github.com/informerlint/informerlint/proof/twin/context"
	apierrors "github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/api/errors"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/types"
	"github.com/informerlint/informerlint/proof/twin/sigs.k8s.io/controller-runtime/pkg/client"
)

// OperationResult says what was done.
type OperationResult string

// What may have been done.
const (
	OperationResultNone    OperationResult = "unchanged"
	OperationResultCreated OperationResult = "created"
	OperationResultUpdated OperationResult = "updated"
)

// A MutateFn changes the object that was read.
type MutateFn func() error

// CreateOrUpdate reads an object, lets f change it and writes it.
func CreateOrUpdate(ctx context.Context, c client.Client, obj client.Object, f MutateFn) (OperationResult, error) {
	key := types.NamespacedName{Namespace: obj.GetNamespace(), Name: obj.GetName()}
	err := c.Get(ctx, key, obj)
	if err != nil && !apierrors.IsNotFound(err) {
		return OperationResultNone, err
	}
	missing := err != nil
	if err := f(); err != nil {
		return OperationResultNone, err
	}
	if missing {
		return OperationResultCreated, c.Create(ctx, obj)
	}
	return OperationResultUpdated, c.Update(ctx, obj)
}
