package tombstone

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/clientgo"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/handlers/interp"
	"github.com/informerlint/informerlint/internal/handlers/judge"
	"github.com/informerlint/informerlint/internal/handlers/resolve"
	"github.com/informerlint/informerlint/internal/report"
	witness "github.com/informerlint/informerlint/internal/witness/handler"
)

// Analyzer is the check.
var Analyzer = &analysis.Analyzer{
	Name:       "tombstone",
	Doc:        "tombstone: a deletion that the watch missed panics in a Delete handler or is lost by it\n\nSee " + report.Base + "tombstone.md",
	URL:        report.Base + "tombstone.md",
	Requires:   []*analysis.Analyzer{resolve.Analyzer},
	Run:        run,
	ResultType: reflect.TypeFor[*report.Result](),
}

func run(pass *analysis.Pass) (any, error) {
	pkg, _ := pass.ResultOf[resolve.Analyzer].(*resolve.Package)
	if pkg == nil {
		return new(report.Result), nil
	}
	// A helper that several handlers share is one defect.
	type defect struct {
		pos  token.Pos
		kind judge.TombKind
	}
	seen := make(map[defect]*judge.Tomb)
	groups := make(map[*judge.Tomb][]int)
	var found []*judge.Tomb
	for i, g := range pkg.Groups {
		for _, t := range judge.Tombs(pkg, g) {
			d := defect{t.Pos, t.Kind}
			if first := seen[d]; first != nil {
				first.Behind = append(first.Behind, t.Behind...)
				groups[first] = append(groups[first], i)
				continue
			}
			seen[d] = t
			groups[t] = []int{i}
			found = append(found, t)
		}
	}
	trial := &witness.Trial{
		Package: pkg,
		Try:     func(p *resolve.Package, g *interp.Group) *witness.Verdict { return witness.Deletions(p.Program(g)) },
		Find:    func(p *resolve.Package, g *interp.Group) int { return len(judge.Tombs(p, g)) },
	}
	var claims []gate.Claim
	for _, t := range found {
		if f, ok := finding(pass, t); ok {
			claims = append(claims, gate.Claim{Finding: f, Case: &witness.Case{Trial: trial, Groups: groups[t], Points: []token.Pos{t.Pos}}})
		}
	}
	return trial.Gate().Report(pass, claims), nil
}

func finding(pass *analysis.Pass, t *judge.Tomb) (report.Finding, bool) {
	s := newSite(pass, t)
	if s == nil {
		return report.Finding{}, false
	}
	f := report.Finding{Pos: s.node.Pos(), End: s.node.End(), Rule: string(t.Kind), Message: message(s)}
	if t.Inner.IsValid() {
		f.Related = append(f.Related, analysis.RelatedInformation{Pos: t.Inner, Message: inner(t)})
	}
	if len(t.Lost) > 0 {
		f.Related = append(f.Related, analysis.RelatedInformation{Pos: t.Lost[0].Pos, Message: "not reached with a tombstone"})
	}
	if pos := t.Group.Pos; pos.IsValid() && pass.Fset.Position(pos).Line != pass.Fset.Position(f.Pos).Line {
		f.Related = append(f.Related, analysis.RelatedInformation{Pos: pos, Message: "the handlers are put together here"})
	}
	fix := s.fix()
	for _, b := range t.Behind {
		f.Related = append(f.Related, analysis.RelatedInformation{Pos: b.Pos, Message: "the Delete handler does not expect a tombstone either"})
		// Half a mend is none: what the filter lets through would be lost, or
		// would panic, here.
		next := newSite(pass, b)
		if next == nil || fix == nil {
			fix = nil
			continue
		}
		if more := next.fix(); more != nil {
			fix.TextEdits = appendNew(fix.TextEdits, more.TextEdits)
		} else {
			fix = nil
		}
	}
	if fix != nil {
		f.Fixes = []analysis.SuggestedFix{*fix}
	}
	return f, true
}

// appendNew appends the edits that are not there yet: two handlers may share a
// helper or need one import.
func appendNew(edits, more []analysis.TextEdit) []analysis.TextEdit {
	for _, e := range more {
		if !slices.ContainsFunc(edits, func(o analysis.TextEdit) bool {
			return o.Pos == e.Pos && o.End == e.End && string(o.NewText) == string(e.NewText)
		}) {
			edits = append(edits, e)
		}
	}
	return edits
}

const missed = clientgo.Tombstone + " (a deletion that the watch missed)"

// message says what happens at run time, and what to do.
func message(s *site) string {
	t := s.Tomb
	who, unwrap := "the Delete handler", "unwrap the tombstone first"
	if t.Role == clientgo.Filter {
		who = "the filter in front of the Delete handler"
	}
	text := clip(types.ExprString(s.expr()))
	switch t.Kind {
	case judge.Unchecked:
		how := text + " panics"
		switch {
		case t.Throws:
			how = "the code panics or exits"
		case t.Deref:
			how = text + " fails and leaves nil, and using that panics"
		}
		return fmt.Sprintf("%s when %s gets a %s, and a panic in a handler ends the process: %s", how, who, missed, unwrap)
	case judge.PointerAssert:
		return fmt.Sprintf("%s never matches: an informer hands out %s as a value, not as a pointer, so %s", text, missed, loss(t))
	case judge.KeyFunc:
		name := t.KeyName[strings.LastIndexByte(t.KeyName, '.')+1:]
		twin := ""
		if k, ok := clientgo.KeyFuncOf(t.KeyName); ok && k.Twin != "" {
			twin = ": use " + k.Twin
		}
		return fmt.Sprintf("%s returns an error for a %s, so %s%s", name, missed, loss(t), twin)
	case judge.FilterRejects:
		return fmt.Sprintf("the filter rejects every %s, so the Delete handler behind it never hears of it: %s", missed, unwrap)
	case judge.Mishandled:
		return fmt.Sprintf("the %s is recognised, but the object in it does not reach the work of the Delete handler: %s", missed, loss(t))
	}
	return fmt.Sprintf("%s gets a %s here, which is not what %s expects, so %s: %s", who, missed, text, loss(t), unwrap)
}

func inner(t *judge.Tomb) string {
	if t.Deref {
		return "nil is used here"
	}
	return "the tombstone is not expected here"
}

// loss says what is not done.
func loss(t *judge.Tomb) string {
	if len(t.Lost) == 0 {
		return "the deletion is lost"
	}
	name := t.Lost[0].Name
	name = name[strings.LastIndexByte(name, '/')+1:]
	if t.Partial {
		return name + " is skipped"
	}
	return "the deletion is lost (no " + name + ")"
}

// clip shortens an expression for a message.
func clip(s string) string {
	if len(s) > 60 {
		return s[:57] + "..."
	}
	return s
}

// A site is a report in terms of syntax.
type site struct {
	*judge.Tomb
	pass *analysis.Pass
	file *ast.File
	path []ast.Node // from the expression outwards
	node ast.Node   // what is reported
}

func newSite(pass *analysis.Pass, t *judge.Tomb) *site {
	for _, file := range pass.Files {
		if file.FileStart <= t.Pos && t.Pos < file.FileEnd {
			s := &site{Tomb: t, pass: pass, file: file}
			s.path = enclosing(file, t.Pos)
			s.node = s.expr()
			return s
		}
	}
	return nil // in a file that has no syntax here: nothing can be said
}

// expr returns the expression that meets the tombstone: an assertion, the type
// in a case, or a call.
func (s *site) expr() ast.Expr {
	for _, n := range s.path {
		switch n := n.(type) {
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
			if s.Deref {
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
