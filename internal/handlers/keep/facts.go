package keep

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// Facts are what a package tells its importers of its places, sorted. A package
// may have some that reaches no informer.
type Facts struct {
	Funcs []Func
}

// AFact marks Facts as a fact.
func (*Facts) AFact() {}

func (f *Facts) String() string { return fmt.Sprintf("keepers: %d functions", len(f.Funcs)) }

// A Func keeps or frees an entry of a place.
type Func struct {
	Name  string // the full name
	Param int    // whose UID, or which UID: the receiver is the first
	Place string // "path.T.field"
	Frees bool   // it takes the entry away, and does not put it there
}

// maxFuncs limits the facts of a package. One that is missing only loses reports.
const maxFuncs = 200

// Known is what the direct imports of a package tell, by the names of functions.
type Known map[string][]Func

// Import reads the facts of a package's direct imports.
func Import(pass *analysis.Pass) Known {
	known := make(Known)
	for _, p := range pass.Pkg.Imports() {
		f := new(Facts)
		if pass.ImportPackageFact(p, f) {
			for _, fn := range f.Funcs {
				known[fn.Name] = append(known[fn.Name], fn)
			}
		}
	}
	return known
}

// MayExport reports whether a package may have facts, by its path and what it
// imports.
func MayExport(path string, imports []string) bool {
	return !clientgo.Modelled(path) && !clientgo.Std(path) && slices.ContainsFunc(imports, clientgo.HasObjects)
}

// sorted puts facts in an order, and cuts them.
func sorted(funcs []Func) []Func {
	slices.SortFunc(funcs, func(a, b Func) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return funcs[:min(len(funcs), maxFuncs)]
}

// Apart reports whether a call that gets a whole object may do anything to a place
// of another package: only what that package itself does is known.
func Apart(gives, place string) bool {
	return gives != "" && Package(place) != clientgo.Path(gives)
}

// Package returns the path of the package that a place is in.
func Package(place string) string {
	path := place[:strings.LastIndexByte(place, '.')]
	return path[:strings.LastIndexByte(path, '.')]
}
