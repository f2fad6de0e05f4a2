// Package names names objects. It knows nothing of informers, and so nothing of
// tombstones.
package names

import (
	"errors"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// Name is the name of an object.
type Name struct{ Namespace, Name string }

// Of returns the name of an object.
func Of(obj any) (Name, error) {
	m, ok := obj.(metav1.Object)
	if !ok {
		return Name{}, fmt.Errorf("%T is no object", obj)
	}
	if m.GetName() == "" {
		return Name{}, errors.New("no name")
	}
	return Name{m.GetNamespace(), m.GetName()}, nil
}

// Text is the name of an object, and of anything else what it looks like.
func Text(obj any) string {
	if name, err := Of(obj); err == nil {
		return name.Name
	}
	return fmt.Sprint(obj)
}
