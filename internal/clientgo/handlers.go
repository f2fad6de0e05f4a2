package clientgo

import (
	"go/types"
	"slices"
	"strings"
)

// A HandlerRole says which notification a function gets.
type HandlerRole uint8

// The roles of handler functions. Whole is a value that has them all: a
// ResourceEventHandler.
const (
	NoHandler HandlerRole = iota
	OnAdd
	OnUpdate
	OnDelete
	Filter
	Whole
)

func (r HandlerRole) String() string {
	return [...]string{"none", "Add", "Update", "Delete", "Filter", "handler"}[r]
}

// HandlerStyle tells the libraries apart: only client-go's untyped handlers
// get tombstones.
type HandlerStyle uint8

// The styles.
const (
	NoStyle    HandlerStyle = iota
	Untyped                 // client-go, functions of interface{}
	Typed                   // client-go v0.37, functions of T: a tombstone cannot come as an object
	Reconciler              // controller-runtime handler.Funcs and handlers: functions of events, tombstones unwrapped
	Predicate               // controller-runtime predicate.Funcs: as Reconciler, the result says whether to go on
)

const (
	cachePkg  = "k8s.io/client-go/tools/cache"
	ctrlRoot  = "sigs.k8s.io/controller-runtime"
	ctrlEvent = ctrlRoot + "/pkg/event."
)

// handlerStructs are the structures whose fields are handler functions.
var handlerStructs = map[string]struct {
	style HandlerStyle
	roles map[string]HandlerRole
}{
	cachePkg + ".ResourceEventHandlerFuncs":              {Untyped, funcFields},
	cachePkg + ".ResourceEventHandlerDetailedFuncs":      {Untyped, funcFields},
	cachePkg + ".FilteringResourceEventHandler":          {Untyped, filterFields},
	cachePkg + ".TypedResourceEventHandlerFuncs":         {Typed, funcFields},
	cachePkg + ".TypedResourceEventHandlerDetailedFuncs": {Typed, funcFields},
	cachePkg + ".TypedFilteringResourceEventHandler":     {Typed, filterFields},
	cachePkg + ".InformerOptions":                        {Untyped, map[string]HandlerRole{"Handler": Whole}},
	ctrlRoot + "/pkg/handler.Funcs":                      {Reconciler, eventFields},
	ctrlRoot + "/pkg/handler.TypedFuncs":                 {Reconciler, eventFields},
	ctrlRoot + "/pkg/predicate.Funcs":                    {Predicate, eventFields},
	ctrlRoot + "/pkg/predicate.TypedFuncs":               {Predicate, eventFields},
}

var (
	funcFields   = map[string]HandlerRole{"AddFunc": OnAdd, "UpdateFunc": OnUpdate, "DeleteFunc": OnDelete}
	filterFields = map[string]HandlerRole{"FilterFunc": Filter, "Handler": Whole}
	eventFields  = map[string]HandlerRole{"CreateFunc": OnAdd, "UpdateFunc": OnUpdate, "DeleteFunc": OnDelete}
)

// HandlerField returns the role of a field of one of the libraries' handler
// structures, for the structure's type or a pointer to it.
func HandlerField(structure types.Type, field string) (HandlerRole, HandlerStyle) {
	h := handlerStructs[typeName(structure)]
	if role := h.roles[field]; role != NoHandler {
		return role, h.style
	}
	return NoHandler, NoStyle
}

// IsHandlerStruct reports whether typ is one of the libraries' handler structures.
func IsHandlerStruct(typ types.Type) bool {
	h, ok := handlerStructs[typeName(typ)]
	return ok && h.roles["Handler"] != Whole || ok && h.roles["FilterFunc"] == Filter
}

// HandlerMethods returns the names of the Add, Update and Delete methods, if
// typ has the shape of client-go's ResourceEventHandler: untyped parameters,
// with or without isInInitialList.
func HandlerMethods(typ types.Type) map[string]HandlerRole {
	add, update, del := method(typ, "OnAdd"), method(typ, "OnUpdate"), method(typ, "OnDelete")
	if add == nil || update == nil || del == nil ||
		add.Params().Len() < 1 || add.Params().Len() > 2 || update.Params().Len() != 2 || del.Params().Len() != 1 ||
		!isAny(add.Params().At(0).Type()) || !isAny(update.Params().At(0).Type()) || !isAny(del.Params().At(0).Type()) {
		return nil
	}
	return map[string]HandlerRole{"OnAdd": OnAdd, "OnUpdate": OnUpdate, "OnDelete": OnDelete}
}

