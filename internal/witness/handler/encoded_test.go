package handler_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// What Delete does, and the rule that is broken; "" if none is. Add sends the text of
// the object, or what stands in its place.
var encoded = []struct{ name, remove, add, rule, says string }{
	{name: "the text is sent", remove: "b, err := json.Marshal(obj); if err != nil { return }\ns.text <- b", rule: "dropped"},
	{name: "the text is sent as a string", remove: "b, _ := json.MarshalIndent(obj, \"\", \" \")\ns.send(string(b))", add: "b, _ := json.Marshal(obj); s.send(string(b))", rule: "dropped"},
	{name: "the text is sent in a structure", remove: "b, _ := json.Marshal(obj)\ns.events <- event{\"deleted\", b}", add: "b, _ := json.Marshal(obj); s.events <- event{\"added\", b}", rule: "dropped"},
	{name: "by a pointer", remove: "e := &event{kind: \"deleted\"}; s.fill(e, obj)", add: "e := &event{kind: \"added\"}; s.fill(e, obj)", rule: "dropped"},
	{name: "the object is in what is encoded", remove: "b, _ := json.Marshal(notice{\"deleted\", obj})\ns.text <- b", add: "b, _ := json.Marshal(notice{\"added\", obj}); s.text <- b", rule: "dropped"},
	{name: "a reader of it is sent", remove: "b, _ := json.Marshal(obj)\ns.post(bytes.NewReader(b))", add: "b, _ := json.Marshal(obj); s.post(bytes.NewReader(b))", rule: "dropped"},

	{name: "unwrapped", remove: unwrap + "b, _ := json.Marshal(obj); s.text <- b"},
	{name: "unwrapped by a switch", remove: "switch o := obj.(type) { case cache.DeletedFinalStateUnknown: b, _ := json.Marshal(o.Obj); s.text <- b; default: b, _ := json.Marshal(obj); s.text <- b }"},
	{name: "unwrapped by a helper", remove: "b, _ := json.Marshal(object(obj)); s.text <- b"},
	{name: "the tombstone is told", remove: "_, missed := obj.(cache.DeletedFinalStateUnknown); b, _ := json.Marshal(obj); if missed { s.text <- []byte(\"missed\") }; s.text <- b"},
	{name: "the key in it is encoded", remove: "if t, ok := obj.(cache.DeletedFinalStateUnknown); ok { b, _ := json.Marshal(t.Key); s.text <- b; return }; key, _ := cache.MetaNamespaceKeyFunc(obj); b, _ := json.Marshal(key); s.text <- b"},
	{name: "it is only logged", remove: "b, _ := json.Marshal(obj); log.Printf(\"%s is gone\", b); key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); if err == nil { s.send(key) }", add: "key, _ := cache.MetaNamespaceKeyFunc(obj); s.send(key)"},
	{name: "it is logged by something unknown", remove: "b, _ := json.Marshal(obj); s.archive(b); key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); if err == nil { s.send(key) }", add: "b, _ := json.Marshal(obj); s.archive(b); key, _ := cache.MetaNamespaceKeyFunc(obj); s.send(key)"},
	{name: "its length is kept", remove: "b, _ := json.Marshal(obj); s.size(len(b))", add: "b, _ := json.Marshal(obj); s.size(len(b))"},
	{name: "a hash of it is kept", remove: "b, _ := json.Marshal(obj); s.sum(sha256.Sum256(b))", add: "b, _ := json.Marshal(obj); s.sum(sha256.Sum256(b))"},
	{name: "it is seen before", remove: "b, _ := json.Marshal(obj); if s.seen[string(b)] { return }; s.seen[string(b)] = true; key, err := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); if err == nil { s.send(key) }", add: "b, _ := json.Marshal(obj); s.seen[string(b)] = true; key, _ := cache.MetaNamespaceKeyFunc(obj); s.send(key)"},
	{name: "only deletions are written there", remove: "b, _ := json.Marshal(obj); s.archive(b)"},
	{name: "the key is sent with it", remove: "key, _ := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); b, _ := json.Marshal(obj); s.events <- event{key, b}", add: "key, _ := cache.MetaNamespaceKeyFunc(obj); b, _ := json.Marshal(obj); s.events <- event{key, b}"},
	{name: "the key is an argument, too", remove: "key, _ := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); b, _ := json.Marshal(obj); s.put(key, b)", add: "key, _ := cache.MetaNamespaceKeyFunc(obj); b, _ := json.Marshal(obj); s.put(key, b)"},
	{name: "the key is in the text", remove: "key, _ := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); b, _ := json.Marshal(notice{key, obj}); s.text <- b", add: "key, _ := cache.MetaNamespaceKeyFunc(obj); b, _ := json.Marshal(notice{key, obj}); s.text <- b"},
	{name: "the key is in front of it", remove: "key, _ := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); b, _ := json.Marshal(obj); s.send(key + string(b))", add: "key, _ := cache.MetaNamespaceKeyFunc(obj); b, _ := json.Marshal(obj); s.send(key + string(b))"},
	{name: "no key is sent with it", remove: "key, _ := cache.MetaNamespaceKeyFunc(obj); b, _ := json.Marshal(obj)\ns.put(key, b)", add: "key, _ := cache.MetaNamespaceKeyFunc(obj); b, _ := json.Marshal(obj); s.put(key, b)", rule: "key-func"},
	{name: "the tombstone is given away, too", remove: "b, _ := json.Marshal(obj); s.both(obj, b)", add: "b, _ := json.Marshal(obj); s.both(obj, b)"},
	{name: "the key is encoded", remove: "key, _ := cache.DeletionHandlingMetaNamespaceKeyFunc(obj); b, _ := json.Marshal(key); s.text <- b"},
	{name: "the same is sent where nothing can be encoded", remove: "b, _ := s.encode(obj); s.text <- b"},
	{name: "a checked assertion in front", remove: unwrap + "pod, ok := obj.(*corev1.Pod); if !ok { return }; b, _ := json.Marshal(pod); s.text <- b"},
	{name: "all is sent for a tombstone", remove: "if _, ok := obj.(*corev1.Pod); !ok { s.send(\"all\"); return }; b, _ := json.Marshal(obj); s.text <- b"},
	{name: "what is unexpected is reported", remove: "pod, ok := obj.(*corev1.Pod); if !ok { b, _ := json.Marshal(obj); s.archive(b); return }; b, _ := json.Marshal(pod); s.text <- b"},
	{name: "a handler of everything", remove: "s.dump(obj)", add: "s.dump(obj)"},

	{name: "a pointer, and a panic", remove: "if t, ok := obj.(*cache.DeletedFinalStateUnknown); ok { obj = t.Obj } // want\ns.send(obj.(*corev1.Pod).Name)", rule: "pointer-assertion"},
	{name: "a pointer, and nil", remove: "if t, ok := obj.(*cache.DeletedFinalStateUnknown); ok { obj = t.Obj } // want\npod, _ := obj.(*corev1.Pod); s.send(pod.Name)", rule: "pointer-assertion"},
	{name: "a pointer on another way", remove: "if s.on { if _, ok := obj.(*cache.DeletedFinalStateUnknown); ok { return } }\ns.send(obj.(*corev1.Pod).Name)", rule: "unchecked-assertion"},
	{name: "a pointer that is only asked for", remove: "if _, ok := obj.(*cache.DeletedFinalStateUnknown); ok { println(\"missed\") }\ns.send(obj.(*corev1.Pod).Name)", rule: "unchecked-assertion"},
	{name: "a pointer and a value", remove: "if t, ok := obj.(*cache.DeletedFinalStateUnknown); ok { obj = t.Obj }; " + unwrap + "s.send(obj.(*corev1.Pod).Name)"},
}

