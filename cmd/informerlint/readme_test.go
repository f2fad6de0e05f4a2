package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The program in the README gives the output in the README.
func TestREADMEExample(t *testing.T) {
	if testing.Short() {
		t.Skip("loads client-go")
	}
	readme := readFile(t, "../../README.md")
	_, rest, _ := strings.Cut(readme, "```go\n")
	program, rest, _ := strings.Cut(rest, "```\n")
	_, rest, _ = strings.Cut(rest, "```\n")
	want, _, ok := strings.Cut(rest, "```\n")
	if !ok {
		t.Fatal("the README lacks the program or its output")
	}
	dir := tree(t, "-- count.go --\n"+`package count

import (
	"context"
	"fmt"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
)

`+program)
	for _, name := range []string{"go.mod", "go.sum"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(readFile(t, "../../testdata", name)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	runIn(t, dir, nil, "go", "mod", "download").want(t, 0)
	r := runIn(t, dir, []string{"GOFLAGS=-mod=mod"}, tool(t, realTool), ".")
	r.want(t, exitFindings)
	if r.out != want {
		t.Errorf("got\n%s\nthe README has\n%s", r.out, want)
	}
}
