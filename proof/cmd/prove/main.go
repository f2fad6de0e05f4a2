// Prove runs the proof of every check's fixes and prints a table.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"os"

	"github.com/informerlint/informerlint/proof/prove"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("prove: ")
	check := flag.String("check", "", "only the scenarios of this check")
	flag.Parse()
	root, err := prove.Root(".")
	if err != nil {
		log.Fatal(err)
	}
	rows, err := prove.Rows(context.Background(), prove.Options{Root: root, Check: *check})
	if err != nil {
		log.Fatal(err)
	}
	bad := false
	for _, r := range rows {
		fmt.Println(r.Check, r.Rule, r.Scenario, r.At)
		for _, x := range r.Before {
			fmt.Printf("   before 0.%d %d of %d %v\n", x.Minor, x.Violating, x.Classes, x.Kinds)
		}
		for _, x := range r.After {
			fmt.Printf("   after 0.%d %d of %d\n", x.Minor, x.Violating, x.Classes)
		}
		for _, f := range r.Failures {
			bad = true
			fmt.Println("   FAIL", f)
		}
	}
	if bad {
		os.Exit(1)
	}
}
