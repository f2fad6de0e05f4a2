// Package together runs programs with defects whose mends hold each alone and not
// together, on the fake clientset.
package together

import (
	"context"
	"errors"
	"os"
	"testing"
	"testing/synctest"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/fake"

	"example.com/informers/together/declared"
	"example.com/informers/together/early"
	"example.com/informers/together/early/both"
)

func run(t *testing.T, program func(context.Context, kubernetes.Interface) (int, error)) (count int, err error) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer time.Sleep(time.Minute) // a slow handler comes to its end
		defer cancel()
		client := fake.NewClientset(
			&corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "till"}},
			&corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: "node-1"}},
		)
		count, err = program(ctx, client)
	})
	return count, err
}

// Each mend that is offered mends what it is for, and the rest is as it was.
func TestPrograms(t *testing.T) {
	mended := os.Getenv("PROGRAMS") == "mended"
	for name, program := range map[string]func(context.Context, kubernetes.Interface) (int, error){"declared": declared.Run, "early": early.Run} {
		want := 0
		if mended {
			want = 1
		}
		if count, err := run(t, program); err != nil || count != want {
			t.Errorf("%s counts %d, %v, want %d", name, count, err, want)
		}
	}
}

// With both mends it gives up after a minute, and nothing but its context has
// ended the wait.
func TestBoth(t *testing.T) {
	if count, err := run(t, both.Run); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("it counts %d, %v", count, err)
	}
}
