// Package core has what the programs need of k8s.io/client-go/informers/core.
package core

import "k8s.io/client-go/informers/core/v1"

type Interface interface{ V1() v1.Interface }
