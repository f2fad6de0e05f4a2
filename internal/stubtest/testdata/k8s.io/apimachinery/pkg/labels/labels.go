// Package labels has what the programs need of k8s.io/apimachinery/pkg/labels.
package labels

type Selector interface{ Empty() bool }

func Everything() Selector
