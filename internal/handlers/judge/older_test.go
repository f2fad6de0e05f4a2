package judge_test

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/judge"
)

// A worker that tells by the object it gets whether that is being deleted takes the one
// in a tombstone for alive: that Delete unwraps it is not enough.
func TestOlder(t *testing.T) {
	const before = `package older

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

type Pod struct {
	corev1.Pod
	at *int
}

func (p *Pod) GetDeletionTimestamp() *int { return p.at }

type watcher struct {
	pods  chan *Pod
	names chan string
	gone  chan string
}

func (w *watcher) set(string)   {}
func (w *watcher) unset(string) {}
func (w *watcher) send(n string) { w.names <- n }

var other *Pod

func (w *watcher) Watch(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) {
		pod, ok := obj.(*Pod)
		if !ok {
			return
		}
`
	for _, test := range []struct {
		name, remove, worker string
		older                bool
	}{
		{"asked", "w.pods <- pod", "pod := <-w.pods; if pod.GetDeletionTimestamp() == nil { w.set(pod.Name) } else { w.unset(pod.Name) }", true},
		{"not asked", "w.pods <- pod", "pod := <-w.pods; w.unset(pod.Name)", false},
		{"a name", "w.names <- pod.Name", "pod := new(Pod); w.unset(<-w.names); if pod.GetDeletionTimestamp() == nil { w.set(pod.Name) }", false},
		{"the handler asks", "if pod.GetDeletionTimestamp() == nil { w.names <- pod.Name }", "w.set(<-w.names)", true},
		{"the handler has returned where it asks", "if pod.at = pod.GetDeletionTimestamp(); pod.GetDeletionTimestamp() != nil { return }; w.names <- pod.Name", "w.set(<-w.names)", true},
		{"the handler asks, and calls what sends", "if pod.GetDeletionTimestamp() == nil { w.send(pod.Name) }", "w.set(<-w.names)", true},
		{"the handler asks for another one", "println(pod.GetDeletionTimestamp() == nil); if other.GetDeletionTimestamp() == nil { w.names <- pod.Name }", "w.unset(<-w.names)", false},
		{"the handler asks beside it", "if pod.GetDeletionTimestamp() == nil { println() }; w.names <- pod.Name", "w.unset(<-w.names)", false},
		{"the handler asks for its name", "if pod.Name != \"\" { w.names <- pod.Name }", "w.unset(<-w.names)", false},
		{"said in another channel", "w.gone <- pod.Name", "select { case pod := <-w.pods: if pod.GetDeletionTimestamp() == nil { w.set(pod.Name) }; case name := <-w.gone: w.unset(name) }", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			source := before + test.remove + "\n\t}})\n}\n\nfunc (w *watcher) Work() {\n\t" + test.worker + "\n}\n"
			p := again(t, "older", source)
			tombs := judge.Tombs(p, p.Groups[0])
			if len(tombs) != 1 || tombs[0].Kind != judge.Dropped || tombs[0].Older != test.older {
				t.Fatalf("found %+v", tombs)
			}
		})
	}
}

// What one function does for Pods that are not being deleted, whatever the event, is not
// what a deletion is for.
func TestAlive(t *testing.T) {
	const before = `package alive

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

type Thing struct { corev1.Pod }

type watcher struct {
	ready chan string
	gone  map[string]bool
	other *corev1.Pod
}

func (w *watcher) tell(name string) { w.ready <- name }

func (w *watcher) seen(obj any) {
	pod, ok := obj.(*corev1.Pod)
	if !ok {
		return
	}
	BODY
}

func (w *watcher) dropped(obj any) {
	if pod, ok := obj.(*corev1.Pod); ok {
		if pod.DeletionTimestamp == nil { w.ready <- pod.Name }
	}
}

func (w *watcher) added(any) {}

func (w *watcher) Watch(informer cache.SharedIndexInformer) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: w.seen, DeleteFunc: w.seen})
}
`
	for _, test := range []struct {
		name, body string
		edit       []string
		alive      bool
	}{
		{"it is there", "if pod.DeletionTimestamp == nil { w.ready <- pod.Name }", nil, true},
		{"and is ready", "if pod.DeletionTimestamp == nil && pod.Status != \"\" { w.ready <- pod.Name }", nil, true},
		{"it returns before", "if pod.DeletionTimestamp != nil { return }\n\tw.ready <- pod.Name", nil, true},
		{"a helper tells", "if pod.DeletionTimestamp == nil { w.tell(pod.Name) }", nil, true},
		{"it is being deleted", "if pod.DeletionTimestamp != nil { w.ready <- pod.Name }", nil, false},
		{"either", "if pod.DeletionTimestamp == nil { println() }\n\tw.ready <- pod.Name", nil, false},
		{"another one is there", "println(pod.DeletionTimestamp == nil)\n\tif w.other.DeletionTimestamp == nil { w.ready <- pod.Name }", nil, false},
		{"one of two", "if pod.DeletionTimestamp == nil { w.ready <- pod.Name } else { w.gone[pod.Name] = true }", nil, false},
		{"it is young", "if pod.DeletionTimestamp == nil || *pod.DeletionTimestamp > 5 { w.ready <- pod.Name }", nil, false},
		{"another kind", "if pod.DeletionTimestamp == nil { w.ready <- pod.Name }", []string{"(*corev1.Pod); ok {", "(*Thing); ok {", "(*corev1.Pod)\n", "(*Thing)\n"}, false},
		{"Delete alone", "", []string{"AddFunc: w.seen, DeleteFunc: w.seen", "AddFunc: w.added, DeleteFunc: w.dropped"}, false},
		{"no Add", "", []string{"AddFunc: w.seen, DeleteFunc: w.seen", "DeleteFunc: w.dropped"}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			body := test.body
			if body == "" {
				body = "_ = pod"
			}
			source := strings.NewReplacer(test.edit...).Replace(strings.Replace(before, "BODY", body, 1))
			p := again(t, "alive", source)
			tombs := judge.Tombs(p, p.Groups[0])
			if len(tombs) != 1 || tombs[0].Kind != judge.Dropped || tombs[0].Harmless != "" != test.alive {
				t.Fatalf("found %+v", tombs)
			}
		})
	}
}
