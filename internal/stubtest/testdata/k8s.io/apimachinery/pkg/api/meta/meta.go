// Package meta has what the programs need of k8s.io/apimachinery/pkg/api/meta.
package meta

type Object interface{ GetName() string }

func Accessor(obj any) (Object, error)
