package uidcheck

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/config"
	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/fix/recreation"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/handlers/judge"
	"github.com/informerlint/informerlint/internal/handlers/registered"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/report"
	witness "github.com/informerlint/informerlint/internal/witness/handler"
)

// Analyzer is the check.
var Analyzer = report.Analyzer("uidcheck",
	"uidcheck: an Update handler takes an object that was recreated for the old one\n\nSee "+report.Base+"uidcheck.md",
	run, []*analysis.Analyzer{resolve.Analyzer},
	report.Optional{Rule: string(judge.DeleteWorkSkipped), Usage: "report Update functions that only enqueue where Delete takes state away"},
	report.Optional{Rule: string(judge.EqualityDropped), Usage: "report Update functions that return if a field, the spec or labels are equal"},
	report.Optional{Rule: string(judge.NoUpdate), Usage: "report handlers whose Add has side effects and that have no Update function"},
)

func run(pass *analysis.Pass) (any, error) {
	pkg, _ := pass.ResultOf[resolve.Analyzer].(*resolve.Package)
	if pkg == nil {
		return new(report.Result), nil
	}
	on := func(k judge.UIDKind) bool { return report.On(pass, string(k)) }
	trial := witness.OfUIDs(pkg, on)
	src := fix.In(pass)
	var claims []gate.Claim
	seen := make(map[token.Pos]*witness.Case) // a function that several handlers share is one defect
	for i := range pkg.Groups {
		for _, u := range trial.UIDs(i) {
			f := finding(pass, src, u)
			if strings.HasSuffix(pass.Fset.Position(f.Pos).Filename, "_test.go") {
				continue // no fake watch is lost and listed again, and a test ends before one that is
			}
			if first := seen[f.Pos]; first != nil {
				first.Groups = append(first.Groups, i)
				break
			}
			c := &witness.Case{Trial: trial, Groups: []int{i}}
			if u.Pos.IsValid() && u.Kind != judge.NoUpdate && u.Kind != judge.WrittenOnce {
				c.Points = []token.Pos{u.Pos}
			}
			claims = append(claims, gate.Claim{Finding: f, Case: c})
			if w, _ := c.Witness(); w != nil {
				// One pair, one report: the comparison that fixes what is dropped
				// at one place also fixes what is kept at another.
				seen[f.Pos] = c
				break
			}
		}
	}
	return trial.Gate().Report(pass, claims), nil
}

const recreated = "an object deleted and recreated while the watch was down arrives as one Update with two UIDs"

func finding(pass *analysis.Pass, src *fix.Source, u *judge.UID) report.Finding {
	f := report.Finding{Rule: string(u.Kind)}
	f.Pos, f.End = place(src, u)
	switch u.Kind {
	case judge.GenerationDropped:
		dropped(pass, src, u, &f)
	case judge.EqualityDropped:
		f.Message = recreated + ": what compares equal here belongs to two objects, and the new one is dropped; compare the UIDs as well"
	case judge.DeleteWorkSkipped:
		f.Message = fmt.Sprintf("%s: Delete's %s never happens for the old object; compare the UIDs in Update", recreated, effect.Short(u.State.Name))
	case judge.GenerationRemembered:
		f.Message = fmt.Sprintf("%s, and its Generation starts at 1 again: the old one's is kept in %s under the name, and %s, so the new object may be passed over; compare the UIDs in Update, or keep the UID with the generation",
			recreated, effect.Short(cmp.Or(u.State.Place, u.State.Name)), forgotten(u))
		f.Relate(u.Against, "its generation is compared with the one that is kept")
		if !u.Worked {
			f.Fixes = split(pass, src, u)
		}
	case judge.ExpectationsRemembered:
		f.Message = fmt.Sprintf("%s: the old one's expectations stay under the name and are never observed, since its objects have another owner UID; the new one waits until they expire. Call %s in Update if the UIDs differ", recreated, effect.Short(u.State.Name))
		f.Relate(u.Against, "the new object waits for this")
	case judge.EntryInherited:
		f.Message = fmt.Sprintf("%s: this writes an entry only if there is none under the object's name, and only Delete removes it, so the new object inherits the old one's; keep the UID in the entry, or compare the UIDs in Update", recreated)
	case judge.WrittenOnce:
		f.Message = fmt.Sprintf("%s: %s writes each object through the API, and without an Update function the new one is never written; handle different UIDs in Update, as Delete of the old and Add of the new", recreated, named(u, "this Add function"))
		f.Relate(u.Against, "the object is written here")
	case judge.NoUpdate:
		f.Message = recreated + ": without an Update function, what Add did for the old object stays, and is not done for the new one; handle different UIDs in Update, as Delete of the old and Add of the new"
	case judge.UIDsMishandled:
		lost := "Add's %s is not done for the new object"
		if u.State.Frees {
			lost = "the old object's entry in %s stays"
		}
		f.Message = fmt.Sprintf("%s: this compares them, but when they differ, "+lost+"; handle different UIDs as Delete of the old and Add of the new", recreated, effect.Short(u.State.Name))
	case judge.WrongKey:
		f.Message = fmt.Sprintf("this deletes from %s under a different key than Add uses (one is the UID, the other the name), so the entry stays; use the same key", effect.Short(u.State.Name))
	case judge.UIDKeyedState:
		keyed(pass, src, u, &f)
	}
	if u.State != nil {
		f.Relate(u.State.Pos, effect.Short(u.State.Name))
	}
	if u.Group.Pos != f.Pos {
		f.Relate(u.Group.Pos, "the handlers are put together here")
	}
	return f
}

