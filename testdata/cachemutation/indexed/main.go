// Package indexed changes the elements of a list by their index.
package indexed

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
)

// Run releases the pods of a lost node.
func Run(ctx context.Context, client kubernetes.Interface, pods coreinformers.PodInformer) error {
	all, err := pods.Lister().Pods(metav1.NamespaceDefault).List(labels.SelectorFromSet(labels.Set{"app": "web"}))
	if err != nil {
		return err
	}
	for i := range all {
		all[i].Finalizers = nil // want `the informer's cache.*\(cachemutation/cached-object\)`
		if _, err := client.CoreV1().Pods(all[i].Namespace).Update(ctx, all[i], metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}
