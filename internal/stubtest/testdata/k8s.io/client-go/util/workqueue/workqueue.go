// Package workqueue has what the programs need of k8s.io/client-go/util/workqueue.
package workqueue

type Interface interface {
	Add(item interface{})
	Get() (item interface{}, shutdown bool)
	Done(item interface{})
	ShutDown()
}

func New() Interface
