// Package runtime has what the programs need of k8s.io/apimachinery/pkg/runtime.
package runtime

type Object interface{ DeepCopyObject() Object }
