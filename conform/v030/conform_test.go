// Package v030 tests client-go v0.30, the last but two with the old queue, DeltaFIFO.
package v030

import (
	"testing"
	"time"

	"k8s.io/client-go/tools/cache"

	"github.com/informerlint/informerlint/conform/harness"
)

var client = harness.Client{
	Version:  "v0.30.14",
	Minor:    30,
	NoResync: 10000 * time.Hour,
	AddHandler: func(inf cache.SharedIndexInformer, h harness.Sink, period *time.Duration) (harness.Registration, error) {
		var reg cache.ResourceEventHandlerRegistration
		var err error
		if period != nil {
			reg, err = inf.AddEventHandlerWithResyncPeriod(h, *period)
		} else {
			reg, err = inf.AddEventHandler(h)
		}
		if err != nil {
			return harness.Registration{}, err
		}
		return harness.Registration{
			HasSynced: reg.HasSynced,
			Remove:    func() error { return inf.RemoveEventHandler(reg) },
		}, nil
	},
}

func TestScripts(t *testing.T) { harness.Scripts(t, client, "../observed/v030.json") }

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
