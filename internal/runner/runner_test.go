package runner

import (
	"errors"
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

type mark struct{ N int }

func (*mark) AFact() {}

type other struct{ N int }

func (*other) AFact() {}

// An analyzer runs once, after what it requires, whoever asks for it.
func TestEachAnalyzerRunsOnceAfterItsRequirements(t *testing.T) {
	var order []string
	add := func(name string, requires ...*analysis.Analyzer) *analysis.Analyzer {
		return &analysis.Analyzer{Name: name, Requires: requires, ResultType: reflect.TypeFor[string](), Run: func(pass *analysis.Pass) (any, error) {
			for _, req := range requires {
				if pass.ResultOf[req] != req.Name+"!" {
					t.Errorf("%s gets %v of %s", name, pass.ResultOf[req], req.Name)
				}
			}
			if len(pass.ResultOf) != len(requires) {
				t.Errorf("%s gets %d results, and requires %d", name, len(pass.ResultOf), len(requires))
			}
			order = append(order, pass.Analyzer.Name)
			return name + "!", nil
		}}
	}
	a := add("a")
	b, c := add("b", a), add("c", a)
	d := add("d", c, b)
	var names []string
	for _, x := range Closure([]*analysis.Analyzer{d, a}) {
		names = append(names, x.Name)
	}
	if got := strings.Join(names, " "); got != "a c b d" {
		t.Errorf("closure %s", got)
	}
	run := new(Run)
	for _, x := range []*analysis.Analyzer{d, a, d} {
		if got, err := run.Result(x); got != x.Name+"!" || err != nil {
			t.Errorf("%s: %v, %v", x.Name, got, err)
		}
	}
	if got := strings.Join(order, " "); got != "a c b d" {
		t.Errorf("ran %s", got)
	}
}

func TestFailureOfARequirement(t *testing.T) {
	boom := errors.New("boom")
	ran := 0
	a := &analysis.Analyzer{Name: "a", Run: func(*analysis.Pass) (any, error) { ran++; return nil, boom }}
	b := &analysis.Analyzer{Name: "b", Requires: []*analysis.Analyzer{a}, Run: func(*analysis.Pass) (any, error) {
		t.Error("b has run")
		return nil, nil
	}}
	run := new(Run)
	_, err := run.Result(b)
	var req *RequiredError
	if !errors.As(err, &req) || req.Analyzer != a || !errors.Is(err, boom) || err.Error() != "a failed" {
		t.Errorf("error %v", err)
	}
	if _, err := run.Result(a); err != boom || ran != 1 {
		t.Errorf("error %v after %d runs", err, ran)
	}
	odd := &analysis.Analyzer{Name: "odd", ResultType: reflect.TypeFor[int](), Run: func(*analysis.Pass) (any, error) { return "text", nil }}
	if _, err := run.Result(odd); err == nil || !strings.Contains(err.Error(), "the result has type string, not int") {
		t.Errorf("error %v", err)
	}
}

// Facts go from a package to those that import it, and no further back.
func TestFacts(t *testing.T) {
	low, high, aside := types.NewPackage("low", "low"), types.NewPackage("high", "high"), types.NewPackage("aside", "aside")
	high.SetImports([]*types.Package{low})
	obj := types.NewVar(token.NoPos, low, "V", types.Typ[types.Int])
	a := &analysis.Analyzer{Name: "a", FactTypes: []analysis.Fact{new(mark)}}
	store := NewFacts()
	bind := func(pkg *types.Package) *analysis.Pass {
		pass := &analysis.Pass{Analyzer: a, Pkg: pkg}
		store.Bind(pass)
		return pass
	}
	pass := bind(low)
	pass.ExportPackageFact(&mark{1})
	pass.ExportObjectFact(obj, &mark{2})
	bind(aside).ExportPackageFact(&mark{3})

	pass = bind(high)
	var m mark
	if !pass.ImportPackageFact(low, &m) || m.N != 1 || !pass.ImportObjectFact(obj, &m) || m.N != 2 {
		t.Errorf("fact %v", m)
	}
	if pass.ImportPackageFact(aside, &m) {
		t.Error("a fact of a package that is not imported")
	}
	if pass.ImportPackageFact(high, &m) || pass.ImportPackageFact(low, new(other)) {
		t.Error("a fact that nobody exported")
	}
	m.N = 9 // a copy
	if all := pass.AllPackageFacts(); len(all) != 1 || all[0].Package != low || all[0].Fact.(*mark).N != 1 {
		t.Errorf("facts of packages %v", all)
	}
	if all := pass.AllObjectFacts(); len(all) != 1 || all[0].Object != obj {
		t.Errorf("facts of objects %v", all)
	}
	a.FactTypes = []analysis.Fact{new(other)}
	if all := pass.AllPackageFacts(); len(all) != 0 {
		t.Errorf("facts of a type that the analyzer does not declare: %v", all)
	}
	defer func() {
		if recover() == nil {
			t.Error("a fact for an object of another package was taken")
		}
	}()
	pass.ExportObjectFact(obj, &mark{4})
}

// Facts of imports are loaded once, and never those of the package itself.
func TestFactsAreLoadedWhenAskedFor(t *testing.T) {
	low, own := types.NewPackage("low", "low"), types.NewPackage("own", "own")
	own.SetImports([]*types.Package{low})
	store := NewFacts()
	loads := ""
	store.Load = func(pkg *types.Package) []analysis.Fact {
		loads += pkg.Path() + " "
		return []analysis.Fact{&other{7}, &mark{5}}
	}
	pass := &analysis.Pass{Analyzer: new(analysis.Analyzer), Pkg: own}
	store.Bind(pass)
	var m mark
	var o other
	if !pass.ImportPackageFact(low, &m) || m.N != 5 || !pass.ImportPackageFact(low, &o) || o.N != 7 || pass.ImportPackageFact(own, &m) {
		t.Errorf("facts %v, %v", m, o)
	}
	if loads != "low " {
		t.Errorf("loaded %q", loads)
	}
	pass.ExportPackageFact(&other{2})
	pass.ExportPackageFact(&mark{1})
	if got := store.Of(own); len(got) != 2 || got[0].(*mark).N != 1 || got[1].(*other).N != 2 {
		t.Errorf("own facts %v", got)
	}
}
