package judge_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/judge"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/stubtest"
)

// A tombstone whose object was recovered is lost if the nil that an assertion left is
// given on instead, or given to a key function. It is not if what gets the nil learns
// otherwise what was deleted, or something is done for no object in particular: that may
// be to look at everything there is.
func TestEmptied(t *testing.T) {
	const before, after = `package emptied

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

type sink interface {
	Handle(any)
	Remove(*corev1.Pod)
	RemoveKey(string, *corev1.Pod)
	Lookup(string) *corev1.Pod
	Flag(*corev1.Pod, bool)
	Reason(string, *corev1.Pod)
	Resync()
}

var (
	to   sink
	sent func(string)
	kept string
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
	// run is for what is right, and only a run tells that.
	const run = "run"
	stubs := stubtest.Load(t)
	for _, test := range []struct {
		name, remove string
		kind         judge.TombKind // "" for none
	}{
		{"passed on", opens + "to.Remove(pod)", judge.Mishandled},
		{"passed on in an interface", opens + "to.Handle(pod)", judge.Mishandled},
		{"passed on as an interface", object + "to.Handle(o)", judge.Mishandled},
		{"what was made of nil", opens + "to.Handle(to.Lookup(pod.Name))", judge.Unchecked},
		{"found by nothing", object + "p, _ := o.(*corev1.Pod); to.Remove(p)", judge.Mishandled},
		{"a key of a nil interface", object + "key, err := cache.MetaNamespaceKeyFunc(o); if err != nil { return }; sent(key)", judge.Mishandled},

		{"recovered", pod + "if pod, ok = t.Obj.(*corev1.Pod); !ok { return } }; to.Remove(pod)", run},
		{"with the key", pod + "kept = t.Key }; to.Remove(pod)", ""},
		{"with the key beside it", "key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); if err != nil { return }; " + pod + "println(t.Key) }; to.RemoveKey(key, pod)", run},
		{"a look at everything", pod + "println(t.Key) }; to.Remove(pod); to.Resync()", ""},
		{"a look at everything for tombstones", pod + "println(t.Key); to.Resync() }; to.Remove(pod)", ""},
		{"looked for by the key", pod + "pod = to.Lookup(t.Key) }; to.Remove(pod)", run},
		{"sent, where nil may say something", opens + "pods <- pod", run},
		{"nil is asked about", opens + "if pod == nil { to.Resync(); return }; to.Remove(pod)", ""},
		{"another key than that of a nil interface", object + "key, err := cache.MetaNamespaceKeyFunc(o); if err != nil { key = obj.(cache.DeletedFinalStateUnknown).Key }; sent(key)", run},
		{"a flag beside it", opens + "to.Flag(pod, !ok)", ""},
		{"a reason beside it", "why := \"deleted\"; " + pod + "why = \"missed\"; println(t.Key) }; to.Reason(why, pod)", ""},
		{"shown to something unknown before", opens + "to.Handle(obj); to.Remove(pod)", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "emptied.go")
			if err := os.WriteFile(file, []byte(before+test.remove+after), 0o644); err != nil {
				t.Fatal(err)
			}
			p, err := resolve.Again(stubs.Check(t, "example.com/emptied", file))
			if err != nil || p == nil {
				t.Fatal(p, err)
			}
			tombs, ask := judge.Compare(p, p.Groups[0])
			switch {
			case test.kind == "" || test.kind == run:
				if len(tombs) > 0 || ask != (test.kind == run) {
					t.Errorf("found %+v, asks %t", tombs, ask)
				}
			case len(tombs) != 1 || tombs[0].Kind != test.kind:
				t.Errorf("found %+v, want %s", tombs, test.kind)
			}
		})
	}
}
