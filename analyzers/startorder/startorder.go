package startorder

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/flow"
)

var _ = reflect.TypeFor[int]

var Analyzer = &analysis.Analyzer{
	Name:     "startorder",
	Doc:      "startorder: to be written",
	Requires: []*analysis.Analyzer{flow.Analyzer},
	Run:      run,
}

func run(pass *analysis.Pass) (any, error) { return nil, nil }
