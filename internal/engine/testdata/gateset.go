// A package that sets feature gates may have another answer the next time.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/component-base/featuregate"
)

const pods featuregate.Feature = "Pods"

var gates = featuregate.NewFeatureGate()

func Gated(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	if gates.Enabled(pods) {
		f.Start(stop)
	}
	gates.Set("Pods=true")
	if gates.Enabled(pods) {
		f.Core().V1().Pods().Lister()
	}
}
