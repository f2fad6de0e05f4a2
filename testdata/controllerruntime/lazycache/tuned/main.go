// Package tuned reads before Start from a manager whose options are set in several
// places: none of them makes its client read pods from the API server.
package tuned

import (
	"context"
	"os"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run counts the pods and then runs the manager.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	live := make([]client.Object, 0, 2)
	if os.Getenv("SECRETS") == "" {
		live = append(live, &corev1.Secret{})
	}
	options := ctrl.Options{
		Client:    client.Options{Cache: &client.CacheOptions{DisableFor: live}},
		NewClient: newClient,
	}
	quiet(&options)
	options.Client.Cache.Unstructured = true
	mgr, err := ctrl.NewManager(config, options)
	if err != nil {
		return 0, err
	}
	var pods corev1.PodList
	if err := mgr.GetClient().List(ctx, &pods); err != nil { // want `List of Pod before the manager is started.*\(lazycache/read-before-sync\)`
		return 0, err
	}
	go mgr.Start(ctx)
	return len(pods.Items), nil
}

func quiet(options *ctrl.Options) {
	options.Metrics = metricsserver.Options{BindAddress: "0"}
}

func newClient(config *rest.Config, options client.Options) (client.Client, error) {
	options.Cache.Unstructured = false
	return client.New(config, options)
}
