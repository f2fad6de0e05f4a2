package cache

import (
	"fmt"

	"github.com/informerlint/informerlint/reference/apiserver"
)

// A ResourceEventHandler is told of changes. It runs in a thread of its own and
// must not change the objects that it is given, for they are shared.
type ResourceEventHandler interface {
	OnAdd(obj any, isInInitialList bool)
	OnUpdate(oldObj, newObj any)
	OnDelete(obj any)
}

// ResourceEventHandlerFuncs is a handler made of functions, each of which may
// be nil.
type ResourceEventHandlerFuncs struct {
	AddFunc    func(obj any)
	UpdateFunc func(oldObj, newObj any)
	DeleteFunc func(obj any)
}

// OnAdd calls AddFunc.
func (h ResourceEventHandlerFuncs) OnAdd(obj any, _ bool) {
	if h.AddFunc != nil {
		h.AddFunc(obj)
	}
}

// OnUpdate calls UpdateFunc.
func (h ResourceEventHandlerFuncs) OnUpdate(oldObj, newObj any) {
	if h.UpdateFunc != nil {
		h.UpdateFunc(oldObj, newObj)
	}
}

// OnDelete calls DeleteFunc.
func (h ResourceEventHandlerFuncs) OnDelete(obj any) {
	if h.DeleteFunc != nil {
		h.DeleteFunc(obj)
	}
}

// ResourceEventHandlerDetailedFuncs is the same with the flag of OnAdd, written
// out twice as in client-go: user code makes literals of both.
type ResourceEventHandlerDetailedFuncs struct {
	AddFunc    func(obj any, isInInitialList bool)
	UpdateFunc func(oldObj, newObj any)
	DeleteFunc func(obj any)
}

// OnAdd calls AddFunc.
func (h ResourceEventHandlerDetailedFuncs) OnAdd(obj any, initial bool) {
	if h.AddFunc != nil {
		h.AddFunc(obj, initial)
	}
}

// OnUpdate calls UpdateFunc.
func (h ResourceEventHandlerDetailedFuncs) OnUpdate(oldObj, newObj any) {
	if h.UpdateFunc != nil {
		h.UpdateFunc(oldObj, newObj)
	}
}

// OnDelete calls DeleteFunc.
func (h ResourceEventHandlerDetailedFuncs) OnDelete(obj any) {
	if h.DeleteFunc != nil {
		h.DeleteFunc(obj)
	}
}

// FilteringResourceEventHandler passes on what the filter accepts. An update
// into the filter is an add, out of it a delete of the old object.
type FilteringResourceEventHandler struct {
	FilterFunc func(obj any) bool
	Handler    ResourceEventHandler
}

// OnAdd passes an add on.
func (h FilteringResourceEventHandler) OnAdd(obj any, initial bool) {
	if h.FilterFunc(obj) {
		h.Handler.OnAdd(obj, initial)
	}
}

// OnUpdate passes an update on, perhaps as an add or a delete.
func (h FilteringResourceEventHandler) OnUpdate(oldObj, newObj any) {
	newer := h.FilterFunc(newObj)
	older := h.FilterFunc(oldObj)
	switch {
	case newer && older:
		h.Handler.OnUpdate(oldObj, newObj)
	case newer:
		h.Handler.OnAdd(newObj, false)
	case older:
		h.Handler.OnDelete(oldObj)
	}
}

// OnDelete passes a delete on.
func (h FilteringResourceEventHandler) OnDelete(obj any) {
	if h.FilterFunc(obj) {
		h.Handler.OnDelete(obj)
	}
}

// DeletedFinalStateUnknown stands in OnDelete for an object whose deletion was
// missed: Obj is the last state that was known, and may be stale.
type DeletedFinalStateUnknown struct {
	Key string
	Obj any
}

// keyOf is the key of what a queue holds.
func keyOf(obj any) string {
	switch o := obj.(type) {
	case *apiserver.Object:
		return o.Key
	case DeletedFinalStateUnknown:
		return o.Key
	}
	return ""
}

// A notification is what a listener is told.
type notification struct {
	verb     verb
	old, obj any
	initial  bool
}

type verb int

const (
	onAdd verb = iota
	onUpdate
	onDelete
)

func (n notification) call(h ResourceEventHandler) {
	switch n.verb {
	case onAdd:
		h.OnAdd(n.obj, n.initial)
	case onUpdate:
		h.OnUpdate(n.old, n.obj)
	case onDelete:
		h.OnDelete(n.obj)
	}
}

// String says what is told, for traces.
func (n notification) String() string {
	switch n.verb {
	case onAdd:
		if n.initial {
			return fmt.Sprintf("OnAdd(%v, initial)", n.obj)
		}
		return fmt.Sprintf("OnAdd(%v)", n.obj)
	case onUpdate:
		return fmt.Sprintf("OnUpdate(%v, %v)", n.old, n.obj)
	}
	return fmt.Sprintf("OnDelete(%v)", n.obj)
}

// String marks a tombstone in traces.
func (d DeletedFinalStateUnknown) String() string { return fmt.Sprintf("tombstone of %v", d.Obj) }
