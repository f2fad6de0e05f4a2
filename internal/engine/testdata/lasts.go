// A Run that blocks in front of a wait with the same stop channel, after which something is
// done, and what only looks like it.
package p

import (
	"context"
	"errors"
	"time"

	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

type controller struct {
	informer cache.SharedIndexInformer
	stop     chan struct{}
	ready    bool
	queue    []string
}

func made(client kubernetes.Interface) *controller {
	return &controller{informer: informers.NewSharedInformerFactory(client, 0).Core().V1().Pods().Informer(), stop: make(chan struct{})}
}

func (c *controller) work() { c.queue = nil }

func (c *controller) serve(stop <-chan struct{}) {
	go c.work()
	<-stop
}

func Given(client kubernetes.Interface, stop <-chan struct{}) {
	c := made(client)
	c.informer.Run(stop)
	if !cache.WaitForCacheSync(stop, c.informer.HasSynced) {
		return
	}
	go c.work()
	<-stop
}

// Kept has its stop in a field, which it reads twice.
func (c *controller) Kept() error {
	c.informer.Run(c.stop)
	if cache.WaitForCacheSync(c.stop, c.informer.HasSynced) {
		<-c.stop
		return nil
	}
	return errors.New("not synced")
}

func Kept(client kubernetes.Interface) { made(client).Kept() }

// OkFlagged drops the answer, and says that it is ready: as its caller may end the
// context, it may be over.
func OkFlagged(client kubernetes.Interface, ctx context.Context) {
	c := made(client)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c.informer.Run(ctx.Done())
	cache.WaitForCacheSync(ctx.Done(), c.informer.HasSynced)
	c.ready = true
}

// Own closes its channel when it returns.
func Own(client kubernetes.Interface) {
	c := made(client)
	stop := make(chan struct{})
	defer close(stop)
	c.informer.Run(stop)
	if !cache.WaitForCacheSync(stop, c.informer.HasSynced) {
		return
	}
	c.serve(stop)
}

// OkTimed runs it for a second.
func OkTimed(client kubernetes.Interface, ctx context.Context) {
	c := made(client)
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	c.informer.Run(ctx.Done())
	if cache.WaitForCacheSync(ctx.Done(), c.informer.HasSynced) {
		c.work()
	}
}

// OkClosed is stopped by a goroutine of its own.
func OkClosed(client kubernetes.Interface) {
	c := made(client)
	stop := make(chan struct{})
	time.AfterFunc(time.Second, func() { close(stop) })
	c.informer.Run(stop)
	if cache.WaitForCacheSync(stop, c.informer.HasSynced) {
		c.work()
	}
}

// OkCancelled is stopped by whoever it gives cancel to.
func OkCancelled(client kubernetes.Interface, ctx context.Context, do func(func())) {
	c := made(client)
	ctx, cancel := context.WithCancel(ctx)
	do(cancel)
	c.informer.Run(ctx.Done())
	if cache.WaitForCacheSync(ctx.Done(), c.informer.HasSynced) {
		c.work()
	}
}

// OkOther looks at what was there when the first stop came.
func OkOther(client kubernetes.Interface, short, stop <-chan struct{}) {
	c := made(client)
	c.informer.Run(short)
	if cache.WaitForCacheSync(stop, c.informer.HasSynced) {
		c.work()
	}
}

// OkTold does nothing with the answer but to say it.
func OkTold(client kubernetes.Interface, stop <-chan struct{}) {
	c := made(client)
	c.informer.Run(stop)
	if !cache.WaitForCacheSync(stop, c.informer.HasSynced) {
		klog.Infof("not synced")
	}
}

// OkFailed does something only if it was not synced in time.
func OkFailed(client kubernetes.Interface, stop <-chan struct{}) {
	c := made(client)
	c.informer.Run(stop)
	if !cache.WaitForCacheSync(stop, c.informer.HasSynced) {
		c.work()
	}
}

// setting is given another stop now and then.
type setting struct {
	informer cache.SharedIndexInformer
	stop     chan struct{}
}

// OkSet sets the field that it has the stop in.
func (s *setting) OkSet(stop chan struct{}) {
	s.informer.Run(s.stop)
	s.stop = stop
	if cache.WaitForCacheSync(s.stop, s.informer.HasSynced) {
		s.stop <- struct{}{}
	}
}

func OkSet(client kubernetes.Interface) {
	(&setting{informer: made(client).informer}).OkSet(make(chan struct{}))
}

// once is over when it has been told of something.
type once struct {
	informer cache.SharedIndexInformer
	seen     chan struct{}
	objects  int
}

func (o *once) see(any) { close(o.seen) }

func OkOnce(client kubernetes.Interface) {
	o := &once{informer: made(client).informer, seen: make(chan struct{})}
	o.informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { o.see(obj) }})
	o.run()
}

