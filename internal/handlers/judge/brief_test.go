package judge_test

import (
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/judge"
)

const listsOnce = `	pods := informers.NewSharedInformerFactory(client, 0).Core().V1().Pods()
	pods.Informer().AddEventHandler(HANDLER)
	lister, synced := pods.Lister(), pods.Informer().HasSynced
	stop := make(chan struct{})
	defer close(stop)
	go pods.Informer().Run(stop)
	cache.WaitForCacheSync(stop, synced)
	MORE
	all, _ := lister.Pods("").List(nil)
	return all`

// Handlers of an informer that lives as long as one function, and whether a tombstone
// is asked for.
var listing = []struct {
	name, from, to, more string
	asked                bool
}{
	{"it lists once", "", "", "", false},
	{"a name that only begins so", "", "", "unseen.Workload()", false},
	{"it counts what it has", "", "", "count(nil)", false},
	{"a factory that is started", "go pods.Informer().Run(stop)", "f.Start(stop)", "", false},

	{"its functions are registered elsewhere as well", "package brief", "package brief // twice", "", false},

	{"it waits for the end", "", "", "<-done", true},
	{"it waits for one of two", "", "", "select { case <-done: case <-stop: }", true},
	{"it works until it is told to stop", "", "", "for range done {}", true},
	{"a helper does", "", "", "last()", true},
	{"something that runs", "", "", "RunControllers(client)", true},
	{"somebody else's that works", "", "", "unseen.Work()", true},
	{"somebody else's that works on something", "", "", "unseen.WorkOn(1)", true},
	{"somebody else's that is executed", "", "", "unseen.Execute()", true},
	{"somebody else's that reads on", "", "", "unseen.Next()", true},
	{"a function of somebody else", "", "", "unknown()", true},
	{"the channel is somebody else's", "make(chan struct{})", "done", "", true},
	{"the channel is given away", "", "", "keep(stop)", true},
	{"it runs until it is told to stop", "go pods.Informer().Run(stop)", "pods.Informer().Run(stop)", "", true},
	{"a factory that runs until it is told to stop", "go pods.Informer().Run(stop)", "f.Start(done)", "", true},
	{"the channel is not closed", "defer close(stop)", "", "", true},
	{"it is run once more", "", "", "go pods.Informer().Run(done)", true},
	{"the informer is given away", "", "", "use(pods.Informer())", true},
	{"the informer is kept", "", "", "kept = pods.Informer()", true},
	{"a method that gives it is given away", "", "", "give(pods.Informer)", true},
	{"a method that runs it is given away", "", "", "runs(pods.Informer().Run)", true},
	{"the factory is somebody else's", "informers.NewSharedInformerFactory(client, 0)", "shared", "", true},
	{"the factory is one for all", "informers.NewSharedInformerFactory(client, 0)", "get()", "", true},
	{"it returns only whether it went well", "([]*corev1.Pod)", "error", "", true},
}

func TestBrief(t *testing.T) {
	const around = `package brief

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
)

var (
	done    chan struct{}
	unknown func()
	unseen  interface { Workload(); Work(); WorkOn(int); Execute(); Next() }
	kept    cache.SharedIndexInformer
	shared  informers.SharedInformerFactory
	sent    func(string)
	all     int
)

func get() informers.SharedInformerFactory   { return shared }
func give(func() cache.SharedIndexInformer)  {}
func runs(func(<-chan struct{}))             {}
func use(cache.SharedIndexInformer)          {}
func keep(stop chan struct{})                { done = stop }
func count([]*corev1.Pod)                    { all++ }
func last()                                  { <-done }
func RunControllers(client kubernetes.Interface) { last() }

func isPod(obj any) bool { _, ok := obj.(*corev1.Pod); return ok }
func panics(obj any)     { sent(obj.(*corev1.Pod).Name) }
func work(obj any)       { if pod, ok := obj.(*corev1.Pod); ok { sent(pod.Name) } }

func list(client kubernetes.Interface) ([]*corev1.Pod) {
	BODY
}
`
	for _, handler := range []string{
		"cache.ResourceEventHandlerFuncs{AddFunc: work, DeleteFunc: work}",
		"cache.FilteringResourceEventHandler{FilterFunc: isPod, Handler: cache.ResourceEventHandlerFuncs{AddFunc: work, DeleteFunc: work}}",
		"cache.ResourceEventHandlerFuncs{AddFunc: work, DeleteFunc: panics}", // which is told of whatever the informer's life
	} {
		for _, test := range listing {
			t.Run(test.name, func(t *testing.T) {
				body := strings.NewReplacer("HANDLER", handler, "MORE", test.more).Replace(listsOnce)
				if strings.HasPrefix(test.to, "f.") {
					body = strings.Replace(body, "pods := informers.NewSharedInformerFactory(client, 0).", "f := informers.NewSharedInformerFactory(client, 0)\n\tpods := f.", 1)
				}
				text := strings.Replace(around, "BODY", body, 1)
				if test.from != "" {
					if !strings.Contains(text, test.from) {
						t.Fatalf("no %q", test.from)
					}
					i := strings.LastIndex(text, test.from)
					text = text[:i] + test.to + text[i+len(test.from):]
				}
				if test.to == "error" {
					text = strings.Replace(text, "all, _ := lister.Pods(\"\").List(nil)\n\treturn all", "_, err := lister.Pods(\"\").List(nil)\n\treturn err", 1)
				}
				if strings.Contains(text, "// twice") {
					text += "\nfunc stays(i cache.SharedIndexInformer) { i.AddEventHandler(" + handler + ") }\n"
				}
				p := again(t, "brief", text)
				n := 0
				for _, g := range p.Groups {
					if g.Calls[0].Parent().Name() != "list" {
						continue
					}
					n += len(judge.Tombs(p, g))
				}
				if n > 0 != (test.asked || strings.Contains(handler, "panics")) {
					t.Errorf("%d findings, asked: %t", n, test.asked)
				}
			})
		}
	}
}
