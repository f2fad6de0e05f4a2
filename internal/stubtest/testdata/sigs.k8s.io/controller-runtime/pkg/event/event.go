package event

import "k8s.io/apimachinery/pkg/types"

type Object interface {
	GetName() string
	GetNamespace() string
	GetUID() types.UID
	GetGeneration() int64
}

type CreateEvent struct{ Object Object }

type UpdateEvent struct{ ObjectOld, ObjectNew Object }

type DeleteEvent struct{ Object Object }
