package cachemutation

import (
	"go/ast"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/cached"
	"github.com/informerlint/informerlint/internal/cached/track"
	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/report"
	witness "github.com/informerlint/informerlint/internal/witness/cached"
)

// Analyzer is the check.
var Analyzer = report.Analyzer("cachemutation",
	"cachemutation: an object of the informer's cache is changed\n\nSee "+report.Base+"cachemutation.md",
	run, []*analysis.Analyzer{cached.Analyzer},
	report.Optional{Rule: string(cached.TypeMeta), Usage: "report changes of Kind and APIVersion"},
)

func run(pass *analysis.Pass) (any, error) {
	pkg, _ := pass.ResultOf[cached.Analyzer].(*cached.Package)
	if pkg == nil {
		return new(report.Result), nil
	}
	src := fix.In(pass)
	var claims []gate.Claim
	for _, f := range pkg.Findings {
		if !report.On(pass, string(f.Rule)) {
			continue
		}
		c := newCase(pkg, f)
		for _, g := range f.Also {
			c.Also = append(c.Also, newCase(pkg, g))
		}
		claim := gate.Claim{Finding: finding(pass, src, f), Case: c}
		// Callers of one helper, which may be registered itself as well: some are handlers, some ask a cache.
		if pos, what := f.Changed(); src.File(pos) != nil {
			claim.Place, claim.Too = pass.Fset.Position(pos).String()+what, "it is changed here, too"
		}
		marks := depends(f)
		if !marks {
			claim.Fixes, marks = suggest(pass, src, f)
		}
		if marks {
			claim.Finding.Todo = goesBy
		}
		claims = append(claims, claim)
	}
	needs := func(decl *ast.FuncDecl) bool {
		return slices.ContainsFunc(pkg.Findings, func(f *cached.Finding) bool { return f.Needs(decl) })
	}
	return gate.Gate{Pass: pkg.Pass(), Needs: needs}.Report(pass, witness.Together(pass, claims, string(cached.HandlerObject))), nil
}

// newCase makes the case of a finding, without those of other sources.
func newCase(pkg *cached.Package, f *cached.Finding) *witness.Case {
	before, _, ok := pkg.Ways(f.Key)
	return &witness.Case{Fset: pkg.Pass().Fset, Way: f.Way.Longer(before), Before: before, Ways: func(e *gate.Edited) ([]*track.Way, string) {
		if !ok {
			return nil, "there are too many ways from the source on to tell whether all of them are right"
		}
		return ways(e, f)
	}}
}

// ways finds the ways of a finding's source in an edited package.
func ways(e *gate.Edited, f *cached.Finding) ([]*track.Way, string) {
	pkg, err := gate.Again(e, cached.Again)
	if err != nil {
		return nil, err.Error()
	}
	ways, changes, ok := pkg.Ways(f.Key)
	switch {
	case !ok:
		return nil, "what becomes of the object cannot be followed any more"
	case changes:
		return nil, "the object in the cache is still changed"
	}
	return ways, ""
}
