// Package fakeapi is so much of an API server as a cache of pods needs: it is
// asked for its resources, for one pod, for all, and for what changes (nothing
// does).
package fakeapi

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
)

// A Server has one pod, shop/till.
type Server struct {
	mu    sync.Mutex
	lists int
}

// Lists returns how often all pods were asked for.
func (s *Server) Lists() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.lists
}

// New returns a server that lives as long as the test, and how to reach it.
func New(t *testing.T) (*Server, *rest.Config) {
	s := new(Server)
	// Watches have no end of their own.
	server := httptest.NewServer(s)
	t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
	})
	return s, &rest.Config{Host: server.URL, QPS: -1, ContentConfig: rest.ContentConfig{ContentType: "application/json"}}
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	meta := strings.Contains(r.Header.Get("Accept"), "PartialObjectMetadata")
	pod := corev1.Pod{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "Pod"},
		ObjectMeta: metav1.ObjectMeta{Namespace: "shop", Name: "till", UID: "1", ResourceVersion: "1"},
	}
	list := metav1.ListMeta{ResourceVersion: "1"}
	switch {
	case r.URL.Path == "/api":
		send(w, metav1.APIVersions{TypeMeta: metav1.TypeMeta{Kind: "APIVersions"}, Versions: []string{"v1"}})
	case r.URL.Path == "/apis":
		send(w, metav1.APIGroupList{TypeMeta: metav1.TypeMeta{Kind: "APIGroupList", APIVersion: "v1"}})
	case r.URL.Path == "/api/v1":
		send(w, metav1.APIResourceList{TypeMeta: metav1.TypeMeta{Kind: "APIResourceList", APIVersion: "v1"}, GroupVersion: "v1", APIResources: []metav1.APIResource{
			{Name: "pods", SingularName: "pod", Kind: "Pod", Namespaced: true, Verbs: metav1.Verbs{"get", "list", "watch", "create"}},
			{Name: "nodes", SingularName: "node", Kind: "Node", Verbs: metav1.Verbs{"get", "list", "watch"}},
		}})
	case r.Method == http.MethodPost:
		send(w, pod)
	case strings.HasSuffix(r.URL.Path, "/pods/till"):
		send(w, pod)
	case r.URL.Query().Get("watch") != "" && r.URL.Query().Get("sendInitialEvents") != "":
		// A server that streams no lists says so, and is asked for a list.
		w.WriteHeader(http.StatusUnprocessableEntity)
		send(w, metav1.Status{TypeMeta: metav1.TypeMeta{Kind: "Status", APIVersion: "v1"}, Status: "Failure", Reason: metav1.StatusReasonInvalid, Code: 422})
	case r.URL.Query().Get("watch") != "":
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusOK)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	case strings.HasSuffix(r.URL.Path, "/nodes"):
		send(w, corev1.NodeList{TypeMeta: metav1.TypeMeta{Kind: "NodeList", APIVersion: "v1"}, ListMeta: list})
	case strings.HasSuffix(r.URL.Path, "/pods"):
		s.mu.Lock()
		s.lists++
		s.mu.Unlock()
		if meta {
			send(w, metav1.PartialObjectMetadataList{TypeMeta: metav1.TypeMeta{Kind: "PartialObjectMetadataList", APIVersion: "meta.k8s.io/v1"}, ListMeta: list,
				Items: []metav1.PartialObjectMetadata{{TypeMeta: pod.TypeMeta, ObjectMeta: pod.ObjectMeta}}})
			return
		}
		send(w, corev1.PodList{TypeMeta: metav1.TypeMeta{Kind: "PodList", APIVersion: "v1"}, ListMeta: list, Items: []corev1.Pod{pod}})
	default:
		http.NotFound(w, r)
	}
}

func send(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v)
}
