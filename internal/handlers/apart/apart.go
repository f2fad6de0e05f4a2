// Package apart has what packages that reach no informer tell of their helpers: key
// functions and converters are often kept apart from the handlers that call them.
package apart

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/keep"
	"github.com/informerlint/informerlint/internal/ssabuild"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// Facts is what such a package tells its importers. It is a fact of its own, because that
// of resolve says that informers are below.
type Facts struct {
	Helpers []interp.Helper
}

// AFact marks Facts as a fact.
func (*Facts) AFact() {}

func (f *Facts) String() string { return fmt.Sprintf("helpers: %d functions", len(f.Helpers)) }

// MayExport reports whether a package that reaches no informer may have such
// facts, by its path and what it imports.
func MayExport(path string, imports []string) bool {
	return !clientgo.Modelled(path) && !clientgo.Std(path) && slices.ContainsFunc(imports, clientgo.LooksAtObjects)
}

// Export exports what a package that reaches no informer says of its helpers. SSA
// is built only if a function of it may be one.
func Export(pass *analysis.Pass, lazy *ssabuild.Lazy) {
	imports := make([]string, 0, len(pass.Pkg.Imports()))
	for _, p := range pass.Pkg.Imports() {
		imports = append(imports, p.Path())
	}
	if !MayExport(pass.Pkg.Path(), imports) || !MayHelp(pass) || lazy.Package() == nil {
		return
	}
	in := interp.For(pass, lazy, interp.Known{})
	helpers, _ := in.Export(func(fn *ssa.Function) bool {
		return byHand(pass, fn, make(map[*ssa.Function]bool))
	})
	if helpers = Sorted(helpers); len(helpers) > 0 {
		pass.ExportPackageFact(&Facts{Helpers: helpers})
	}
}

// MayHelp reports whether a package has a function for importers that takes an
// object as an empty interface.
func MayHelp(pass *analysis.Pass) bool {
	for _, obj := range pass.TypesInfo.Defs {
		if fn, ok := obj.(*types.Func); ok && helps(fn) {
			return true
		}
	}
	return false
}

// helps reports whether importers may call a function with an object as it came.
func helps(fn *types.Func) bool {
	for v := range fn.Signature().Params().Variables() {
		if fn.Exported() && clientgo.IsAny(v.Type()) {
			return true
		}
	}
	return false
}

// maxHelpers limits the list, so that a package of helpers costs its importers little.
const maxHelpers = 400

// Sorted puts helpers in an order, and cuts them: the cut is always the same.
func Sorted(helpers []interp.Helper) []interp.Helper {
	slices.SortFunc(helpers, func(a, b interp.Helper) int { return cmp.Or(strings.Compare(a.Name, b.Name), a.Param-b.Param) })
	return helpers[:min(len(helpers), maxHelpers)]
}

// byHand reports whether a function and all that it calls in its package are
// written by hand, and no tests: of what is generated the stand-alone command
// keeps no bodies here, and all drivers are to say the same.
func byHand(pass *analysis.Pass, fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[fn] {
		return true
	}
	seen[fn] = true
	if !keep.Written(pass, fn) {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			for _, op := range instr.Operands(nil) {
				callee, ok := (*op).(*ssa.Function)
				if !ok {
					continue
				}
				if obj := ssautil.Object(callee); obj != nil && obj.Pkg() == pass.Pkg && !byHand(pass, ssautil.Origin(callee), seen) {
					return false
				}
			}
		}
	}
	return true
}
