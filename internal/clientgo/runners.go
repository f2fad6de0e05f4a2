package clientgo

import (
	"go/types"
	"strings"
)

// A Mode says when a function runs one of its function arguments.
type Mode uint8

// The modes.
const (
	Later      Mode = iota // at some time, or never, in some goroutine: nothing may be concluded from the order
	Now                    // before the call returns, any number of times
	Concurrent             // in a goroutine that the call starts
	Once                   // before the call returns, at most once
	Single                 // before the call returns, at most once in each call
)

func (m Mode) String() string { return [...]string{"later", "now", "concurrent", "once", "single"}[m] }

// A Runner is one function argument that a function runs. Param counts the
// parameters from 0; -1 is the receiver. Path leads from the parameter to the
// function through struct fields ("Callbacks.OnStartedLeading").
type Runner struct {
	Param int
	Path  string
	Mode  Mode
}

// GroupGo runs a function beside its caller. If its group has a limit, which GroupLimit
// gives it, it waits until another function of the group has ended; GroupTry does not
// run it then.
const (
	GroupGo    = "(*golang.org/x/sync/errgroup.Group).Go"
	GroupTry   = "(*golang.org/x/sync/errgroup.Group).TryGo"
	GroupLimit = "SetLimit"
)

const waitPkg = "k8s.io/apimachinery/pkg/util/wait."

// runners: who runs its function argument when. Sources: the functions' own
// documentation in the standard library of go1.26, x/sync v0.24,
// apimachinery and client-go v0.37.2, apiserver v0.37.2.
var runners = map[string][]Runner{
	"(*sync.Once).Do":      {{0, "", Once}},
	"(*sync.WaitGroup).Go": {{0, "", Concurrent}},
	"time.AfterFunc":       {{1, "", Later}},

	GroupGo:  {{0, "", Concurrent}},
	GroupTry: {{0, "", Concurrent}},

	waitPkg + "Until":                          {{0, "", Now}},
	waitPkg + "UntilWithContext":               {{1, "", Now}},
	waitPkg + "NonSlidingUntil":                {{0, "", Now}},
	waitPkg + "NonSlidingUntilWithContext":     {{1, "", Now}},
	waitPkg + "JitterUntil":                    {{0, "", Now}},
	waitPkg + "JitterUntilWithContext":         {{1, "", Now}},
	waitPkg + "BackoffUntil":                   {{0, "", Now}},
	waitPkg + "BackoffUntilWithContext":        {{1, "", Now}},
	waitPkg + "Forever":                        {{0, "", Now}},
	waitPkg + "Poll":                           {{2, "", Now}},
	waitPkg + "PollImmediate":                  {{2, "", Now}},
	waitPkg + "PollInfinite":                   {{1, "", Now}},
	waitPkg + "PollImmediateInfinite":          {{1, "", Now}},
	waitPkg + "PollUntil":                      {{1, "", Now}},
	waitPkg + "PollImmediateUntil":             {{1, "", Now}},
	waitPkg + "PollWithContext":                {{3, "", Now}},
	waitPkg + "PollUntilWithContext":           {{2, "", Now}},
	waitPkg + "PollImmediateWithContext":       {{3, "", Now}},
	waitPkg + "PollImmediateUntilWithContext":  {{2, "", Now}},
	waitPkg + "PollUntilContextCancel":         {{3, "", Now}},
	waitPkg + "PollUntilContextTimeout":        {{4, "", Now}},
	waitPkg + "ExponentialBackoff":             {{1, "", Now}},
	waitPkg + "ExponentialBackoffWithContext":  {{2, "", Now}},
	"(*" + waitPkg + "Group).Start":            {{0, "", Concurrent}},
	"(*" + waitPkg + "Group).StartWithChannel": {{1, "", Concurrent}},
	"(*" + waitPkg + "Group).StartWithContext": {{1, "", Concurrent}},

	// RunOrDie and Run block until the lease is lost; what leads runs in between.
	"k8s.io/client-go/tools/leaderelection.RunOrDie": {
		{1, "Callbacks.OnStartedLeading", Once}, {1, "Callbacks.OnStoppedLeading", Later}, {1, "Callbacks.OnNewLeader", Later}},
	"(*k8s.io/client-go/tools/leaderelection.LeaderElector).Run": {
		{-1, "config.Callbacks.OnStartedLeading", Once}, {-1, "config.Callbacks.OnStoppedLeading", Later}, {-1, "config.Callbacks.OnNewLeader", Later}},
	"k8s.io/client-go/util/retry.OnError":         {{2, "", Now}},
	"k8s.io/client-go/util/retry.RetryOnConflict": {{1, "", Now}},
}

