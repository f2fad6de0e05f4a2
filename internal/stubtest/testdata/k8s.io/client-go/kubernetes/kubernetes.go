// Package kubernetes has what the programs need of k8s.io/client-go/kubernetes.
package kubernetes

type Interface interface{ Discovery() int }
