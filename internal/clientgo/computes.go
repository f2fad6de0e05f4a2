package clientgo

import (
	"go/types"
	"strings"
)

// computes are functions that take anything and do no more than look at it: they
// wait for nobody, and keep and run nothing of what they are given. (A method of what
// they are given, such as MarshalJSON, is taken to do the same.)
var computes = map[string]bool{
	"reflect.DeepEqual": true, "reflect.TypeOf": true,
	"encoding/json.Marshal": true, "encoding/json.MarshalIndent": true, "encoding/json.Unmarshal": true,
	"sigs.k8s.io/yaml.Marshal": true, "sigs.k8s.io/yaml.Unmarshal": true,
	"k8s.io/apimachinery/pkg/api/meta.Accessor": true, "k8s.io/apimachinery/pkg/api/meta.TypeAccessor": true,
	"(k8s.io/apimachinery/third_party/forked/golang/reflect.Equalities).DeepEqual":      true,
	"(k8s.io/apimachinery/third_party/forked/golang/reflect.Equalities).DeepDerivative": true,
	"(*k8s.io/apimachinery/pkg/runtime.unstructuredConverter).FromUnstructured":         true,
	"(*k8s.io/apimachinery/pkg/runtime.unstructuredConverter).ToUnstructured":           true,
	"k8s.io/client-go/tools/cache.MetaNamespaceKeyFunc":                                 true,
	"k8s.io/client-go/tools/cache.DeletionHandlingMetaNamespaceKeyFunc":                 true,
	"k8s.io/client-go/tools/cache.ObjectToName":                                         true,
	"k8s.io/client-go/tools/cache.DeletionHandlingObjectToName":                         true,
	"k8s.io/apimachinery/pkg/apis/meta/v1.GetControllerOf":                              true,
	"k8s.io/apimachinery/pkg/apis/meta/v1.IsControlledBy":                               true,
}

// Computes reports whether a call of fn does no more than compute, whatever it is given.
func Computes(fn *types.Func) bool { return computes[FuncName(fn)] }

// MakesLister reports whether fn is a constructor such as NewPodLister(indexer): it
// reads the store, no more.
func MakesLister(fn *types.Func) bool {
	return fn.Pkg() != nil && Modelled(Path(fn.Pkg().Path())) && strings.HasPrefix(fn.Name(), "New") && strings.HasSuffix(fn.Name(), "Lister")
}

// ReadsServer reports whether a method is Get or List of a client of client-go, generated
// for a kind or dynamic, by the options that it takes: those read from the API server.
// The dynamic client's Get has subresources after them.
func ReadsServer(m *types.Func) bool {
	if m.Name() != "Get" && m.Name() != "List" {
		return false
	}
	for v := range m.Signature().Params().Variables() {
		if TypeName(v.Type()) == metaPkg+"."+m.Name()+"Options" {
			return true
		}
	}
	return false
}

// AsksForKind reports whether a function asks an error whether the server knows a kind
// at all (apimachinery's api/meta).
func AsksForKind(fn *types.Func) bool {
	return FuncName(fn) == "k8s.io/apimachinery/pkg/api/meta.IsNoMatchError"
}

// IsAccessor reports whether a function returns the accessors of the one object that it
// is given (apimachinery's api/meta).
func IsAccessor(fn *types.Func) bool { return FuncName(fn) == apiMetaPkg+".Accessor" }
