// Package leader does its work in a leader-election callback, and there takes
// the ConfigMap lister after Start.
package leader

import (
	"context"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

// Run counts the ConfigMaps of the shop while it leads.
func Run(ctx context.Context, client kubernetes.Interface) (count int, err error) {
	factory := informers.NewSharedInformerFactory(client, 0)
	pods := factory.Core().V1().Pods().Informer()

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{})
	work := func(ctx context.Context) {
		defer close(done)
		defer cancel()
		factory.Start(ctx.Done()) // want `\(startorder/late-registration\)`
		factory.WaitForCacheSync(ctx.Done())
		lister := factory.Core().V1().ConfigMaps().Lister()
		maps, listErr := lister.ConfigMaps("shop").List(labels.Everything())
		if pods.HasSynced() {
			count, err = len(maps), listErr
		}
	}
	lock := &resourcelock.LeaseLock{
		LeaseMeta:  metav1.ObjectMeta{Namespace: "shop", Name: "counter"},
		Client:     client.CoordinationV1(),
		LockConfig: resourcelock.ResourceLockConfig{Identity: "counter-0"},
	}
	leaderelection.RunOrDie(ctx, leaderelection.LeaderElectionConfig{
		Lock:          lock,
		LeaseDuration: 15 * time.Second,
		RenewDeadline: 10 * time.Second,
		RetryPeriod:   2 * time.Second,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: work,
			OnStoppedLeading: func() {},
		},
	})
	<-done
	return count, err
}
