// Package types is the twin of apimachinery's types.
package types

// A UID is types.UID.
type UID string

// A NamespacedName is types.NamespacedName.
type NamespacedName struct{ Namespace, Name string }

// String is namespace/name.
func (n NamespacedName) String() string { return n.Namespace + "/" + n.Name }
