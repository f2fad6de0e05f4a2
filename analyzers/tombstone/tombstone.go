package tombstone

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/config"
	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/handlers/effect"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/judge"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/report"
	witness "github.com/informerlint/informerlint/internal/witness/handler"
)

// Analyzer is the check.
var Analyzer = report.Analyzer("tombstone",
	"tombstone: a deletion that the watch missed panics in a Delete handler or is lost by it\n\nSee "+report.Base+"tombstone.md",
	run, []*analysis.Analyzer{resolve.Analyzer})

func run(pass *analysis.Pass) (any, error) {
	pkg, _ := pass.ResultOf[resolve.Analyzer].(*resolve.Package)
	if pkg == nil {
		return new(report.Result), nil
	}
	src, trial := fix.In(pass), witness.OfDeletions(pkg)
	var claims []gate.Claim
	tombs, cases := trial.Tombs(func(t *judge.Tomb) bool {
		// A comment at one handler says nothing of another that does the same.
		s := newSite(pass, src, t)
		return s != nil && !report.Shown(pass, string(t.Kind), s.node.Pos())
	})
	for i, t := range tombs {
		if strings.HasSuffix(pass.Fset.Position(t.Pos).Filename, "_test.go") {
			continue // no fake watch is lost and listed again, or the test calls the handler itself
		}
		if f, ok := finding(pass, src, t); ok {
			claims = append(claims, gate.Claim{Finding: f, Case: cases[i]})
		}
	}
	return trial.Gate().Report(pass, claims), nil
}

func finding(pass *analysis.Pass, src *fix.Source, t *judge.Tomb) (report.Finding, bool) {
	s := newSite(pass, src, t)
	if s == nil {
		return report.Finding{}, false
	}
	f := report.Finding{Pos: s.node.Pos(), End: s.node.End(), Rule: string(t.Kind), Message: message(s)}
	if k, ok := clientgo.KeyFuncOf(t.KeyName); ok && t.Kind == judge.KeyFunc && t.Worker == "" && t.Got == nil && k.Twin != "" {
		f.Todo = "use " + k.Twin // or what the fix does that is offered
	}
	if t.Harmless != "" {
		f.Severity = config.AsNote
		f.Message += fmt.Sprintf("; the impact is small, since %s does nothing for an object that is gone", t.Harmless)
	}
	inner, lost := "the tombstone is not expected here", "not reached with a tombstone"
	switch {
	case t.Deref:
		inner = "nil is used here"
	case t.Got != nil:
		inner, lost = "another type is expected here", "not reached"
	}
	f.Relate(t.Inner, inner)
	switch {
	case t.OtherKey:
		f.Relate(t.Lost[0].Pos, "an object's entry is taken out here")
	case len(t.Lost) > 0 && !s.within(t.Lost[0].Pos):
		f.Relate(t.Lost[0].Pos, lost)
	}
	if pass.Fset.Position(t.Group.Pos).Line != pass.Fset.Position(f.Pos).Line {
		f.Relate(t.Group.Pos, t.Together())
	}
	f.Fixes = s.fix()
	for _, b := range t.Behind {
		f.Relate(b.Pos, "the Delete handler does not expect a tombstone either")
	}
	for _, o := range t.Also {
		f.Relate(o.Pos, "this Delete handler does the same")
	}
	switch n := len(t.Also); {
	case n == 1:
		f.Message += "; another Delete handler does the same"
	case n > 1:
		f.Message += fmt.Sprintf("; %d more Delete handlers do the same", n)
	}
	for _, b := range slices.Concat(t.Behind, t.Also) {
		// Half a fix is none: what a filter lets through would be lost, or would panic.
		more := newSite(pass, src, b).fix()
		if f.Fixes == nil || more == nil {
			f.Fixes = nil
			break
		}
		f.Fixes = f.Fixes[:1]
		f.Fixes[0].TextEdits = fix.Merge(f.Fixes[0].TextEdits, more[0].TextEdits...)
	}
	return f, true
}

const missed = clientgo.Tombstone + " (a deletion that the watch missed)"

// message says what happens at run time, and what to do.
func message(s *site) string {
	t := s.Tomb
	who, where, source, unwrap := t.Who(), "in a handler", "an informer", t.Advice()
	if t.Group.Process {
		where, source = "there", "a queue"
	}
	if t.Worker != "" {
		return queued(s)
	}
	text := judge.Clip(types.ExprString(s.expr()))
	if t.Got != nil {
		return mistaking(s, text)
	}
	switch t.Kind {
	case judge.Unchecked:
		how := text + " panics"
		switch {
		case t.Throws:
			how = "the code panics or exits"
		case t.Deref:
			how = text + " fails and leaves nil, and using that panics"
		}
		return fmt.Sprintf("%s when %s gets a %s, and a panic %s ends the process: %s", how, who, missed, where, unwrap)
	case judge.PointerAssert:
		then := "so " + loss(s)
		if t.Panics {
			then = "so the code below panics, which ends the process"
		}
		return fmt.Sprintf("%s never matches: %s hands out %s as a value, not as a pointer, %s", text, source, missed, then)
	case judge.KeyFunc:
		name := t.KeyName[strings.LastIndexByte(t.KeyName, '.')+1:]
		return fmt.Sprintf("%s returns an error for a %s, so %s", name, missed, loss(s))
	case judge.FilterRejects:
		if t.Group.Style == clientgo.Predicate {
			return "the predicate drops every deletion that the watch missed (DeleteStateUnknown), so what is gone is not created again until something else has its owner reconciled: let these deletions through"
		}
		return fmt.Sprintf("the filter rejects every %s, so the Delete handler behind it never sees it: %s", missed, unwrap)
	case judge.Mishandled:
		then := "so " + loss(s)
		if t.Panics {
			then = "and the assertion panics, which ends the process"
		}
		return fmt.Sprintf("the %s is recognised, but %s, %s; use the Obj of the tombstone", missed, mistaken(s), then)
	}
	return fmt.Sprintf("%s gets a %s here, which is not what %s expects, so %s; %s", who, missed, text, loss(s), unwrap)
}

