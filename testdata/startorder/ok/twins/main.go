// Package twins makes the informers of two servers in one function, and keeps
// the lister of one of them in a field that both calls reach. Only that one has
// to be started.
package twins

import (
	"context"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
)

type server struct {
	client  kubernetes.Interface
	factory informers.SharedInformerFactory
}

type driver struct {
	pods listers.PodLister
}

func (d *driver) connect(client kubernetes.Interface, bootstrap bool) *server {
	s := &server{client: client, factory: informers.NewSharedInformerFactory(client, time.Minute)}
	if !bootstrap {
		d.pods = s.factory.Core().V1().Pods().Lister()
	}
	return s
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	d := &driver{}
	first := d.connect(client, true)
	if _, err := first.client.Discovery().ServerVersion(); err != nil {
		return 0, err
	}
	hub := d.connect(client, false)
	hub.factory.Start(ctx.Done())
	hub.factory.WaitForCacheSync(ctx.Done())
	found, err := d.pods.List(labels.Everything())
	return len(found), err
}
