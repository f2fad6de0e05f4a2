// Package onnode changes the elements of a list that another package makes.
package onnode

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"

	"example.com/informers/cachemutation/wrapped/podcache"
)

// Run marks the pods of a lost node.
func Run(ctx context.Context, client kubernetes.Interface, pods coreinformers.PodInformer) error {
	lost, err := podcache.New(pods.Lister()).OnNode("node-1")
	if err != nil {
		return err
	}
	for _, pod := range lost {
		pod.Status.Phase = corev1.PodUnknown // want `the informer's cache.*\(cachemutation/cached-object\)`
		if _, err := client.CoreV1().Pods(pod.Namespace).UpdateStatus(ctx, pod, metav1.UpdateOptions{}); err != nil {
			return err
		}
	}
	return nil
}
