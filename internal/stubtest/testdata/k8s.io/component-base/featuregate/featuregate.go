// Package featuregate has what the programs need of k8s.io/component-base/featuregate.
package featuregate

type Feature string

type FeatureGate interface {
	Enabled(key Feature) bool
}

type MutableFeatureGate interface {
	FeatureGate
	Set(value string) error
	SetFromMap(m map[string]bool) error
}

func NewFeatureGate() MutableFeatureGate
