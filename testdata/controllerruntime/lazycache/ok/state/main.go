// Package state has objects whose methods read only when something has happened to them,
// which is after the manager has been started.
package state

import (
	"context"
	"errors"
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

type refresher interface {
	refresh(ctx context.Context) error
}

func count(ctx context.Context, reader client.Reader) error {
	var list corev1.PodList
	return reader.List(ctx, &list)
}

// A flagged controller has a flag.
type flagged struct {
	client  client.Client
	started bool
}

func (f *flagged) refresh(ctx context.Context) error {
	if !f.started {
		return nil
	}
	return count(ctx, f.client)
}

// A locked one asks for it with a lock.
type locked struct {
	client  client.Client
	mu      sync.Mutex
	started bool
}

func (l *locked) isStarted() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.started
}

func (l *locked) refresh(ctx context.Context) error {
	if l.isStarted() {
		return count(ctx, l.client)
	}
	return nil
}

// A signalled one has a channel that is closed.
type signalled struct {
	client client.Client
	ready  chan struct{}
}

func (s *signalled) refresh(ctx context.Context) error {
	select {
	case <-s.ready:
		return count(ctx, s.client)
	default:
		return nil
	}
}

// A named one reads for each name that it has been told of.
type named struct {
	client client.Client
	names  []string
	byName map[string]bool
}

func (n *named) refresh(ctx context.Context) error {
	for range n.names {
		if err := count(ctx, n.client); err != nil {
			return err
		}
	}
	if _, known := n.byName["pods"]; known {
		return count(ctx, n.client)
	}
	return nil
}

var running bool

// A global one has its flag in a variable.
type global struct{ client client.Client }

func (g *global) refresh(ctx context.Context) error {
	if running {
		return count(ctx, g.client)
	}
	return nil
}

// Run refreshes all of them before the manager is started, and once more after that.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	c := mgr.GetClient()
	f, l, s, n, g := &flagged{client: c}, &locked{client: c}, &signalled{client: c, ready: make(chan struct{})}, &named{client: c}, &global{client: c}
	all := []refresher{f, l, s, n, g}
	for _, r := range all {
		if err := r.refresh(ctx); err != nil {
			return 0, err
		}
	}
	pods, done := 0, errors.New("counted")
	err = mgr.Add(manager.RunnableFunc(func(ctx context.Context) error {
		f.started, l.started, n.names, n.byName, running = true, true, []string{"pods"}, map[string]bool{"pods": true}, true
		close(s.ready)
		for _, r := range all {
			if err := r.refresh(ctx); err != nil {
				return err
			}
		}
		var list corev1.PodList
		if err := mgr.GetClient().List(ctx, &list); err != nil {
			return err
		}
		pods = len(list.Items)
		return done
	}))
	if err != nil {
		return 0, err
	}
	if err := mgr.Start(ctx); !errors.Is(err, done) {
		return 0, err
	}
	return pods, nil
}
