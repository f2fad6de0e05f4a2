// Controllers that register in their Run, beside a Start in a goroutine, and whose
// reconcile functions, behind the wait, lock something and ask for the lister again.
package p

import (
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type owners struct {
	mu sync.RWMutex
	of map[string]string
}

func (o *owners) owner(name string) string {
	o.mu.RLock()
	defer o.mu.RUnlock()
	for owner, owned := range o.of {
		if owned == name {
			return owner
		}
	}
	return ""
}

type controller struct {
	pods   coreinformers.PodInformer
	owners *owners
}

func (c *controller) locked() {
	if c.owners.owner("a") != "" {
		c.pods.Lister().List(labels.Everything())
	}
}

func (c *controller) sometimes() {
	if c.owners != nil {
		c.pods.Lister().List(labels.Everything())
	}
	c.owners.owner("a")
	c.pods.Lister().List(labels.Everything())
}

// The goroutine below the one that registers locks something, and may register again.
func Locked(client kubernetes.Interface, stop <-chan struct{}, o *owners) {
	f := informers.NewSharedInformerFactory(client, 0)
	c := &controller{f.Core().V1().Pods(), o}
	go func() {
		if cache.WaitForCacheSync(stop, c.pods.Informer().HasSynced) {
			go wait.Until(c.locked, time.Second, stop)
		}
	}()
	go f.Start(stop)
	<-stop
}

// As Locked, and it registers again in any case, on one way before it locks.
func Sometimes(client kubernetes.Interface, stop <-chan struct{}, o *owners) {
	f := informers.NewSharedInformerFactory(client, 0)
	c := &controller{f.Core().V1().Pods(), o}
	go func() {
		if cache.WaitForCacheSync(stop, c.pods.Informer().HasSynced) {
			go wait.Until(c.sometimes, time.Second, stop)
		}
	}()
	go f.Start(stop)
	<-stop
}