// RemovesHandler reports whether a function takes a handler away again, by its
// registration (tools/cache/shared_informer.go, v0.37.2).
func RemovesHandler(fn *types.Func) bool { return fn.Name() == "RemoveEventHandler" }

// IsInformerOptions reports whether typ is what cache.NewInformerWithOptions
// takes.
func IsInformerOptions(typ types.Type) bool {
	named, ok := types.Unalias(typ).(*types.Named)
	return ok && named.Obj().Name() == "InformerOptions" && named.Obj().Pkg() != nil && IsRoot(named.Obj().Pkg().Path())
}

// IsHandlerInterface reports whether typ is an interface of the shape of ResourceEventHandler.
func IsHandlerInterface(typ types.Type) bool {
	return types.IsInterface(typ) && HandlerMethods(typ) != nil
}

// IsHandlerFunc reports whether sig could be a handler function: it takes an
// object, or an old and a new one, as empty interfaces.
func IsHandlerFunc(sig *types.Signature) bool {
	n := sig.Params().Len()
	return n >= 1 && n <= 2 && isAny(sig.Params().At(0).Type())
}

func isAny(typ types.Type) bool {
	if _, ok := types.Unalias(typ).(*types.TypeParam); ok {
		return false
	}
	i, ok := typ.Underlying().(*types.Interface)
	return ok && i.Empty()
}

// IsAny reports whether typ is the empty interface.
func IsAny(typ types.Type) bool { return isAny(typ) }

// IsTombstone reports whether typ is cache.DeletedFinalStateUnknown, as a
// value or as a pointer to one. Informers only ever hand out the value.
func IsTombstone(typ types.Type) (value, pointer bool) {
	if typeName(typ) != cachePkg+".DeletedFinalStateUnknown" {
		return false, false
	}
	_, pointer = types.Unalias(typ).(*types.Pointer)
	return !pointer, pointer
}

// TombstoneType returns cache.DeletedFinalStateUnknown, from a package that imports client-go's cache.
func TombstoneType(pkg *types.Package) *types.Named {
	for _, imp := range append(pkg.Imports(), pkg) {
		if IsRoot(imp.Path()) {
			if tn, ok := imp.Scope().Lookup("DeletedFinalStateUnknown").(*types.TypeName); ok {
				named, _ := types.Unalias(tn.Type()).(*types.Named)
				return named
			}
		}
	}
	return nil
}

// A KeyFunc tells what a known function of an object does with a tombstone.
type KeyFunc struct {
	Takes    bool   // it understands a tombstone
	Twin     string // the function of the same package that does, if it does not
	Accessor bool   // it returns no key, but something that reads the object
	Object   bool   // what it returns stands for the object
}

var keyFuncs = map[string]KeyFunc{
	cachePkg + ".MetaNamespaceKeyFunc":                                                         {Twin: "DeletionHandlingMetaNamespaceKeyFunc"},
	cachePkg + ".ObjectToName":                                                                 {Twin: "DeletionHandlingObjectToName"},
	cachePkg + ".MetaNamespaceIndexFunc":                                                       {},
	"k8s.io/apimachinery/pkg/api/meta.Accessor":                                                {Accessor: true, Object: true},
	"k8s.io/apimachinery/pkg/api/meta.CommonAccessor":                                          {Accessor: true},
	"k8s.io/apimachinery/pkg/api/meta.TypeAccessor":                                            {Accessor: true},
	cachePkg + ".DeletionHandlingMetaNamespaceKeyFunc":                                         {Takes: true},
	cachePkg + ".DeletionHandlingObjectToName":                                                 {Takes: true},
	"knative.dev/pkg/kmeta.DeletionHandlingAccessor":                                           {Takes: true},
	"k8s.io/kubernetes/pkg/controller.KeyFunc":                                                 {Takes: true},
	"github.com/kcp-dev/apimachinery/v2/pkg/cache.DeletionHandlingMetaClusterNamespaceKeyFunc": {Takes: true},
	"github.com/kcp-dev/apimachinery/v2/pkg/cache.MetaClusterNamespaceKeyFunc":                 {Twin: "DeletionHandlingMetaClusterNamespaceKeyFunc"},
}

