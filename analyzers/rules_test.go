package analyzers_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/informerlint/informerlint/analyzers"
)

var ruleName = regexp.MustCompile(`\\\((\w+)/([\w-]+)\\\)`)

// Every rule that a program of testdata wants stands in a check, from
// which the pages, explain and the README are made.
func TestWantedRulesAreInTheCatalogue(t *testing.T) {
	known, checks := make(map[string]bool), make(map[string]bool)
	for _, c := range analyzers.Catalogue() {
		checks[c.Name()] = true
		for _, rule := range c.Rules {
			known[c.Name()+"/"+rule.Name] = true
		}
	}
	wanted := make(map[string]bool)
	err := filepath.WalkDir("../testdata", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range ruleName.FindAllStringSubmatch(string(text), -1) {
			if checks[m[1]] { // not the toy check that tests the test harness
				wanted[m[1]+"/"+m[2]] = true
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for rule := range wanted {
		if !known[rule] {
			t.Errorf("%s is reported in testdata and has no row", rule)
		}
	}
	for rule := range known {
		if !wanted[rule] {
			t.Errorf("%s has a row and no program in testdata wants it", rule)
		}
	}
}
