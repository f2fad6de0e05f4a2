package harness

import (
	"errors"
	"reflect"
	"testing"

	"k8s.io/client-go/tools/cache"

	"github.com/informerlint/informerlint/reference/script"
)

// Refusals runs the scripts whose transform fails, and compares what is seen
// with what the reference runtime allows. Nothing is recorded.
func Refusals(t *testing.T, c Client) {
	Quiet()
	for _, s := range script.Refusals() {
		if c.Minor < s.Since {
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			for seed := range uint64(8) {
				trace := Run(t, c, s, seed)
				if text := trace.Text(); !isAllowed(s, c.Minor, text) {
					t.Errorf("not allowed:\n%s", indent(text))
				}
			}
		})
	}
}

// transform gives an informer a transform that changes nothing, and refuses what
// it was told to. SetTransform and its argument are not in every version.
func (r *run) transform(inf cache.SharedIndexInformer) {
	set := reflect.ValueOf(inf).MethodByName("SetTransform")
	f := func(obj any) (any, error) {
		state := stateOf(obj) // none, if it is a tombstone
		key := state.Kind + "/" + state.Key
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.refused[key] > 0 {
			r.refused[key]--
			return nil, errors.New("refused")
		}
		return obj, nil
	}
	out := set.Call([]reflect.Value{reflect.ValueOf(f).Convert(set.Type().In(0))})
	if err := out[0].Interface(); err != nil {
		r.t.Errorf("%s: SetTransform: %v", r.script.Name, err)
	}
}

// refuse makes the transform refuse an object once.
func (r *run) refuse(step script.Step) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.refused[step.Kind+"/"+step.Key]++
}
