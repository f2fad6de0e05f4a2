package handlersync

import (
	"fmt"
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/delivered"
	"github.com/informerlint/informerlint/internal/fix"
	"github.com/informerlint/informerlint/internal/gate"
	"github.com/informerlint/informerlint/internal/report"
	witness "github.com/informerlint/informerlint/internal/witness/delivered"
)

// Analyzer is the check.
var Analyzer = report.Analyzer("handlersync",
	"handlersync: state that a handler builds is read after a wait that covers only the informer\n\nSee "+report.Base+"handlersync.md",
	run, []*analysis.Analyzer{delivered.Analyzer})

const rule = "state-before-delivered"

func run(pass *analysis.Pass) (any, error) {
	found, _ := pass.ResultOf[delivered.Analyzer].(*delivered.Package)
	if found == nil {
		return new(report.Result), nil
	}
	return gate.Gate{Pass: found.Pass()}.Report(pass, claims(pass, found)), nil
}

func claims(pass *analysis.Pass, found *delivered.Package) (out []gate.Claim) {
	src, taken := fix.In(pass), make(fix.Names)
	for _, c := range found.Claims {
		f := finding(pass, src, c)
		f.Fixes = suggest(pass, src, found, c, taken)
		out = append(out, gate.Claim{Finding: f, Case: witness.Case{Fset: pass.Fset, Claim: c}})
	}
	return out
}

func finding(pass *analysis.Pass, src *fix.Source, c *delivered.Claim) report.Finding {
	f := report.Finding{Pos: c.Wait, Rule: rule, Message: message(c)}
	if e := expr(src, c.Wait); e != nil {
		f.Pos, f.End = e.Pos(), e.End()
	}
	line := func(pos token.Pos) int { return pass.Fset.Position(pos).Line }
	add := func(pos token.Pos, text string) {
		if pos.IsValid() && line(pos) != line(f.Pos) {
			f.Related = append(f.Related, analysis.RelatedInformation{Pos: pos, Message: text})
		}
	}
	add(c.Register, "the handler is registered here, and nobody can ask its registration")
	write, read := "the handler fills "+c.State+" here", c.State+" is read here"
	if c.Shape == delivered.Notice {
		write, read = "the handler passes objects on to "+c.State+" here", c.State+" is told here that these were all"
	}
	add(c.Write.Pos, write)
	add(c.Read.Pos, read)
	for _, m := range c.More {
		add(m.Wait, m.Method.Name()+" says so as well")
	}
	return f
}

func message(c *delivered.Claim) string {
	const todo = "HasSynced of the registration that AddEventHandler returns"
	if c.Other {
		who := "this waits"
		if c.Shape == delivered.Component {
			who = c.Method.Name() + " asks"
		}
		return fmt.Sprintf("%s for another handler only: the one that fills %s may not have seen all existing objects yet; ask the %s as well", who, c.State, todo)
	}
	how := "as soon as the informer is"
	switch {
	case c.Shape == delivered.Gate:
		return fmt.Sprintf("%s answers from %s as soon as the informer is synced, but the handler that fills it may not have seen all existing objects yet: ask the %s", c.Method.Name(), c.State, todo)
	case c.Shape == delivered.Notice:
		return fmt.Sprintf("this waits for the informer only: the handler may not have passed all existing objects on to %s when it is told that these were all; wait for the %s", c.State, todo)
	case c.Asked != "":
		return fmt.Sprintf("this waits for the informer only: the handler that fills %s may not have seen all existing objects when %s is called; what registers it has to keep the registration that AddEventHandler returns, and this has to wait for that", c.State, c.Asked)
	case c.Shape == delivered.Sequence:
		return fmt.Sprintf("this waits for the informer only: the handler that fills %s may not have seen all existing objects when it is read; wait for the %s", c.State, todo)
	case c.Listed:
		how = "while the lister is empty"
	case c.Method.Signature.Results().Len() == 0:
		return fmt.Sprintf("%s returns as soon as the informer is synced, but the handler that fills %s may not have seen all existing objects yet: wait for the %s", c.Method.Name(), c.State, todo)
	}
	return fmt.Sprintf("%s says that %s is synced %s, but the handler that fills %s may not have seen all existing objects yet: ask the %s", c.Method.Name(), c.Type, how, c.State, todo)
}

// expr returns the innermost call or comparison around a position.
func expr(src *fix.Source, pos token.Pos) ast.Expr {
	for _, n := range src.Path(pos) {
		switch n := n.(type) {
		case *ast.CallExpr:
			return n
		case *ast.BinaryExpr:
			return n
		case ast.Stmt:
			return nil
		}
	}
	return nil
}
