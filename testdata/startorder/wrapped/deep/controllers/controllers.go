// Package controllers makes all controllers.
package controllers

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"

	"example.com/informers/startorder/wrapped/deep/controllers/expiry"
)

// A Context is what controllers are made from.
type Context struct {
	Client    kubernetes.Interface
	Informers informers.SharedInformerFactory
	Nodes     cache.Indexer
}

// All is the set of controllers.
type All struct {
	expiry *expiry.Controller
}

// New makes the controllers.
func New(c Context) *All {
	return &All{expiry: expiry.New(c.Client, c.Informers.Core().V1().Secrets())}
}

// Count asks each of them.
func (a *All) Count() (int, error) { return a.expiry.Count() }
