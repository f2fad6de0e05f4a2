// Package superfluous waits for nothing in a place that has no informer.
package superfluous

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type handler struct {
	client kubernetes.Interface
}

func (h *handler) wait(stop <-chan struct{}) bool { return cache.WaitForCacheSync(stop) }

// Run counts the pods without any cache.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	h := &handler{client: client}
	if !h.wait(ctx.Done()) {
		return 0, ctx.Err()
	}
	list, err := h.client.CoreV1().Pods("").List(ctx, metav1.ListOptions{})
	if err != nil {
		return 0, err
	}
	return len(list.Items), nil
}
