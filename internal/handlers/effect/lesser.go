package effect

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// beside are the packages, by an element of their path, whose calls are made beside
// the work of a handler.
var beside = []string{"metric", "metrics", "prometheus", "statsd", "stats", "telemetry", "tracing", "log", "logs", "logger", "logging"}

// Lesser reports whether a call is made beside the work of a handler: it counts or
// measures, is told of an error and gives nothing back, closes what was read, or says to
// a queue what has become of an item. A message that can name something else does: who
// reads that an error is not logged will think little of it.
func Lesser(c *ssa.CallCommon) bool {
	fn := ssautil.Callee(c)
	if c.IsInvoke() {
		fn = c.Method
	}
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	sig := fn.Signature()
	if recv := sig.Recv(); recv != nil && clientgo.IsQueue(recv.Type()) {
		return !clientgo.Enqueues(recv.Type(), fn)
	}
	if sig.Results().Len() == 0 {
		for v := range sig.Params().Variables() {
			if ssautil.IsError(v.Type()) {
				return true
			}
		}
	}
	path := clientgo.Path(fn.Pkg().Path())
	if fn.Name() == "Close" && (path == "io" || strings.HasPrefix(path, "compress/")) {
		return true
	}
	return slices.ContainsFunc(strings.Split(path, "/"), func(part string) bool { return slices.Contains(beside, part) })
}
