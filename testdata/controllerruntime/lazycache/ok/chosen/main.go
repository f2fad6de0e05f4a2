// Package chosen reads before Start with a client that is not the manager's, though it
// could be by what is next to it.
package chosen

import (
	"context"
	"os"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run counts the pods in several ways and then runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	n := 0
	for _, f := range []func(context.Context, ctrl.Manager) (int, error){byFlag, byMethod, byEnv, inField, overwritten, byOption, bySetter, inArray, inMap, byDefault, ofTable, captured, byInterface, bySame, ofFake, byOptions, inChannel} {
		if n, err = f(ctx, mgr); err != nil {
			return 0, err
		}
	}
	go mgr.Start(ctx)
	return n, nil
}

func count(ctx context.Context, from client.Reader) (int, error) {
	var pods corev1.PodList
	if err := from.List(ctx, &pods); err != nil {
		return 0, err
	}
	return len(pods.Items), nil
}

func direct(mgr ctrl.Manager) client.Client {
	c, err := client.New(mgr.GetConfig(), client.Options{Scheme: mgr.GetScheme()})
	if err != nil {
		panic(err)
	}
	return c
}

func pick(mgr ctrl.Manager, live bool) client.Client {
	if !live {
		return mgr.GetClient()
	}
	return direct(mgr)
}

func byFlag(ctx context.Context, mgr ctrl.Manager) (int, error) { return count(ctx, pick(mgr, true)) }

type options struct{ live bool }

func (o options) client(mgr ctrl.Manager) (client.Client, error) {
	if o.live {
		return client.New(mgr.GetConfig(), client.Options{Scheme: mgr.GetScheme()})
	}
	return mgr.GetClient(), nil
}

func byMethod(ctx context.Context, mgr ctrl.Manager) (int, error) {
	c, err := options{live: true}.client(mgr)
	if err != nil {
		return 0, err
	}
	return count(ctx, c)
}

func byEnv(ctx context.Context, mgr ctrl.Manager) (int, error) {
	c := mgr.GetClient()
	if os.Getenv("CACHED") == "" {
		c = direct(mgr)
	}
	return count(ctx, c)
}

type clients struct{ cached, live, from client.Reader }

func (c *clients) reader(started bool) client.Reader {
	if started {
		return c.cached
	}
	return c.live
}

func inField(ctx context.Context, mgr ctrl.Manager) (int, error) {
	c := &clients{cached: mgr.GetClient(), live: direct(mgr)}
	return count(ctx, c.reader(false))
}

func overwritten(ctx context.Context, mgr ctrl.Manager) (int, error) {
	c := &clients{from: mgr.GetClient()}
	c.from = direct(mgr)
	return count(ctx, c.from)
}

type option func(*clients)

func withReader(from client.Reader) option { return func(c *clients) { c.from = from } }

func newClients(mgr ctrl.Manager, options ...option) *clients {
	c := &clients{from: mgr.GetClient()}
	for _, o := range options {
		o(c)
	}
	return c
}

func byOption(ctx context.Context, mgr ctrl.Manager) (int, error) {
	return count(ctx, newClients(mgr, withReader(mgr.GetAPIReader())).from)
}

func (c *clients) use(from client.Reader) *clients {
	c.from = from
	return c
}

func bySetter(ctx context.Context, mgr ctrl.Manager) (int, error) {
	c := &clients{from: mgr.GetClient()}
	return count(ctx, c.use(mgr.GetAPIReader()).from)
}

func inArray(ctx context.Context, mgr ctrl.Manager) (int, error) {
	readers := [2]client.Reader{mgr.GetClient(), mgr.GetAPIReader()}
	return count(ctx, readers[1])
}

func inMap(ctx context.Context, mgr ctrl.Manager) (int, error) {
	readers := map[string]client.Reader{"cache": mgr.GetClient(), "server": mgr.GetAPIReader()}
	return count(ctx, readers["server"])
}

func ensure(ctx context.Context, mgr ctrl.Manager, from client.Reader) (int, error) {
	if from == nil {
		from = mgr.GetClient()
	}
	return count(ctx, from)
}

func byDefault(ctx context.Context, mgr ctrl.Manager) (int, error) {
	return ensure(ctx, mgr, mgr.GetAPIReader())
}

func ofTable(ctx context.Context, mgr ctrl.Manager) (int, error) {
	counts := map[bool]func() (int, error){
		true:  func() (int, error) { return count(ctx, mgr.GetClient()) },
		false: func() (int, error) { return count(ctx, mgr.GetAPIReader()) },
	}
	return counts[false]()
}

func captured(ctx context.Context, mgr ctrl.Manager) (int, error) {
	var from client.Reader = mgr.GetClient()
	do := func() (int, error) { return count(ctx, from) }
	from = mgr.GetAPIReader()
	return do()
}

type counter interface {
	count(context.Context) (int, error)
}

type cached struct{ from client.Reader }

type live struct{ from client.Reader }

func (c cached) count(ctx context.Context) (int, error) { return count(ctx, c.from) }
func (l live) count(ctx context.Context) (int, error)   { return count(ctx, l.from) }

func newCounter(mgr ctrl.Manager, started bool) counter {
	if started {
		return cached{mgr.GetClient()}
	}
	return live{mgr.GetAPIReader()}
}

func byInterface(ctx context.Context, mgr ctrl.Manager) (int, error) {
	return newCounter(mgr, false).count(ctx)
}

func newCached(mgr ctrl.Manager, started bool) *cached {
	if started {
		return &cached{mgr.GetClient()}
	}
	return &cached{mgr.GetAPIReader()}
}

func bySame(ctx context.Context, mgr ctrl.Manager) (int, error) {
	return newCached(mgr, false).count(ctx)
}

func (c clients) orDefault(mgr ctrl.Manager) clients {
	if c.from == nil {
		c.from = mgr.GetClient()
	}
	return c
}

func ofFake(ctx context.Context, mgr ctrl.Manager) (int, error) {
	from := fake.NewClientBuilder().WithObjects(&corev1.Pod{ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "till"}}).Build()
	return count(ctx, clients{from: from}.orDefault(mgr).from)
}

func byOptions(ctx context.Context, mgr ctrl.Manager) (int, error) {
	options := client.Options{Scheme: mgr.GetScheme()}
	if os.Getenv("CACHED") != "" {
		options.Cache = &client.CacheOptions{Reader: mgr.GetCache()}
	}
	c, err := client.New(mgr.GetConfig(), options)
	if err != nil {
		return 0, err
	}
	return count(ctx, c)
}

func inChannel(ctx context.Context, mgr ctrl.Manager) (int, error) {
	readers := make(chan client.Reader, 2)
	readers <- mgr.GetAPIReader()
	readers <- mgr.GetClient()
	return count(ctx, <-readers)
}
