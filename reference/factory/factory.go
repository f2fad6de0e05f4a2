package factory

import (
	"fmt"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/sched"
)

// A SharedInformerFactory has at most one informer for each kind.
type SharedInformerFactory struct {
	server  *apiserver.Server
	profile *cache.Profile
	clock   *cache.Clock
	resync  int

	informers    map[string]*cache.SharedIndexInformer
	order        []string // of registration
	started      map[string]bool
	shuttingDown bool
	mu           sched.Object // what the one lock protects
	running      sched.WaitGroup
	done         func() // of one that runs
}

// What a factory is made of is kept for those of later executions.
var (
	factories = sched.NewPool[SharedInformerFactory]()
	accesses  = sched.NewPool[registering]()
	starts    = sched.NewPool[starting]()
)

// New returns a factory without informers. The period is the default for
// resyncs, in ticks of the clock, which may be nil if it is 0.
func New(server *apiserver.Server, period int, p *cache.Profile, clock *cache.Clock) *SharedInformerFactory {
	f := factories.Take()
	*f = SharedInformerFactory{
		server: server, profile: p, clock: clock, resync: period,
		informers: sched.Emptied(f.informers), started: sched.Emptied(f.started), order: f.order[:0], mu: sched.NewObject("factory"),
		running: f.running, done: f.done,
	}
	if f.done == nil {
		f.done = f.running.Done
	}
	f.running.Anew("informers")
	return f
}

func (f *SharedInformerFactory) write() sched.Access {
	return sched.Access{Obj: &f.mu, Mode: sched.Write}
}

func (f *SharedInformerFactory) read() sched.Access {
	return sched.Access{Obj: &f.mu, Mode: sched.Read}
}

// InformerFor registers a kind, if it is not yet, and returns its informer.
// This is what an accessor's Informer() and Lister() do. It starts nothing.
func (f *SharedInformerFactory) InformerFor(kind string) *cache.SharedIndexInformer {
	r := accesses.Take()
	*r = registering{f: f, kind: kind}
	sched.Step(sched.Join("register ", kind), r, f.write())
	return r.inf
}

// A registering is the step of InformerFor.
type registering struct {
	sched.Unguarded
	f    *SharedInformerFactory
	kind string
	inf  *cache.SharedIndexInformer
}

// Take registers.
func (r *registering) Take(int) {
	f := r.f
	if r.inf = f.informers[r.kind]; r.inf == nil {
		f.server.Serve(r.kind)
		r.inf = cache.NewSharedIndexInformer(f.server, r.kind, f.resync, f.profile, f.clock)
		f.informers[r.kind] = r.inf
		f.order = append(f.order, r.kind)
	}
}

// ForResource registers a kind that the server has, or returns an error and
// registers nothing.
func (f *SharedInformerFactory) ForResource(kind string) (*cache.SharedIndexInformer, error) {
	if !f.server.Serves(kind) {
		return nil, fmt.Errorf("no informer found for %s", kind)
	}
	return f.InformerFor(kind), nil
}

// Start starts the informers that are registered and not started, and returns
// at once. It takes one look, under the lock: what is registered later needs
// another Start. An informer that was started keeps its first stop channel.
func (f *SharedInformerFactory) Start(stop *sched.Chan[struct{}]) {
	s := starts.Take()
	s.f, s.run = f, s.run[:0]
	sched.Step("factory.Start", s, f.write())
	for _, inf := range s.run {
		f.running.Begin()
		sched.Loop(sched.Join(inf.Kind(), ".run"), inf.Running(stop)).AtEnd(f.done)
	}
}

// A starting is the step of Start.
type starting struct {
	sched.Unguarded
	f   *SharedInformerFactory
	run []*cache.SharedIndexInformer
}

// Take looks what is to be started.
func (s *starting) Take(int) {
	f := s.f
	if f.shuttingDown {
		return
	}
	for _, kind := range f.order {
		if !f.started[kind] {
			f.started[kind] = true
			s.run = append(s.run, f.informers[kind])
		}
	}
	sched.Note(func() string { return fmt.Sprintf("starts %d of %d", len(s.run), len(f.order)) })
}

// WaitForCacheSync waits until the informers that are started when it is called
// are synced, or stop is closed. It says nothing about others: if none is
// started, it returns an empty map at once.
func (f *SharedInformerFactory) WaitForCacheSync(stop *sched.Chan[struct{}]) map[string]bool {
	var wait []*cache.SharedIndexInformer
	sched.Do("factory.WaitForCacheSync", func() {
		for _, kind := range f.order {
			if f.started[kind] {
				wait = append(wait, f.informers[kind])
			}
		}
		sched.Note(func() string { return fmt.Sprintf("waits for %d of %d", len(wait), len(f.order)) })
	}, f.read())
	result := map[string]bool{}
	if f.profile.Minor >= 36 {
		// All at once; what counts is the state afterwards.
		var all []sched.Branch
		for _, inf := range wait {
			all = append(all, inf.Synced())
		}
		cache.WaitForCacheSync(stop, all...)
		for _, inf := range wait {
			result[inf.Kind()] = inf.HasSynced()
		}
		return result
	}
	for _, inf := range wait {
		result[inf.Kind()] = cache.WaitForCacheSync(stop, inf.Synced())
	}
	return result
}

// Shutdown forbids starting more and waits until all informers have stopped and
// their handlers have returned. It closes no stop channel: if nobody does, it
// waits for ever. (client-go 0.26)
func (f *SharedInformerFactory) Shutdown() {
	sched.Do("factory.Shutdown", func() { f.shuttingDown = true }, f.write())
	f.running.Wait()
}