// KeyFuncOf returns what is known of the function or function variable with
// this full name ("path.Name"). Each known one returns a value and an error.
func KeyFuncOf(name string) (KeyFunc, bool) {
	k, ok := keyFuncs[name]
	return k, ok
}

// VarName returns the full name of a package-level object without vendor prefix.
func VarName(obj types.Object) string {
	if obj.Pkg() == nil {
		return obj.Name()
	}
	return Path(obj.Pkg().Path()) + "." + obj.Name()
}

// IsContext reports whether typ is context.Context, which a call of the API takes
// first.
func IsContext(typ types.Type) bool { return typeName(typ) == "context.Context" }

// TypeName returns the path-qualified name of a named type or of what a
// pointer points to, without vendor prefix; "" for other types.
func TypeName(typ types.Type) string { return typeName(typ) }

// IsUID reports whether typ is apimachinery's types.UID.
func IsUID(typ types.Type) bool {
	_, pointer := types.Unalias(typ).(*types.Pointer)
	return !pointer && typeName(typ) == "k8s.io/apimachinery/pkg/types.UID"
}

// IsObject reports whether typ is an API object: a pointer to a structure, or
// an interface, with the accessors of ObjectMeta.
func IsObject(typ types.Type) bool {
	uid, rv := method(typ, "GetUID"), method(typ, "GetResourceVersion")
	return uid != nil && rv != nil && isNiladic(uid) && isNiladic(rv)
}

// NilPanics reports whether to ask a nil pointer for its name ends in a panic: what it
// asks is the metadata in it, or it is unstructured. A method of its own may look first.
func NilPanics(typ types.Type) bool {
	_, index, _ := types.LookupFieldOrMethod(typ, true, nil, "GetNamespace")
	return len(index) > 1 || typeName(typ) == "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured.Unstructured"
}

// IsObjectValue reports whether typ is the structure of an API object, and not a pointer to
// it. No cache has such a value: who asserts it gets no object, and no tombstone either.
func IsObjectValue(typ types.Type) bool {
	_, structure := typ.Underlying().(*types.Struct)
	own, _, _ := types.LookupFieldOrMethod(typ, false, nil, "DeepCopyObject")
	return structure && own == nil && method(typ, "DeepCopyObject") != nil
}

// EventObjects returns the fields of a controller-runtime event that hold its
// objects: "Object", or "ObjectOld" and "ObjectNew"; nil for other types.
func EventObjects(typ types.Type) []string {
	name, ok := strings.CutPrefix(typeName(typ), ctrlEvent)
	if !ok {
		return nil
	}
	switch strings.TrimPrefix(name, "Typed") {
	case "UpdateEvent":
		return []string{"ObjectOld", "ObjectNew"}
	case "CreateEvent", "DeleteEvent":
		return []string{"Object"}
	}
	return nil
}

// IsHandlerPackage reports whether a package that imports path directly may
// hold handlers.
func IsHandlerPackage(path string) bool {
	path = Path(path)
	return path == cachePkg || under(path, ctrlRoot+"/pkg/handler") || under(path, ctrlRoot+"/pkg/predicate") || under(path, ctrlRoot+"/pkg/event")
}

// Parts of an object's metadata.
const (
	PartUID        = "UID"
	PartGeneration = "Generation"
	PartVersion    = "ResourceVersion"
	PartMeta       = "ObjectMeta"
	PartName       = "name" // name or namespace: the same in an object and in its successor
)

// Meta names what of an object's metadata a field or getter reads; "" if it is
// none of what tells an object from its successor.
func Meta(name string) string {
	switch name = strings.TrimPrefix(name, "Get"); name {
	case PartUID, PartGeneration, PartVersion, PartMeta:
		return name
	}
	return ""
}

