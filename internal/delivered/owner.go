package delivered

import (
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/delivered/across"
	"github.com/informerlint/informerlint/internal/delivered/uses"
	"github.com/informerlint/informerlint/internal/engine/program"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/ssabuild"
	"github.com/informerlint/informerlint/internal/ssautil"
)

// A type of another package may register its handler itself, drop the registration,
// and leave the wait to those who call it. What its package says of it is what is
// known of one here: which field is filled, and which of its methods hand that out and
// do nothing else. All other methods may wait for anything.

// ownersOf finds such types, and is run for packages that others import as well. So it
// looks at no order of events.
var ownersOf = &analysis.Analyzer{
	Name:       "informerowners",
	Doc:        "find types whose handlers fill them, and nobody can ask for (a helper of the informerlint checks)",
	Run:        exportOwners,
	Requires:   []*analysis.Analyzer{resolve.Analyzer, ssabuild.Analyzer, across.Analyzer},
	FactTypes:  []analysis.Fact{(*across.OwnerFacts)(nil)},
	ResultType: reflect.TypeFor[*found](),
}

// found is what is known before the order of events.
type found struct {
	f             *finder
	all           []*registration
	others, tests map[string]Access
	owners        []across.Owner // of other packages
	pass          *analysis.Pass
}

func exportOwners(pass *analysis.Pass) (any, error) {
	out := &found{pass: pass, owners: across.Owners(pass)}
	pkg, _ := pass.ResultOf[resolve.Analyzer].(*resolve.Package)
	lazy := pass.ResultOf[ssabuild.Analyzer].(*ssabuild.Lazy)
	if pkg == nil && len(out.owners) == 0 || clientgo.Modelled(pass.Pkg.Path()) || !clientgo.HandlersAwaitable(pass.Pkg) || lazy.Package() == nil {
		return out, nil
	}
	out.f = newFinder(pass, lazy.Package(), lazy.Functions(), pass.ResultOf[across.Analyzer].(*across.Imported))
	out.f.owners = out.owners
	if pkg != nil {
		out.all = out.f.registrations(pkg.Groups)
		for _, r := range out.all {
			out.f.types(r.does.state, out.all) // and other names of what their fields hold
		}
	}
	out.others, out.tests = out.f.othersFill(out.all, false), out.f.othersFill(out.all, true)
	across.Export(pass, out.exported())
	return out, nil
}

// exported are the owners among the types of the package.
func (o *found) exported() (out []across.Owner) {
	kept := o.kept()
	for _, r := range o.all {
		if r.call == nil || !r.dropped || o.f.inTest(r.pos) {
			continue
		}
		for _, place := range slices.Sorted(maps.Keys(r.does.state)) {
			typ, field, ok := strings.Cut(strings.TrimPrefix(place, "("), ").")
			if !ok || !strings.HasPrefix(place, "(") || kept[place] || o.others[place].Place != "" || token.IsExported(field) || strings.Contains(field, ".") {
				continue
			}
			readers := o.f.readersOf(r, typ, map[string]Access{place: r.does.state[place]})
			if len(readers) > 0 {
				out = append(out, across.Owner{Type: clientgo.Path(o.pass.Pkg.Path()) + "." + typ, Fn: program.Key(r.call.Parent()),
					Line: o.pass.Fset.Position(r.call.Pos()).Line, Field: field, Readers: readers})
			}
		}
	}
	return out
}

// kept are the places that a registration which somebody has covers.
func (o *found) kept() map[string]bool {
	kept := make(map[string]bool)
	for _, r := range o.all {
		for place := range r.does.state {
			kept[place] = kept[place] || !r.dropped && strings.HasPrefix(strings.TrimPrefix(place, told), "(")
		}
	}
	return kept
}

// readersOf are the methods that hand out what is in some places, and do nothing else.
func (f *finder) readersOf(r *registration, typ string, state map[string]Access) (out []string) {
	for _, m := range f.methodsOf(typ) {
		if uses.Answers(m) {
			return nil // who says that it is synced is judged where that is said
		}
		if reader, _ := f.reader(r, []*ssa.Function{m}, state); reader != nil && !f.gates(m) {
			out = append(out, clientgo.FuncName(ssautil.Object(m)))
		}
	}
	return out
}

// gates reports whether a method asks an informer itself, and so is judged where it is.
func (f *finder) gates(m *ssa.Function) bool {
	e := f.newEffects()
	e.walk(m, nil, 0)
	for fn := range e.funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				call, ok := instr.(ssa.CallInstruction)
				if !ok {
					continue
				}
				if _, builtin := call.Common().Value.(*ssa.Builtin); f.asksInformer(call.Common()) || ssautil.Callee(call.Common()) == nil && !builtin {
					return true // or a function that may do so
				}
			}
		}
	}
	return false
}

// ownerPlace is where the handler of an owner puts something: a field of its type,
// wherever it is.
func ownerPlace(o across.Owner) string { return "(" + o.Type + ")." + o.Field }

// ownerOf returns the owner that a call is a method of.
func (f *finder) ownerOf(obj *types.Func) string {
	if len(f.owners) == 0 || obj == nil || obj.Signature().Recv() == nil {
		return ""
	}
	typ := clientgo.TypeName(obj.Signature().Recv().Type())
	if slices.ContainsFunc(f.owners, func(o across.Owner) bool { return o.Type == typ }) {
		return typ
	}
	return ""
}

// asksOwner is the place, of some, that a method of an owner hands out to who does
// something with it.
func (f *finder) asksOwner(call *ssa.Call, of map[string]Access) string {
	obj := ssautil.Callee(&call.Call)
	if f.ownerOf(obj) == "" || !uses.Consumed(call, 0) {
		return ""
	}
	for _, o := range f.owners {
		if place := ownerPlace(o); of[place].Place != "" && slices.Contains(o.Readers, clientgo.FuncName(obj)) {
			return place
		}
	}
	return ""
}

// onlyOne reports whether the package has one owner of a type: it gets it from one
// call, and from nobody who calls it. Of two it is not known which one is read.
func (f *finder) onlyOne(o *across.Owner) bool {
	from := 0
	for _, fn := range f.fns {
		if f.inTest(fn.Pos()) {
			continue
		}
		if obj := ssautil.Object(fn); obj != nil && obj.Exported() && slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool { return clientgo.TypeName(p.Type()) == o.Type }) {
			return false
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(*ssa.Call); ok && !f.local(call) && uses.Gives(call, o.Type) {
					from++
				}
			}
		}
	}
	return from == 1
}

// registrationsBelow are those of owners that functions of this package lead to.
func (f *finder) registrationsBelow() (out []*registration) {
	for _, o := range f.owners {
		place := ownerPlace(o)
		does := f.newEffects()
		does.state[place] = Access{Place: place}
		f.names[place] = o.Short(o.Field)
		out = append(out, &registration{owner: &o, does: does, all: make(map[*ssa.Function]bool), dropped: true})
	}
	return out
}

// leadsBelow are the functions that call something of an owner's package.
func (f *finder) leadsBelow(o *across.Owner) (out []*ssa.Function) {
	path := o.Type[:strings.LastIndexByte(o.Type, '.')]
	f.each(func(instr ssa.Instruction) {
		call, ok := instr.(ssa.CallInstruction)
		if !ok {
			return
		}
		obj := ssautil.Callee(call.Common())
		if fn := ssautil.Outermost(instr.Parent()); obj != nil && obj.Pkg() != nil && clientgo.Path(obj.Pkg().Path()) == path && !slices.Contains(out, fn) {
			out = append(out, fn)
		}
	})
	return out
}
