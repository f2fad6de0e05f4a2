// wait.Until runs its function again and again before it returns, in the same
// thread; with go, in another one.
package p

import (
	"time"

	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

func Run(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	wait.Until(func() { f.Start(stop) }, time.Second, stop)
	f.Core().V1().Pods().Lister()
}

func Goes(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	go wait.Until(func() { f.Start(stop) }, time.Second, stop)
	f.Core().V1().Pods().Lister()
}
