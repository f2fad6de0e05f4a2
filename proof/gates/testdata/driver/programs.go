package programs

import (
	"context"
	"fmt"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/dynamic"
	dynamicfake "k8s.io/client-go/dynamic/fake"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/kubernetes/scheme"
	typedcore "k8s.io/client-go/kubernetes/typed/core/v1"

	"example.com/gate"
)

// patience is how long a program may wait for what does not come. Time passes
// only when nothing else happens, so it need not be long. It is no multiple of
// the periods at which anything polls: of what happens at the same time, a
// bubble begins with the one or the other.
const patience = 10*time.Second + 37*time.Millisecond

// Bodies returns what to run for each program: a function that says what went
// wrong.
func Bodies() map[string]func() string {
	bodies := make(map[string]func() string)
	for _, p := range programs {
		bodies[p.dir] = func() string {
			ctx, cancel := context.WithTimeout(context.Background(), patience)
			defer cancel()
			count, err := p.run(ctx, &client{Clientset: fake.NewSimpleClientset(cluster()...)})
			switch {
			case err != nil:
				return fmt.Sprintf("the program gives up: %v", err)
			case count != 1:
				return fmt.Sprintf("the program counts %d instead of 1", count)
			}
			return ""
		}
	}
	return bodies
}

// A client has a gate before each request for a namespace, which is what the
// programs ask for to lose time.
type client struct{ *fake.Clientset }

func (c *client) CoreV1() typedcore.CoreV1Interface { return core{c.Clientset.CoreV1()} }

type core struct{ typedcore.CoreV1Interface }

func (c core) Namespaces() typedcore.NamespaceInterface {
	return namespaces{c.CoreV1Interface.Namespaces()}
}

type namespaces struct{ typedcore.NamespaceInterface }

func (n namespaces) Get(ctx context.Context, name string, options metav1.GetOptions) (*corev1.Namespace, error) {
	gate.Point("request: get namespace " + name)
	return n.NamespaceInterface.Get(ctx, name, options)
}

// The table may need these or not.
var (
	_ dynamic.Interface    = (*dynamicfake.FakeDynamicClient)(nil)
	_ kubernetes.Interface = (*client)(nil)
	_                      = scheme.Scheme
)
