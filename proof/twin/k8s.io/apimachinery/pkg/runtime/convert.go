package runtime

import (
	"fmt"

	metav1 "github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/apis/meta/v1"
)

// DefaultUnstructuredConverter converts the metadata of objects, which is all that
// programs look at afterwards.
var DefaultUnstructuredConverter converter

type converter struct{}

type withMetadata interface{ Metadata() *metav1.ObjectMeta }

// ToUnstructured is the content of an object.
func (converter) ToUnstructured(obj any) (map[string]any, error) {
	o, ok := obj.(withMetadata)
	if !ok {
		return nil, fmt.Errorf("%T is no API object", obj)
	}
	return map[string]any{"metadata": *o.Metadata()}, nil
}

// FromUnstructured fills an object with a content.
func (converter) FromUnstructured(content map[string]any, obj any) error {
	o, ok := obj.(withMetadata)
	if !ok {
		return fmt.Errorf("%T is no API object", obj)
	}
	*o.Metadata() = content["metadata"].(metav1.ObjectMeta)
	return nil
}
