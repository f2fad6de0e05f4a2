// Package v020 tests client-go v0.20, in which adding a handler returns
// nothing and handlers are not told of the initial list.
package v020

import (
	"testing"
	"time"

	"k8s.io/client-go/tools/cache"

	"github.com/informerlint/informerlint/conform/harness"
)

var client = harness.Client{
	Version:  "v0.20.15",
	Minor:    20,
	NoResync: 10000 * time.Hour,
	AddHandler: func(inf cache.SharedIndexInformer, h harness.Sink, period *time.Duration) (harness.Registration, error) {
		if period != nil {
			inf.AddEventHandlerWithResyncPeriod(handler(h), *period)
		} else {
			inf.AddEventHandler(handler(h))
		}
		return harness.Registration{}, nil
	},
}

func handler(h harness.Sink) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { h.OnAdd(obj, false) },
		UpdateFunc: h.OnUpdate,
		DeleteFunc: h.OnDelete,
	}
}

func TestScripts(t *testing.T) { harness.Scripts(t, client, "../observed/v020.json") }

func TestLaws(t *testing.T) { harness.Laws(t, client) }

func TestSettings(t *testing.T) {
	called := harness.Settings(t, client)
	for _, method := range []string{"SetWatchErrorHandler", "AddIndexers"} {
		if !called[method] {
			t.Errorf("%s was not called", method)
		}
	}
}
