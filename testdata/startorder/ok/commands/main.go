// Package commands has its program in the fields of a tree of commands, as
// command-line libraries have them: what runs is chosen by a name.
package commands

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corelisters "k8s.io/client-go/listers/core/v1"
)

type command struct {
	name     string
	before   func(ctx context.Context) error
	run      func(ctx context.Context) (int, error)
	children []*command
}

func (c *command) execute(ctx context.Context, path ...string) (int, error) {
	if c.before != nil {
		if err := c.before(ctx); err != nil {
			return 0, err
		}
	}
	if len(path) == 0 {
		return c.run(ctx)
	}
	for _, child := range c.children {
		if child.name == path[0] {
			return child.execute(ctx, path[1:]...)
		}
	}
	return 0, fmt.Errorf("there is no %s", path[0])
}

func newCommand(client kubernetes.Interface) *command {
	factory := informers.NewSharedInformerFactory(client, 0)
	var pods corelisters.PodLister
	count := &command{name: "count", run: func(context.Context) (int, error) {
		found, err := pods.List(labels.Everything())
		return len(found), err
	}}
	root := &command{children: []*command{count}}
	root.before = func(ctx context.Context) error {
		pods = factory.Core().V1().Pods().Lister()
		factory.Start(ctx.Done())
		factory.WaitForCacheSync(ctx.Done())
		return ctx.Err()
	}
	return root
}

// Run counts the pods.
func Run(ctx context.Context, client kubernetes.Interface) (int, error) {
	return newCommand(client).execute(ctx, "count")
}
