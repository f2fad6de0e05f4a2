// Package leaderelection is the twin of client-go's leaderelection, in a world
// without other candidates: the lease is got at some moment, and kept until the
// context ends.
package leaderelection

import (
	"github.com/informerlint/informerlint/proof/twin/context"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/tools/leaderelection/resourcelock"
	"github.com/informerlint/informerlint/proof/twin/time"
	"github.com/informerlint/informerlint/reference/sched"
)

// A LeaderElectionConfig is leaderelection.LeaderElectionConfig.
type LeaderElectionConfig struct {
	Lock                                      resourcelock.Interface
	LeaseDuration, RenewDeadline, RetryPeriod time.Duration
	Callbacks                                 LeaderCallbacks
	ReleaseOnCancel                           bool
	Name                                      string
}

// LeaderCallbacks are what a leader does.
type LeaderCallbacks struct {
	OnStartedLeading func(ctx context.Context)
	OnStoppedLeading func()
	OnNewLeader      func(identity string)
}

// RunOrDie leads until the context ends.
func RunOrDie(ctx context.Context, config LeaderElectionConfig) {
	defer config.Callbacks.OnStoppedLeading()
	if sched.AwaitAny(sched.Branch{Name: "the lease is got"}, ctx.Done().Closed()) != 0 {
		return
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	sched.Daemon("OnStartedLeading", func() { config.Callbacks.OnStartedLeading(ctx) })
	ctx.Done().Recv()
}
