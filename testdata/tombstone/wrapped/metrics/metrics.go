// Package metrics has a series for each pod.
package metrics

import "example.com/informers/apiserver"

// Pods are the series.
type Pods struct{ View *apiserver.View }

// AddPod begins a series.
func (p *Pods) AddPod(name string) { p.View.Set(name, "") }

// DeletePod ends one.
func (p *Pods) DeletePod(name string) { p.View.Remove(name) }
