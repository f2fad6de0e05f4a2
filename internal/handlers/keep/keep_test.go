package keep_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/internal/handlers/keep"
	"github.com/informerlint/informerlint/internal/ssabuild"
	"github.com/informerlint/informerlint/internal/stubtest"
)

const prelude = `package store

import (
	"sync"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
)

var _ types.UID

type Store struct {
	mu    sync.Mutex
	pods  map[types.UID]*corev1.Pod
	names map[string]string
	marks sync.Map
	known sets.Set[types.UID]
	nodes map[string]map[types.UID]string
}

func New() *Store {
	return &Store{pods: make(map[types.UID]*corev1.Pod), names: make(map[string]string)}
}
`

const plain = `
func (s *Store) Put(pod *corev1.Pod) { s.pods[pod.UID] = pod }
func (s *Store) Drop(pod *corev1.Pod) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.pods, pod.UID)
}
`

const set = `
func (s *Store) Put(pod *corev1.Pod) { s.known.Insert(pod.UID) }
func (s *Store) Drop(pod *corev1.Pod) { s.known.Delete(pod.UID) }
`

const nodes = `
func (s *Store) Put(pod *corev1.Pod) {
	pods, ok := s.nodes[pod.Spec.NodeName]
	if !ok {
		pods = make(map[types.UID]string)
		s.nodes[pod.Spec.NodeName] = pods
	}
	pods[pod.UID] = pod.Name
}
func (s *Store) Drop(pod *corev1.Pod) {
	delete(s.nodes[pod.Spec.NodeName], pod.UID)
}
`

const onNodes = "Put:1 nodes[]; Drop:1 frees nodes[]"

const one = `
type kinds interface{ drop(*corev1.Pod) }
type kind struct{ s *Store }
func (k kind) drop(pod *corev1.Pod) { delete(k.s.pods, pod.UID) }
`

const entry = `
type entry struct{ uid, name string }
func (s *Store) Put(pod *corev1.Pod) {
	e := &entry{name: pod.Name}
	e.uid = string(pod.UID)
	s.marks.LoadOrStore(e.uid, e)
	last = e
}
func (s *Store) Drop(pod *corev1.Pod) { s.marks.Delete(string(pod.UID)) }
var last *entry
`

const both = "Put:1 pods; Drop:1 frees pods"

