package judge_test

import (
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
