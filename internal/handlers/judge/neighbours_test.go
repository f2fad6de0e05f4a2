package judge_test

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/judge"
)

const neighbours = `package neighbours

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/labels"
	coreinformers "k8s.io/client-go/informers/core/v1"
	corelisters "k8s.io/client-go/listers/core/v1"
	"k8s.io/client-go/tools/cache"
)

type pods struct { queue chan string; lister corelisters.PodLister; kept map[string]string }

func newPods(informer coreinformers.PodInformer) *pods {
	p := &pods{queue: make(chan string, 1), lister: informer.Lister(), kept: map[string]string{}}
	informer.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: p.add, DeleteFunc: p.gone})
	return p
}

func (p *pods) add(obj any) {
	key, err := cache.MetaNamespaceKeyFunc(obj)
	if err != nil { return }
	p.queue <- key
}

func (p *pods) gone(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok { return }
	BODY
}

func (p *pods) next() {
	for {
		key := <-p.queue
		namespace, name, _ := cache.SplitMetaNamespaceKey(key)
		pod, err := p.lister.Pods(namespace).Get(name)
		if err != nil { continue }
		p.kept[key] = pod.Name
	}
}

var _ = labels.Everything
`

// A worker that does nothing for an object that is gone makes a lost key harmless if it
// is the key of that object, which a key function gave: another spelling is not compared.
// Others, which are found by it, are still there.
func TestNeighbours(t *testing.T) {
	for _, test := range []struct {
		name, body string
		harmless   bool
	}{
		{"its own key", "p.add(pod)", true},
		{"its own key, by hand", `p.queue <- pod.Namespace + "/" + pod.Name`, false}, // it may be, but is not asked
		{"its own key, taken apart", `key, _ := cache.MetaNamespaceKeyFunc(pod); ns, name, _ := cache.SplitMetaNamespaceKey(key); p.queue <- ns + "/" + name`, false}, // it may be, but is not asked
		{"only its name", `p.queue <- pod.Name`, false},                                                                // it may be, but is not asked
		{"its own key, by its metadata", `meta := pod.ObjectMeta; p.queue <- meta.Namespace + "/" + meta.Name`, false}, // it may be, but is not asked
		{"all of its namespace", "all, _ := p.lister.Pods(pod.Namespace).List(labels.Everything()); for _, other := range all { p.add(other) }", false},
		{"itself and all of its namespace", "p.add(pod); all, _ := p.lister.Pods(pod.Namespace).List(labels.Everything()); for _, other := range all { p.add(other) }", false},
		{"one of its name elsewhere", `if other, err := p.lister.Pods("elsewhere").Get(pod.Name); err == nil { p.add(other) }`, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := again(t, "neighbours", strings.Replace(neighbours, "BODY", test.body, 1))
			tombs := judge.Tombs(p, p.Groups[0])
			if len(p.Groups) != 1 || len(tombs) != 1 {
				t.Fatalf("%d groups, %d reports", len(p.Groups), len(tombs))
			}
			if got := tombs[0].Harmless != ""; got != test.harmless {
				t.Errorf("harmless: %t", got)
			}
		})
	}
}