func (o *once) run() {
	o.informer.Run(o.seen)
	if cache.WaitForCacheSync(o.seen, o.informer.HasSynced) {
		o.objects = len(o.informer.GetStore().List())
	}
}

// OkSoon ends what it has given to another function.
func OkSoon(client kubernetes.Interface) {
	stop := make(chan struct{})
	time.AfterFunc(time.Second, func() { close(stop) })
	within(made(client), stop)
}

func within(c *controller, stop <-chan struct{}) {
	c.informer.Run(stop)
	if cache.WaitForCacheSync(stop, c.informer.HasSynced) {
		c.work()
	}
}

// OkStore gives what is filled by then.
func OkStore(client kubernetes.Interface, stop <-chan struct{}) cache.Store {
	c := made(client)
	store := c.informer.GetStore()
	c.informer.Run(stop)
	cache.WaitForCacheSync(stop, c.informer.HasSynced)
	return store
}

// OkError says no more than whether it was synced.
func OkError(client kubernetes.Interface, stop <-chan struct{}) error {
	c := made(client)
	c.informer.Run(stop)
	if !cache.WaitForCacheSync(stop, c.informer.HasSynced) {
		return errors.New("not synced")
	}
	return nil
}

// Through asks the informer through a method.
func Through(client kubernetes.Interface) {
	c := made(client)
	stop := make(chan struct{})
	defer close(stop)
	c.through(stop)
}

func (c *controller) synced() bool { return c.informer.HasSynced() }

func (c *controller) through(stop chan struct{}) {
	c.informer.Run(stop)
	cache.WaitForCacheSync(stop, c.synced)
	c.serve(stop)
}

// OkBeside runs it in a goroutine, or by defer.
func OkBeside(client kubernetes.Interface, stop <-chan struct{}) {
	c := made(client)
	defer c.informer.Run(stop)
	go c.informer.Run(stop)
	if cache.WaitForCacheSync(stop, c.informer.HasSynced) {
		c.work()
	}
}

// OkPerhaps runs it on one of two ways: only the other one gets to the wait.
func OkPerhaps(client kubernetes.Interface, stop <-chan struct{}, alone bool) {
	c := made(client)
	if alone {
		c.informer.Run(stop)
	} else {
		go c.informer.Run(stop)
	}
	if cache.WaitForCacheSync(stop, c.informer.HasSynced) {
		c.work()
	}
}

// Never waits behind what nothing stops.
func Never(client kubernetes.Interface) cache.Store {
	c := made(client)
	store := c.informer.GetStore()
	c.informer.Run(context.Background().Done())
	cache.WaitForCacheSync(context.Background().Done(), c.informer.HasSynced)
	return store
}

// Both are run one after the other.
func Both(client kubernetes.Interface, stop <-chan struct{}) {
	c, d := made(client), made(client)
	c.informer.Run(stop)
	d.informer.Run(stop)
	cache.WaitForCacheSync(stop, c.informer.HasSynced, d.informer.HasSynced)
	<-stop
}

// OkTidied tidies up when the informer is over.
func OkTidied(client kubernetes.Interface, stop <-chan struct{}) {
	c := made(client)
	go c.work()
	c.informer.Run(stop)
	c.ready = false
	if cache.WaitForCacheSync(stop, c.informer.HasSynced) {
		<-stop
	}
}

// OkEnded ends what it was given.
func OkEnded(client kubernetes.Interface, stop chan struct{}) {
	c := made(client)
	time.AfterFunc(time.Second, func() { close(stop) })
	c.informer.Run(stop)
	if cache.WaitForCacheSync(stop, c.informer.HasSynced) {
		c.serve(stop)
	}
}
