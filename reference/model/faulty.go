package model

import (
	"errors"
	"slices"

	"github.com/informerlint/informerlint/reference/apiserver"
	"github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/script"
)

// allowFaults tells the server what may fail in a script. Scripts without faults
// get a server without the choice.
func (r *run) allowFaults() {
	if r.script.FailedLists+r.script.FailedWatches > 0 {
		r.server.Allow(script.Pod, apiserver.Faults{FailedLists: r.script.FailedLists, FailedWatches: r.script.FailedWatches})
	}
}

// setTransform gives an informer the transform of a script, if it has one.
func (r *run) setTransform(kind string, inf *cache.SharedIndexInformer) {
	if kind != script.Pod || len(r.script.Untransformed) == 0 || r.informers[kind] != nil {
		return
	}
	left := slices.Clone(r.script.Untransformed)
	err := inf.SetTransform(func(obj any) (any, error) {
		if i := slices.Index(left, stateOf(obj).String()); i >= 0 {
			left = slices.Delete(left, i, i+1)
			return nil, errors.New("transform fails")
		}
		return obj, nil
	})
	if err != nil {
		panic(err)
	}
}
