package program

import (
	"sync"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type tracker struct {
	byUID  map[types.UID]*v1.Pod
	last   *v1.Pod
	seen   sync.Map
	queue  workqueue.Interface
	out    chan string
	total  int
	nested map[string]map[string]bool
}

func (t *tracker) add(obj interface{}) {
	pod := obj.(*v1.Pod)
	t.byUID[pod.UID] = pod
	t.last = pod
	t.total++
	t.seen.LoadOrStore(pod.Name, pod)
	m := t.nested[pod.Namespace]
	if m == nil {
		m = make(map[string]bool)
		t.nested[pod.Namespace] = m
	}
	m[pod.Name] = true
}

func (t *tracker) update(_, obj interface{}) {
	pod := obj.(*v1.Pod).DeepCopy()
	t.queue.Add(types.NamespacedName{Namespace: pod.Namespace, Name: pod.Name})
	t.seen.LoadOrStore(pod.Name, pod.UID)
}

func (t *tracker) remove(obj interface{}) {
	pod := obj.(*v1.Pod)
	delete(t.byUID, pod.UID)
	t.seen.LoadAndDelete(pod.Name)
	select {
	case t.out <- pod.Name:
	default:
	}
	t.out <- "gone"
	local := map[string]bool{}
	local[pod.Name] = true // nobody else sees it
}

func register(i cache.SharedInformer, t *tracker) {
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: t.add, UpdateFunc: t.update, DeleteFunc: t.remove})
}
