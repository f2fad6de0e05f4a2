// Package testhelper makes factories for tests. One helper starts what the
// test has registered by then; tests that fill stores never start anything.
package testhelper

import (
	"context"
	"testing"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// A Fixture holds the factory of one test.
type Fixture struct {
	Client    kubernetes.Interface
	Informers informers.SharedInformerFactory
}

// New returns a fixture with a factory that is not started yet.
func New(t testing.TB, client kubernetes.Interface) *Fixture {
	t.Helper()
	return &Fixture{Client: client, Informers: informers.NewSharedInformerFactory(client, 0)}
}

// Start starts what is registered until the test ends.
func (f *Fixture) Start(t testing.TB) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	f.Informers.Start(ctx.Done())
	t.Cleanup(func() {
		cancel()
		f.Informers.Shutdown()
	})
	f.Informers.WaitForCacheSync(ctx.Done())
}