// A Holder is a function whose result keeps a parameter in a field.
type Holder struct {
	Param  int
	Result int
	Field  string
}

var holders = map[string]Holder{
	"k8s.io/client-go/tools/leaderelection.NewLeaderElector": {0, 0, "config"},
}

// RunnersOf returns which function arguments fn is known to run; nil for an
// unknown function, whose function arguments may run Later.
func RunnersOf(fn *types.Func) []Runner { return runners[FuncName(fn)] }

// SurelyRuns reports whether a known function runs all of its function arguments
// at least once: not at some later time, not only if it is the first to do so, or
// if there is room for one more.
func SurelyRuns(fn *types.Func) bool {
	name := FuncName(fn)
	for _, r := range runners[name] {
		if r.Mode != Now && r.Mode != Concurrent {
			return false
		}
	}
	return runners[name] != nil && name != GroupTry
}

// In a run group, Add keeps a function as an actor, with another that interrupts it, and
// Run runs all actors beside each other until the first of them ends.
const (
	ActorAdded = "(*github.com/oklog/run.Group).Add"
	ActorsRun  = "(*github.com/oklog/run.Group).Run"
)

// periods: which argument says how long a function waits, before it returns or
// between two calls of the function that it runs.
var periods = map[string]int{
	"time.Sleep": 0, waitPkg + "Until": 1, waitPkg + "UntilWithContext": 2, waitPkg + "NonSlidingUntil": 1, waitPkg + "NonSlidingUntilWithContext": 2,
	waitPkg + "JitterUntil": 1, waitPkg + "JitterUntilWithContext": 2, waitPkg + "Forever": 1,
}

// PeriodOf returns which argument of a function is the time that it lets pass: all of
// it at once, or between any two rounds.
func PeriodOf(fn *types.Func) (arg int, known bool) {
	arg, known = periods[FuncName(fn)]
	return arg, known
}

// Polls reports whether a function calls a condition until it is true, before it
// returns.
func Polls(fn *types.Func) bool { return strings.HasPrefix(FuncName(fn), waitPkg+"Poll") }

// StopsOnSignal reports whether fn returns a channel or context that a signal ends: by the
// names that it has in controller-runtime and apiserver, and in what is copied from
// sample-controller.
func StopsOnSignal(fn *types.Func) bool {
	return fn.Name() == "SetupSignalHandler" || fn.Name() == "SetupSignalContext"
}

// OfWait reports whether fn is a function or method of apimachinery's package wait.
func OfWait(fn *types.Func) bool { return fn.Pkg() != nil && Path(fn.Pkg().Path())+"." == waitPkg }

// HolderOf returns how a known constructor keeps its parameter.
func HolderOf(fn *types.Func) (Holder, bool) {
	h, ok := holders[FuncName(fn)]
	return h, ok
}

// FuncName returns the full name of a function or method as go/types prints
// it, without vendor prefix: "path.F", "(*path.T).M".
func FuncName(fn *types.Func) string {
	if fn == nil {
		return ""
	}
	fn = fn.Origin()
	recv := fn.Signature().Recv()
	if recv == nil {
		if fn.Pkg() == nil {
			return fn.Name()
		}
		return Path(fn.Pkg().Path()) + "." + fn.Name()
	}
	star := ""
	if _, ok := types.Unalias(recv.Type()).(*types.Pointer); ok {
		star = "*"
	}
	return "(" + star + typeName(recv.Type()) + ")." + fn.Name()
}

