// Package v1 has what the programs need of k8s.io/api/core/v1.
package v1

import (
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
)

type ObjectMeta struct {
	Namespace, Name, ResourceVersion string
	UID                              types.UID
	Generation                       int64
	Labels                           map[string]string
	DeletionTimestamp                *int64
}

func (m *ObjectMeta) GetName() string            { return m.Name }
func (m *ObjectMeta) GetUID() types.UID          { return m.UID }
func (m *ObjectMeta) GetResourceVersion() string { return m.ResourceVersion }

type Pod struct {
	ObjectMeta
	Spec   PodSpec
	Status string
}

type PodSpec struct {
	NodeName   string
	Containers []string
}

func (p *Pod) DeepCopy() *Pod                 { return p }
func (p *Pod) DeepCopyObject() runtime.Object { return p }

type Node struct {
	ObjectMeta
}

func (m *ObjectMeta) GetGeneration() int64 { return m.Generation }

type Secret struct {
	ObjectMeta
}
