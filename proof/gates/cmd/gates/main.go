// Gates runs the programs under testdata on the real client-go with choice
// points; see package gates.
//
//	gates                                     all programs, at most 1 delay
//	gates -scenario startorder/late -delays 2 one of them
//	gates -version v0.26.15 -known 136509     the search for a known bug of client-go
//	gates -scenario startorder/late -replay 0,1 [-mended]
//
// It exits with 1 if a line does not show what it has to, and with 2 if nothing
// could be run.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"github.com/informerlint/informerlint/proof/gates"
)

func main() {
	os.Exit(run())
}

func run() int {
	var o gates.Options
	var p gates.PCT
	flag.StringVar(&o.Check, "check", "", "only the programs of this check")
	flag.StringVar(&o.Scenario, "scenario", "", "only this directory under testdata")
	flag.StringVar(&o.Version, "version", gates.V037, "version of client-go")
	flag.IntVar(&o.Delays, "delays", 1, "bound of the exhaustive search; negative for none")
	flag.IntVar(&p.Runs, "runs", 0, "runs of the random search; 0 for none")
	flag.IntVar(&p.Depth, "depth", 3, "depth of the random search")
	flag.Uint64Var(&p.Seed, "seed", 1, "seed of the random search")
	flag.IntVar(&o.MaxSchedules, "max", 0, "limit of schedules for each program; 0 for none")
	flag.StringVar(&o.Build, "build", "", "directory to build in and to leave the result in")
	known := flag.String("known", "", "search for this known bug of client-go instead, such as 136509")
	replay := flag.String("replay", "", "run this schedule of the scenario and print its steps")
	mended := flag.Bool("mended", false, "with -replay, of the mended program")
	asJSON := flag.Bool("json", false, "print JSON")
	flag.Parse()
	if flag.NArg() > 0 {
		fmt.Fprintf(os.Stderr, "gates: unexpected argument %q\n", flag.Arg(0))
		return 2
	}
	if p.Runs > 0 {
		o.PCT = &p
	}
	o.Log = os.Stderr
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()

	switch {
	case isSet("replay"):
		tree := "informers"
		if *mended {
			tree = "mended"
		}
		text, err := gates.Replay(ctx, o, tree, o.Scenario, *replay)
		fmt.Print(text)
		if err != nil {
			return fail(err)
		}
		return 0
	case *known != "":
		return knownBug(ctx, o, *known, *asJSON)
	}
	rows, err := gates.Run(ctx, o)
	if err != nil {
		return fail(err)
	}
	status := 0
	for _, r := range rows {
		if !r.Skipped && !r.OK() {
			status = 1
		}
	}
	if *asJSON {
		return max(status, encode(rows))
	}
	for _, r := range rows {
		fmt.Println(r)
	}
	return status
}

func fail(err error) int {
	fmt.Fprintln(os.Stderr, "gates:", err)
	return 2
}

// knownBug searches for a known bug of client-go.
func knownBug(ctx context.Context, o gates.Options, issue string, asJSON bool) int {
	k, err := gates.KnownBug(ctx, o, issue)
	if err != nil {
		return fail(err)
	}
	if asJSON {
		return encode(k)
	}
	fmt.Printf("%s, client-go %s, %s: %d runs, time passed early in %d of them, found: %t\n%s",
		k.Issue, k.Version, k.Bound, k.Runs, k.Early, k.Found, k.Text)
	return 0
}

func isSet(name string) (set bool) {
	flag.Visit(func(f *flag.Flag) { set = set || f.Name == name })
	return set
}

func encode(v any) int {
	e := json.NewEncoder(os.Stdout)
	e.SetIndent("", "\t")
	if err := e.Encode(v); err != nil {
		fmt.Fprintln(os.Stderr, "gates:", err)
		return 2
	}
	return 0
}
