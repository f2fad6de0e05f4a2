package judge_test

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/analyzers/uidcheck"
)

// A queue into which Delete alone puts UIDs keeps nothing: what is missed is an item.
func TestQueuedByUID(t *testing.T) {
	const source = `package queued

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/util/workqueue"
)

type controller struct {
	changed, gone workqueue.Interface
	work          func(any)
}

func (c *controller) enqueue(obj any) { c.changed.Add(obj.(*corev1.Pod).Name) }

func (c *controller) deleted(obj any) {
	if d, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		obj = d.Obj
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		c.gone.Add(string(pod.UID))
	}
}

func (c *controller) Watch(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: c.enqueue, UpdateFunc: func(_, obj any) { c.enqueue(obj) }, DeleteFunc: c.deleted})
}
`
	p := again(t, "queued", source)
	if p == nil || len(p.Groups) != 1 {
		t.Fatal("no handlers are found")
	}
	found := findings(t, p, source, uidcheck.Analyzer)
	if len(found) != 1 || !strings.Contains(found[0].Message, "so the old one's UID is never added to queued.controller.gone, as Delete would;") {
		t.Errorf("%+v", found)
	}
}
