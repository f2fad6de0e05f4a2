package handler_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Handlers whose Delete function expects another type than Add, and the rule that is
// said to be broken; "" if it is not certain that there is nothing of that type.
var wrongKinds = []struct{ name, register, rule string }{
	{"checked", `pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.addPod, UpdateFunc: s.updatePod, DeleteFunc: s.deleteNode})`, "dropped"},
	{"unchecked", `pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.addPod, UpdateFunc: s.updatePod, DeleteFunc: func(obj any) { s.send(obj.(*corev1.Node).Name) }})`, "unchecked-assertion"},
	{"by the function of another informer", `pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.addPod, UpdateFunc: s.updatePod, DeleteFunc: func(obj any) { s.addNode(obj) }})
	other.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.addNode, UpdateFunc: func(_, obj any) { s.addNode(obj) }})`, "dropped"},
	{"by a function of its own", `pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.addPod, UpdateFunc: s.updatePod, DeleteFunc: func(obj any) { s.deleteNode(obj) }})`, "dropped"},
	{"called with nodes", `pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.addPod, UpdateFunc: s.updatePod, DeleteFunc: s.deleteNode})
	s.deleteNode(&corev1.Node{})`, ""},
	{"for nodes as well", `pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.addPod, UpdateFunc: s.updatePod, DeleteFunc: s.deleteNode})
	nodes.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.addNode, DeleteFunc: func(obj any) { ` + unwrap + ` s.deleteNode(obj) }})`, ""},
	{"in a variable", `gone := func(obj any) { if node, ok := obj.(*corev1.Node); ok { s.send(node.Name) } }
	pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.addPod, UpdateFunc: s.updatePod, DeleteFunc: gone})
	go func() { gone(&corev1.Node{}) }()`, ""},
	{"no Update", `pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.addPod, DeleteFunc: s.deleteNode})`, "dropped"},
	{"an informer of pods", `own := cache.NewSharedIndexInformer(nil, &corev1.Pod{}, 0, nil)
	own.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.addPod, UpdateFunc: s.updatePod, DeleteFunc: s.deleteNode})`, "dropped"},
	{"with tombstones", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.addPod, UpdateFunc: s.updatePod, DeleteFunc: func(obj any) { ` + unwrap + ` s.deleteNode(obj) }})`, ""},

	{"an informer of unknown objects", `informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.addPod, UpdateFunc: s.updatePod, DeleteFunc: s.deleteNode})`, ""},
	{"an informer of nodes", `nodes.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: func(obj any) { if pod, ok := obj.(*corev1.Pod); ok { s.send(pod.Name) } }, DeleteFunc: s.deleteNode})`, ""},
	{"an informer of another group", `others.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.addPod, UpdateFunc: s.updatePod, DeleteFunc: s.deleteNode})`, ""},
	{"a generic informer", `informers.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.addPod, UpdateFunc: s.updatePod, DeleteFunc: s.deleteNode})`, ""},
	{"another Update", `pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.addPod, UpdateFunc: func(_, obj any) { s.addNode(obj) }, DeleteFunc: s.deleteNode})`, ""},
	{"two informers", `one := pods.Informer(); h := cache.ResourceEventHandlerFuncs{AddFunc: s.addPod, UpdateFunc: s.updatePod, DeleteFunc: s.deleteNode}
	one.AddEventHandler(h)
	other.AddEventHandler(h)`, ""},
	{"all informers", `for _, i := range []cache.SharedIndexInformer{informer, other} { i.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.addPod, UpdateFunc: s.updatePod, DeleteFunc: s.deleteNode}) }`, ""},
	{"an informer that callers give", `s.register(informer); s.register(other)`, ""},
	{"a switch", `pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.addPod, UpdateFunc: s.updatePod, DeleteFunc: func(obj any) {
		` + unwrap + `switch o := obj.(type) {
		case *corev1.Node: s.send(o.Name)
		case *corev1.Pod: s.send(o.Name)
		}
	}})`, ""},
	{"a part of it is unstructured", `pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.addPod, UpdateFunc: s.updatePod, DeleteFunc: func(obj any) {
		if u, ok := obj.(*unstructured.Unstructured); ok { s.send(u.GetName()) }
	}})`, ""},
	{"an interface", `pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.addPod, UpdateFunc: s.updatePod, DeleteFunc: func(obj any) {
		` + unwrap + `if u, ok := obj.(metav1.Object); ok { s.send(u.GetName()) }
	}})`, ""},
	{"nothing is done", `pods.Informer().AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.addPod, UpdateFunc: s.updatePod, DeleteFunc: func(obj any) {
		if node, ok := obj.(*corev1.Node); ok { println(node.Name) }
	}})`, ""},
	{"another handler sees to it", `all := pods.Informer()
	all.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.addPod, UpdateFunc: s.updatePod, DeleteFunc: s.deleteNode})
	all.AddEventHandler(cache.ResourceEventHandlerFuncs{DeleteFunc: func(obj any) { ` + unwrap + ` s.addPod(obj) }})`, ""},
	{"a filter", `pods.Informer().AddEventHandler(cache.FilteringResourceEventHandler{FilterFunc: func(obj any) bool { return s.on }, Handler: cache.ResourceEventHandlerFuncs{AddFunc: s.addPod, UpdateFunc: s.updatePod, DeleteFunc: s.deleteNode}})`, ""},
}

// kinds is a package of them. It is nowhere on disk.
func kinds() string {
	text := `package kinds

