// Package types has what the programs need of k8s.io/apimachinery/pkg/types.
package types

type UID string

type NamespacedName struct{ Namespace, Name string }