// mistaking says what becomes of objects of another type than the handler expects.
func mistaking(s *site, text string) string {
	then := "so " + strings.Replace(loss(s), "the deletion", "every deletion", 1)
	if s.Kind == judge.Unchecked {
		then = "so every deletion panics, which ends the process"
	}
	got := types.TypeString(s.Got, func(p *types.Package) string { return p.Name() })
	return fmt.Sprintf("%s fails for every object, and not only for a missed deletion: this informer's are %s, as the Add handler beside it expects, %s", text, got, then)
}

// mistaken says what is done with the tombstone instead of the object in it.
func mistaken(s *site) string {
	if s.OtherKey {
		return judge.Clip(types.ExprString(s.expr())) + " uses a different key than for an object"
	}
	if a, ok := s.expr().(*ast.TypeAssertExpr); ok && fix.Name(a.X) != "" {
		if asked, _ := clientgo.IsTombstone(s.pass.TypesInfo.TypeOf(a.Type)); !asked {
			return fmt.Sprintf("%s asserts %s, which is the tombstone itself", judge.Clip(types.ExprString(a)), fix.Name(a.X))
		}
	}
	return "the object in it does not reach the work of the Delete handler"
}

// queued says what happens when a worker takes the tombstone out.
func queued(s *site) string {
	what := "so " + loss(s)
	if s.Kind == judge.Unchecked {
		what = "and panics"
	}
	return fmt.Sprintf("what is queued here may be a %s, which %s does not expect, %s: unwrap the tombstone first", missed, s.Worker, what)
}

// loss says what is not done.
func loss(s *site) string {
	if len(s.Lost) == 0 || s.within(s.Lost[0].Pos) {
		return "the deletion is lost"
	}
	name := judge.Called(s.Lost[0], s.pass.Pkg)
	if s.Partial {
		return name + " is skipped"
	}
	return "the deletion is lost: " + s.lost(s.Lost[0], name)
}

// within reports whether a place is in what is reported.
func (s *site) within(p token.Pos) bool { return s.node.Pos() <= p && p < s.node.End() }

// lost says what is left undone: an entry that only the deletion takes away, what
// is sent or set, or a call.
func (s *site) lost(e *interp.Effect, name string) string {
	place := name
	if e.Place != "" {
		place = effect.Short(e.Place)
	}
	switch {
	case e.Frees && (e.Place != "" || strings.HasPrefix(e.Key, "map ")):
		return "its entry stays in " + place
	case strings.HasPrefix(e.Key, "map "):
		return "nothing is written to " + place
	case strings.HasPrefix(e.Key, "send "):
		return "nothing is sent to " + place
	case e.Queue && e.To != "":
		return "nothing is added to " + effect.Short(e.To)
	case strings.HasPrefix(e.Key, "write ") && s.src.Appends(e.Pos):
		return "nothing is appended to " + place
	case strings.HasPrefix(e.Key, "write "):
		return place + " is not set"
	}
	return name + " is not called for it"
}

// A site is a report in terms of syntax.
type site struct {
	*judge.Tomb
	pass *analysis.Pass
	src  *fix.Source
	file *ast.File
	path []ast.Node // from the expression outwards
	node ast.Node   // what is reported
}

func newSite(pass *analysis.Pass, src *fix.Source, t *judge.Tomb) *site {
	s := &site{Tomb: t, pass: pass, src: src, file: src.File(t.Pos), path: src.Path(t.Pos)}
	if s.file == nil {
		return nil // in a file that has no syntax here: nothing can be said
	}
	s.node = s.expr()
	return s
}

// expr returns the expression that meets the tombstone: an assertion, the type
// in a case, a call, or a method value.
func (s *site) expr() ast.Expr {
	for _, n := range s.path {
		switch n := n.(type) {
		case *ast.SendStmt:
			return n.Value
		case *ast.TypeAssertExpr:
			return n
		case *ast.CallExpr:
			return n
		case *ast.CaseClause:
			for _, e := range n.List {
				if e.Pos() <= s.Pos && s.Pos <= e.End() {
					return e
				}
			}
			if len(n.List) > 0 {
				return n.List[0]
			}
		case *ast.SelectorExpr:
			if s.Deref || s.Lent {
				return n
			}
		case ast.Stmt:
			if len(s.path) > 0 {
				if e, ok := s.path[0].(ast.Expr); ok {
					return e
				}
			}
		}
	}
	return &ast.BadExpr{From: s.Pos, To: s.Pos}
}
