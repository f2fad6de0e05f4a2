// Package v037 tests client-go v0.37, in which the queue is RealFIFO with
// batches and atomic replacement, and lists may be streamed.
package v037

import (
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"github.com/informerlint/informerlint/conform/harness"
)

var client = harness.Client{
	Version: "v0.37.2",
	Minor:   37,
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
	Streamed: func(o metav1.ListOptions) bool { return o.SendInitialEvents != nil && *o.SendInitialEvents },
}

func TestScripts(t *testing.T) { harness.Scripts(t, client, "../observed/v037.json") }

func TestLaws(t *testing.T) { harness.Laws(t, client) }

func TestRefusals(t *testing.T) { harness.Refusals(t, client) }

func TestRemoveWaits(t *testing.T) { harness.RemoveWaits(t, client) }

func TestSettings(t *testing.T) {
	called := harness.Settings(t, client)
	for _, method := range []string{"SetTransform", "SetWatchErrorHandler", "SetWatchErrorHandlerWithContext", "AddIndexers"} {
		if !called[method] {
			t.Errorf("%s was not called", method)
		}
	}
}
