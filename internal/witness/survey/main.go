// Survey counts, for packages of any module, how the witness agrees with the
// judge: which verdicts it reproduces, and whether it finds something where
// the judge is silent. docs/evaluation-orders.md has what it printed.
//
//	go run ./internal/witness/survey [-C dir] [-v] [packages]
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/informerlint/informerlint/internal/driver"
	"github.com/informerlint/informerlint/internal/engine"
	"github.com/informerlint/informerlint/internal/engine/judge"
	"github.com/informerlint/informerlint/internal/load"
	"github.com/informerlint/informerlint/internal/witness/order"
)

type tally struct {
	sync.Mutex
	verbose            bool
	verdicts, shown    int
	silent, found, cut int
	unreached          int
	reproduce, quiet   []time.Duration
	lines              []string
}

func main() {
	dir := flag.String("C", "", "look at the module in `dir`")
	verbose := flag.Bool("v", false, "print each story and what became of it")
	flag.Parse()
	patterns := flag.Args()
	if len(patterns) == 0 {
		patterns = []string{"./..."}
	}
	if err := survey(*dir, *verbose, patterns); err != nil {
		fmt.Fprintln(os.Stderr, "survey:", err)
		os.Exit(2)
	}
}

func survey(dir string, verbose bool, patterns []string) error {
	d, err := driver.New([]*analysis.Analyzer{engine.Analyzer})
	if err != nil {
		return err
	}
	t := &tally{verbose: verbose}
	d.Observe = func(pkg *packages.Package, _ *analysis.Analyzer, result any) {
		if p, ok := result.(*engine.Package); ok && p != nil {
			t.observe(p)
		}
	}
	res, err := load.Packages(load.Config{Dir: dir, Analyze: d.Package}, patterns...)
	if err != nil {
		return err
	}
	for _, p := range res.Problems {
		fmt.Printf("not looked at: %s\n", p.Package)
	}
	slices.Sort(t.lines)
	for _, l := range slices.Compact(t.lines) {
		fmt.Println(l)
	}
	fmt.Printf("%d verdicts, %d reproduced (median %v, longest %v)\n", t.verdicts, t.shown, median(t.reproduce), longest(t.reproduce))
	fmt.Printf("%d informers without a verdict: in %d something goes wrong, %d too large to be run, %d never reached (median %v, longest %v)\n",
		t.silent, t.found, t.cut, t.unreached, median(t.quiet), longest(t.quiet))
	return nil
}

// observe tries each story of a package, with a verdict or without.
func (t *tally) observe(p *engine.Package) {
	t.Lock()
	defer t.Unlock()
	bad := make(map[string]bool)
	var each func(v engine.Verdict)
	each = func(v engine.Verdict) {
		for _, o := range v.Others {
			each(o)
		}
		for _, s := range v.Stories {
			bad[life(s.ID)] = true
		}
		if v.Rule == judge.RedundantGo {
			return
		}
		t.verdicts++
		begin := time.Now()
		w, why := order.Reproduce(&v)
		t.reproduce = append(t.reproduce, time.Since(begin))
		if w != nil {
			t.shown++
		} else {
			t.lines = append(t.lines, fmt.Sprintf("not reproduced: %s at %s: %s", v.Rule, v.Anchor.Where, why))
		}
	}
	for _, v := range p.Verdicts() {
		v.Others = slices.Clone(v.Others)
		each(v)
	}
	for _, s := range p.Stories("") {
		if bad[life(s.ID)] || len(s.Moments) == 0 {
			continue
		}
		t.silent++
		begin := time.Now()
		v := order.Try(s)
		t.quiet = append(t.quiet, time.Since(begin))
		switch {
		case v.Witness != nil:
			t.found++
			t.lines = append(t.lines, fmt.Sprintf("silent, but: %s: %s", s.ID, v.Witness.Property))
			for i, step := range v.Witness.Steps {
				t.lines[len(t.lines)-1] += fmt.Sprintf("\n\t%d %s %s %s", i+1, step.Thread, step.Text, step.Where)
			}
		case v.Cut:
			t.cut++
		case !v.Reached:
			t.unreached++
		}
		if t.verbose {
			t.lines = append(t.lines, fmt.Sprintf("story %s: %v", s.ID, v))
		}
	}
}

// life is the name of an informer without the function that its program was
// composed from: the judge reports it once.
func life(id string) string {
	_, rest, _ := strings.Cut(id, " ")
	return rest
}

func median(ds []time.Duration) time.Duration {
	if len(ds) == 0 {
		return 0
	}
	slices.Sort(ds)
	return ds[len(ds)/2]
}

func longest(ds []time.Duration) time.Duration {
	if len(ds) == 0 {
		return 0
	}
	return slices.Max(ds)
}