// uncounted are types whose objects have no generation: their strategies in the API
// server (pkg/registry of kubernetes, in 2026) set none, so that it is always 0.
var uncounted = map[string]bool{
	"k8s.io/api/core/v1.ConfigMap": true, "k8s.io/api/core/v1.Secret": true, "k8s.io/api/core/v1.Event": true,
	"k8s.io/api/core/v1.Node": true, "k8s.io/api/core/v1.Namespace": true, "k8s.io/api/core/v1.ServiceAccount": true,
	"k8s.io/api/core/v1.Endpoints": true, "k8s.io/api/core/v1.PersistentVolume": true, "k8s.io/api/core/v1.PersistentVolumeClaim": true,
	"k8s.io/api/rbac/v1.Role": true, "k8s.io/api/rbac/v1.RoleBinding": true, "k8s.io/api/rbac/v1.ClusterRole": true, "k8s.io/api/rbac/v1.ClusterRoleBinding": true,
	"k8s.io/api/storage/v1.StorageClass": true, "k8s.io/api/storage/v1.CSINode": true,
	"k8s.io/api/core/v1.Service": true, "k8s.io/api/core/v1.LimitRange": true, "k8s.io/api/core/v1.ResourceQuota": true, "k8s.io/api/coordination/v1.Lease": true,
}

// Uncounted reports whether an object's type, or what it points to, is one of which the
// API server counts no generations; that of a nil type is not known.
func Uncounted(typ types.Type) bool { return typ != nil && uncounted[typeName(typ)] }

// ObjectMeta is the type that all objects embed.
const ObjectMeta = metaPkg + ".ObjectMeta"

// MetaField is Meta of a field, or PartName.
func MetaField(name string) string {
	if name == "Name" || name == "Namespace" {
		return PartName
	}
	return Meta(name)
}

// MetaGetter is Meta of a method, or PartName.
func MetaGetter(name string) string {
	if name == "GetName" || name == "GetNamespace" {
		return PartName
	}
	return Meta(name)
}

// MetaRest is the field of an object's metadata that a getter reads and that
// Meta and MetaGetter know nothing about; "" if it is no getter.
func MetaRest(name string) string {
	switch name {
	case "GetDeletionTimestamp", "GetCreationTimestamp", "GetLabels", "GetAnnotations", "GetFinalizers", "GetOwnerReferences":
		return strings.TrimPrefix(name, "Get")
	}
	return ""
}

// Copies reports whether a method of this name returns a copy of its object.
func Copies(name string) bool { return name == "DeepCopy" || name == "DeepCopyObject" }

// The fields of a tombstone.
const (
	TombstoneObject = "Obj"
	TombstoneKey    = "Key"
)

// EventField says which object a field of a controller-runtime event, or of a
// v0.37 DeletedObject, holds: the only or old one, or the new one.
func EventField(name string) (old, cur bool) {
	switch name {
	case "Object", "ObjectOld", "OptionalObj":
		return true, false
	case "ObjectNew":
		return false, true
	}
	return false, false
}

// EventUnknown is the field of a controller-runtime DeleteEvent that says that the watch
// missed the deletion: there was a tombstone, and Object is what it held
// (pkg/internal/source/event_handler.go, controller-runtime v0.25).
const EventUnknown = "DeleteStateUnknown"

// DeepEqual reports whether fn compares its two arguments as wholes.
func DeepEqual(fn *types.Func) bool {
	switch name := FuncName(fn); name {
	case "reflect.DeepEqual", "github.com/google/go-cmp/cmp.Equal", "k8s.io/apimachinery/pkg/util/diff.Equal":
		return true
	default:
		return strings.HasSuffix(name, "/conversion.Equalities).DeepEqual") || strings.HasSuffix(name, ".Equalities).DeepEqual") ||
			strings.HasSuffix(name, ".Equalities).DeepDerivative")
	}
}

// MakesError reports whether fn makes an error: fmt.Errorf, errors.New.
func MakesError(fn *types.Func) bool {
	res := fn.Signature().Results()
	return res.Len() == 1 && types.Identical(res.At(0).Type(), types.Universe.Lookup("error").Type()) && fn.Pkg() != nil && (fn.Pkg().Path() == "fmt" || fn.Pkg().Path() == "errors")
}

