package maps

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
)

// A byName knows on which node each pod of a name is. Update begins anew with a name.
type byName struct {
	nodes map[string]map[types.UID]string
}

func (x *byName) forget(name string) { delete(x.nodes, name) }

func (x *byName) register(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				if x.nodes[pod.Name] == nil {
					x.nodes[pod.Name] = map[types.UID]string{}
				}
				x.nodes[pod.Name][pod.UID] = pod.Spec.NodeName
			}
		},
		UpdateFunc: func(_, obj any) {
			if pod, ok := obj.(*corev1.Pod); ok {
				x.forget(pod.Name)
				if x.nodes[pod.Name] == nil {
					x.nodes[pod.Name] = map[types.UID]string{}
				}
				x.nodes[pod.Name][pod.UID] = pod.Spec.NodeName
			}
		},
		DeleteFunc: func(obj any) {
			if d, ok := obj.(cache.DeletedFinalStateUnknown); ok {
				obj = d.Obj
			}
			if pod, ok := obj.(*corev1.Pod); ok {
				delete(x.nodes[pod.Name], pod.UID)
			}
		},
	})
}

// Count is how somebody uses it.
func Count(informer cache.SharedIndexInformer) int {
	x := &byName{nodes: map[string]map[types.UID]string{}}
	x.register(informer)
	return len(x.nodes)
}
