package judge_test

import (
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/judge"
)

// The nil that an assertion leaves where it got a tombstone: a key function panics with it, or
// returns an error. Whoever else gets it may take it as a call to look at everything there
// is, or be told beside it what was deleted: nothing is said.
func TestNilLeft(t *testing.T) {
	const before, after = `package left

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

type sink interface {
	Handle(any)
	Remove(*corev1.Pod)
	Err(*corev1.Pod, error)
	Lookup(string) *corev1.Pod
	Resync()
}

var (
	to   sink
	sent func(string)
	pods chan *corev1.Pod
)

type named interface{ GetName() string }

func Watch(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		`, "\n}})\n}\n"
	const (
		pod    = "pod, ok := obj.(*corev1.Pod); if !ok { t, ok := obj.(cache.DeletedFinalStateUnknown); if !ok { return }; "
		opens  = pod + "if _, ok := t.Obj.(*corev1.Pod); !ok { return } }; "
		object = "o, ok := obj.(named); if !ok { t, ok := obj.(cache.DeletedFinalStateUnknown); if !ok { return }; if _, ok := t.Obj.(named); !ok { return } }; "
	)
	for _, test := range []struct {
		name, remove string
		kind         judge.TombKind // "" for none
	}{
		{"asked for a field", opens + "to.Handle(to.Lookup(pod.Name))", judge.Unchecked},
		{"a key of a nil interface", object + "key, err := cache.MetaNamespaceKeyFunc(o); if err != nil { return }; sent(key)", judge.Mishandled},

		{"recovered", pod + "if pod, ok = t.Obj.(*corev1.Pod); !ok { return } }; to.Remove(pod)", ""},
		{"another key than that of a nil interface", object + "key, err := cache.MetaNamespaceKeyFunc(o); if err != nil { key = obj.(cache.DeletedFinalStateUnknown).Key }; sent(key)", ""},
		{"asked for its key if there is one", opens + "if pod == nil { to.Resync(); return }; key, err := cache.MetaNamespaceKeyFunc(pod); if err != nil { return }; sent(key)", ""},
		{"passed on", opens + "to.Remove(pod)", ""},
		{"passed on in an interface", opens + "to.Handle(pod)", ""},
		{"passed on as an interface", object + "to.Handle(o)", ""},
		{"passed on, with an error that names it", pod + "to.Err(pod, &missed{t.Key}); return }; to.Err(pod, nil)", ""},
		{"passed on, and sent", opens + "to.Handle(pod); pods <- pod", ""},
		{"a look at everything", pod + "println(t.Key) }; to.Remove(pod); to.Resync()", ""},
		{"looked for by the key", pod + "pod = to.Lookup(t.Key) }; to.Remove(pod)", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := before + test.remove + after + "type missed struct{ key string }\nfunc (m *missed) Error() string { return m.key }\n"
			p := again(t, "left", text)
			tombs, _ := judge.Compare(p, p.Groups[0])
			switch {
			case test.kind == "":
				if len(tombs) > 0 {
					t.Errorf("found %+v", tombs)
				}
			case len(tombs) != 1 || tombs[0].Kind != test.kind:
				t.Errorf("found %+v, want %s", tombs, test.kind)
			}
		})
	}
}
