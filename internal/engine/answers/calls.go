package answers

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// An effect says what a call may do about work that has found nothing.
type effect uint8

const (
	maybe      effect = iota // put it back, for all that is known
	looks                    // nothing: it reads, logs, counts or computes, or does the work
	looksAgain               // nothing, but it reads what may be there by now
	blocks                   // take its time, no more
	follows                  // it is of the package, and is looked into
)

// effect of a call. What is not known to only look may put the work back.
func (p *Package) effect(c *ssa.CallCommon, kind string) effect {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if b.Name() == "close" {
			return maybe // whoever waits for the channel is told
		}
		return looks
	}
	if callee := c.StaticCallee(); callee != nil && len(callee.Blocks) > 0 && p.own[callee] {
		return follows
	}
	fn := ssautil.Callee(c)
	if fn == nil {
		return ofValue(c)
	}
	path := ""
	if fn.Pkg() != nil {
		path = clientgo.Path(fn.Pkg().Path())
	}
	name := fn.Name()
	switch {
	case ends(name) || clientgo.RunsLater(fn) || timers[name] || signals[clientgo.FuncName(fn)] || path == "sync/atomic" && !strings.HasPrefix(name, "Load"):
		return maybe
	case clientgo.FuncName(fn) == "time.Sleep":
		return blocks
	case path == "k8s.io/client-go/util/workqueue":
		if name == "Done" || name == "Forget" || name == "Len" || name == "NumRequeues" || name == "ShuttingDown" {
			return looks
		}
		return maybe
	case isClient(path):
		if (name == "Get" || name == "List" || name == "Watch") && (kind == "" || strings.TrimSuffix(kindOf(fn.Signature()), "List") == kind) {
			return maybe // what the cache does not have, the API may
		}
		return looks
	case isCache(fn, path):
		switch {
		case !reads(name):
			return maybe
		case kindOf(fn.Signature()) == kind:
			return looksAgain
		}
		return looks
	case clientgo.Computes(fn) || clientgo.Logs(fn) || onlyComputes(path, name) || clientgo.Quiet(fn) && !(strings.HasSuffix(path, "util/sets") && name == "Insert"):
		return looks
	case isLogger(fn.Signature()) || computesFrom(fn):
		return looks
	}
	return maybe
}

// signals are calls that others may be waiting for.
var signals = map[string]bool{"(*sync.Cond).Signal": true, "(*sync.Cond).Broadcast": true}

// ofValue: a call of a function value that is given nothing and returns something asks
// (a clock).
func ofValue(c *ssa.CallCommon) effect {
	sig := c.Signature()
	if sig.Params().Len() == 0 && sig.Results().Len() == 1 && !ssautil.IsError(sig.Results().At(0).Type()) {
		return looks
	}
	return maybe
}

// takes: the call takes the next work out of a queue.
func takes(c *ssa.CallCommon) bool {
	fn := ssautil.Callee(c)
	return fn != nil && clientgo.TakesWork(fn)
}

// finishes: what is often deferred, for the end of the function or of the program, and
// comes in any case.
func finishes(c *ssa.CallCommon) bool {
	return takes(c) || clientgo.TypeName(c.Value.Type()) == "context.CancelFunc" || called(c) == "ShutDown"
}

func ends(name string) bool {
	for _, verb := range []string{"Fatal", "Panic", "DPanic", "Exit", "FlushAndExit", "Goexit", "Must"} {
		if strings.HasPrefix(name, verb) {
			return true
		}
	}
	return false
}

// isClient: a clientset, typed or dynamic. What it writes is the work, and not the way
// back from it; it is taken to succeed.
func isClient(path string) bool {
	switch path {
	case "k8s.io/client-go/kubernetes", "k8s.io/client-go/dynamic":
		return true
	}
	return strings.Contains(path, "/typed/") || strings.HasSuffix(path, "/versioned") || strings.HasSuffix(path, "/clientset")
}

