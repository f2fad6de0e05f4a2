// Package schema is the twin of apimachinery's runtime/schema.
package schema

// A GroupVersionKind is schema.GroupVersionKind.
type GroupVersionKind struct{ Group, Version, Kind string }

// A GroupVersionResource is schema.GroupVersionResource.
type GroupVersionResource struct{ Group, Version, Resource string }
