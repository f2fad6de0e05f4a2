// Package redone reads once more in another way what it could not read with the
// manager's client, or knows what such a read says before Start.
package redone

import (
	"context"
	"errors"
	"strings"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/dynamic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run counts the pods in several ways and then runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	if err := installed(ctx, mgr); err != nil {
		return 0, err
	}
	counts := []func(context.Context, ctrl.Manager) (int, error){dynamically, inPlace, handed, called, oneByOne, inTurn, fields, generated, together, made,
		sources, closures, byName, told, emptyHanded, atLast, orEmpty, afterwards}
	n := 0
	for _, f := range counts {
		var err error
		if n, err = f(ctx, mgr); err != nil {
			return 0, err
		}
	}
	go mgr.Start(ctx)
	return n, nil
}

// inPlace asks the API server where the cache has failed.
func inPlace(ctx context.Context, mgr ctrl.Manager) (int, error) {
	var pods corev1.PodList
	if err := mgr.GetClient().List(ctx, &pods); err != nil {
		if err := mgr.GetAPIReader().List(ctx, &pods); err != nil {
			return 0, err
		}
	}
	return len(pods.Items), nil
}

// dynamically asks the API server with a client that knows no kinds.
func dynamically(ctx context.Context, mgr ctrl.Manager) (int, error) {
	var pod corev1.Pod
	if err := mgr.GetClient().Get(ctx, client.ObjectKey{Namespace: "shop", Name: "till"}, &pod); err != nil {
		dyn, err := dynamic.NewForConfig(mgr.GetConfig())
		if err != nil {
			return 0, err
		}
		_, err = dyn.Resource(corev1.SchemeGroupVersion.WithResource("pods")).Namespace("shop").Get(ctx, "till", metav1.GetOptions{})
		if client.IgnoreNotFound(err) != nil {
			return 0, err
		}
	}
	return 1, nil
}

func count(ctx context.Context, from client.Reader) (int, error) {
	var pods corev1.PodList
	if err := from.List(ctx, &pods); err != nil {
		return 0, err
	}
	return len(pods.Items), nil
}

// handed does so with a function that gets the reader.
func handed(ctx context.Context, mgr ctrl.Manager) (int, error) {
	n, err := count(ctx, mgr.GetClient())
	if err != nil {
		n, err = count(ctx, mgr.GetAPIReader())
	}
	return n, err
}

func preferred(ctx context.Context, cached, live client.Reader) (int, error) {
	if n, err := count(ctx, cached); err == nil {
		return n, nil
	}
	return count(ctx, live)
}

// called has both handed in.
func called(ctx context.Context, mgr ctrl.Manager) (int, error) {
	return preferred(ctx, mgr.GetClient(), mgr.GetAPIReader())
}

// oneByOne goes through a list of readers.
func oneByOne(ctx context.Context, mgr ctrl.Manager) (n int, err error) {
	for _, from := range []client.Reader{mgr.GetClient(), mgr.GetAPIReader()} {
		if n, err = count(ctx, from); err == nil {
			return n, nil
		}
	}
	return 0, err
}

func first(ctx context.Context, readers ...client.Reader) (n int, err error) {
	for _, from := range readers {
		if n, err = count(ctx, from); err == nil {
			return n, nil
		}
	}
	return 0, err
}

// inTurn hands the list on.
func inTurn(ctx context.Context, mgr ctrl.Manager) (int, error) {
	return first(ctx, mgr.GetClient(), mgr.GetAPIReader())
}

type readers struct{ cached, live client.Reader }

func (r readers) count(ctx context.Context) (int, error) {
	n, err := count(ctx, r.cached)
	switch {
	case err == nil:
		return n, nil
	default:
		return r.again(ctx)
	}
}

func (r readers) again(ctx context.Context) (int, error) { return count(ctx, r.live) }

// fields has them in a structure.
func fields(ctx context.Context, mgr ctrl.Manager) (int, error) {
	return readers{mgr.GetClient(), mgr.GetAPIReader()}.count(ctx)
}

// generated goes on with a generated client.
func generated(ctx context.Context, mgr ctrl.Manager) (int, error) {
	set, err := kubernetes.NewForConfig(mgr.GetConfig())
	if err != nil {
		return 0, err
	}
	n, err := count(ctx, mgr.GetClient())
	if err != nil {
		pods, err := set.CoreV1().Pods("").List(ctx, metav1.ListOptions{})
		if err != nil {
			return 0, err
		}
		n = len(pods.Items)
	}
	return n, nil
}

