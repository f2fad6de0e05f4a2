// Package entries keeps pods by their UIDs, for handlers in other packages. It
// knows no informers.
package entries

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"

	"example.com/informers/apiserver"
)

// An Index has the names of pods. Its view has their UIDs.
type Index struct {
	mu    sync.Mutex
	view  *apiserver.View
	byUID map[types.UID]string
}

// NewIndex makes an empty index.
func NewIndex(view *apiserver.View) *Index {
	return &Index{view: view, byUID: make(map[types.UID]string)}
}

// Put keeps a pod.
func (i *Index) Put(pod *corev1.Pod) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if _, ok := i.byUID[pod.UID]; ok {
		return
	}
	i.byUID[pod.UID] = pod.Name
	i.view.Set(string(pod.UID), "")
}

// Take takes a pod away, and reports whether it was there.
func (i *Index) Take(pod *corev1.Pod) bool {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.take(uidOf(pod))
}

func uidOf(pod *corev1.Pod) types.UID { return pod.GetUID() }

func (i *Index) take(uid types.UID) bool {
	_, ok := i.byUID[uid]
	delete(i.byUID, uid)
	i.view.Remove(string(uid))
	return ok
}

// All returns the UIDs of the pods.
func (i *Index) All() []types.UID {
	i.mu.Lock()
	defer i.mu.Unlock()
	var out []types.UID
	for uid := range i.byUID {
		out = append(out, uid)
	}
	return out
}

// Marks has the UIDs of pods.
type Marks struct {
	view  *apiserver.View
	known sync.Map
}

// NewMarks makes marks for no pods.
func NewMarks(view *apiserver.View) *Marks { return &Marks{view: view} }

// Set marks a pod.
func (m *Marks) Set(uid, name string) {
	m.known.Store(uid, name)
	m.view.Set(uid, "")
}

// Clear takes a mark away.
func (m *Marks) Clear(uid string) {
	m.known.Delete(uid)
	m.view.Remove(uid)
}
