// Package prune looks after pods.
package prune

import (
	"context"
	"fmt"
	"strings"

	corev1 "k8s.io/api/core/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Pods deletes the pods of some names.
func Pods(ctx context.Context, c client.Client, names string) error {
	log := ctrl.Log.WithName("prune")
	wanted := parse(names)
	log.V(1).Info(fmt.Sprintf("pruning %d pods", len(wanted)))
	var pods corev1.PodList
	if err := c.List(ctx, &pods); err != nil {
		log.Error(err, "cannot list pods")
		return err
	}
	for i := range pods.Items {
		if wanted[pods.Items[i].Name] {
			if err := c.Delete(ctx, &pods.Items[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

func parse(names string) map[string]bool {
	out := make(map[string]bool)
	for _, name := range strings.Split(names, ",") {
		out[strings.TrimSpace(name)] = true
	}
	return out
}
