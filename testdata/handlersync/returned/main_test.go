package returned

import (
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// A test that calls the handler fills what no program fills without it.
func TestAdd(t *testing.T) {
	tracker := &Tracker{names: make(map[string]bool)}
	tracker.add(&corev1.Pod{ObjectMeta: metav1.ObjectMeta{Name: "till"}})
	if !tracker.Has("till") {
		t.Error("the pod is not known")
	}
}
