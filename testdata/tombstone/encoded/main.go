// Package encoded sends what it is given as JSON. That of a tombstone has the object in
// a field, and the reader finds no name where it looks for one.
package encoded

import (
	"encoding/json"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/apiserver"
)

type message struct {
	deleted bool
	body    []byte
}

type publisher struct {
	messages chan message
	wake     func()
	one      sync.Mutex // held by the reader of a message: they are read in their order
	view     *apiserver.View
}

// Watch keeps the names of the pods.
func Watch(informer cache.SharedIndexInformer) (*apiserver.View, error) {
	p := &publisher{messages: make(chan message, 16), view: apiserver.NewView()}
	p.wake = func() { go p.next() }
	_, err := informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { p.publish(obj, false) },
		UpdateFunc: func(_, obj any) { p.publish(obj, false) },
		DeleteFunc: func(obj any) { p.publish(obj, true) }, // want `p.publish\(obj, true\) encodes the .* itself, so .*messages gets its Key and Obj where it expects an object; unwrap the tombstone first \(tombstone/dropped\)`
	})
	return p.view, err
}

func (p *publisher) publish(obj any, deleted bool) {
	body, err := json.Marshal(obj)
	if err != nil {
		return
	}
	p.messages <- message{deleted: deleted, body: body}
	p.wake()
}

// next reads one message.
func (p *publisher) next() {
	p.one.Lock()
	defer p.one.Unlock()
	m := <-p.messages
	var pod corev1.Pod
	if json.Unmarshal(m.body, &pod) != nil {
		return
	}
	if m.deleted {
		p.view.Remove(pod.Name)
		return
	}
	p.view.Set(pod.Name, "")
}
