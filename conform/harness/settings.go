package harness

import (
	"fmt"
	"reflect"
	"testing"

	"k8s.io/client-go/tools/cache"

	"github.com/informerlint/informerlint/reference/apiserver"
	ref "github.com/informerlint/informerlint/reference/cache"
	"github.com/informerlint/informerlint/reference/explore"
	"github.com/informerlint/informerlint/reference/factory"
	"github.com/informerlint/informerlint/reference/sched"
	"github.com/informerlint/informerlint/reference/script"
)

// settings are the methods that may have to come before the start, and what
// the reference runtime has for each.
var settings = map[string]func(*ref.SharedIndexInformer) error{
	"SetTransform": func(inf *ref.SharedIndexInformer) error {
		return inf.SetTransform(func(obj any) (any, error) { return obj, nil })
	},
	"SetWatchErrorHandler":            func(inf *ref.SharedIndexInformer) error { return inf.SetWatchErrorHandler(func(error) {}) },
	"SetWatchErrorHandlerWithContext": func(inf *ref.SharedIndexInformer) error { return inf.SetWatchErrorHandler(func(error) {}) },
	"AddIndexers": func(inf *ref.SharedIndexInformer) error {
		return inf.AddIndexers(map[string]ref.IndexFunc{"none": func(any) []string { return nil }})
	},
}

// Settings compares what the settings of an informer return before its start
// and when it is synced with what the reference runtime returns. It calls the
// methods that the version has, and returns their names.
func Settings(t *testing.T, c Client) map[string]bool {
	Quiet()
	called := make(map[string]bool)
	for method, model := range settings {
		for _, late := range []bool{false, true} {
			r := newRun(t, c, script.Script{Name: "settings", Objs: []string{"a"}}, 0)
			inf := r.register(script.Pod)
			if late {
				r.do(script.Start("s"))
				until(t, inf.HasSynced)
			}
			got, ok := set(inf, method, nil)
			if late {
				r.do(script.Stop("s"))
			}
			if !ok {
				continue
			}
			called[method] = true
			if want := modelled(c.Minor, late, model); got != want {
				t.Errorf("%s: %s returns %q, and in the reference runtime %q (after the start: %v)", c.Version, method, got, want, late)
			}
		}
	}
	return called
}

// set calls a setting with a function, if this version has it. Without a
// function, what is set is the default.
func set(inf cache.SharedIndexInformer, method string, with any) (result string, ok bool) {
	f := reflect.ValueOf(inf).MethodByName(method)
	if !f.IsValid() {
		return "", false
	}
	arg := reflect.Zero(f.Type().In(0))
	switch {
	case with != nil:
		arg = reflect.ValueOf(with).Convert(f.Type().In(0))
	case method == "AddIndexers":
		arg = reflect.ValueOf(cache.Indexers{"none": func(any) ([]string, error) { return nil, nil }})
	}
	return fmt.Sprint(f.Call([]reflect.Value{arg})[0].Interface()), true
}

// modelled is what the reference runtime returns in all executions.
func modelled(minor int, late bool, set func(*ref.SharedIndexInformer) error) string {
	res := explore.Run(explore.Options{}, func() {
		p := ref.ProfileFor(minor)
		server := apiserver.New()
		server.WriteNow(apiserver.Change{Object: apiserver.Object{Kind: "pod", Key: "a"}})
		server.Serve("pod")
		f := factory.New(server, 0, &p, nil)
		inf := f.InformerFor("pod")
		if late {
			stop := sched.NamedChan[struct{}]("stop", 0)
			f.Start(stop)
			f.WaitForCacheSync(stop)
		}
		sched.Outcome(fmt.Sprint(set(inf)))
	})
	if !res.OK() || len(res.Outcomes) != 1 {
		return fmt.Sprint(res, res.Outcomes)
	}
	for o := range res.Outcomes {
		return o
	}
	return ""
}
