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
	return write(dir, program)
}

// stub is a client-go with the shapes by which the checks know it, and as much
// of it as program uses.
const stub = `
-- go.mod --
module example.com/client

go 1.26.0

require (
	k8s.io/apimachinery v0.0.0
	k8s.io/client-go v0.0.0
)

replace (
	k8s.io/apimachinery => ./apimachinery
	k8s.io/client-go => ./client-go
)
-- apimachinery/go.mod --
module k8s.io/apimachinery

go 1.26.0
-- apimachinery/pkg/labels/labels.go --
package labels

type Selector interface{ Empty() bool }

func Everything() Selector { return nil }
-- client-go/go.mod --
module k8s.io/client-go

go 1.26.0
-- client-go/kubernetes/kubernetes.go --
package kubernetes

type Interface interface{ Discovery() any }
-- client-go/tools/cache/cache.go --
package cache

type Store interface{ List() []any }

type SharedIndexInformer interface {
	AddEventHandler(handler any) (any, error)
	GetStore() Store
	Run(stop <-chan struct{})
	HasSynced() bool
}
-- client-go/informers/core/v1/v1.go --
package v1

import (
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/tools/cache"
)

type Pod struct{}

type Node struct{}

type PodLister interface {
	List(labels.Selector) ([]*Pod, error)
}

type NodeLister interface {
	List(labels.Selector) ([]*Node, error)
}

type PodInformer interface {
	Informer() cache.SharedIndexInformer
	Lister() PodLister
}

type NodeInformer interface {
	Informer() cache.SharedIndexInformer
	Lister() NodeLister
}

type Interface interface {
	Pods() PodInformer
	Nodes() NodeInformer
}
-- client-go/informers/core/core.go --
package core

import v1 "k8s.io/client-go/informers/core/v1"

type Interface interface{ V1() v1.Interface }
-- client-go/informers/informers.go --
package informers

import (
	"k8s.io/client-go/informers/core"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

type GenericInformer interface {
	Informer() cache.SharedIndexInformer
	Lister() any
}

type SharedInformerFactory interface {
	Start(stop <-chan struct{})
	WaitForCacheSync(stop <-chan struct{}) map[string]bool
	ForResource(resource string) (GenericInformer, error)
	Core() core.Interface
}

func NewSharedInformerFactory(client kubernetes.Interface, resync int) SharedInformerFactory { return nil }
`

// WriteStub writes the module of WriteModule on a client-go in miniature, which
// takes a hundredth of the time to type-check.
func WriteStub(dir string) error { return write(dir, stub+program) }

func write(dir, archive string) error {
	for _, f := range txtar.Parse([]byte(archive)).Files {
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
