// Package example has a counterexample for each rule that is on by default: a
// program of testdata, what is reported in it, its failing run and its fix.
// The data is made by go generate ./analyzers; a test makes it again.
package example

import (
	_ "embed" // the data
	"encoding/json"
	"sync"

	"github.com/informerlint/informerlint/internal/report/page"
)

//go:embed examples.json
var data []byte

// An Example is a finding in a program of testdata. What is said of its rule
// is not kept with it.
type Example struct {
	Program string // a directory below testdata
	page.Finding
}

// ID returns the rule that it is an example of, CHECK/RULE.
func (e Example) ID() string { return e.Check + "/" + e.Rule }

// All returns all examples, sorted by check and in the order of its rules.
var All = sync.OnceValue(func() []Example {
	var all []Example
	if err := json.Unmarshal(data, &all); err != nil {
		panic("examples.json: " + err.Error()) // it is part of the program
	}
	return all
})

// Of returns the example of a rule, CHECK/RULE.
func Of(rule string) (Example, bool) {
	for _, e := range All() {
		if e.ID() == rule {
			return e, true
		}
	}
	return Example{}, false
}
