package lazy

import (
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/ctrlruntime"
)

// Facts is what a package tells its importers of functions that take or make a
// manager, cluster, cache or client. It is sorted, and keyed by text, so that
// the facts of direct imports are enough in every driver.
//
// A function that is missing is a stranger: it may start what it is given. So
// a missing fact can only silence.
type Facts struct {
	Funcs []Func
}

// AFact marks Facts as a fact.
func (*Facts) AFact() {}

func (*Facts) String() string { return "lazy caches" }

// A Func is what one function does.
type Func struct {
	Name   string // "path.F", "(*path.T).M"
	Params []Param
	Made   []Made
}

// A Param is what a function does with one parameter; the receiver is not
// counted.
type Param struct {
	Index     int
	Starts    bool  // starts it, always in its own code
	Escapes   bool  // may let somebody start it
	Hands     bool  // gives a client of it to somebody
	Registers bool  // may make informers
	Waits     bool  // waits until something has started it
	Uses      bool  // reads, at some time
	Read      *Read // reads before it returns, and before anything above that could start it
	Late      bool  // Escapes, and the read may come after that
	Clients   []int // results that are clients of it
	Holders   []int // results that can start it
}

// A Read is a read of the cache.
type Read struct {
	Where string // "path/file.go:12"
	Call  string // "Get" or "List"
	Kind  string // "Pod"
	Form  string // see ctrlruntime.Form
}

// A Made is a result that is new, and that nobody can have started yet.
type Made struct {
	Result int
	Role   ctrlruntime.Role
	Where  string // where it is made
	// Client: the result is a client of it, and nobody else has it: it will
	// never be started. Direct: a client that reads everything from the cache.
	Client, Direct bool
}

// maxFuncs bounds the facts of one package.
const maxFuncs = 1000

// NoFacts makes the engine forget all functions of other packages, for the
// test that a missing fact only removes reports.
var NoFacts bool

// MayExport reports whether a package that reaches no informer may export
// Facts, by its path and the names of its files: it imports controller-runtime.
func MayExport(path string, files []string) bool {
	if ctrlruntime.Within(path) {
		return false
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return true // somebody else says what is wrong
		}
		for _, spec := range file.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil && ctrlruntime.Within(path) {
				return true
			}
		}
	}
	return false
}

func importFacts(pass *analysis.Pass) map[string]Func {
	all := make(map[string]Func)
	if NoFacts {
		return all
	}
	for _, p := range pass.Pkg.Imports() {
		var f Facts
		if pass.ImportPackageFact(p, &f) {
			for _, fn := range f.Funcs {
				all[fn.Name] = fn
			}
		}
	}
	return all
}

func (f *Facts) sort() {
	slices.SortFunc(f.Funcs, func(a, b Func) int { return strings.Compare(a.Name, b.Name) })
	f.Funcs = f.Funcs[:min(len(f.Funcs), maxFuncs)]
}

func (f Func) param(i int) (Param, bool) {
	for _, p := range f.Params {
		if p.Index == i {
			return p, true
		}
	}
	return Param{}, false
}
