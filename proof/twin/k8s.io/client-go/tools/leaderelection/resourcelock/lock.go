// Package resourcelock is the twin of client-go's resourcelock.
package resourcelock

import (
	metav1 "github.com/informerlint/informerlint/proof/twin/k8s.io/apimachinery/pkg/apis/meta/v1"
	"github.com/informerlint/informerlint/proof/twin/k8s.io/client-go/kubernetes"
)

// An Interface is resourcelock.Interface.
type Interface interface{ lease() }

// A LeaseLock is a lease that nobody else wants.
type LeaseLock struct {
	LeaseMeta  metav1.ObjectMeta
	Client     kubernetes.CoordinationV1Interface
	LockConfig ResourceLockConfig
}

func (*LeaseLock) lease() {}

// A ResourceLockConfig says who asks.
type ResourceLockConfig struct{ Identity string }
