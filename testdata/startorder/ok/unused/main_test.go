package unused

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes/fake"
)

func TestCount(t *testing.T) {
	c, store := newTested(fake.NewClientset())
	if err := store.Add(&corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: metav1.NamespaceDefault, Name: "web-0"}}); err != nil {
		t.Fatal(err)
	}
	if n, err := c.count(); n != 1 || err != nil {
		t.Errorf("%d pods, %v", n, err)
	}
}