// Quiet reports whether a call of fn is no work of a handler: it logs, counts,
// traces, locks or computes. Such a call may be missing without loss.
func Quiet(fn *types.Func) bool {
	path := ""
	if fn.Pkg() != nil {
		path = Path(fn.Pkg().Path())
	}
	switch path {
	case "", "fmt", "errors", "strings", "strconv", "bytes", "reflect", "sort", "slices", "maps", "math", "time", "unicode", "unicode/utf8",
		"path", "path/filepath", "regexp", "encoding/json", "log", "log/slog", "runtime", "runtime/debug", "context", "unsafe", "cmp", "hash/fnv",
		"k8s.io/klog", "k8s.io/klog/v2", "github.com/golang/glog", "github.com/go-logr/logr", "github.com/sirupsen/logrus",
		"github.com/rs/zerolog", "github.com/rs/zerolog/log", "github.com/pkg/errors", "github.com/davecgh/go-spew/spew", "knative.dev/pkg/logging",
		"k8s.io/apimachinery/pkg/util/runtime", "k8s.io/apimachinery/pkg/api/errors", "k8s.io/apimachinery/pkg/api/meta", "k8s.io/apimachinery/pkg/api/equality",
		"k8s.io/client-go/tools/record", "k8s.io/client-go/tools/events":
		return true
	}
	last := path[strings.LastIndex(path, "/")+1:]
	if under(path, "go.uber.org/zap") || under(path, "github.com/prometheus") || under(path, "github.com/go-kit/kit/metrics") || under(path, "go.opentelemetry.io") || under(path, "k8s.io/api") ||
		under(path, "k8s.io/apimachinery/pkg/apis/meta") || under(path, "k8s.io/apimachinery/pkg/labels") || under(path, "k8s.io/apimachinery/pkg/util/sets") ||
		under(path, "k8s.io/apimachinery/pkg/runtime") || under(path, "k8s.io/apimachinery/pkg/types") || under(path, "k8s.io/component-base/metrics") {
		return true
	}
	if path == "os/signal" {
		return fn.Name() == "NotifyContext" // as context.WithCancel
	}
	if path == "sync" {
		return !strings.Contains(FuncName(fn), "sync.Map")
	}
	if last == "metrics" && Releases(fn.Name()) {
		return false // the series of an object, which stay without it
	}
	if last == "log" || last == "logs" || last == "logger" || last == "logging" || last == "metrics" || last == "trace" || last == "tracing" {
		return true
	}
	if recv := fn.Signature().Recv(); recv != nil {
		name := typeName(recv.Type())
		name = strings.ToLower(name[strings.LastIndex(name, ".")+1:])
		if strings.Contains(name, "logger") || strings.HasSuffix(name, "log") || strings.Contains(name, "metric") && !Releases(fn.Name()) || strings.Contains(name, "recorder") || name == "entry" {
			return true
		}
	}
	return logsByShape(fn)
}

// logsByShape: whatever writes its arguments into a log is called like the
// functions of glog and zap, takes any values, and returns nothing.
func logsByShape(fn *types.Func) bool {
	sig := fn.Signature()
	if !sig.Variadic() || sig.Results().Len() > 0 {
		return false
	}
	last, ok := sig.Params().At(sig.Params().Len() - 1).Type().(*types.Slice)
	if !ok {
		return false
	}
	if i, ok := last.Elem().Underlying().(*types.Interface); !ok || !i.Empty() {
		return false
	}
	for _, level := range []string{"Trace", "Debug", "Info", "Notice", "Warn", "Warning", "Error", "Print", "Log"} {
		if rest, ok := strings.CutPrefix(fn.Name(), level); ok && slices.Contains([]string{"", "f", "ln", "w", "s", "S", "Context", "Depth"}, rest) {
			return true
		}
	}
	return false
}

// AsksError reports whether fn asks which error an error is: errors.Is, errors.As.
func AsksError(fn *types.Func) bool {
	return fn.Pkg() != nil && (fn.Pkg().Path() == "errors" || fn.Pkg().Path() == "github.com/pkg/errors") && (fn.Name() == "Is" || fn.Name() == "As")
}

