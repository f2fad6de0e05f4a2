package main

import (
	_ "embed"
	"fmt"
	"strings"
)

//go:embed equivalent.txt
var equivalentText string

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
