// Package names keeps pods by their UIDs, and knows which UID a name had: it takes
// the one away when the name gets another.
package names

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"example.com/informers/apiserver"
)

// An Index has the names of pods. Its view has their UIDs.
type Index struct {
	mu     sync.Mutex
	view   *apiserver.View
	byUID  map[types.UID]*corev1.Pod
	byName map[string]*corev1.Pod
}

// NewIndex makes an empty index.
func NewIndex(view *apiserver.View) *Index {
	return &Index{view: view, byUID: make(map[types.UID]*corev1.Pod), byName: make(map[string]*corev1.Pod)}
}

// Put keeps a pod.
func (i *Index) Put(pod *corev1.Pod) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if before, ok := i.byName[pod.Name]; ok {
		i.drop(before)
	}
	i.byUID[pod.UID], i.byName[pod.Name] = pod, pod
	i.view.Set(string(pod.UID), "")
}

// Drop takes a pod away.
func (i *Index) Drop(pod *corev1.Pod) {
	i.mu.Lock()
	defer i.mu.Unlock()
	i.drop(pod)
}

func (i *Index) drop(pod *corev1.Pod) {
	delete(i.byUID, pod.UID)
	delete(i.byName, pod.Name)
	i.view.Remove(string(pod.UID))
}
