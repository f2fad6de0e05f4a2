package harness

import (
	"fmt"
	"reflect"
	"regexp"
	"runtime"
	"strconv"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/cache"

	"github.com/informerlint/informerlint/reference/script"
)

// A Client is the client-go that this was compiled with. What its versions do
// not have in common is found out by reflection, so that there is one harness
// for all of them.
type Client struct {
	Version string // "v0.37.2"
	Minor   int
}

var versionOf = regexp.MustCompile(`k8s\.io/client-go@(v0\.(\d+)\.[^/]+)/`)

// TheClient reads the version from the file name of a function of tools/cache:
// the compiler cannot be wrong about it, while a test binary does not know its
// go.mod.
func TheClient() (Client, error) {
	f := runtime.FuncForPC(reflect.ValueOf(cache.NewSharedIndexInformer).Pointer())
	file, _ := f.FileLine(f.Entry())
	m := versionOf.FindStringSubmatch(file)
	if m == nil {
		return Client{}, fmt.Errorf("no version in %s", file)
	}
	minor, err := strconv.Atoi(m[2])
	return Client{m[1], minor}, err
}

// noResync is the period that stands for "never". Up to client-go 0.34 a
// reflector without resync selects on a channel of the package, which belongs to
// no bubble: virtual time would never pass.
func (c Client) noResync() time.Duration {
	if c.Minor < 35 {
		return 10000 * time.Hour
	}
	return 0
}

// streamed reports whether a watch is to begin with a list.
func (c Client) streamed(o metav1.ListOptions) bool {
	f := reflect.ValueOf(o).FieldByName("SendInitialEvents") // client-go 0.27
	return f.IsValid() && !f.IsNil() && f.Elem().Bool()
}

// A registration is what adding a handler returns, as far as there is such a
// thing.
type registration struct {
	hasSynced func() bool  // client-go 0.27
	remove    func() error // client-go 0.26
}

// addHandler is AddEventHandler, or AddEventHandlerWithResyncPeriod if a period
// is given.
func (c Client) addHandler(inf cache.SharedIndexInformer, s *script.Sink, period *time.Duration) (registration, error) {
	var handler any = s
	if _, ok := handler.(cache.ResourceEventHandler); !ok { // client-go 0.26: OnAdd is told less
		handler = cache.ResourceEventHandlerFuncs{
			AddFunc:    func(obj any) { s.OnAdd(obj, false) },
			UpdateFunc: s.OnUpdate,
			DeleteFunc: s.OnDelete,
		}
	}
	informer := reflect.ValueOf(inf)
	args := []reflect.Value{reflect.ValueOf(handler)}
	method := "AddEventHandler"
	if period != nil {
		method += "WithResyncPeriod"
		args = append(args, reflect.ValueOf(*period))
	}
	results := informer.MethodByName(method).Call(args)
	if len(results) == 0 { // client-go 0.25
		return registration{}, nil
	}
	if err := asError(results[1]); err != nil {
		return registration{}, err
	}
	var r registration
	if reg, ok := results[0].Interface().(interface{ HasSynced() bool }); ok {
		r.hasSynced = reg.HasSynced
	}
	r.remove = func() error {
		return asError(informer.MethodByName("RemoveEventHandler").Call(results[:1])[0])
	}
	return r, nil
}

func asError(v reflect.Value) error {
	err, _ := v.Interface().(error)
	return err
}
