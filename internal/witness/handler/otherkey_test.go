package handler_test

import (
	"fmt"
	"strings"
	"testing"
)

// otherKeys are handlers whose Delete takes something away for an object and for a
// tombstone, and whether what Add has put there stays for a tombstone.
var otherKeys = []struct {
	name, add, remove string
	stays             bool
}{
	{"by UID, a tombstone by name", `s.kept[string(pod.UID)] = pod.Name`, `
		if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { delete(s.kept, t.Key); return }
		if pod, ok := obj.(*corev1.Pod); ok { delete(s.kept, string(pod.UID)) }`, true},
	{"after a condition", `s.kept[string(pod.UID)] = pod.Name`, `
		if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { if s.enabled { delete(s.kept, t.Key) }; return }
		if pod, ok := obj.(*corev1.Pod); ok { delete(s.kept, string(pod.UID)) }`, true},
	{"both by UID", `s.kept[string(pod.UID)] = pod.Name`, `
		if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { obj = t.Obj }
		if pod, ok := obj.(*corev1.Pod); ok { delete(s.kept, string(pod.UID)) }`, false},
	{"by name, whatever the object goes by", `s.kept[pod.Name] = pod.Name`, `
		if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { delete(s.kept, t.Key); return }
		if pod, ok := obj.(*corev1.Pod); ok { delete(s.kept, string(pod.UID)) }`, false},
	{"under both", `s.kept[pod.Name], s.kept[string(pod.UID)] = "", ""`, `
		if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { delete(s.kept, t.Key); return }
		if pod, ok := obj.(*corev1.Pod); ok { delete(s.kept, string(pod.UID)) }`, false},
	{"a key that is not known", `s.kept[string(pod.UID)] = pod.Name`, `
		if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { delete(s.kept, t.Key); delete(s.kept, s.key(t.Key)); return }
		if pod, ok := obj.(*corev1.Pod); ok { delete(s.kept, string(pod.UID)) }`, false},
	{"somebody else takes entries out", `s.kept[string(pod.UID)] = pod.Name; s.shared[string(pod.UID)] = ""`, `
		if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { delete(s.shared, t.Key); delete(s.kept, string(t.Obj.(*corev1.Pod).UID)); return }
		if pod, ok := obj.(*corev1.Pod); ok { delete(s.shared, string(pod.UID)); delete(s.kept, string(pod.UID)) }`, false},
}

// otherwise is a package of them. It is nowhere on disk.
func otherwise() string {
	text := `package otherkey

import (
	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)
`
	for i, h := range otherKeys {
		text += strings.ReplaceAll(`
type state struct {
	kept, shared map[string]string
	enabled      bool
	key          func(string) string
}

func Watchstate(informer cache.SharedIndexInformer, s *state) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{AddFunc: s.add, DeleteFunc: s.remove})
}

func (s *state) Sweep() { for k := range s.shared { delete(s.shared, k) } }

func (s *state) add(obj any) { pod := obj.(*corev1.Pod); `+h.add+` }

func (s *state) remove(obj any) {`+h.remove+`
}
`, "state", fmt.Sprintf("state%d", i))
	}
	return text
}

// What a tombstone takes away under another key than Add's is found, if the entry is
// there when all is over.
func TestOtherKey(t *testing.T) {
	r := program(t, "otherkey")
	source := strings.Split(otherwise(), "\n")
	found := make(map[string]bool)
	for _, f := range r.findings["tombstone"] {
		line := r.fset.Position(f.Pos).Line
		if f.Category != "mishandled" || !strings.Contains(source[line-1], "t.Key") || f.Witness == nil || len(f.SuggestedFixes) > 0 {
			t.Errorf("%s: %s", source[line-1], f.Message)
		}
		for ; line > 0; line-- {
			if _, rest, ok := strings.Cut(source[line-1], "func (s *state"); ok {
				found[rest[:1]] = true
				break
			}
		}
		t.Log(f.Message)
	}
	for i, h := range otherKeys {
		if found[fmt.Sprint(i)] != h.stays {
			t.Errorf("%s: reported: %t", h.name, !h.stays)
		}
	}
}