// encoding is a package of the functions, each the Delete of a handler of its own. It
// is nowhere on disk.
func encoding() string {
	text := `package encoding

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"io"
	"log"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/cache"
)

type event struct {
	kind string
	text []byte
}

type notice struct {
	Kind   string
	Object any
}

func object(obj any) any {
	if t, ok := obj.(cache.DeletedFinalStateUnknown); ok {
		return t.Obj
	}
	return obj
}

var (
	_ = bytes.NewReader
	_ = sha256.Sum256
	_ = log.Printf
	_ corev1.Pod
)
`
	for i, h := range encoded {
		add := h.add
		if add == "" {
			add = "b, _ := json.Marshal(obj); s.text <- b"
		}
		text += strings.ReplaceAll(`
type state struct {
	on      bool
	text    chan []byte
	events  chan event
	seen    map[string]bool
	send    func(string)
	post    func(io.Reader)
	size    func(int)
	sum     func([32]byte)
	archive func([]byte)
	dump    func(any)
	put     func(string, []byte)
	both    func(any, []byte)
	encode  func(any) ([]byte, error)
}

func (s *state) fill(e *event, obj any) {
	b, err := json.Marshal(obj)
	if err != nil {
		return
	}
	e.text = b
	s.events <- *e
}

func Watchstate(informer cache.SharedIndexInformer, s *state) {
	informer.AddEventHandler(cache.ResourceEventHandlerFuncs{
		AddFunc:    func(obj any) { `+add+` },
		UpdateFunc: func(_, obj any) { `+add+` },
		DeleteFunc: func(obj any) {
			// case `+fmt.Sprint(i)+`
			`+h.remove+`
		},
	})
}
`, "state", fmt.Sprintf("state%d", i))
	}
	return text
}

// The text of a tombstone is not that of the object, for who expects that one.
func TestEncoded(t *testing.T) {
	r := program(t, "encoding")
	var at []int // the lines where the cases begin
	for i, line := range strings.Split(encoding(), "\n") {
		if strings.Contains(line, "// case ") {
			at = append(at, i+1)
		}
	}
	got := make([]string, len(encoded))
	for _, f := range r.findings["tombstone"] {
		i, exact := slices.BinarySearch(at, r.fset.Position(f.Pos).Line)
		if !exact {
			i--
		}
		if f.Witness == nil {
			t.Errorf("%s: no witness", encoded[i].name)
		}
		got[i] += f.Category
		if !strings.Contains(f.Message, encoded[i].says) {
			t.Errorf("%s: %s", encoded[i].name, f.Message)
		}
	}
	for i, c := range encoded {
		if got[i] != c.rule {
			t.Errorf("%s: reported is %q, want %q", c.name, got[i], c.rule)
		}
	}
}
