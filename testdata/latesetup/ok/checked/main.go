// Package checked looks at the error, and does without the transform.
package checked

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	informer := pods.Informer()
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	trimmed := true
	if err := informer.SetTransform(trim); err != nil {
		trimmed = false
	}
	list, err := pods.Lister().List(labels.Everything())
	if trimmed {
		return 0, err
	}
	return len(list), err
}

func trim(obj any) (any, error) { return obj, nil }
