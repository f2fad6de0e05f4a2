// Mutants makes wrong fixes of those that the checks offer for packages of any
// module, hands each to its gate, and prints what is accepted.
//
//	go run ./proof/cmd/mutants [-C dir] [packages]
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/internal/driver"
	"github.com/informerlint/informerlint/internal/gate/gatetest"
	"github.com/informerlint/informerlint/internal/load"
)

func main() {
	dir := flag.String("C", ".", "look at the module in `dir`")
	optional := flag.Bool("optional", false, "with the optional rules")
	flag.Parse()
	patterns := flag.Args()
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	accepted, err := mutants(*dir, *optional, patterns)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(2)
	}
	if accepted > 0 {
		os.Exit(1)
	}
}

func mutants(dir string, optional bool, patterns []string) (accepted int, err error) {
	dir, err = filepath.Abs(dir)
	if err != nil {
		return 0, err
	}
	var checks []*analysis.Analyzer
	for _, c := range analyzers.Catalogue() {
		if c.Name() == "ignorecomment" {
			continue // its fixes are not tried: they change comments
		}
		for _, r := range c.Rules {
			if optional && r.Optional != "" {
				if err := c.Analyzer.Flags.Set(r.Name, "true"); err != nil {
					return 0, err
				}
			}
		}
		checks = append(checks, c.Analyzer)
	}
	run := gatetest.Observe(dir, checks)
	d, err := driver.New(run.Checks)
	if err != nil {
		return 0, err
	}
	res, err := load.Packages(load.Config{Dir: dir, Analyze: d.Package, Scopes: true}, patterns...)
	if err != nil {
		return 0, err
	}
	for _, p := range res.Problems {
		fmt.Printf("not looked at: %s\n", p.Package)
	}
	for _, f := range run.Mutants(nil) {
		fmt.Printf("%s/%s %s, %q: %d mutants, %d accepted; %d do the same, %d do not compile\n", f.Check, f.Rule, f.At, f.Message, f.Tried, len(f.Survivors), f.Same, f.Broken)
		if f.Err != nil {
			fmt.Printf("\tnot tried: %v\n", f.Err)
		}
		accepted += len(f.Survivors)
		for _, s := range f.Survivors {
			fmt.Printf("%s\n%s\n", s.Name, s.Text)
		}
	}
	return accepted, nil
}
