package main

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

//go:embed equivalent.txt
var equivalentText string

//go:embed open.txt
var openText string

// open are the mutants that the tests of this tool do not kill and that nobody
// has shown to be equivalent: each is a test to be written, or a reason.
var open = sync.OnceValue(func() map[string]bool {
	keys := map[string]bool{}
	for line := range strings.Lines(openText) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			keys[line] = true
		}
	}
	return keys
})

// equivalent are the mutants that no test can kill, each with the reason.
func equivalent() (map[string]string, error) {
	reasons := map[string]string{}
	for line := range strings.Lines(equivalentText) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, reason, ok := strings.Cut(line, " -- ")
		if !ok || reasons[key] != "" {
			return nil, fmt.Errorf("equivalent.txt: no reason, or listed twice: %s", line)
		}
		reasons[key] = reason
	}
	return reasons, nil
}
