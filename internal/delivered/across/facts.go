package across

import (
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/ssabuild"
)

// Facts are what a package tells its importers, sorted. A package may have containers
// that reaches no informer.
type Facts struct {
	Methods []Method
	Waiters []string // the keys of functions: see waiters
}

// AFact marks Facts as a fact.
func (*Facts) AFact() {}

func (f *Facts) String() string {
	return fmt.Sprintf("containers: %d methods", len(f.Methods))
}

// A Method is one of a container, and what it does to the hidden fields of its
// receiver.
type Method struct {
	Name  string   // the full name
	Fills []string // puts something in
	Reads []string // hands out what is in there, and does nothing else
	Takes []string // takes something out
	// Plain: it neither waits nor calls what is not known, so that it cannot put
	// things in order or find elsewhere what is missing.
	Plain bool
}

// maxMethods limits the facts of a package. One that is missing only loses reports:
// a container of which a method is not told of is none.
const maxMethods = 200

// Analyzer exports what a package says of its containers and waits. Its result is what
// its direct imports say.
var Analyzer = &analysis.Analyzer{
	Name:       "informeracross",
	Doc:        "find types that keep what others give them, and functions that only wait (a helper of the informerlint checks)",
	Run:        run,
	Requires:   []*analysis.Analyzer{ssabuild.Analyzer},
	FactTypes:  []analysis.Fact{(*Facts)(nil)},
	ResultType: reflect.TypeFor[*Imported](),
}

// Imported is what the direct imports of a package say.
type Imported struct {
	Known   Known
	Waiters map[string]bool
	pass    *analysis.Pass
	own     *waiting // how the functions of the package itself wait
}

// Pass returns the pass whose facts count.
func (im *Imported) Pass() *analysis.Pass { return im.pass }

func run(pass *analysis.Pass) (any, error) {
	lazy := pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy)
	im := imported(pass)
	im.own = newWaiting(lazy, im)
	if f := (Facts{find(pass, lazy), waiters(pass, lazy, im)}); len(f.Methods) > 0 || len(f.Waiters) > 0 {
		pass.ExportPackageFact(&f)
	}
	return im, nil
}

// Known is what the direct imports of a package tell, by the names of methods.
type Known map[string]Method

// imported reads the facts of a package's direct imports.
func imported(pass *analysis.Pass) *Imported {
	im := &Imported{Known: make(Known), Waiters: make(map[string]bool), pass: pass}
	for _, p := range pass.Pkg.Imports() {
		f := new(Facts)
		if pass.ImportPackageFact(p, f) {
			for _, m := range f.Methods {
				im.Known[m.Name] = m
			}
			for _, fn := range f.Waiters {
				im.Waiters[fn] = true
			}
		}
	}
	return im
}

// Of returns what is known of a method.
func (k Known) Of(fn *types.Func) (Method, bool) {
	if len(k) == 0 || fn == nil || fn.Signature().Recv() == nil {
		return Method{}, false
	}
	m, ok := k[clientgo.FuncName(fn)]
	return m, ok
}

// MayExport reports whether a package that reaches no informer may have facts, by
// its path and what it imports: what nobody would put objects into is left out.
func MayExport(path string, imports []string) bool {
	return !clientgo.Modelled(path) && !clientgo.Std(path) && slices.ContainsFunc(imports, clientgo.HasObjects)
}

// sorted puts facts in an order. A package with too many containers tells of none:
// half of a container would be one that nothing fills.
func sorted(methods []Method) []Method {
	slices.SortFunc(methods, func(a, b Method) int { return strings.Compare(a.Name, b.Name) })
	if len(methods) > maxMethods {
		return nil
	}
	return methods
}
