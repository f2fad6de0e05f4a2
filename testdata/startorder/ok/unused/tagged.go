//go:build informerlint_tagged

package unused

import "k8s.io/client-go/kubernetes"

// Tagged counts pods.
func Tagged(client kubernetes.Interface) (int, error) { return newTagged(client) }
