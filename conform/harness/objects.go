package harness

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
)

// The two kinds of scripts. Client-go's informers know only what all objects
// have; the types of k8s.io/api would have to be compiled for each version.

// A Pod is an object of the kind script.Pod.
type Pod struct {
	metav1.TypeMeta
	metav1.ObjectMeta
}

// A Node is an object of the kind script.Node.
type Node struct {
	metav1.TypeMeta
	metav1.ObjectMeta
}

// A PodList is what LIST of pods returns.
type PodList struct {
	metav1.TypeMeta
	metav1.ListMeta
	Items []Pod
}

// A NodeList is what LIST of nodes returns.
type NodeList struct {
	metav1.TypeMeta
	metav1.ListMeta
	Items []Node
}

// DeepCopyObject makes Pod a runtime.Object.
func (p *Pod) DeepCopyObject() runtime.Object {
	return &Pod{p.TypeMeta, *p.ObjectMeta.DeepCopy()}
}

// DeepCopyObject makes Node a runtime.Object.
func (n *Node) DeepCopyObject() runtime.Object {
	return &Node{n.TypeMeta, *n.ObjectMeta.DeepCopy()}
}

// DeepCopyObject makes PodList a runtime.Object.
func (l *PodList) DeepCopyObject() runtime.Object {
	c := &PodList{TypeMeta: l.TypeMeta, ListMeta: *l.ListMeta.DeepCopy()}
	for i := range l.Items {
		c.Items = append(c.Items, *l.Items[i].DeepCopyObject().(*Pod))
	}
	return c
}

// DeepCopyObject makes NodeList a runtime.Object.
func (l *NodeList) DeepCopyObject() runtime.Object {
	c := &NodeList{TypeMeta: l.TypeMeta, ListMeta: *l.ListMeta.DeepCopy()}
	for i := range l.Items {
		c.Items = append(c.Items, *l.Items[i].DeepCopyObject().(*Node))
	}
	return c
}
