package program

import (
	v1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

type sink interface{ Put(name string) }

type view struct {
	pods map[string]*v1.Pod
	sink sink
}

func (v *view) add(obj interface{})    { v.keep(obj.(*v1.Pod)) }
func (v *view) keep(pod *v1.Pod)       { v.pods[pod.Name] = pod }
func (v *view) remove(obj interface{}) { v.with(obj, v.drop) }

// A method value that is passed on.
func (v *view) with(obj interface{}, do func(*v1.Pod)) {
	if pod, ok := obj.(*v1.Pod); ok {
		do(pod)
	}
}

func (v *view) drop(pod *v1.Pod) {
	delete(v.pods, pod.Name)
	v.sink.Put(pod.Name)
}

// A method expression, and a getter of the object.
func (v *view) update(_, obj interface{}) {
	f := (*view).keep
	f(v, obj.(*v1.Pod))
	v.sink.Put(obj.(*v1.Pod).GetName())
}

// A handler type: its methods are the handler.
type whole struct{ *view }

func (w whole) OnAdd(obj interface{}, _ bool)       { w.add(obj) }
func (w whole) OnUpdate(oldObj, newObj interface{}) { w.update(oldObj, newObj) }
func (w whole) OnDelete(obj interface{})            { w.remove(obj) }

func register(i cache.SharedInformer) {
	v := &view{}
	i.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: v.add, UpdateFunc: v.update, DeleteFunc: v.remove})
	i.AddEventHandler(whole{v})
}
