// Package byvalue has a handler that is a value: what it stores in a field of its own
// is lost, and so nobody waits for that.
package byvalue

import (
	"context"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

type handler struct {
	last string
}

func (h handler) OnAdd(obj any, _ bool) {
	if pod, ok := obj.(*corev1.Pod); ok {
		h.last = pod.Namespace + "/" + pod.Name
		time.Sleep(time.Duration(len(h.last)) * time.Millisecond)
	}
}

func (handler) OnUpdate(_, _ any) {}
func (handler) OnDelete(_ any)    {}

// Run counts what the handler was made with.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	h := handler{last: "till"}
	if _, err := factory.Core().V1().Pods().Informer().AddEventHandler(h); err != nil {
		return 0, err
	}
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	if h.last == "till" {
		return 1, nil
	}
	return 0, nil
}
