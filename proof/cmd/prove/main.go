// Prove explores the programs that the checks report, before and after their
// fixes, on the reference informer runtime and on real client-go with gates,
// and prints one table. It exits with 1 if a line is not as it has to be: a
// reported program that does not violate its property, a mended one that does,
// or a search that was not complete or did not reach its goals.
//
// Usage, in a checkout of informerlint:
//
//	go run ./proof/cmd/prove [-check NAME] [-gates=false] [-gates-dir DIR] [-json] [-html FILE] [-update] [-worlds]
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/informerlint/informerlint/analyzers"
	"github.com/informerlint/informerlint/proof/gates"
	"github.com/informerlint/informerlint/proof/prove"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("prove", flag.ContinueOnError)
	flags.SetOutput(stderr)
	check := flags.String("check", "", "only this check")
	withGates := flags.Bool("gates", true, "run real client-go with gates as well (minutes)")
	delays := flags.Int("delays", 1, "bound of the search with gates")
	gatesDir := flags.String("gates-dir", "", "directory to build the copies of client-go in, and to leave them for the next run")
	asJSON := flags.Bool("json", false, "print everything as JSON instead of the table")
	html := flags.String("html", "", "write a page with table and diagrams to this `file`")
	update := flags.Bool("update", false, "write the numbers into analyzers/proof_generated.go; go generate ./analyzers makes the pages of it")
	worlds := flags.Bool("worlds", false, "print how large the searches are in each world that a program could have, and nothing else")
	switch err := flags.Parse(args); {
	case err == flag.ErrHelp:
		return 0
	case err != nil:
		return 2 // it is said already
	}
	trouble := func(err error) int {
		fmt.Fprintf(stderr, "prove: %v\n", err)
		return 2
	}
	if flags.NArg() > 0 {
		return trouble(fmt.Errorf("unknown argument %q", flags.Arg(0)))
	}
	if _, ok := analyzers.Find(*check); *check != "" && !ok {
		return trouble(fmt.Errorf("there is no check %q", *check))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	root, err := prove.Root(".")
	if err != nil {
		return trouble(err)
	}
	if *worlds {
		if err := prove.Worlds(ctx, prove.Options{Root: root, Check: *check}, stdout); err != nil {
			return trouble(err)
		}
		return 0
	}
	r := &prove.Report{}
	if r.Records, err = prove.Records(root); err != nil {
		return trouble(err)
	}
	if r.Rows, err = prove.Rows(ctx, prove.Options{Root: root, Check: *check}); err != nil {
		return trouble(err)
	}
	if *withGates {
		for _, version := range gates.Versions() {
			rows, err := gates.Run(ctx, gates.Options{Check: *check, Version: version, Delays: *delays, Dir: root, Build: *gatesDir, Log: stderr})
			if err != nil {
				r.Failures = append(r.Failures, fmt.Sprintf("gates on %s: %v", version, err))
			}
			r.Gates = append(r.Gates, rows...)
		}
	}

	if err := write(r, stdout, *asJSON, *html); err != nil {
		return trouble(err)
	}
	if *update {
		if err := r.Update(root, *check, *withGates); err != nil {
			return trouble(err)
		}
	}
	if !r.OK() {
		return 1
	}
	return 0
}

// write prints the report, and makes a page of it if it has a name.
func write(r *prove.Report, stdout io.Writer, asJSON bool, html string) error {
	if asJSON {
		enc := json.NewEncoder(stdout)
		enc.SetIndent("", "  ")
		if err := enc.Encode(r); err != nil {
			return err
		}
	} else {
		r.Print(stdout)
	}
	if html == "" {
		return nil
	}
	return os.WriteFile(html, r.HTML(), 0o666)
}
