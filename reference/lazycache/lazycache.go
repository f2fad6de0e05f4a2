package lazycache

import (
	"errors"
	"fmt"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/sched"
)

// A Form is in which type a kind is read. Each form of a kind has an informer
// of its own.
type Form int

// The forms.
const (
	Structured Form = iota
	Unstructured
	Metadata
)

// Errors of reads.
var (
	ErrCacheNotStarted   = errors.New("the cache is not started, can not read objects")
	ErrResourceNotCached = errors.New("resource is not cached")
	ErrAlreadyStarted    = errors.New("informer already started")
	ErrNotFound          = errors.New("not found")
)

// A TimeoutError is what a read returns whose context ended before the informer
// that it waited for was synced.
type TimeoutError struct{ Kind string }

func (e TimeoutError) Error() string {
	return fmt.Sprintf("Timeout: failed waiting for %s Informer to sync", e.Kind)
}

// A Cache is controller-runtime's: informers come into being when somebody asks
// for them.
type Cache struct {
	server  *apiserver.Server
	profile *cache.Profile
	// ReaderFailOnMissingInformer makes reads of kinds without an informer
	// fail instead of creating one.
	ReaderFailOnMissingInformer bool

	entries  map[id]*entry
	order    []id
	ctx      *sched.Context // of Start
	started  bool
	stopped  bool
	mu       sched.Object
	startObj sched.Object
	running  sched.WaitGroup
}

type id struct {
	form Form
	kind string
}

type entry struct {
	inf    *cache.SharedIndexInformer
	ctx    *sched.Context // since it runs
	cancel func()
}

// New returns a cache without informers.
func New(server *apiserver.Server, p *cache.Profile) *Cache {
	c := &Cache{server: server, profile: p, entries: map[id]*entry{}, mu: sched.NewObject("informer map"), startObj: sched.NewObject("cache started")}
	c.running.Named("informers of the cache")
	return c
}

func (c *Cache) locked(name string, f func()) {
	sched.Do(name, f, sched.Access{Obj: &c.mu, Mode: sched.Write})
}

// Start starts all informers that there are, and from now on each new one at
// once. It blocks until the context ends and all informers have stopped. A
// second Start is an error.
func (c *Cache) Start(ctx *sched.Context) error {
	again := false
	var run []*entry
	c.locked("cache.Start", func() {
		if again = c.started; again {
			return
		}
		c.started, c.ctx = true, ctx
		sched.TouchNow(&c.startObj, sched.Write)
		for _, i := range c.order {
			e := c.entries[i]
			e.ctx, e.cancel = sched.Derive(ctx)
			run = append(run, e)
		}
	})
	if again {
		return ErrAlreadyStarted
	}
	for _, e := range run {
		c.run(e)
	}
	ctx.Done().Recv()
	c.locked("cache stopped", func() { c.stopped = true })
	c.running.Wait()
	return nil
}

// run runs an informer until it is removed or the cache stops.
func (c *Cache) run(e *entry) {
	c.running.Begin()
	sched.Loop(e.inf.Kind()+".run", e.inf.Running(e.ctx.Done())).AtEnd(c.running.Done)
}

// find looks an informer up, or makes one and runs it if the cache runs. Nobody
// runs it if the cache has stopped.
func (c *Cache) find(i id, create bool) (e *entry, started bool) {
	run := false
	c.locked("look up "+i.kind, func() {
		e, started = c.entries[i], c.started
		if e != nil || !create {
			return
		}
		c.server.Serve(i.kind)
		e = &entry{inf: cache.NewSharedIndexInformer(c.server, i.kind, 0, c.profile, nil)}
		c.entries[i] = e
		c.order = append(c.order, i)
		if run = c.started && !c.stopped; run {
			e.ctx, e.cancel = sched.Derive(c.ctx)
		}
		sched.Note(func() string { return "new informer for " + i.kind })
	})
	if run {
		c.run(e)
	}
	return e, started
}

// reader finds the informer that a read needs, and waits for it. A read before
// Start fails, but registers the informer all the same.
func (c *Cache) reader(ctx *sched.Context, i id) (*cache.Indexer, error) {
	e, started := c.find(i, !c.ReaderFailOnMissingInformer)
	switch {
	case !started:
		return nil, ErrCacheNotStarted
	case e == nil:
		return nil, ErrResourceNotCached
	case !cache.WaitForCacheSync(ctx.Done(), e.inf.Synced()):
		return nil, TimeoutError{i.kind}
	}
	return e.inf.GetIndexer(), nil
}

// Get returns a copy of an object.
func (c *Cache) Get(ctx *sched.Context, form Form, kind, key string) (*apiserver.Object, error) {
	store, err := c.reader(ctx, id{form, kind})
	if err != nil {
		return nil, err
	}
	obj, ok := store.GetByKey(key)
	if !ok {
		return nil, ErrNotFound
	}
	o := *obj.(*apiserver.Object)
	return &o, nil
}

// List returns copies of all objects of a kind.
func (c *Cache) List(ctx *sched.Context, form Form, kind string) (list []*apiserver.Object, err error) {
	store, err := c.reader(ctx, id{form, kind})
	if err != nil {
		return nil, err
	}
	for _, obj := range store.List() {
		o := *obj.(*apiserver.Object)
		list = append(list, &o)
	}
	return list, nil
}

// GetInformer returns the informer of a kind, new if need be. Before Start it
// returns at once; afterwards it waits for the informer to be synced, unless it
// is told not to block.
func (c *Cache) GetInformer(ctx *sched.Context, form Form, kind string, block bool) (*cache.SharedIndexInformer, error) {
	e, started := c.find(id{form, kind}, true)
	if started && block && !cache.WaitForCacheSync(ctx.Done(), e.inf.Synced()) {
		return nil, TimeoutError{kind}
	}
	return e.inf, nil
}

// RemoveInformer stops an informer and forgets it. Whoever still holds it has a
// stopped informer.
func (c *Cache) RemoveInformer(form Form, kind string) {
	var e *entry
	c.locked("remove informer of "+kind, func() {
		i := id{form, kind}
		e = c.entries[i]
		delete(c.entries, i)
		for n, o := range c.order {
			if o == i {
				c.order = append(c.order[:n:n], c.order[n+1:]...)
				break
			}
		}
	})
	if e != nil && e.cancel != nil {
		e.cancel()
	}
}

// WaitForCacheSync waits for Start, and then for the informers that there are.
// Of none it says true.
func (c *Cache) WaitForCacheSync(ctx *sched.Context) bool {
	if sched.AwaitAny(sched.Branch{Name: "cache started", Guard: func() bool { return c.started },
		Acc: []sched.Access{{Obj: &c.startObj, Mode: sched.Read}}}, ctx.Done().Closed()) == 1 {
		return false
	}
	var all []sched.Branch
	c.locked("cache.WaitForCacheSync", func() {
		for _, i := range c.order {
			all = append(all, c.entries[i].inf.Synced())
		}
	})
	return cache.WaitForCacheSync(ctx.Done(), all...)
}
