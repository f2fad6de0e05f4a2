// Package flow follows informers, factories and what is derived from them
// through a package and, by facts, through the packages below it.
package flow

import (
	"reflect"

	"golang.org/x/tools/go/analysis"
)

// Analyzer computes the package's protocol programs; the checks require it.
// Its result is nil for a package that cannot reach an informer.
var Analyzer = &analysis.Analyzer{
	Name:       "informerflow",
	Doc:        "follow informers and factories (a helper of the informerlint checks)",
	Run:        run,
	ResultType: reflect.TypeFor[*Package](),
}

// Package is what the engine knows of one package.
type Package struct{}

func run(pass *analysis.Pass) (any, error) { return (*Package)(nil), nil }
