// Package v1 is the twin of apimachinery's meta/v1.
package v1

import (
	"strconv"
	"strings"
	"time"

	"github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/runtime/schema"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/types"
	"github.com/informerlint/informerlint/proof/twin/world"
	"github.com/informerlint/informerlint/reference/apiserver"
)

// An Object is metav1.Object, as far as it is used.
type Object interface {
	GetNamespace() string
	GetName() string
	GetUID() types.UID
	GetGeneration() int64
	GetResourceVersion() string
	GetLabels() map[string]string
}

// NamespaceAll stands for all namespaces.
const NamespaceAll = ""

// A Time is metav1.Time.
type Time struct{ time.Time }

// ObjectMeta is metav1.ObjectMeta.
type ObjectMeta struct {
	Namespace, Name   string
	UID               types.UID
	Generation        int64
	ResourceVersion   string
	Labels            map[string]string
	Annotations       map[string]string
	DeletionTimestamp *Time
}

// Getters.
func (m *ObjectMeta) GetNamespace() string         { return m.Namespace }
func (m *ObjectMeta) GetName() string              { return m.Name }
func (m *ObjectMeta) GetUID() types.UID            { return m.UID }
func (m *ObjectMeta) GetGeneration() int64         { return m.Generation }
func (m *ObjectMeta) GetResourceVersion() string   { return m.ResourceVersion }
func (m *ObjectMeta) GetLabels() map[string]string { return m.Labels }

// Meta is the metadata of an object of the reference runtime.
func Meta(o *apiserver.Object) ObjectMeta {
	ns, name := world.Split(o.Key)
	f := world.FieldsOf(o)
	return ObjectMeta{
		Namespace: ns, Name: name, UID: types.UID(o.UID), ResourceVersion: strconv.Itoa(o.Version),
		Generation: f.Generation, Labels: f.Labels,
	}
}

// GetOptions is metav1.GetOptions.
type GetOptions struct{}

// ListOptions is metav1.ListOptions. Nothing in it has an effect.
type ListOptions struct{ ResourceVersion string }

// A PartialObjectMetadata is metav1.PartialObjectMetadata.
type PartialObjectMetadata struct{ ObjectMeta }

// A PartialObjectMetadataList is metav1.PartialObjectMetadataList.
type PartialObjectMetadataList struct {
	Items []PartialObjectMetadata
	gvk   schema.GroupVersionKind
}

// SetGroupVersionKind says what is listed.
func (l *PartialObjectMetadataList) SetGroupVersionKind(gvk schema.GroupVersionKind) { l.gvk = gvk }

// Kind is what is listed.
func (l *PartialObjectMetadataList) Kind() string {
	return strings.ToLower(strings.TrimSuffix(l.gvk.Kind, "List")) + "s"
}

// OnlyMetadata says that this is read in a form of its own.
func (*PartialObjectMetadataList) OnlyMetadata() {}

// Fill makes the list one of other objects.
func (l *PartialObjectMetadataList) Fill(from []any) {
	l.Items = nil
	for _, o := range from {
		l.Items = append(l.Items, PartialObjectMetadata{*o.(interface{ Metadata() *ObjectMeta }).Metadata()})
	}
}

// Metadata is the object's own.
func (m *ObjectMeta) Metadata() *ObjectMeta { return m }
