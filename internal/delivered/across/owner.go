package across

import (
	"cmp"
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
)

// An Owner is a type whose handler fills hidden fields of it, and is registered where
// nobody keeps the registration: whoever waits for the informer in another package,
// and then asks it, may be too early.
type Owner struct {
	Type    string // "path.T"
	Fn      string // the key of the function that registers
	Line    int    // of that call
	Field   string // that it fills
	Readers []string
}

// OwnerFacts are what a package tells its importers of such types, sorted.
type OwnerFacts struct {
	Owners []Owner
}

// AFact marks OwnerFacts as a fact.
func (*OwnerFacts) AFact() {}

func (f *OwnerFacts) String() string { return fmt.Sprintf("owners: %d fields", len(f.Owners)) }

// maxOwners limits them. One that is missing only loses reports.
const maxOwners = 50

// Export exports the owners of a package.
func Export(pass *analysis.Pass, owners []Owner) {
	slices.SortFunc(owners, func(a, b Owner) int {
		return cmp.Or(strings.Compare(a.Fn, b.Fn), a.Line-b.Line, strings.Compare(a.Field, b.Field))
	})
	if len(owners) > 0 {
		pass.ExportPackageFact(&OwnerFacts{owners[:min(len(owners), maxOwners)]})
	}
}

// Owners are those of a package's direct imports.
func Owners(pass *analysis.Pass) (out []Owner) {
	for _, p := range pass.Pkg.Imports() {
		f := new(OwnerFacts)
		if pass.ImportPackageFact(p, f) {
			out = append(out, f.Owners...)
		}
	}
	return out
}

// pkg is the path of its package.
func (o Owner) pkg() string { return o.Type[:strings.LastIndexByte(o.Type, '.')] }

// Short is a field or method of it as people name it.
func (o Owner) Short(member string) string {
	return o.Type[strings.LastIndexByte(o.Type, '/')+1:] + "." + member
}

// MayWait reports whether a call of a function that is not seen may wait until an owner
// has what is missing, or fill it: the function is of the owner's package, and not one
// that only hands something out, or it gets the owner.
func MayWait(owners []Owner, c *ssa.CallCommon, obj *types.Func) bool {
	name := clientgo.FuncName(obj)
	if obj.Pkg() == nil || slices.ContainsFunc(owners, func(o Owner) bool { return slices.Contains(o.Readers, name) }) {
		return false
	}
	path := clientgo.Path(obj.Pkg().Path())
	return slices.ContainsFunc(owners, func(o Owner) bool {
		return o.pkg() == path || slices.ContainsFunc(c.Args, func(arg ssa.Value) bool {
			if mk, ok := arg.(*ssa.MakeInterface); ok {
				arg = mk.X
			}
			return clientgo.TypeName(arg.Type()) == o.Type
		})
	})
}
