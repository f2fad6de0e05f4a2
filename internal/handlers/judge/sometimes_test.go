package judge_test

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/analyzers/tombstone"
)

// What panics for every tombstone is told, though it would for an object that cannot be
// converted, too.
func TestSometimesNil(t *testing.T) {
	const source = `package sometimes

import (
	"errors"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
)

var (
	sent func(string)
)

var _ = klog.Infof

func convert(from *corev1.Node, to *corev1.Pod) error {
	if from.Name == "" {
		return errors.New("it has no name")
	}
	to.Name = from.Name
	return nil
}

func toPod(obj any) (*corev1.Pod, bool) {
	if node, ok := obj.(*corev1.Node); ok {
		pod := &corev1.Pod{}
		if err := convert(node, pod); err != nil {
			return nil, false
		}
		return pod, true
	}
	if pod, ok := obj.(*corev1.Pod); ok {
		return pod, true
	}
	return nil, false
}

func gone(obj any) {
	pod, ok := toPod(obj)
	BEFORE
	if !ok {
		d, is := obj.(cache.DeletedFinalStateUnknown)
		if !is {
			return
		}
		if pod, is = d.Obj.(*corev1.Pod); !is {
			return
		}
	}
	sent(pod.Name)
}

func Watch(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: gone})
}
`
	for before, want := range map[string]int{
		`klog.Infof(pod.Name)`:                    1,
		`if pod != nil { klog.Infof(pod.Name) }`:  0,
		`if ok { klog.Infof(pod.Name) }`:          0,
		`if sent == nil { klog.Infof(pod.Name) }`: 0,
		``: 0,
	} {
		text := strings.Replace(source, "BEFORE", before, 1)
		p := again(t, "sometimes", text)
		if p == nil || len(p.Groups) != 1 {
			t.Fatalf("%s: no handlers are found", before)
		}
		found := findings(t, p, text, tombstone.Analyzer)
		if len(found) != want {
			t.Errorf("%s: %d reports, want %d: %+v", before, len(found), want, found)
		}
	}
}