// together looks at the errors when both have read.
func together(ctx context.Context, mgr ctrl.Manager) (int, error) {
	n, err := count(ctx, mgr.GetClient())
	m, liveErr := count(ctx, mgr.GetAPIReader())
	if err != nil {
		return m, liveErr
	}
	return n, nil
}

// made makes a client of its own.
func made(ctx context.Context, mgr ctrl.Manager) (int, error) {
	n, err := count(ctx, mgr.GetClient())
	if err != nil {
		direct, err := client.New(mgr.GetConfig(), client.Options{})
		if err != nil {
			return 0, err
		}
		return count(ctx, direct)
	}
	return n, nil
}

type source interface {
	pods(context.Context) (int, error)
}

type from struct{ client.Reader }

func (f from) pods(ctx context.Context) (int, error) { return count(ctx, f) }

// sources has them behind an interface of its own.
func sources(ctx context.Context, mgr ctrl.Manager) (n int, err error) {
	for _, s := range []source{from{mgr.GetClient()}, from{mgr.GetAPIReader()}} {
		if n, err = s.pods(ctx); err == nil {
			break
		}
	}
	return n, err
}

// closures has them in functions.
func closures(ctx context.Context, mgr ctrl.Manager) (n int, err error) {
	tries := []func() (int, error){
		func() (int, error) { return count(ctx, mgr.GetClient()) },
		func() (int, error) { return count(ctx, mgr.GetAPIReader()) },
	}
	for _, try := range tries {
		if n, err = try(); err == nil {
			return n, nil
		}
	}
	return 0, err
}

// byName has them in a map.
func byName(ctx context.Context, mgr ctrl.Manager) (n int, err error) {
	for _, from := range map[string]client.Reader{"cache": mgr.GetClient(), "server": mgr.GetAPIReader()} {
		if n, err = count(ctx, from); err == nil {
			return n, nil
		}
	}
	return 0, err
}

func known(ctx context.Context, from client.Reader) (int, bool) {
	n, err := count(ctx, from)
	return n, err == nil
}

// told is told by a bool.
func told(ctx context.Context, mgr ctrl.Manager) (int, error) {
	n, ok := known(ctx, mgr.GetClient())
	if !ok {
		n, ok = known(ctx, mgr.GetAPIReader())
	}
	if !ok {
		return 0, errors.New("no pods")
	}
	return n, nil
}

func list(ctx context.Context, from client.Reader) *corev1.PodList {
	var pods corev1.PodList
	if err := from.List(ctx, &pods); err != nil {
		return nil
	}
	return &pods
}

// emptyHanded gets nil.
func emptyHanded(ctx context.Context, mgr ctrl.Manager) (int, error) {
	pods := list(ctx, mgr.GetClient())
	if pods == nil {
		pods = list(ctx, mgr.GetAPIReader())
	}
	if pods == nil {
		return 0, errors.New("no pods")
	}
	return len(pods.Items), nil
}

// atLast reads again when it returns.
func atLast(ctx context.Context, mgr ctrl.Manager) (n int, err error) {
	defer func() {
		if err != nil {
			n, err = count(ctx, mgr.GetAPIReader())
		}
	}()
	return count(ctx, mgr.GetClient())
}

// orEmpty asks the API server too if the cache has none.
func orEmpty(ctx context.Context, mgr ctrl.Manager) (int, error) {
	n, err := count(ctx, mgr.GetClient())
	if err != nil || n == 0 {
		n, err = count(ctx, mgr.GetAPIReader())
	}
	return n, err
}

// afterwards says what has failed, and goes on.
func afterwards(ctx context.Context, mgr ctrl.Manager) (int, error) {
	n, err := count(ctx, mgr.GetClient())
	if err != nil {
		ctrl.Log.Info("no pods in the cache", "error", err)
	}
	if n == 0 {
		return count(ctx, mgr.GetAPIReader())
	}
	return n, nil
}

// installed asks whether the server knows a kind, which it is told before Start too.
func installed(ctx context.Context, mgr ctrl.Manager) error {
	var pods corev1.PodList
	if err := mgr.GetClient().List(ctx, &pods); err != nil && meta.IsNoMatchError(err) {
		return err
	}
	if err := mgr.GetClient().List(ctx, &pods); err != nil && !isNotStarted(err) {
		return err
	}
	if err := mgr.GetClient().List(ctx, &pods); err != nil && !strings.Contains(err.Error(), "cache is not started") {
		return err
	}
	if _, err := count(ctx, mgr.GetClient()); err != nil && !errors.Is(err, &cache.ErrCacheNotStarted{}) && !isNotStarted(err) {
		return err
	}
	return nil
}

func isNotStarted(err error) bool {
	var e *cache.ErrCacheNotStarted
	return errors.As(err, &e)
}