// noReturn are functions after which the path ends.
var noReturn = map[string]bool{
	"os.Exit": true, "runtime.Goexit": true, "log.Fatal": true, "log.Fatalf": true, "log.Fatalln": true,
	"(*log.Logger).Fatal": true, "(*log.Logger).Fatalf": true, "(*log.Logger).Fatalln": true,
	"k8s.io/klog.Fatal": true, "k8s.io/klog.Fatalf": true, "k8s.io/klog.Fatalln": true, "k8s.io/klog.Exit": true, "k8s.io/klog.Exitf": true,
	"k8s.io/klog/v2.Fatal": true, "k8s.io/klog/v2.Fatalf": true, "k8s.io/klog/v2.Fatalln": true, "k8s.io/klog/v2.Exit": true,
	"k8s.io/klog/v2.Exitf": true, "k8s.io/klog/v2.FlushAndExit": true, "github.com/golang/glog.Fatal": true, "github.com/golang/glog.Fatalf": true,
	"github.com/golang/glog.Exit": true, "github.com/golang/glog.Exitf": true,
	"github.com/sirupsen/logrus.Fatal": true, "github.com/sirupsen/logrus.Fatalf": true,
}

// NoReturn reports whether a call of fn ends the path: it ends the process or
// the goroutine.
func NoReturn(fn *types.Func) bool { return noReturn[FuncName(fn)] }

// awaits are calls that may order what follows after something in another
// goroutine (a happens-before edge that this analysis does not follow).
var awaits = map[string]bool{
	"(*sync.WaitGroup).Wait": true, "(*sync.Mutex).Lock": true, "(*sync.RWMutex).Lock": true, "(*sync.RWMutex).RLock": true,
	"(*sync.Cond).Wait": true, "(*golang.org/x/sync/errgroup.Group).Wait": true, "time.Sleep": true,
	"(*" + waitPkg + "Group).Wait": true, "testing/synctest.Wait": true,
}

// Awaits reports whether a call of fn may wait for another goroutine.
func Awaits(fn *types.Func) bool {
	name := FuncName(fn)
	return awaits[name] || isAtomic(fn) && strings.HasPrefix(fn.Name(), "Load")
}

// TakesWork reports whether a method is Get of a work queue, which blocks until
// something has been added (util/workqueue/queue.go, v0.37.2).
func TakesWork(fn *types.Func) bool {
	return fn.Name() == "Get" && fn.Pkg() != nil && Path(fn.Pkg().Path()) == "k8s.io/client-go/util/workqueue"
}

// signals are calls that may let another goroutine go on.
var signals = map[string]bool{
	"(*sync.WaitGroup).Done": true, "(*sync.WaitGroup).Add": true, "(*sync.Mutex).Unlock": true, "(*sync.RWMutex).Unlock": true,
	"(*sync.RWMutex).RUnlock": true, "(*sync.Cond).Signal": true, "(*sync.Cond).Broadcast": true,
}

// Signals reports whether a call of fn may let another goroutine go on, which
// an Awaits has been waiting for.
func Signals(fn *types.Func) bool {
	name := FuncName(fn)
	return signals[name] || isAtomic(fn) && !strings.HasPrefix(fn.Name(), "Load")
}

func isAtomic(fn *types.Func) bool { return fn.Pkg() != nil && fn.Pkg().Path() == "sync/atomic" }

// protocol are names under which client-go, and wrappers of it, offer what
// informers and factories do.
var protocol = map[string]bool{
	"Start": true, "StartWithContext": true, "StartInformers": true, "Run": true, "RunWithContext": true,
	"WaitForCacheSync": true, "WaitForSync": true, "WaitForCacheSyncWithTimeout": true, "HasSynced": true, "IsInformerSynced": true,
	"Informer": true, "Lister": true, "ForResource": true, "AddEventHandler": true, "AddEventHandlerWithResyncPeriod": true,
}

// NamedAsProtocol reports whether a method has a name under which something is
// done to informers. What it does the name does not prove.
func NamedAsProtocol(name string) bool { return protocol[name] }
