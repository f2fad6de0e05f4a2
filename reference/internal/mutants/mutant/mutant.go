// Package mutant is what the mutated sources ask at each of their places: is it
// this one that is wrong in this process? It is compiled into test binaries by
// an overlay, and nothing else imports it.
//
// The environment of a process says which mutant it is:
//
//	MUTANT=17          the number of the mutant; none if it is not set
//	MUTANT_STEPS=n     end the process after n questions: the mutant does not end
//	MUTANT_REACHED=f   append to file f the number of each place that is reached,
//	                   and how many questions came before, to a factor of two
//
// Steps are counted instead of seconds, so that the answer does not depend on
// what else the machine does.
package mutant

import (
	"fmt"
	"os"
	"strconv"
	"sync/atomic"
)

// DoesNotEnd is the exit status of a process that asked too often.
const DoesNotEnd = 97

var (
	current = number("MUTANT", -1)
	limit   = number("MUTANT_STEPS", 0)
	steps   atomic.Int64

	reached = open()
	seen    [1 << 14]atomic.Bool
)

func number(name string, none int64) int64 {
	n, err := strconv.ParseInt(os.Getenv(name), 10, 64)
	if err != nil {
		return none
	}
	return n
}

func open() *os.File {
	name := os.Getenv("MUTANT_REACHED")
	if name == "" {
		return nil
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		panic(err)
	}
	return f
}

// On reports whether mutant n is the one.
func On(n int64) bool {
	now := steps.Add(1)
	if limit > 0 && now > limit {
		fmt.Println("mutant: it does not end")
		os.Exit(DoesNotEnd)
	}
	if reached != nil && (!seen[n].Swap(true) || now&(now-1) == 0) {
		fmt.Fprintln(reached, n, now)
	}
	return n == current
}

// Not is b, or its opposite if mutant n is on.
func Not(n int64, b bool) bool { return b != On(n) }

// Pick is the second value, or the first one if mutant n is on.
func Pick[T any](n int64, other, value T) T {
	if On(n) {
		return other
	}
	return value
}