// A place is told of if nobody in the package takes an entry away but under the UID
// of an object that a function gets.
func TestFind(t *testing.T) {
	for _, test := range []struct{ name, source, want string }{
		{"plain", plain, both},
		{"by the UID itself", `
func (s *Store) Put(uid types.UID, pod *corev1.Pod) { s.pods[uid] = pod }
func (s *Store) Drop(uid types.UID) { delete(s.pods, uid) }`, both},
		{"by a text", `
func (s *Store) Put(pod *corev1.Pod) { s.names[string(pod.GetUID())] = pod.Name }
func (s *Store) Drop(pod *corev1.Pod) { delete(s.names, string(pod.GetUID())) }`, "Put:1 names; Drop:1 frees names"},
		{"a sync.Map", `
func (s *Store) Put(pod *corev1.Pod) { s.marks.LoadOrStore(pod.UID, pod) }
func (s *Store) Drop(pod *corev1.Pod) { s.marks.Delete(pod.UID) }`, "Put:1 marks; Drop:1 frees marks"},
		{"a set", set, "Put:1 known; Drop:1 frees known"},
		{"a set, in the end", strings.Replace(set, "{ s.known.Delete", "{ defer s.known.Delete", 1), "Put:1 known; Drop:1 frees known"},
		{"a set that is asked", set + `func (s *Store) Has(uid types.UID) bool { return s.known.Has(uid) && len(s.known) > 0 }`, "Put:1 known; Drop:1 frees known"},
		{"a set from which several are taken", set + `func (s *Store) Gone(a, b *corev1.Pod) { s.known.Delete(a.UID, b.UID) }`, ""},
		{"a set from which one of nobody knows which is taken", set + `func (s *Store) Gone(uid func() types.UID) { s.known.Delete(uid()) }`, ""},
		{"a set from which a list is taken", set + `func (s *Store) Gone(uids ...types.UID) { s.known.Delete(uids...) }`, ""},
		{"a set that is emptied", set + `func (s *Store) One() (types.UID, bool) { return s.known.PopAny() }`, ""},
		{"a set that is handed on", set + `func (s *Store) All() sets.Set[types.UID] { return s.known.Insert() }`, ""},
		{"a set in a loop", set + `
func (s *Store) Clear() {
	for uid := range s.known {
		s.known.Delete(uid)
	}
}`, ""},
		{"helpers", `
func keyOf(pod *corev1.Pod) (types.UID, error) {
	if pod.Name == "" {
		return "", nil
	}
	return pod.UID, nil
}
func (s *Store) Put(pod *corev1.Pod) { s.put(pod) }
func (s *Store) put(pod *corev1.Pod) { key, _ := keyOf(pod); s.pods[key] = pod }
func (s *Store) Drop(pod *corev1.Pod) { s.drop(pod.UID) }
func (s *Store) drop(uid types.UID) { delete(s.pods, uid) }`, both},
		{"taken away and put there", `
func (s *Store) Put(pod *corev1.Pod) { delete(s.pods, pod.UID); s.pods[pod.UID] = pod }
func (s *Store) Drop(pod *corev1.Pod) { delete(s.pods, pod.UID) }`, both},
		{"read", plain + `
func (s *Store) All() (out []*corev1.Pod) {
	for _, pod := range s.pods {
		out = append(out, pod)
	}
	return out
}
func (s *Store) Len() int { return len(s.pods) }`, both},
		{"a copy of the object has its UID", `
func (s *Store) Put(pod *corev1.Pod) { s.pods[pod.DeepCopy().UID] = pod }
func (s *Store) Drop(pod *corev1.Pod) { delete(s.pods, pod.UID) }`, both},

		{"by a field of the entry", entry, "Put:1 marks; Drop:1 frees marks"},
		{"by a field of a structure that is not kept", `
func (s *Store) Put(pod *corev1.Pod) { e := entry{uid: string(pod.UID)}; s.names[e.uid] = pod.Name }
func (s *Store) Drop(pod *corev1.Pod) { delete(s.names, string(pod.UID)) }
type entry struct{ uid string }`, "Put:1 names; Drop:1 frees names"},
		{"by a field that is written in one case only", strings.Replace(entry, "e.uid =", "if pod.Name != \"\" { e.uid = pod.Name }; e.uid =", 1), ""},
		{"by a field that may be empty", strings.Replace(entry, "e.uid =", "if pod.Name != \"\" { return }; if e.name != \"\" { e.uid = e.name }; e.name =", 1), ""},
		{"by a field that another function writes", strings.Replace(entry, "s.marks.LoadOrStore", "rename(e); s.marks.LoadOrStore", 1) + `
func rename(e *entry) { e.uid = e.name }`, ""},
		{"by a field whose address another function gets", strings.Replace(entry, "s.marks.LoadOrStore", "shorten(&e.uid); s.marks.LoadOrStore", 1) + `
func shorten(s *string) { *s = (*s)[:8] }`, ""},
		{"by a field that is written as a whole", strings.Replace(entry, "s.marks.LoadOrStore", "*e = *last; s.marks.LoadOrStore", 1), ""},
		{"by the name in another field", strings.Replace(entry, "LoadOrStore(e.uid", "LoadOrStore(e.name", 1), ""},
		{"by a field of the old entry", strings.Replace(entry, "{ s.marks.Delete(string(pod.UID))", "{ s.marks.Delete(last.uid)", 1), ""},

		{"maps in a map", nodes, onNodes},
		{"maps in a map, an empty one goes", strings.Replace(nodes, "pod.UID)\n", "pod.UID)\n\tif len(s.nodes[pod.Spec.NodeName]) == 0 {\n\t\tdelete(s.nodes, pod.Spec.NodeName)\n\t}\n", 1), onNodes},
		{"maps in a map, read", nodes + `
func (s *Store) On(node string) (out []string) {
	for _, pods := range s.nodes {
		for _, name := range pods {
			out = append(out, name)
		}
	}
	return append(out, s.nodes[node]["1"])
}`, onNodes},
		{"maps in a map, one goes as a whole", nodes + `func (s *Store) Gone(node string) { delete(s.nodes, node) }`, ""},
		{"maps in a map, one is replaced", nodes + `func (s *Store) Reset(node string) { s.nodes[node] = make(map[types.UID]string) }`, ""},
		{"maps in a map, all are replaced", nodes + `func (s *Store) Reset() { s.nodes = make(map[string]map[types.UID]string) }`, ""},
		{"maps in a map, one is given away", nodes + `func (s *Store) On(node string) map[types.UID]string { return s.nodes[node] }`, ""},
		{"maps in a map, another function gets one", nodes + `
func (s *Store) Shrink(node string) { shrink(s.nodes[node]) }
func shrink(m map[types.UID]string) { clear(m) }`, ""},
		{"maps in a map, swept", nodes + `
func (s *Store) Sweep() {
	for _, pods := range s.nodes {
		for uid := range pods {
			delete(pods, uid)
		}
	}
}`, ""},
		{"maps in a map, copied with what is in it", nodes + `
func (s *Store) All() map[string]map[types.UID]string {
	out := make(map[string]map[types.UID]string)
	for node, pods := range s.nodes {
		out[node] = pods
	}
	return out
}`, ""},

		{"by name", `
func (s *Store) Put(pod *corev1.Pod) { s.names[pod.Name] = string(pod.UID) }
func (s *Store) Drop(pod *corev1.Pod) { delete(s.names, pod.Name) }`, ""},
		{"nobody frees", `func (s *Store) Put(pod *corev1.Pod) { s.pods[pod.UID] = pod }`, ""},
		{"cleared in a loop", plain + `
func (s *Store) Clear() {
	for uid := range s.pods {
		delete(s.pods, uid)
	}
}`, ""},
		{"another object is taken away", plain + `
func (s *Store) Renew(pod *corev1.Pod) {
	for _, before := range s.pods {
		if before.Name == pod.Name {
			s.Drop(before)
		}
	}
	s.Put(pod)
}`, ""},
		{"a map that is replaced", plain + `func (s *Store) Reset() { s.pods = make(map[types.UID]*corev1.Pod) }`, ""},
		{"a map that is given away", plain + `func (s *Store) Pods() map[types.UID]*corev1.Pod { return s.pods }`, ""},
		{"a map that another function gets", plain + `
func (s *Store) Shrink() { shrink(s.pods) }
func shrink(m map[types.UID]*corev1.Pod) {}`, ""},
		{"the address of the map", plain + `func (s *Store) Pods() *map[types.UID]*corev1.Pod { return &s.pods }`, ""},
		{"an entry that is set to nil", plain + `func (s *Store) Unset(a *corev1.Pod, uid func() types.UID) { s.pods[uid()] = nil }`, ""},
		{"a function that is a value", plain + `func (s *Store) Dropper() func(*corev1.Pod) { return s.Drop }`, ""},
		{"behind an interface", plain + `
type dropper interface{ Drop(*corev1.Pod) }
func drop(d dropper, pod *corev1.Pod) { d.Drop(pod) }`, ""},
		{"behind an interface with one type", one + `
func (s *Store) Put(pod *corev1.Pod) { s.pods[pod.UID] = pod }
func (s *Store) Drop(pod *corev1.Pod) { use(kind{s}, pod) }
func use(k kinds, pod *corev1.Pod) { k.drop(pod) }`, both},
		{"behind an interface with one type, an object of nobody knows where", one + `
func (s *Store) Put(pod *corev1.Pod) { s.pods[pod.UID] = pod }
func (s *Store) Drop(pod *corev1.Pod) { use(kind{s}, pod) }
func use(k kinds, pod *corev1.Pod) { k.drop(pod) }
func any(k kinds, pod func() *corev1.Pod) { k.drop(pod()) }`, ""},
		{"behind an interface with two types", one + `
type other struct{}
func (other) drop(*corev1.Pod) {}
var _ kinds = other{}
func (s *Store) Put(pod *corev1.Pod) { s.pods[pod.UID] = pod; use(other{}, pod) }
func (s *Store) Drop(pod *corev1.Pod) { use(kind{s}, pod) }
func use(k kinds, pod *corev1.Pod) { k.drop(pod) }`, ""},
		{"behind an interface that others may implement", strings.ReplaceAll(one, "drop", "Dropped") + `
func (s *Store) Put(pod *corev1.Pod) { s.pods[pod.UID] = pod }
func (s *Store) Drop(pod *corev1.Pod) { Use(kind{s}, pod) }
func Use(k kinds, pod *corev1.Pod) { k.Dropped(pod) }`, ""},
		{"in a function literal", `
func (s *Store) Put(pod *corev1.Pod) { s.pods[pod.UID] = pod }
func (s *Store) Drop(pod *corev1.Pod) { go func() { delete(s.pods, pod.UID) }() }`, ""},
		{"written as a whole", plain + `func (s *Store) Reset() { *s = *New() }`, ""},
		{"a variable that changes", `
func (s *Store) Put(pod *corev1.Pod) { s.pods[pod.UID] = pod }
func (s *Store) Drop(pod *corev1.Pod) {
	if other := s.pods[pod.UID]; other != nil {
		pod = other
	}
	delete(s.pods, pod.UID)
}`, ""},
		{"a cleared map", plain + `func (s *Store) Clear() { clear(s.pods) }`, ""},
		{"unexported", `
func (s *Store) put(pod *corev1.Pod) { s.pods[pod.UID] = pod }
func (s *Store) drop(pod *corev1.Pod) { delete(s.pods, pod.UID) }`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := find(t, prelude+test.source); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func find(t *testing.T, source string) string {
	file := filepath.Join(t.TempDir(), "store.go")
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	pass := stubtest.Load(t).Check(t, "example.com/store", file)
	lazy, err := ssabuild.Analyzer.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, f := range keep.Find(pass, lazy.(*ssabuild.Lazy)) {
		if keep.Package(f.Place) != "example.com/store" {
			t.Errorf("the place %s is in %s", f.Place, keep.Package(f.Place))
		}
		frees := ""
		if f.Frees {
			frees = "frees "
		}
		out = append(out, fmt.Sprintf("%s:%d %s%s", f.Name[strings.LastIndexByte(f.Name, '.')+1:], f.Param, frees, f.Place[strings.LastIndexByte(f.Place, '.')+1:]))
	}
	slices.Sort(out)
	slices.Reverse(out)
	return strings.Join(out, "; ")
}
