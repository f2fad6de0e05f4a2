// Package scheme is the twin of client-go's kubernetes/scheme.
package scheme

import "github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/runtime"

// Scheme has all types there are.
var Scheme = &runtime.Scheme{}
