// Package v1 is the twin of the API types of the core group.
package v1

import (
	"maps"

	metav1 "github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/apis/meta/v1"
	"github.com/informerlint/informerlint/proof/twin/world"
	"github.com/informerlint/informerlint/reference/apiserver"
)

// A PodSpec is corev1.PodSpec.
type PodSpec struct {
	HostNetwork bool
	NodeName    string
}

// A PodStatus is corev1.PodStatus.
type PodStatus struct{ Phase string }

// A Pod is corev1.Pod.
type Pod struct {
	metav1.ObjectMeta
	Spec   PodSpec
	Status PodStatus
}

// DeepCopy is a pod of its own.
func (p *Pod) DeepCopy() *Pod {
	c := *p
	c.Labels, c.Annotations = maps.Clone(p.Labels), maps.Clone(p.Annotations)
	return &c
}

// Assign makes the pod another one.
func (p *Pod) Assign(from any) { *p = *from.(*Pod) }

// A PodList is corev1.PodList.
type PodList struct{ Items []Pod }

// Kind is what is listed.
func (*PodList) Kind() string { return "pods" }

// Fill makes the list one of other pods.
func (l *PodList) Fill(from []any) {
	l.Items = nil
	for _, p := range from {
		l.Items = append(l.Items, *p.(*Pod))
	}
}

// A Node is corev1.Node.
type Node struct{ metav1.ObjectMeta }

// A NodeList is corev1.NodeList.
type NodeList struct{ Items []Node }

// A Namespace is corev1.Namespace.
type Namespace struct{ metav1.ObjectMeta }

// A Service is corev1.Service.
type Service struct{ metav1.ObjectMeta }

// A Secret is corev1.Secret.
type Secret struct{ metav1.ObjectMeta }

// Assign makes the secret another one.
func (s *Secret) Assign(from any) { *s = *from.(*Secret) }

// A ConfigMap is corev1.ConfigMap.
type ConfigMap struct{ metav1.ObjectMeta }

func init() {
	world.Register("pods", func(o *apiserver.Object) any {
		return &Pod{ObjectMeta: metav1.Meta(o), Spec: PodSpec{world.FieldsOf(o).HostNetwork, "node-1"}}
	})
	world.Register("nodes", func(o *apiserver.Object) any { return &Node{metav1.Meta(o)} })
	world.Register("namespaces", func(o *apiserver.Object) any { return &Namespace{metav1.Meta(o)} })
	world.Register("services", func(o *apiserver.Object) any { return &Service{metav1.Meta(o)} })
	world.Register("secrets", func(o *apiserver.Object) any { return &Secret{metav1.Meta(o)} })
	world.Register("configmaps", func(o *apiserver.Object) any { return &ConfigMap{metav1.Meta(o)} })
}
