package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/informerlint/informerlint/internal/cached"
	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/delivered/across"
	"github.com/informerlint/informerlint/internal/engine/callers"
	"github.com/informerlint/informerlint/internal/engine/program"
	"github.com/informerlint/informerlint/internal/handlers/apart"
	"github.com/informerlint/informerlint/internal/handlers/keep"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/report/format"
	"github.com/informerlint/informerlint/internal/unitfast"
)

// isVetCall reports whether go vet is the caller: it asks for the version
// (-V=full) and the flags (-flags), and then hands over one unit.cfg a package.
func isVetCall(args []string) bool {
	if len(args) == 0 {
		return false
	}
	return args[0] == "-V=full" || args[0] == "-flags" || strings.HasSuffix(args[len(args)-1], ".cfg")
}

// vetRules say which packages go vet need not type-check for informerlint.
var vetRules = unitfast.Rules{
	Reach:    []analysis.Fact{new(program.Programs), new(resolve.Facts), new(cached.Facts)},
	Other:    []analysis.Fact{new(callers.Fact), new(program.CachePrograms), new(cached.HelperFacts), new(keep.Facts), new(apart.Facts), new(across.Facts), new(across.OwnerFacts)},
	Root:     clientgo.IsRoot,
	Modelled: clientgo.Modelled,
	MayExport: func(path string, files, imports []string) bool {
		return program.MayExportCaches(path, imports) || cached.MayExport(path, imports) || keep.MayExport(path, imports) || across.MayExport(path, imports) || apart.MayExport(path, imports) || callers.MayExport(path, files)
	},
	JSON: format.VetJSON,
}

// observeUnit sees how units are dealt with, for tests.
var observeUnit = func(args []string, way unitfast.Way) {}

// vettool runs under go vet, and does not return. The driver takes its flags
// from the global flag set; ours live in one of their own (flags.go), since both
// have -json, -fix and -diff.
//
// The flag -stock has go vet's driver do everything itself. It is a flag and
// not a variable of the environment because go vet keeps results by flags.
func vettool() {
	flag.Bool("stock", false, "let go vet's driver type-check all packages (slower; for when the shorter way fails)")
	if args := os.Args[1:]; !unitfast.IsSet(args, "stock") {
		answer, err := vetRules.Unit(args, registry())
		if err != nil {
			fmt.Fprintln(os.Stderr, "informerlint: "+err.Error())
			os.Exit(1)
		}
		observeUnit(args, answer.Way)
		if answer.Args == nil {
			os.Exit(answer.Exit)
		}
		os.Args = append(os.Args[:1:1], answer.Args...)
	} else {
		observeUnit(args, unitfast.Stock)
	}
	unitchecker.Main(registry()...)
}
