package handler_test

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/judge"
	"github.com/informerlint/informerlint/internal/stubtest"
)

// What is compared beside the generations may tell a new object: what each object begins
// anew with. What the same manifest says again does not.
func TestNoticed(t *testing.T) {
	const prelude = `package p

import (
	"reflect"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
)

type (
	Condition struct{ Type, Status string }
	Status    struct {
		Phase      string
		Ready      bool
		Observed   int64
		Conditions []Condition
	}
	Thing struct {
		corev1.ObjectMeta
		Annotations       map[string]string
		Finalizers        []string
		DeletionTimestamp *int
		Spec              struct{ Paused bool; Replicas int; NodeName string }
		Status            Status
	}
)

func (t *Thing) GetNamespace() string { return t.Namespace }
func (t *Thing) GetLabels() map[string]string { return t.Labels }
func (t *Thing) GetFinalizers() []string { return t.Finalizers }
func (t *Thing) GetDeletionTimestamp() *int { return t.DeletionTimestamp }

var queue interface{ Add(any) }
var _ = reflect.DeepEqual
var _ event.UpdateEvent
var _ cache.SharedIndexInformer
var _ predicate.Funcs

func phase(s *Status) string { return s.Phase }
func lost(o, n *Thing) bool { return phase(&o.Status) != "" && phase(&n.Status) == "" }
func changed(o, n Status) bool { return o.Phase != n.Phase }
func relabelled(o, n map[string]string) bool { return !reflect.DeepEqual(o, n) }
func deleting(t *Thing) bool { return t.DeletionTimestamp != nil }
func AddLabel(t *Thing, l string) {}
func keep(t *Thing) { WRITE }
`
	const (
		asPredicate = prelude + `
func Watch() predicate.Predicate {
	return predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		o, n := e.ObjectOld.(*Thing), e.ObjectNew.(*Thing)
		if o.GetGeneration() != n.GetGeneration() { return true }
		if ASKED { return true }
		return false
	}}
}
`
		returned = prelude + `
func Watch() predicate.Predicate {
	return predicate.Funcs{UpdateFunc: func(e event.UpdateEvent) bool {
		o, n := e.ObjectOld.(*Thing), e.ObjectNew.(*Thing)
		if o.GetGeneration() != n.GetGeneration() { return true }
		return ASKED
	}}
}
`
		asHandler = prelude + `
func Watch(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc: func(obj any) { add(obj.(*Thing)) },
		UpdateFunc: func(old, obj any) {
			o, n := old.(*Thing), obj.(*Thing)
			if o.Generation != n.Generation || ASKED { add(n) }
		},
	})
}

func add(t *Thing) { queue.Add(t.Namespace + "/" + t.Name) }
`
	)
	stubs := stubtest.Load(t)
	for _, test := range []struct {
		name, asked, write string
		reported           bool
	}{
		{"a status that was set is empty", `o.Status.Phase != "" && n.Status.Phase == ""`, "", false},
		{"the same, by helpers", `lost(o, n)`, "", false},
		{"the new status is empty", `n.Status.Phase == ""`, "", false},
		{"statuses", `!reflect.DeepEqual(o.Status, n.Status)`, "", false},
		{"a field of the statuses", `o.Status.Phase != n.Status.Phase`, "", false},
		{"the same, by a helper", `changed(o.Status, n.Status)`, "", false},
		{"the generation that was observed", `n.Status.Observed != n.Generation`, "", false},
		{"a condition is missing", `len(n.Status.Conditions) == 0`, "", false},
		{"ready no more", `o.Status.Ready && !n.Status.Ready`, "", false},
		{"finalizers", `len(o.Finalizers) != len(n.Finalizers)`, "", false},
		{"finalizers, by a getter", `!reflect.DeepEqual(o.GetFinalizers(), n.GetFinalizers())`, "", false},
		{"an annotation", `o.Annotations["seen"] != n.Annotations["seen"]`, "", false},
		{"deletion timestamps", `o.DeletionTimestamp != n.DeletionTimestamp`, "", false},
		{"the old one was being deleted", `o.DeletionTimestamp != nil`, "", false},
		{"the new one is not being deleted", `n.DeletionTimestamp == nil`, "", false},
		{"whole objects", `!reflect.DeepEqual(o, n)`, "", false},
		{"whole metadata", `!reflect.DeepEqual(o.ObjectMeta, n.ObjectMeta)`, "", false},
		{"the first generation", `n.Generation == 1`, "", false},
		{"the node", `o.Spec.NodeName != n.Spec.NodeName`, "", false},
		{"labels, or a status", `!reflect.DeepEqual(o.Labels, n.Labels) || o.Status.Phase != n.Status.Phase`, "", false},
		{"labels that are written here", `!reflect.DeepEqual(o.Labels, n.Labels)`, `t.Labels["seen"] = "yes"`, false},
		{"labels that a helper writes", `!reflect.DeepEqual(o.Labels, n.Labels)`, `AddLabel(t, "seen")`, false},
		{"a label, perhaps a mark", `o.Labels["seen"] != n.Labels["seen"]`, "", false},
		{"a label is missing, perhaps a mark", `n.Labels["seen"] == ""`, "", false},

		{"nothing else", `false`, "", true},
		{"labels", `!reflect.DeepEqual(o.Labels, n.Labels)`, "", true},
		{"labels, by a helper", `relabelled(o.Labels, n.Labels)`, "", true},
		{"a field of the specs", `o.Spec.Replicas != n.Spec.Replicas`, "", true},
		{"what the new spec says", `n.Spec.Paused`, "", true},
		{"the new one is being deleted", `n.DeletionTimestamp != nil`, "", true},
		{"the same, by a helper", `deleting(n)`, "", true},
		{"it began to be deleted", `o.DeletionTimestamp == nil && n.DeletionTimestamp != nil`, "", true},
		{"a status, and labels", `o.Status.Phase != n.Status.Phase && !reflect.DeepEqual(o.Labels, n.Labels)`, "", true},
		{"a status, of one that is being deleted", `o.Status.Phase != n.Status.Phase && deleting(n)`, "", true},
	} {
		for style, source := range map[string]string{"predicate": asPredicate, "returned": returned, "handler": asHandler} {
			if style == "returned" && test.reported && test.asked != "false" && !strings.HasPrefix(test.name, "it began") {
				continue // what a predicate returns is not asked: it may be true
			}
			t.Run(style+": "+test.name, func(t *testing.T) {
				got := shown(t, stubs, strings.NewReplacer("ASKED", test.asked, "WRITE", test.write).Replace(source))
				if (got != "") != test.reported || got != "" && got != judge.GenerationDropped {
					t.Errorf("got %q, reported: want %t", got, test.reported)
				}
			})
		}
	}
}
