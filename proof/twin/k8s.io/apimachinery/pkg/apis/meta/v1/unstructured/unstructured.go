// Package unstructured is the twin of apimachinery's unstructured objects: their
// metadata.
package unstructured

import metav1 "github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/apis/meta/v1"

// An Unstructured is unstructured.Unstructured.
type Unstructured struct{ metav1.ObjectMeta }

// GetAnnotations returns the annotations.
func (u *Unstructured) GetAnnotations() map[string]string { return u.Annotations }

// SetAnnotations replaces the annotations.
func (u *Unstructured) SetAnnotations(a map[string]string) { u.Annotations = a }

// GetName returns the name.
func (u *Unstructured) GetName() string { return u.Name }
