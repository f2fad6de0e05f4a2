// Package checktest is for the test of the test harness: a toy check wants
// nobody to call before.
package checktest

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