// Logs reports whether a call of fn writes into a log, or makes a logger that will.
func Logs(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return false
	}
	path := Path(fn.Pkg().Path())
	switch path {
	case "log", "log/slog", "k8s.io/klog", "k8s.io/klog/v2", "github.com/golang/glog", "github.com/go-logr/logr", "github.com/sirupsen/logrus",
		"github.com/rs/zerolog", "github.com/rs/zerolog/log", "knative.dev/pkg/logging":
		return !strings.HasPrefix(fn.Name(), "Fatal") && !strings.HasPrefix(fn.Name(), "Panic") && !strings.HasPrefix(fn.Name(), "Exit")
	}
	return under(path, "go.uber.org/zap") && !strings.HasPrefix(fn.Name(), "Fatal") && !strings.HasPrefix(fn.Name(), "Panic") && !strings.HasPrefix(fn.Name(), "DPanic")
}

// RunsLater reports whether a quiet function is there to call another one later.
func RunsLater(fn *types.Func) bool { return FuncName(fn) == "time.AfterFunc" }

var mutationVerbs = []string{"Add", "Delete", "Remove", "Update", "Set", "Put", "Store", "Load", "Enqueue", "Queue", "Process", "Handle", "Sync", "Release",
	"Forget", "Clear", "Clean", "Unregister", "Register", "Notify", "Send", "Push", "Pop", "Invalidate", "Schedule", "Reconcile", "Evict", "Cancel", "Stop", "Observe",
	"On", "Mark", "Assign", "Free", "Insert", "Upsert", "Create", "Patch", "Swap", "Reset", "Purge", "Drop", "Trigger", "Apply", "Record"}

// Verb reports whether the name of a function says that it changes something,
// whatever it returns.
func Verb(name string) bool {
	if name == "" {
		return false
	}
	upper := strings.ToUpper(name[:1]) + name[1:]
	for _, v := range mutationVerbs {
		if rest, ok := strings.CutPrefix(upper, v); ok && (rest == "" || rest[0] < 'a' || rest[0] > 'z') {
			return true
		}
	}
	return false
}

var releaseVerbs = []string{"Delete", "Remove", "Release", "Forget", "Clear", "Clean", "Cleanup", "Unregister", "Free", "Evict", "Cancel", "Stop", "Purge", "Drop", "Destroy", "Unassign", "Unbind", "Expectations"}

// Releases reports whether the name of a function says that it takes state away.
func Releases(name string) bool {
	if name == "" {
		return false
	}
	upper := strings.ToUpper(name[:1]) + name[1:]
	for _, v := range releaseVerbs {
		if rest, ok := strings.CutPrefix(upper, v); ok && (rest == "" || rest[0] < 'a' || rest[0] > 'z') {
			return true
		}
	}
	return false
}

// IsQueue reports whether typ is a work queue: what is added to it is worked
// on later, by a worker that looks the key up again.
func IsQueue(typ types.Type) bool {
	add, done, shut := method(typ, "Add"), method(typ, "Done"), method(typ, "ShutDown")
	return add != nil && done != nil && shut != nil
}

// Enqueues reports whether a method of a work queue adds its first argument
// (util/workqueue, v0.37.2: Add, AddAfter, AddRateLimited).
func Enqueues(queue types.Type, method *types.Func) bool {
	switch method.Name() {
	case "Add", "AddAfter", "AddRateLimited":
		return IsQueue(queue)
	}
	return false
}

// Dequeues reports whether a method of a work queue returns what was added.
func Dequeues(queue types.Type, method *types.Func) bool {
	return method.Name() == "Get" && IsQueue(queue)
}

// SplitsKey reports whether a function takes a key apart into namespace and name
// (tools/cache, v0.37.2).
func SplitsKey(fn *types.Func) bool { return FuncName(fn) == cachePkg+".SplitMetaNamespaceKey" }

// AsksForNotFound reports whether a function says of an error that the object is
// not there (apimachinery pkg/api/errors, v0.37.2).
func AsksForNotFound(fn *types.Func) bool {
	return strings.HasSuffix(FuncName(fn), "/api/errors.IsNotFound")
}

// DropsNotFound reports whether a function returns nil for such an error, and any
// other one as it is (controller-runtime pkg/client).
func DropsNotFound(fn *types.Func) bool {
	return strings.HasSuffix(FuncName(fn), "/client.IgnoreNotFound")
}

