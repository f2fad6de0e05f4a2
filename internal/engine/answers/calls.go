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
	case clientgo.OfQueue(fn):
		if name == "Done" || name == "Forget" || name == "Len" || name == "NumRequeues" || name == "ShuttingDown" {
			return looks
		}
		return maybe
	case clientgo.OfClient(fn): // what it writes is the work, and taken to succeed
		if (name == "Get" || name == "List" || name == "Watch") && (kind == "" || strings.TrimSuffix(kindOf(fn.Signature()), "List") == kind) {
			return maybe // what the cache does not have, the API may
		}
		return looks
	case clientgo.OfCache(fn):
		switch {
		case !reads(name):
			return maybe
		case kindOf(fn.Signature()) == kind:
			return looksAgain
		}
		return looks
	case clientgo.Computes(fn) || clientgo.Logs(fn) || clientgo.OnlyComputes(fn) || clientgo.Quiet(fn) && !(strings.HasSuffix(path, "util/sets") && name == "Insert"):
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

func reads(name string) bool {
	for _, verb := range []string{"Get", "List", "By", "Index", "Informer", "Lister", "HasSynced", "Split", "Meta", "DeletionHandling"} {
		if strings.HasPrefix(name, verb) {
			return true
		}
	}
	return !clientgo.Verb(name) && !strings.HasPrefix(name, "WaitFor") && !strings.HasPrefix(name, "Run")
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
	if ssautil.IsError(t) || clientgo.IsAPIData(t) {
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

// makesError: the function returns an error, whatever it is given.
func makesError(fn *types.Func) bool {
	if clientgo.MakesError(fn) {
		return true
	}
	return ssautil.IsError(fn.Signature().Results().At(0).Type()) && clientgo.MakesSomeError(fn)
}

// asksMissing: the function asks whether an error says that an object is not there.
func asksMissing(fn *types.Func) bool {
	return fn.Pkg() != nil && (fn.Name() == "IsNotFound" || fn.Name() == "IgnoreNotFound") && ssautil.IsBool(fn.Signature().Results().At(0).Type())
}
