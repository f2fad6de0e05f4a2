// Package leaderelection has what the programs need of
// k8s.io/client-go/tools/leaderelection.
package leaderelection

import "context"

type LeaderElectionConfig struct{ Callbacks LeaderCallbacks }

type LeaderCallbacks struct {
	OnStartedLeading func(context.Context)
	OnStoppedLeading func()
}

type LeaderElector struct{ config LeaderElectionConfig }

func NewLeaderElector(lec LeaderElectionConfig) (*LeaderElector, error)
func (le *LeaderElector) Run(ctx context.Context)
func RunOrDie(ctx context.Context, lec LeaderElectionConfig)
