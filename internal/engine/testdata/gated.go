// A feature gate has one answer for each name.
package p

import (
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	corev1 "k8s.io/client-go/listers/core/v1"
	"k8s.io/component-base/featuregate"
)

const (
	pods  featuregate.Feature = "Pods"
	nodes featuregate.Feature = "Nodes"
)

var gates, others featuregate.FeatureGate = featuregate.NewFeatureGate(), featuregate.NewFeatureGate()

func Gated(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	if gates.Enabled(pods) {
		f.Start(stop)
	}
	println("started")
	if gates.Enabled(pods) {
		f.Core().V1().Pods().Lister()
	}
}

// Two functions ask, and one asks for the contrary.
func Functions(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	if !gates.Enabled(pods) {
		return
	}
	f.Start(stop)
	gated(f)
}

func gated(f informers.SharedInformerFactory) {
	if gates.Enabled(pods) {
		f.Core().V1().Pods().Lister()
	}
}

// Right: the lister is there where it is read.
func Right(client kubernetes.Interface, stop <-chan struct{}) {
	f := informers.NewSharedInformerFactory(client, 0)
	var lister corev1.PodLister
	if gates.Enabled(pods) {
		lister = f.Core().V1().Pods().Lister()
	}
	f.Start(stop)
	f.WaitForCacheSync(stop)
	if gates.Enabled(pods) {
		lister.List(nil)
	}
}

// They are two gates, two sets of gates, and a gate whose name is not known.
func Two(client kubernetes.Interface, stop <-chan struct{}, name featuregate.Feature, given featuregate.FeatureGate) {
	f := informers.NewSharedInformerFactory(client, 0)
	if gates.Enabled(pods) {
		f.Start(stop)
	}
	println("started")
	if gates.Enabled(nodes) {
		f.Core().V1().Nodes().Lister()
	}
	if others.Enabled(pods) {
		f.Core().V1().Pods().Lister()
	}
	if gates.Enabled(name) {
		f.Core().V1().Nodes().Lister()
	}
	if given.Enabled(pods) {
		f.Core().V1().Pods().Lister()
	}
}
