package begins

import (
	"testing"

	"k8s.io/client-go/kubernetes/fake"
)

func TestCount(t *testing.T) {
	s := newService(fake.NewClientset())
	s.start(t.Context().Done())
	if n := s.count(); n != 0 {
		t.Errorf("there are %d pods", n)
	}
}
