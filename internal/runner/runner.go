// Package runner runs analyzers on one package: each once, after those that it
// requires. The stand-alone driver, the short way through go vet, and whoever
// analyzes an edited package differ in where packages and facts come from, and
// in what an error means; the rest is here.
package runner

import (
	"fmt"
	"reflect"

	"golang.org/x/tools/go/analysis"
)

// A Run is the analysis of one package. It is for one goroutine.
type Run struct {
	// Pass is what every analyzer gets, but for Analyzer and ResultOf.
	Pass analysis.Pass
	// Prepare, if not nil, changes the pass of one analyzer.
	Prepare func(pass *analysis.Pass)

	done map[*analysis.Analyzer]outcome
}

type outcome struct {
	result any
	err    error
}

// A RequiredError is why an analyzer did not run: one that it requires failed.
type RequiredError struct {
	Analyzer *analysis.Analyzer
	Err      error
}

func (e *RequiredError) Error() string { return e.Analyzer.Name + " failed" }

// Unwrap returns the error of the analyzer that failed first.
func (e *RequiredError) Unwrap() error { return e.Err }

// Result runs an analyzer, if it has not run, and returns what it returned.
func (r *Run) Result(a *analysis.Analyzer) (any, error) {
	if o, ok := r.done[a]; ok {
		return o.result, o.err
	}
	if r.done == nil {
		r.done = make(map[*analysis.Analyzer]outcome)
	}
	result, err := r.run(a)
	r.done[a] = outcome{result, err}
	return result, err
}

func (r *Run) run(a *analysis.Analyzer) (any, error) {
	pass := r.Pass
	pass.Analyzer, pass.ResultOf = a, make(map[*analysis.Analyzer]any, len(a.Requires))
	for _, req := range a.Requires {
		result, err := r.Result(req)
		if err != nil {
			return nil, &RequiredError{req, err}
		}
		pass.ResultOf[req] = result
	}
	if r.Prepare != nil {
		r.Prepare(&pass)
	}
	result, err := a.Run(&pass)
	if err != nil {
		return nil, err
	}
	if got := reflect.TypeOf(result); got != a.ResultType {
		return nil, fmt.Errorf("the result has type %v, not %v", got, a.ResultType)
	}
	return result, nil
}

// Closure returns analyzers and what they require, requirements first.
func Closure(analyzers []*analysis.Analyzer) []*analysis.Analyzer {
	var all []*analysis.Analyzer
	seen := make(map[*analysis.Analyzer]bool)
	var visit func(a *analysis.Analyzer)
	visit = func(a *analysis.Analyzer) {
		if seen[a] {
			return
		}
		seen[a] = true
		for _, req := range a.Requires {
			visit(req)
		}
		all = append(all, a)
	}
	for _, a := range analyzers {
		visit(a)
	}
	return all
}
