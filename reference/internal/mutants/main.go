// Mutants makes small mistakes in the sources of the reference runtime, one at
// a time, and says which test notices: statements left out, conditions turned
// round, other operators, constants and variables of the same type.
//
//	mutants                     all of them
//	mutants -match REGEXP       those whose name matches
//	mutants -tests REGEXP       by those tests alone whose package and name match
//	mutants -list               only their names
//
// All mistakes are compiled into the test binaries at once, by an overlay: each
// place asks package mutant whether it is its turn. A mutant is one process, or
// several, until a test fails. It exits with 1 if a mutant survives that is not
// in equivalent.txt or open.txt.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "mutants:", err)
		os.Exit(1)
	}
}

func run() error {
	root := flag.String("root", ".", "the module's directory")
	names := flag.String("names", "", "only mutants whose names are lines of this file")
	match := flag.String("match", "", "only mutants whose name matches this expression")
	of := flag.String("tests", "", "only tests whose package and name, with a space between, match this expression")
	list := flag.Bool("list", false, "print the names alone")
	workers := flag.Int("p", runtime.GOMAXPROCS(0), "so many processes at a time")
	quick := flag.Int64("quick", 0, "leave out tests of more steps than this, unless it is 0")
	flag.Parse()
	chosen, err := regexp.Compile(*match)
	if err != nil {
		return err
	}
	only, err := regexp.Compile(*of)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	begin := time.Now()
	g, err := generate(*root)
	if err != nil {
		return err
	}
	mutants := slices.DeleteFunc(slices.Clone(g.mutants), func(m Mutant) bool { return !chosen.MatchString(m.Key()) })
	if *names != "" {
		data, err := os.ReadFile(*names)
		if err != nil {
			return err
		}
		lines := strings.Split(string(data), "\n")
		mutants = slices.DeleteFunc(mutants, func(m Mutant) bool { return !slices.Contains(lines, m.Key()) })
	}
	if *list {
		for _, m := range mutants {
			fmt.Println(m.Key())
		}
		return nil
	}
	dir, err := os.MkdirTemp("", "mutants")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	r, err := newRunner(ctx, *root, dir, g, tests, only)
	if err != nil {
		return err
	}
	r.quick = *quick
	reasons, err := equivalent()
	if err != nil {
		return err
	}
	survivors := 0
	_, err = r.killAll(ctx, mutants, *workers, func(v Verdict) {
		if reason := reasons[v.Key()]; reason != "" && v.Killer == "" {
			fmt.Printf("equivalent\t%s\t%s\n", v.Key(), reason)
			return
		}
		if open()[v.Key()] && v.Killer == "" {
			fmt.Printf("open\t%s\n", v.Key())
			return
		}
		fmt.Println(v)
		if v.Killer == "" {
			survivors++
		}
	})
	if err != nil {
		return err
	}
	fmt.Printf("%d mutants, %v\n", len(mutants), elapsed(begin))
	if survivors > 0 {
		return fmt.Errorf("%d mutants survive", survivors)
	}
	return nil
}

// String is a line of the table.
func (v Verdict) String() string {
	switch {
	case v.Killer == "" && !v.Reached:
		return fmt.Sprintf("NOT REACHED\t%s", v.Key())
	case v.Killer == "":
		return fmt.Sprintf("SURVIVES\t%s", v.Key())
	case v.Endless:
		return fmt.Sprintf("does not end\t%s\t%s", v.Key(), v.Killer)
	}
	return fmt.Sprintf("killed\t%s\t%s", v.Key(), v.Killer)
}
