package cache

import (
	"time"

	"github.com/informerlint/informerlint/proof/twin/context"
	apierrors "github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/api/errors"
	metav1 "github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/apis/meta/v1"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/runtime"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/watch"
	"github.com/informerlint/informerlint/proof/twin/world"
	ref "github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/sched"
)

// A Reflector is what a watch error handler is given. It has nothing.
type Reflector struct{}

// Handlers of errors of lists and watches.
type (
	WatchErrorHandler            func(r *Reflector, err error)
	WatchErrorHandlerWithContext func(ctx context.Context, r *Reflector, err error)
)

// A ListerWatcher is cache.ListerWatcher.
type ListerWatcher interface{ lists() listFunc }

type listFunc func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error)

// A ListWatch is a program's own way to list. Its list function is called until
// it returns without an error for the first time; until then no list of the
// server's answers, and from then on the informer lists and watches there.
// The watch function is never called.
type ListWatch struct {
	ListFunc             func(o metav1.ListOptions) (runtime.Object, error)
	WatchFunc            func(o metav1.ListOptions) (watch.Interface, error)
	ListWithContextFunc  func(ctx context.Context, o metav1.ListOptions) (runtime.Object, error)
	WatchFuncWithContext func(ctx context.Context, o metav1.ListOptions) (watch.Interface, error)
}

func (l *ListWatch) lists() listFunc {
	if l.ListWithContextFunc != nil {
		return l.ListWithContextFunc
	}
	return func(_ context.Context, o metav1.ListOptions) (runtime.Object, error) { return l.ListFunc(o) }
}

// ToListWatcherWithWatchListSemantics returns its argument: lists that come as a
// stream are another way to the same list.
func ToListWatcherWithWatchListSemantics(l *ListWatch, _ any) ListerWatcher { return l }

// NewSharedIndexInformer returns an informer on a program's own list function.
func NewSharedIndexInformer(l ListerWatcher, obj runtime.Object, resync time.Duration, _ Indexers) SharedIndexInformer {
	if resync != 0 {
		world.Unsupported("a resync period")
	}
	w, where := world.Current, sched.AtSite()
	r := ref.NewSharedIndexInformer(w.Server, world.KindOf(obj), 0, w.Profile, nil)
	w.Note(r, where)
	return informer{r, &source{list: l.lists()}}
}

// A Controller is what NewInformer returns.
type Controller interface {
	Run(stop *sched.Chan[struct{}])
	RunWithContext(ctx context.Context)
	HasSynced() bool
}

// NewInformer returns a store and the controller that fills it. Its handler is told
// as that of a shared informer is: of a change some time after it is in the store,
// where client-go's tells it before it looks at the next one.
func NewInformer(l ListerWatcher, obj runtime.Object, resync time.Duration, h ResourceEventHandler) (Store, Controller) {
	informer := NewSharedIndexInformer(l, obj, resync, nil)
	if _, err := informer.AddEventHandler(h); err != nil {
		world.Unsupported("a handler that a new informer refuses")
	}
	return informer.GetStore(), informer
}

type source struct {
	list listFunc
	told WatchErrorHandlerWithContext
}

// SetWatchErrorHandler sets who is told of errors.
func (i informer) SetWatchErrorHandler(h WatchErrorHandler) error {
	return i.SetWatchErrorHandlerWithContext(func(_ context.Context, r *Reflector, err error) { h(r, err) })
}

// SetWatchErrorHandlerWithContext sets who is told of errors.
func (i informer) SetWatchErrorHandlerWithContext(h WatchErrorHandlerWithContext) error {
	err := i.ref.SetWatchErrorHandler(func(error) {})
	if err == nil && i.source != nil {
		i.source.told = h
	}
	return err
}

const maxLists = 5

// begin calls the list function until it works. As the reflector does, it tries
// once more at once if the answer is 410 Expired, and says nothing of the first.
func (s *source) begin() {
	server := world.Current.Server
	server.SetDown(true)
	sched.Daemon("lists", func() {
		ctx := context.Background()
		for range maxLists {
			_, err := s.list(ctx, metav1.ListOptions{ResourceVersion: "0"})
			if apierrors.IsResourceExpired(err) {
				_, err = s.list(ctx, metav1.ListOptions{})
			}
			if err == nil {
				server.SetDown(false)
				return
			}
			if s.told != nil {
				s.told(ctx, &Reflector{}, err)
			}
		}
		world.Unsupported("a list function that fails for ever")
	})
}
