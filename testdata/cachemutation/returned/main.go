// Package returned changes the pods of a list and returns the list: copies that
// only the loop has would be lost for the caller.
package returned

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

// Run writes down what is noted in the pods.
func Run(ctx context.Context, client kubernetes.Interface, pods coreinformers.PodInformer) error {
	noted, err := Noted(pods.Lister())
	if err != nil {
		return err
	}
	reasons := make(map[string]string)
	for _, pod := range noted {
		reasons[pod.Name] = pod.Status.Reason
	}
	list := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Name: "reasons"}, Data: reasons}
	_, err = client.CoreV1().ConfigMaps(metav1.NamespaceDefault).Create(ctx, list, metav1.CreateOptions{})
	return err
}

// Noted lists all pods, with a note.
func Noted(pods corelisters.PodLister) ([]*corev1.Pod, error) {
	all, err := pods.List(labels.Everything())
	if err != nil {
		return nil, err
	}
	for _, pod := range all {
		pod.Status.Reason = "Listed" // want `the informer's cache.*\(cachemutation/cached-object\)`
	}
	return all, nil
}
