// Package runs hands functions to others, which .informerlint.yaml says run
// them, and when.
package runs

import (
	"context"
	"reflect"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Spawn runs f in a goroutine, in a way that cannot be followed.
func Spawn(f func()) { reflect.ValueOf(spawn).Call([]reflect.Value{reflect.ValueOf(f)}) }

func spawn(f func()) { go f() }

// Keep is said to run f later, though it runs it at once.
func Keep(f func()) { f() }

// Race starts its factory in a goroutine of Spawn.
func Race(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	factory.Core().V1().Pods().Lister()
	Spawn(func() { factory.Start(ctx.Done()) }) // want `\(goroutinestart/start-races-wait\)`
	factory.WaitForCacheSync(ctx.Done())
}

// Later starts it at a time of which nothing is known: silence.
func Later(ctx context.Context, client kubernetes.Interface) {
	factory := informers.NewSharedInformerFactory(client, 0)
	Keep(func() { factory.Start(ctx.Done()) })
	factory.Core().V1().Pods().Lister()
}
