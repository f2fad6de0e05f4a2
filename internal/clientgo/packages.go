package clientgo

import (
	"go/types"
	"strings"
)

// OfClient reports whether fn is of a clientset, typed or dynamic.
func OfClient(fn *types.Func) bool {
	path := pathOf(fn)
	switch path {
	case "k8s.io/client-go/kubernetes", "k8s.io/client-go/dynamic":
		return true
	}
	return strings.Contains(path, "/typed/") || strings.HasSuffix(path, "/versioned") || strings.HasSuffix(path, "/clientset")
}

// OfCache reports whether fn is of client-go's caches, or of generated listers and informers
// (whose packages end in a group and a version).
func OfCache(fn *types.Func) bool {
	path := pathOf(fn)
	if path == cachePkg || strings.HasPrefix(path, "k8s.io/client-go/informers") || strings.Contains(path, "/externalversions") {
		return true
	}
	name := ""
	if recv := fn.Signature().Recv(); recv != nil {
		name = typeName(recv.Type())
	}
	return strings.Contains(path, "/listers/") && (strings.HasSuffix(name, "Lister") || strings.HasPrefix(fn.Name(), "New"))
}

// OnlyComputes reports whether fn is of a package of the standard library or of Kubernetes
// that keeps nothing and runs nothing.
func OnlyComputes(fn *types.Func) bool {
	path, name := pathOf(fn), fn.Name()
	switch path {
	case "io", "bufio", "iter", "cmp", "slices", "maps", "errors", "math/rand", "math/rand/v2", "math/big", "net/url", "net/netip", "text/template", "unique",
		"k8s.io/apimachinery/pkg/fields", "k8s.io/apimachinery/pkg/conversion", "k8s.io/apimachinery/pkg/util/errors", "k8s.io/apimachinery/pkg/util/intstr",
		"k8s.io/apimachinery/pkg/util/strategicpatch", "k8s.io/apimachinery/pkg/util/rand", "k8s.io/apimachinery/pkg/util/json", "k8s.io/apimachinery/pkg/util/diff",
		"github.com/google/go-cmp/cmp", "github.com/google/uuid", "sigs.k8s.io/yaml", "k8s.io/utils/ptr", "k8s.io/utils/pointer", "k8s.io/utils/clock":
		return true
	case "sync/atomic":
		return strings.HasPrefix(name, "Load")
	case "os":
		return name == "Getenv" || name == "LookupEnv" || name == "Hostname"
	}
	for _, under := range []string{"encoding/", "crypto/", "hash/", "unicode/", "k8s.io/apimachinery/pkg/util/validation"} {
		if strings.HasPrefix(path, under) {
			return true
		}
	}
	return false
}

// IsAPIData reports whether values of a type are read, and do nothing, though they are no
// basic ones: types of the API, the interface of all of them, a context and a time.
func IsAPIData(t types.Type) bool {
	name := typeName(t)
	if name == "k8s.io/apimachinery/pkg/apis/meta/v1.Object" || name == "k8s.io/apimachinery/pkg/runtime.Object" || name == "context.Context" ||
		strings.HasPrefix(name, "k8s.io/api/") || strings.HasPrefix(name, "k8s.io/apimachinery/pkg/apis/") || strings.HasPrefix(name, "k8s.io/apimachinery/pkg/labels.") || strings.HasPrefix(name, "k8s.io/apimachinery/pkg/types.") || name == "time.Time" {
		return true
	}
	if _, iface := t.Underlying().(*types.Interface); iface {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "DeepCopyObject")
	_, is := obj.(*types.Func)
	return is
}

// MakesSomeError reports whether fn returns an error, whatever it is given, where
// MakesError does not know it: that of a package about errors.
func MakesSomeError(fn *types.Func) bool {
	switch pathOf(fn) {
	case "github.com/pkg/errors", statusPkg, "google.golang.org/grpc/status":
		return true
	}
	return false
}

// statusPkg is where errors are asked for what the API server has said.
const statusPkg = "k8s.io/apimachinery/pkg/api/errors"

// OfStatus reports whether a package is the one by which errors are asked for what the API
// server has said.
func OfStatus(pkg *types.Package) bool { return pkg != nil && Path(pkg.Path()) == statusPkg }

// IsConfig reports whether typ is, or points to, the configuration that clients are made of.
func IsConfig(typ types.Type) bool { return typeName(typ) == "k8s.io/client-go/rest.Config" }

// OfQueue reports whether fn is of client-go's work queues.
func OfQueue(fn *types.Func) bool { return pathOf(fn) == "k8s.io/client-go/util/workqueue" }

func pathOf(fn *types.Func) string {
	if fn.Pkg() == nil {
		return ""
	}
	return Path(fn.Pkg().Path())
}
