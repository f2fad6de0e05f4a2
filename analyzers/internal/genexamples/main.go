// Genexamples writes the counterexamples that informerlint explain shows
// (package examples). Run it with go generate ./analyzers.
package main

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/analyzers/internal/examples"
	"github.com/informerlint/informerlint/internal/driver"
	"github.com/informerlint/informerlint/internal/load"
	"github.com/informerlint/informerlint/internal/report/finding"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("genexamples: ")
	if err := generate(".."); err != nil { // go generate runs in analyzers
		log.Fatal(err)
	}
}

func generate(root string) error {
	root, err := filepath.Abs(root)
	if err != nil {
		return err
	}
	text, err := examples.Make(root, func(module string, dirs []string) ([]finding.Finding, error) {
		return look(filepath.Join(root, "testdata", module), dirs)
	})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, filepath.FromSlash(examples.File)), text, 0o666)
}

// look runs all checks, as the command does.
func look(dir string, dirs []string) ([]finding.Finding, error) {
	d, err := driver.New(analyzers.All())
	if err != nil {
		return nil, err
	}
	var patterns []string
	for _, name := range dirs {
		patterns = append(patterns, "./"+name+"/...")
	}
	res, err := load.Packages(load.Config{Dir: dir, Analyze: d.Package}, patterns...)
	if err != nil {
		return nil, err
	}
	if len(res.Problems) > 0 {
		return nil, fmt.Errorf("%s: %v", res.Problems[0].Package, res.Problems[0].Errors)
	}
	if failed := d.Failures(); len(failed) > 0 {
		return nil, fmt.Errorf("%s", failed[0])
	}
	return finding.Collect(d.Findings(), res.Fset), nil
}
