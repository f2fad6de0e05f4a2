// Package checktest is for the test of the test harness: a toy check wants
// nobody to call before.
package checktest

import _ "k8s.io/client-go/tools/cache" // without it nobody would look at this package

func before() int { return 1 }

func after() int { return 1 }

// Sum is reported once.
func Sum() int {
	return before() + after() // want `\(toy/calls-before\)`
}

// Difference is not reported.
func Difference() int {
	return after() - after()
}

var _ = before
