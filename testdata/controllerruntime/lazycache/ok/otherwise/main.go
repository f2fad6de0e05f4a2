// Package otherwise gets in another way what it could not read with the manager's
// client, or asks the error for what can be meant before Start.
package otherwise

import (
	"context"
	"errors"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/util/retry"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"example.com/controllerruntime/lazycache/ok/otherwise/server"
)

// Run counts the pods in several ways and then runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	if err := asked(ctx, mgr); err != nil {
		return 0, err
	}
	n := 0
	for _, f := range []func(context.Context, ctrl.Manager) (int, error){elsewhere, bySet, byMethod, byReader, byText, bySome, byField, changed, told, inOrder, deferred, retried, chained, byState, filled} {
		if n, err = f(ctx, mgr); err != nil {
			return 0, err
		}
	}
	if !put(ctx, mgr) {
		if err := mgr.Add(manager.RunnableFunc(func(ctx context.Context) error { put(ctx, mgr); return nil })); err != nil {
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

// elsewhere asks another package, which gets the configuration.
func elsewhere(ctx context.Context, mgr ctrl.Manager) (int, error) {
	n, err := count(ctx, mgr.GetClient())
	if err != nil {
		n, err = server.Count(ctx, mgr.GetConfig())
	}
	return n, err
}

// bySet asks with the request of a client set.
func bySet(ctx context.Context, mgr ctrl.Manager) (int, error) {
	set := kubernetes.NewForConfigOrDie(mgr.GetConfig())
	var pods corev1.PodList
	if err := mgr.GetClient().List(ctx, &pods); err != nil {
		if err := set.CoreV1().RESTClient().Get().Resource("pods").Do(ctx).Into(&pods); err != nil {
			return 0, err
		}
	}
	return len(pods.Items), nil
}

// byMethod asks what has the configuration.
func byMethod(ctx context.Context, mgr ctrl.Manager) (int, error) {
	other := server.Counter{Config: mgr.GetConfig()}
	n, err := count(ctx, mgr.GetClient())
	if nil != err {
		if n, err = other.Count(ctx); err != nil {
			return 0, err
		}
	}
	return n, nil
}

// byReader has another package make the reader.
func byReader(ctx context.Context, mgr ctrl.Manager) (int, error) {
	n, err := count(ctx, mgr.GetClient())
	if err != nil {
		from, err := server.Reader(mgr.GetConfig())
		if err != nil {
			return 0, err
		}
		return count(ctx, from)
	}
	return n, nil
}

func nameOf(ctx context.Context, from client.Reader) string {
	var pods corev1.PodList
	if err := from.List(ctx, &pods); err != nil {
		ctrl.Log.Info("no pods", "error", err)
	}
	for _, pod := range pods.Items {
		return pod.Name
	}
	return ""
}

// byText has a text that is empty if nothing could be read.
func byText(ctx context.Context, mgr ctrl.Manager) (int, error) {
	name := nameOf(ctx, mgr.GetClient())
	if name == "" {
		return server.Count(ctx, mgr.GetConfig())
	}
	return 1, nil
}

func some(ctx context.Context, from client.Reader) []corev1.Pod {
	var pods corev1.PodList
	if from.List(ctx, &pods) != nil {
		return nil
	}
	return pods.Items
}

// bySome has a list that is.
func bySome(ctx context.Context, mgr ctrl.Manager) (int, error) {
	pods := some(ctx, mgr.GetClient())
	if len(pods) == 0 {
		list, err := kubernetes.NewForConfigOrDie(mgr.GetConfig()).CoreV1().Pods("").List(ctx, metav1.ListOptions{})
		if err != nil {
			return 0, err
		}
		pods = list.Items
	}
	return len(pods), nil
}

type result struct {
	n   int
	err error
}

func counted(ctx context.Context, from client.Reader) *result {
	n, err := count(ctx, from)
	return &result{n, err}
}

// byField has the error in a structure.
func byField(ctx context.Context, mgr ctrl.Manager) (int, error) {
	r := counted(ctx, mgr.GetClient())
	if r.err != nil {
		return server.Count(ctx, mgr.GetConfig())
	}
	return r.n, nil
}

// changed goes on with another reader.
func changed(ctx context.Context, mgr ctrl.Manager) (n int, err error) {
	var from client.Reader = mgr.GetClient()
	err = retry.OnError(retry.DefaultRetry, func(error) bool { return true }, func() (err error) {
		if n, err = count(ctx, from); err != nil {
			from = mgr.GetAPIReader()
		}
		return err
	})
	return n, err
}

func orElse(n int, err error, other func() (int, error)) (int, error) {
	if err != nil {
		return other()
	}
	return n, nil
}

// told has a helper that is told the error.
func told(ctx context.Context, mgr ctrl.Manager) (int, error) {
	n, err := count(ctx, mgr.GetClient())
	return orElse(n, err, func() (int, error) { return count(ctx, mgr.GetAPIReader()) })
}

// inOrder asks first whether it is forbidden.
func inOrder(ctx context.Context, mgr ctrl.Manager) (int, error) {
	n, err := count(ctx, mgr.GetClient())
	switch {
	case apierrors.IsForbidden(err):
		return 0, err
	case err != nil:
		return count(ctx, mgr.GetAPIReader())
	}
	return n, nil
}

func recount(ctx context.Context, mgr ctrl.Manager, err *error, n *int) {
	if *err != nil {
		*n, *err = count(ctx, mgr.GetAPIReader())
	}
}

// deferred has a function that changes its results.
func deferred(ctx context.Context, mgr ctrl.Manager) (n int, err error) {
	defer recount(ctx, mgr, &err, &n)
	return count(ctx, mgr.GetClient())
}

// retried reads with the one and then with the other.
func retried(ctx context.Context, mgr ctrl.Manager) (n int, err error) {
	var from client.Reader = mgr.GetClient()
	for range 2 {
		if n, err = count(ctx, from); err == nil {
			break
		}
		if from, err = server.Reader(mgr.GetConfig()); err != nil {
			break
		}
	}
	return n, err
}

func (r *result) from(ctx context.Context, from client.Reader) *result {
	if r.n == 0 {
		r.n, r.err = count(ctx, from)
	}
	return r
}

// chained asks the second where the first has had nothing.
func chained(ctx context.Context, mgr ctrl.Manager) (int, error) {
	r := new(result).from(ctx, mgr.GetClient()).from(ctx, mgr.GetAPIReader())
	return r.n, r.err
}

func (r *result) read(ctx context.Context, from client.Reader) { r.n, r.err = count(ctx, from) }
func (r *result) failed() bool                                 { return r.err != nil }

// byState asks what has the error.
func byState(ctx context.Context, mgr ctrl.Manager) (int, error) {
	r := new(result)
	r.read(ctx, mgr.GetClient())
	if r.failed() {
		r.n, r.err = server.Count(ctx, mgr.GetConfig())
	}
	return r.n, r.err
}

func fill(ctx context.Context, from client.Reader, pods *corev1.PodList) {
	if err := from.List(ctx, pods); err != nil {
		ctrl.Log.Info("no pods", "error", err)
	}
}

// filled looks at what should have been filled.
func filled(ctx context.Context, mgr ctrl.Manager) (int, error) {
	var pods corev1.PodList
	fill(ctx, mgr.GetClient(), &pods)
	if len(pods.Items) == 0 {
		return server.Count(ctx, mgr.GetConfig())
	}
	return len(pods.Items), nil
}

// put is put off if it fails.
func put(ctx context.Context, mgr ctrl.Manager) bool {
	n, err := count(ctx, mgr.GetClient())
	return err == nil && n > 0
}

func isUnknown(err error) bool { return meta.IsNoMatchError(err) }

const words = "the cache is not started, can not read objects"

// asked asks for the kind, or whether the cache has been started.
func asked(ctx context.Context, mgr ctrl.Manager) error {
	if _, err := count(ctx, mgr.GetClient()); isUnknown(err) {
		return err
	}
	var unknown *meta.NoKindMatchError
	if _, err := count(ctx, mgr.GetClient()); errors.As(err, &unknown) {
		return err
	}
	if _, err := count(ctx, mgr.GetClient()); err != nil && !server.TooEarly(err) {
		return err
	}
	if _, err := count(ctx, mgr.GetClient()); err != nil && err.Error() != words {
		return err
	}
	return nil
}
