package testhelper

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
)

// The factory is never started on purpose: the test is about an empty lister.
func TestEmpty(t *testing.T) {
	factory := informers.NewSharedInformerFactory(fake.NewClientset(&corev1.Pod{}), 0)
	pods, err := factory.Core().V1().Pods().Lister().List(labels.Everything())
	if err != nil || len(pods) > 0 {
		t.Errorf("found %d pods, error %v", len(pods), err)
	}
}

func TestStarted(t *testing.T) {
	f := New(t, fake.NewClientset(&corev1.Pod{}))
	lister := f.Informers.Core().V1().Pods().Lister()
	f.Start(t)
	pods, err := lister.List(labels.Everything())
	if err != nil || len(pods) != 1 {
		t.Errorf("found %d pods, error %v", len(pods), err)
	}
}