// isCache: client-go's caches, and generated listers and informers (whose packages end in
// a group and a version).
func isCache(fn *types.Func, path string) bool {
	if path == "k8s.io/client-go/tools/cache" || strings.HasPrefix(path, "k8s.io/client-go/informers") || strings.Contains(path, "/externalversions") {
		return true
	}
	name := ""
	if recv := fn.Signature().Recv(); recv != nil {
		name = clientgo.TypeName(recv.Type())
	}
	return strings.Contains(path, "/listers/") && (strings.HasSuffix(name, "Lister") || strings.HasPrefix(fn.Name(), "New"))
}

func reads(name string) bool {
	for _, verb := range []string{"Get", "List", "By", "Index", "Informer", "Lister", "HasSynced", "Split", "Meta", "DeletionHandling"} {
		if strings.HasPrefix(name, verb) {
			return true
		}
	}
	return !clientgo.Verb(name) && !strings.HasPrefix(name, "WaitFor") && !strings.HasPrefix(name, "Run")
}

// onlyComputes: packages of the standard library and of Kubernetes that keep nothing and
// run nothing.
func onlyComputes(path, name string) bool {
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

// isLogger: what is returned is a logger, of whichever package that is.
func isLogger(sig *types.Signature) bool {
	if sig.Results().Len() != 1 {
		return false
	}
	name := clientgo.TypeName(ssautil.Deref(sig.Results().At(0).Type()))
	return strings.HasSuffix(name, "Logger") || strings.HasSuffix(name, "logrus.Entry")
}

// computesFrom: by its shape, the function returns something that it has made of data,
// among which there is nothing that could take work.
func computesFrom(fn *types.Func) bool {
	sig := fn.Signature()
	if sig.Results().Len() == 0 || sig.Results().Len() == 1 && ssautil.IsError(sig.Results().At(0).Type()) {
		return false
	}
	if recv := sig.Recv(); recv != nil && !isData(recv.Type(), 0) {
		// A getter.
		return sig.Params().Len() == 0 && (strings.HasPrefix(fn.Name(), "Get") || strings.HasPrefix(fn.Name(), "Is") || strings.HasPrefix(fn.Name(), "Has"))
	}
	for v := range sig.Params().Variables() {
		if !isData(v.Type(), 0) {
			return false
		}
	}
	return true
}

// isData: values of the type are read, and do nothing: numbers, strings, errors, objects
// of the API, and lists of them.
func isData(t types.Type, depth int) bool {
	if depth > 4 {
		return false
	}
	if ssautil.IsError(t) {
		return true
	}
	if isObject(t) {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return true
	case *types.Slice:
		return isData(u.Elem(), depth+1)
	case *types.Array:
		return isData(u.Elem(), depth+1)
	case *types.Map:
		return isData(u.Key(), depth+1) && isData(u.Elem(), depth+1)
	case *types.Pointer:
		return isData(u.Elem(), depth+1)
	case *types.Struct:
		for f := range u.Fields() {
			if !isData(f.Type(), depth+1) {
				return false
			}
		}
		return true
	}
	return false
}

// isObject: a type of the API, or the interface of all of them.
func isObject(t types.Type) bool {
	name := clientgo.TypeName(ssautil.Deref(t))
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

// makesError: the function returns an error, whatever it is given.
func makesError(fn *types.Func) bool {
	if clientgo.MakesError(fn) {
		return true
	}
	if fn.Pkg() == nil || !ssautil.IsError(fn.Signature().Results().At(0).Type()) {
		return false
	}
	path := clientgo.Path(fn.Pkg().Path())
	return path == "github.com/pkg/errors" || path == "k8s.io/apimachinery/pkg/api/errors" || path == "google.golang.org/grpc/status"
}

// asksMissing: the function asks whether an error says that an object is not there.
func asksMissing(fn *types.Func) bool {
	return fn.Pkg() != nil && (fn.Name() == "IsNotFound" || fn.Name() == "IgnoreNotFound") && ssautil.IsBool(fn.Signature().Results().At(0).Type())
}
