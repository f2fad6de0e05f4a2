// Package v026 tests client-go v0.26, in which handlers can be removed but are
// not told of the initial list.
package v026

import (
	"testing"
	"time"

	"k8s.io/client-go/tools/cache"

	"github.com/informerlint/informerlint/conform/harness"
)

var client = harness.Client{
	Version:  "v0.26.15",
	Minor:    26,
	NoResync: 10000 * time.Hour,
	AddHandler: func(inf cache.SharedIndexInformer, h harness.Sink, period *time.Duration) (harness.Registration, error) {
		var reg cache.ResourceEventHandlerRegistration
		var err error
		if period != nil {
			reg, err = inf.AddEventHandlerWithResyncPeriod(handler(h), *period)
		} else {
			reg, err = inf.AddEventHandler(handler(h))
		}
		return harness.Registration{Remove: func() error { return inf.RemoveEventHandler(reg) }}, err
	},
}

func handler(h harness.Sink) cache.ResourceEventHandler {
	return cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { h.OnAdd(obj, false) },
		UpdateFunc: h.OnUpdate,
		DeleteFunc: h.OnDelete,
	}
}

func TestScripts(t *testing.T) { harness.Scripts(t, client, "../observed/v026.json") }

func TestLaws(t *testing.T) { harness.Laws(t, client) }

func TestRefusals(t *testing.T) { harness.Refusals(t, client) }

func TestRemoveWaits(t *testing.T) { harness.RemoveWaits(t, client) }

func TestSettings(t *testing.T) {
	called := harness.Settings(t, client)
	for _, method := range []string{"SetTransform", "SetWatchErrorHandler", "AddIndexers"} {
		if !called[method] {
			t.Errorf("%s was not called", method)
		}
	}
}
