// Workers that read too early, and what may make up for it: an error, a call that is not
// known, a goroutine, the same read once more; and one that nothing makes up for, and one behind
// its wait.
package p

import (
	"errors"
	"time"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	listers "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

var tell func(string)

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	factory := informers.NewSharedInformerFactory(client, 0)
	nodes := factory.Core().V1().Nodes()
	lister := nodes.Lister()
	factory.Start(stop)
	go Fails(lister)
	go says(lister)
	go spawns(lister)
	go polls(lister)
	go drops(lister)
	cache.WaitForCacheSync(stop, nodes.Informer().HasSynced)
	says(lister)
}

func Fails(l listers.NodeLister) error {
	all, _ := l.List(labels.Everything())
	if len(all) == 0 {
		return errors.New("no nodes")
	}
	return nil
}

func says(l listers.NodeLister) {
	all, _ := l.List(labels.Everything())
	for range all {
		return
	}
	report("none")
}

func report(s string) { tell(s) }

func spawns(l listers.NodeLister) {
	all, _ := l.List(labels.Everything())
	if len(all) == 0 {
		go report("none")
	}
}

func polls(l listers.NodeLister) {
	for {
		all, _ := l.List(labels.Everything())
		if len(all) > 0 {
			return
		}
		time.Sleep(time.Second)
	}
}

func drops(l listers.NodeLister) {
	all, _ := l.List(labels.Everything())
	for _, n := range all {
		tell(n.Name)
	}
}
