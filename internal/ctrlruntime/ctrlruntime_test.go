package ctrlruntime_test

import (
	"go/types"
	"testing"

	"github.com/informerlint/informerlint/internal/ctrlruntime"
)

func TestCached(t *testing.T) {
	pkg := types.NewPackage("example.com/p", "p")
	plain := types.NewNamed(types.NewTypeName(0, pkg, "Pods", nil), types.NewStruct(nil, nil), nil)
	free := types.NewNamed(types.NewTypeName(0, pkg, "Free", nil), types.NewStruct(nil, nil), nil)
	free.AddMethod(types.NewFunc(0, pkg, "UnstructuredContent", types.NewSignatureType(types.NewVar(0, pkg, "", types.NewPointer(free)), nil, nil, nil, nil, false)))
	if !ctrlruntime.Cached(types.NewPointer(plain)) || ctrlruntime.Cached(types.NewPointer(free)) || ctrlruntime.Cached(types.NewInterfaceType(nil, nil)) {
		t.Error("what a client reads from its cache")
	}
	if ctrlruntime.Form(types.NewPointer(free)) != "unstructured" || ctrlruntime.Form(types.NewPointer(plain)) != "structured" {
		t.Error("forms")
	}
}
