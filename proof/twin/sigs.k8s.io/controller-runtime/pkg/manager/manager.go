// Package manager is the twin of controller-runtime's pkg/manager, without
// webhooks, metrics and health probes. There is no other candidate for the
// lease, so leader election makes no difference.
package manager

import (
	"errors"

	"github.com/informerlint/informerlint/proof/twin/context"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/runtime"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/rest"
	"github.com/informerlint/informerlint/proof/twin/sigs.k8s.io/controller-runtime/pkg/cache"
	"github.com/informerlint/informerlint/proof/twin/sigs.k8s.io/controller-runtime/pkg/client"
	"github.com/informerlint/informerlint/proof/twin/sigs.k8s.io/controller-runtime/pkg/cluster"
	"github.com/informerlint/informerlint/proof/twin/sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"github.com/informerlint/informerlint/reference/sched"
)

// A Runnable is what a manager runs.
type Runnable interface {
	Start(ctx context.Context) error
}

// A RunnableFunc is a Runnable.
type RunnableFunc func(ctx context.Context) error

// Start calls the function.
func (f RunnableFunc) Start(ctx context.Context) error { return f(ctx) }

// A Manager is manager.Manager.
type Manager interface {
	cluster.Cluster
	Add(r Runnable) error
	AddHealthzCheck(name string, check func() error) error
	Elected() *sched.Chan[struct{}]
}

// Options are manager.Options.
type Options struct {
	Scheme         *runtime.Scheme
	Cache          cache.Options
	Client         client.Options
	NewCache       func(config *rest.Config, o cache.Options) (cache.Cache, error)
	NewClient      func(config *rest.Config, o client.Options) (client.Client, error)
	Metrics        server.Options
	LeaderElection bool
}

// New returns a manager with a cluster of its own.
func New(config *rest.Config, o Options) (Manager, error) {
	cl, err := cluster.New(config, func(c *cluster.Options) {
		c.Cache, c.NewCache, c.Client, c.NewClient = o.Cache, o.NewCache, o.Client, o.NewClient
	})
	if err != nil {
		return nil, err
	}
	m := &manager{Cluster: cl, elected: sched.NamedChan[struct{}]("elected", 0), errs: sched.NamedChan[error]("errors of runnables", 100), lock: sched.NewObject("manager")}
	m.running.Named("runnables")
	return m, nil
}

type manager struct {
	cluster.Cluster
	elected *sched.Chan[struct{}]
	errs    *sched.Chan[error]
	running sched.WaitGroup

	lock    sched.Object
	started bool
	ctx     context.Context // of what runs, since the caches are synced
	caches  []cluster.Cluster
	others  []Runnable
}

func (m *manager) locked(name string, f func()) {
	sched.Do(name, f, sched.Access{Obj: &m.lock, Mode: sched.Write})
}

// Add keeps a runnable, or starts it if the manager runs already.
func (m *manager) Add(r Runnable) error {
	var ctx context.Context
	m.locked("manager.Add", func() {
		if ctx = m.ctx; ctx != nil {
			return
		}
		if c, ok := r.(cluster.Cluster); ok {
			m.caches = append(m.caches, c)
		} else {
			m.others = append(m.others, r)
		}
	})
	if ctx != nil {
		m.run(ctx, r)
	}
	return nil
}

func (m *manager) AddHealthzCheck(string, func() error) error { return nil }

func (m *manager) Elected() *sched.Chan[struct{}] { return m.elected }

// run starts a runnable; the first error of one ends the manager.
func (m *manager) run(ctx context.Context, r Runnable) {
	m.running.Begin()
	sched.Daemon("runnable", func() {
		defer m.running.Done()
		if err := r.Start(ctx); err != nil {
			m.errs.Send(err)
		}
	})
}

// Start starts the caches and waits for them, starts what was added, and blocks
// until the context ends or something fails. Then it stops all and waits for it,
// for however long that takes.
func (m *manager) Start(ctx context.Context) error {
	again := false
	m.locked("manager.Start", func() { again, m.started = m.started, true })
	if again {
		return errors.New("manager already started")
	}
	all, cancel := context.WithCancel(context.Background())
	err := m.serve(ctx, all)
	cancel()
	m.running.Wait()
	return err
}

func (m *manager) serve(ctx, all context.Context) error {
	caches := append([]cluster.Cluster{m.Cluster}, m.caches...)
	for _, c := range caches {
		m.run(all, c)
	}
	for _, c := range caches {
		if !c.GetCache().WaitForCacheSync(ctx) {
			return nil
		}
	}
	var others []Runnable
	m.locked("manager runs", func() { m.ctx, others = all, m.others })
	for _, r := range others {
		m.run(all, r)
	}
	m.elected.Close()
	var err error
	var some bool
	if sched.Select(ctx.Done().RecvCase(new(struct{}), new(bool)), m.errs.RecvCase(&err, &some)) == 0 {
		return nil
	}
	return err
}