import (
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	coreinformers "k8s.io/client-go/informers/core/v1"
	"k8s.io/client-go/tools/cache"
)

var (
	_ metav1.Object = (*unstructured.Unstructured)(nil)
	_ *corev1.Pod
)

type PodInformer interface{ Informer() cache.SharedIndexInformer }
`
	for i, h := range wrongKinds {
		text += strings.ReplaceAll(`
type state struct {
	on   bool
	send func(string)
}

func (s *state) addPod(obj any)       { s.send(obj.(*corev1.Pod).Name) }
func (s *state) updatePod(_, obj any) { s.send(obj.(*corev1.Pod).Name) }

func (s *state) addNode(obj any) {
	if node, ok := obj.(*corev1.Node); ok {
		s.send(node.Name)
	}
}

func (s *state) deleteNode(obj any) {
	node, ok := obj.(*corev1.Node)
	if !ok {
		return
	}
	s.send(node.Name)
}

func (s *state) register(informer cache.SharedIndexInformer) {
	`+"REGISTER"+`
}

type genericstate interface{ Informer() cache.SharedIndexInformer }

func Watchstate(pods coreinformers.PodInformer, nodes coreinformers.NodeInformer, others PodInformer, informers genericstate, informer, other cache.SharedIndexInformer, s *state) {
	// case `+fmt.Sprint(i)+`
	`+h.register+`
}
`, "state", fmt.Sprintf("kind%d", i))
		register := ""
		if strings.Contains(h.register, "s.register") {
			register = "informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.addPod, UpdateFunc: s.updatePod, DeleteFunc: s.deleteNode})"
		}
		text = strings.ReplaceAll(text, "REGISTER", register)
	}
	return text
}

// A Delete function that expects other objects than those of its informer fails for
// all of them.
func TestWrongKind(t *testing.T) {
	r := program(t, "kinds")
	var at []int // the lines where the types of the cases are declared
	for i, line := range strings.Split(kinds(), "\n") {
		if strings.HasPrefix(line, "type kind") {
			at = append(at, i+1)
		}
	}
	got := make([]string, len(wrongKinds))
	for _, f := range r.findings["tombstone"] {
		i, exact := slices.BinarySearch(at, r.fset.Position(f.Pos).Line)
		if !exact {
			i--
		}
		got[i] += f.Category
		if f.Witness == nil || len(f.SuggestedFixes) > 0 || !strings.Contains(f.Message, "this informer's are *v1.Pod") {
			t.Errorf("%s: witness %v, %d fixes: %s", wrongKinds[i].name, f.Witness, len(f.SuggestedFixes), f.Message)
		}
	}
	for i, c := range wrongKinds {
		if got[i] != c.rule {
			t.Errorf("%s: reported is %q, want %q", c.name, got[i], c.rule)
		}
	}
}
