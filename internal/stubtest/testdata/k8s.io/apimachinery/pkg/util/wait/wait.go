// Package wait has what the programs need of k8s.io/apimachinery/pkg/util/wait.
package wait

import "time"

func Until(f func(), period time.Duration, stopCh <-chan struct{})