// Tombstone is how messages and fixes call the tombstone's type.
const Tombstone = "cache.DeletedFinalStateUnknown"

// CachePath returns the import path of the tombstone's package.
func CachePath() string { return cachePkg }

// IsDeletedObject reports whether typ is v0.37's DeletedObject, which holds
// what a typed Delete handler gets.
func IsDeletedObject(typ types.Type) bool { return typeName(typ) == cachePkg+".DeletedObject" }

// SyncMapTakes reports whether a method of sync.Map takes entries away: Clear, Delete,
// LoadAndDelete, CompareAndDelete (Go 1.26).
func SyncMapTakes(method string) bool {
	return method == "Clear" || strings.HasSuffix(method, "Delete")
}

// IsSyncMap reports whether fn is a method of sync.Map.
func IsSyncMap(fn *types.Func) bool { return strings.HasPrefix(FuncName(fn), "(*sync.Map).") }

// A SetOp is what a method does to a set.
type SetOp uint8

// What methods do to sets: those that only look, and all other functions, do nothing.
const (
	NoSetOp   SetOp = iota
	SetPuts         // its arguments are in it then
	SetFrees        // its arguments are no longer in it
	SetClears       // something is no longer in it, but it does not say what
)

// isSets reports whether a package is one of sets, which are maps.
func isSets(pkg *types.Package) bool {
	if pkg == nil {
		return false
	}
	path := Path(pkg.Path())
	return path == "k8s.io/apimachinery/pkg/util/sets" || path == "k8s.io/utils/set"
}

// SetMethod reports whether fn is a method of a set, and what it does to that
// (apimachinery pkg/util/sets, v0.37.2: Insert, Delete, Clear, PopAny).
func SetMethod(fn *types.Func) (op SetOp, ok bool) {
	if !isSets(fn.Pkg()) || fn.Signature().Recv() == nil {
		return NoSetOp, false
	}
	switch fn.Name() {
	case "Insert":
		return SetPuts, true
	case "Delete":
		return SetFrees, true
	case "Clear", "PopAny":
		return SetClears, true
	}
	return NoSetOp, true
}

// OfSets reports whether fn is a function or method of a package of sets.
func OfSets(fn *types.Func) bool { return isSets(fn.Pkg()) }

// MakesSet reports whether fn returns a new set (New, NewString).
func MakesSet(fn *types.Func) bool {
	return isSets(fn.Pkg()) && fn.Signature().Recv() == nil && strings.HasPrefix(fn.Name(), "New")
}

// An Expectation says what a call does with what a controller expects to see.
type Expectation uint8

// What is done with expectations: whether they are met is asked, something was
// seen, or those of a key are forgotten.
const (
	NoExpectation Expectation = iota
	AsksExpectations
	ObservesExpectations
	ForgetsExpectations
)

// Expects returns what a method does with the expectations that its receiver keeps:
// k8s.io/kubernetes pkg/controller's ControllerExpectations, of which many
// controllers have a copy.
func Expects(recv types.Type, name string) Expectation {
	act := NoExpectation
	switch {
	case name == "SatisfiedExpectations":
		act = AsksExpectations
	case name == "DeleteExpectations":
		act = ForgetsExpectations
	case strings.Contains(name, "Observe"):
		act = ObservesExpectations
	}
	if act != NoExpectation && (method(recv, "SatisfiedExpectations") == nil || method(recv, "DeleteExpectations") == nil) {
		return NoExpectation
	}
	return act
}

// Rouses reports whether a quiet function makes others do something, now or later, or changes
// what is not its result: one that is given a function, a condition, a group or a timer.
func Rouses(fn *types.Func) bool {
	sig := fn.Signature()
	for param := range sig.Params().Variables() {
		if _, is := param.Type().Underlying().(*types.Signature); is {
			return true
		}
	}
	switch FuncName(fn) {
	case "(*sync.Cond).Broadcast", "(*sync.Cond).Signal", "(*sync.WaitGroup).Done", "(*sync.WaitGroup).Add", "(*sync.Pool).Put",
		"(*time.Timer).Reset", "(*time.Timer).Stop", "(*time.Ticker).Reset", "(*time.Ticker).Stop":
		return true
	}
	return false
}
