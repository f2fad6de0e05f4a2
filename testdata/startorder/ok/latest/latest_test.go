package latest

import (
	"testing"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/dynamic/fake"
)

func TestResync(t *testing.T) {
	client := fake.NewSimpleDynamicClient(runtime.NewScheme())
	resource := schema.GroupVersionResource{Version: "v1", Resource: "pods"}
	newHandler(client, resource) // is not started
	before := latest
	if before != nil {
		t.Error("somebody has made one")
	}
}
