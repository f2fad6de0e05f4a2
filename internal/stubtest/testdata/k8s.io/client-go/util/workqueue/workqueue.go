// Package workqueue has what the programs need of k8s.io/client-go/util/workqueue.
package workqueue

type Interface interface {
	Add(item interface{})
	Done(item interface{})
	Get() (item interface{}, shutdown bool)
	ShutDown()
}
