// Package jobs reads in a job of a scheduler that is told to wait before its first
// run, and which runs again soon.
package jobs

import (
	"context"
	"time"

	"github.com/go-co-op/gocron"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// Run counts the pods once, while the manager runs.
func Run(ctx context.Context, config *rest.Config) (int, error) {
	mgr, err := ctrl.NewManager(config, ctrl.Options{Metrics: metricsserver.Options{BindAddress: "0"}})
	if err != nil {
		return 0, err
	}
	counted := make(chan int, 1)
	count := func() {
		var pods corev1.PodList
		if err := mgr.GetClient().List(ctx, &pods); err == nil {
			select {
			case counted <- len(pods.Items):
			default:
			}
		}
	}
	scheduler := gocron.NewScheduler(time.UTC)
	scheduler.WaitForScheduleAll()
	if _, err := scheduler.Every(1).Hour().Do(count); err != nil {
		return 0, err
	}
	scheduler.StartAsync()
	defer scheduler.Stop()
	later := gocron.NewScheduler(time.UTC)
	hourly := later.Every(1).Hour()
	hourly.WaitForSchedule()
	if _, err := hourly.Do(count); err != nil {
		return 0, err
	}
	later.StartAsync()
	defer later.Stop()
	soon := gocron.NewScheduler(time.UTC)
	if _, err := soon.Every(1).Second().Do(count); err != nil {
		return 0, err
	}
	soon.StartAsync()
	defer soon.Stop()
	go mgr.Start(ctx)
	return <-counted, nil
}
