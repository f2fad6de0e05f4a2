package main

import (
	"fmt"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// crashes collects the panics of analyzers: programming errors of ours, of
// which a user should see a sentence and not a stack.
var crashes struct {
	sync.Mutex
	messages []string
}

// guard makes the analyzers survive a panic of their own: the package at which
// it happened then yields no reports and no facts, which can only lose
// reports elsewhere, and the message is kept for the end. Without it one odd
// function anywhere below would take the whole run down.
func guard(roots []*analysis.Analyzer) {
	seen := make(map[*analysis.Analyzer]bool)
	var visit func(*analysis.Analyzer)
	visit = func(a *analysis.Analyzer) {
		if seen[a] {
			return
		}
		seen[a] = true
		for _, req := range a.Requires {
			visit(req)
		}
		run := a.Run
		a.Run = func(pass *analysis.Pass) (result any, err error) {
			defer func() {
				if r := recover(); r != nil {
					keepCrash(a, pass, r)
					result, err = nil, nil
					if a.ResultType != nil {
						result = reflect.Zero(a.ResultType).Interface()
					}
				}
			}()
			return run(pass)
		}
	}
	for _, a := range roots {
		visit(a)
	}
}

func keepCrash(a *analysis.Analyzer, pass *analysis.Pass, reason any) {
	msg := fmt.Sprintf("internal error: %s failed on package %s: %v (please report this; INFORMERLINT_DEBUG=1 prints the stack)", a.Name, pass.Pkg.Path(), reason)
	if os.Getenv("INFORMERLINT_DEBUG") != "" {
		msg += "\n" + string(debug.Stack())
	}
	crashes.Lock()
	defer crashes.Unlock()
	if crashes.messages == nil && isVetCall(os.Args[1:]) {
		// go vet shows what the tool writes here, whatever its exit code.
		fmt.Fprintln(os.Stderr, "informerlint: "+msg)
	}
	crashes.messages = append(crashes.messages, msg)
}

// crashed reports whether an analyzer has panicked.
func crashed() bool {
	crashes.Lock()
	defer crashes.Unlock()
	return len(crashes.messages) > 0
}

// takeCrashes returns what was collected, in a stable order, and forgets it.
func takeCrashes() []string {
	crashes.Lock()
	defer crashes.Unlock()
	messages := crashes.messages
	crashes.messages = nil
	slices.Sort(messages)
	return messages
}
