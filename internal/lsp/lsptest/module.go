package lsptest

import (
	"os"
	"path/filepath"

	"golang.org/x/tools/txtar"
)

// Module is the path of the module that WriteModule writes.
const Module = "example.com/client"

// program is a client of the real client-go. Count is wrong, and only who
// knows what lib.Begin does can tell; so is Serve. Right is right.
const program = `
-- lib/lib.go --
// Package lib starts things.
package lib

import (
	"context"

	"k8s.io/client-go/informers"
)

// Begin starts what is registered, and waits until it is there.
func Begin(ctx context.Context, factory informers.SharedInformerFactory) {
	factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
}
-- app/app.go --
// Package app counts pods.
package app

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"

	"example.com/client/lib"
)

// Count counts pods, of which it never sees one.
func Count(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods()
	lib.Begin(ctx, factory)
	list, err := pods.Lister().List(labels.Everything())
	return len(list), err
}

// Right counts them.
func Right(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods().Lister()
	lib.Begin(ctx, factory)
	list, err := pods.List(labels.Everything())
	return len(list), err
}
-- app/serve.go --
package app

import (
	"context"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

// Serve counts nodes before there are any.
func Serve(ctx context.Context, client kubernetes.Interface) (int, error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	nodes := factory.Core().V1().Nodes().Lister()
	go factory.Start(ctx.Done())
	factory.WaitForCacheSync(ctx.Done())
	list, err := nodes.List(labels.Everything())
	return len(list), err
}
`

// WriteModule writes a small module that uses the real client-go to dir, with
// the requirements of the module in testdata.
func WriteModule(dir, testdata string) error {
	for _, name := range []string{"go.mod", "go.sum"} {
		text, err := os.ReadFile(filepath.Join(testdata, name))
		if err != nil {
			return err
		}
		if name == "go.mod" {
			text = append([]byte("module "+Module+"\n"), text[len("module example.com/informers\n"):]...)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			return err
		}
	}
	for _, f := range txtar.Parse([]byte(program)).Files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.Data, 0o666); err != nil {
			return err
		}
	}
	return nil
}
