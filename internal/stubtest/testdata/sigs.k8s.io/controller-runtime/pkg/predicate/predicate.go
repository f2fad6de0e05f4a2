package predicate

import "sigs.k8s.io/controller-runtime/pkg/event"

type Predicate interface {
	Create(event.CreateEvent) bool
	Update(event.UpdateEvent) bool
	Delete(event.DeleteEvent) bool
}

type Funcs struct {
	CreateFunc func(event.CreateEvent) bool
	UpdateFunc func(event.UpdateEvent) bool
	DeleteFunc func(event.DeleteEvent) bool
}

func (Funcs) Create(event.CreateEvent) bool
func (Funcs) Update(event.UpdateEvent) bool
func (Funcs) Delete(event.DeleteEvent) bool

type LabelChangedPredicate struct{ Funcs }

func (LabelChangedPredicate) Update(event.UpdateEvent) bool

type AnnotationChangedPredicate struct{ Funcs }

func (AnnotationChangedPredicate) Update(event.UpdateEvent) bool

type ResourceVersionChangedPredicate struct{ Funcs }

func (ResourceVersionChangedPredicate) Update(event.UpdateEvent) bool

func NewPredicateFuncs(filter func(event.Object) bool) Funcs

func And(...Predicate) Predicate
func Or(...Predicate) Predicate
func Not(Predicate) Predicate
