package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
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

// What the README says of projects stands on the pages that it links to: each
// project with its number in one row, and the numbers add up.
func TestREADMENumbers(t *testing.T) {
	readme := readFile(t, "../../README.md")
	rows := regexp.MustCompile(`(?m)^\| [^|]+ \| (\d+) of (\d+) \| ([^|]+) \| \[evaluation\]\(([^)]+)\) \|$`).FindAllStringSubmatch(readme, -1)
	if len(rows) < 4 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		page := readFile(t, "../..", filepath.FromSlash(row[4]))
		sum := 0
		for _, project := range strings.Split(row[3], ", ") {
			name, number, _ := strings.Cut(project, " ")
			n, err := strconv.Atoi(number)
			if err != nil {
				t.Fatalf("%q: %v", project, err)
			}
			sum += n
			// The number is a cell of its own, or the true ones of "true / false".
			cell := regexp.MustCompile(`(?m)^\| ([\w.-]+/)?` + name + `[^|\w-][^|]*\|.*\| ` + number + `( / 0)? \|`)
			if !cell.MatchString(page) {
				t.Errorf("%s does not say %q", row[4], project)
			}
		}
		if strconv.Itoa(sum) != row[1] || row[1] != row[2] {
			t.Errorf("%s: %d, the README has %s of %s", row[4], sum, row[1], row[2])
		}
		if !strings.Contains(strings.ToLower(page), "together") {
			t.Errorf("%s has no sum", row[4])
		}
	}
	if history := "18 of 21"; !strings.Contains(readFile(t, "../../docs/evaluation.md"), history) || !strings.Contains(readme, "Of 21 bugs") || !strings.Contains(readme, "it finds 18 before") {
		t.Errorf("docs/evaluation.md or the README does not say %s", history)
	}
}