// keyed says what the old object leaves behind, if Delete goes by UID.
func keyed(pass *analysis.Pass, src *fix.Source, u *judge.UID, f *report.Finding) {
	what := "what is kept by UID"
	if u.State != nil {
		what = effect.Short(strings.TrimSuffix(cmp.Or(u.State.Kept, u.State.Name), "[]")) + ", which is kept by UID,"
	}
	lost, left := what+" still has what belongs to the old one", what+" is left behind"
	if u.State != nil && u.State.Queue {
		lost = fmt.Sprintf("the old one's UID is never added to %s, as Delete would", cmp.Or(effect.Short(u.State.To), "the queue"))
		left = lost
	}
	if u.Early {
		f.Message = fmt.Sprintf("%s: this decides before the old one is looked at, so %s; compare the UIDs first", recreated, left)
		return
	}
	f.Message = fmt.Sprintf("%s: %s never compares them, so %s; handle different UIDs as Delete of the old and Add of the new", recreated, named(u, "this Update function"), lost)
	f.Fixes = split(pass, src, u)
}

// dropped says that equal generations drop the new object.
func dropped(pass *analysis.Pass, src *fix.Source, u *judge.UID, f *report.Finding) {
	waits := ""
	if u.Group.Style == clientgo.Predicate {
		// What is lost is a request to reconcile. The controller may watch what
		// it owns, or ask again after a while: both are out of sight here.
		f.Severity = config.AsWarning
		waits = ", and it waits until another watch or a requeue reconciles it"
	}
	f.Message = recreated + ", and its Generation starts at 1 again: equal generations drop it here" + waits + "; compare the UIDs as well"
	if u.Partly {
		return // by that fix the object gets to the next comparison, and may be dropped there
	}
	f.Fixes = fix.Suggest("Compare the UIDs as well", recreation.CompareUIDs(pass, src, u.Pos)...)
}

// split handles a recreated object as Delete of the old and Add of the new.
func split(pass *analysis.Pass, src *fix.Source, u *judge.UID) []analysis.SuggestedFix {
	if u.Group.Update.Args != nil {
		return nil // it is not called as a handler is: which argument is which object is its caller's business
	}
	of := recreation.Handlers{Add: function(u.Group.Add), Update: function(u.Group.Update), Delete: function(u.Group.Delete)}
	return fix.Suggest("Handle a recreated object as Delete and Add", recreation.Split(pass, src, of, u.Func)...)
}

func function(f *registered.Func) *ssa.Function {
	if f == nil {
		return nil
	}
	return f.Fn
}

// forgotten says where a generation that is kept is forgotten.
func forgotten(u *judge.UID) string {
	if u.Worked {
		return u.State.Frame.Fn.Name() + " forgets it only where the object is not found"
	}
	return "only Delete forgets it"
}

// named names the function that has to change, if it has a name.
func named(u *judge.UID, literal string) string {
	if u.Func != nil {
		if decl, ok := u.Func.Syntax().(*ast.FuncDecl); ok {
			return decl.Name.Name
		}
	}
	return literal
}

// place returns what is marked: the comparison, or the function's name.
func place(src *fix.Source, u *judge.UID) (token.Pos, token.Pos) {
	if u.Pos.IsValid() {
		for _, n := range src.Path(u.Pos) {
			if e, ok := n.(ast.Expr); ok {
				return e.Pos(), e.End()
			}
		}
		return u.Pos, token.NoPos
	}
	switch syn := u.Func.Syntax().(type) {
	case *ast.FuncDecl:
		return syn.Name.Pos(), syn.Name.End()
	case *ast.FuncLit:
		return syn.Pos(), syn.Type.End()
	}
	return u.Func.Pos(), token.NoPos
}
