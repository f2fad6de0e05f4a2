package sequence

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/fix"
)

// Late fixes a Start before the registrations, of which the first is called name.
// Where Start is in a branch, the program may have another Start in another one:
// then what registers has to be before the branch.
func Late(start *fix.Place, regs []Registration, name string) (out []analysis.SuggestedFix) {
	const early = "Register before Start"
	edits := MoveUp(start, regs)
	if edits == nil {
		edits = Early(start, regs)
	}
	out = fix.Suggest(early, edits...)
	for at := start.Around(); at != nil; at = at.Around() {
		out = append(out, fix.Suggest(early, Early(at, regs)...)...)
	}
	out = append(out, fix.Suggest("Call "+types.ExprString(start.Call.Fun)+" after "+name, Swap(start, regs)...)...)
	return append(out, fix.Suggest("Call Start again after the registration", start.Again(Vias(regs), "WaitForCacheSync", "Sync")...)...)
}

// Beside fixes a Start in a goroutine that the statement at spawn begins, beside
// the registrations. start is the call of Start, if it is in this package.
func Beside(spawn, start *fix.Place, regs []Registration) []analysis.SuggestedFix {
	if edits := Early(spawn, regs); edits != nil {
		return fix.Suggest("Register before the goroutine starts the factory", edits...)
	}
	g, ok := spawn.Stmt.(*ast.GoStmt)
	switch {
	case !ok:
		return nil
	case fix.IsMethod(g.Call, "Start"):
		return fix.Suggest("Call Start after the registration", spawn.PlainAfter(Vias(regs))...)
	case start == nil:
		return nil
	}
	// The goroutine's own Start then finds nothing to do, or does it.
	line, last := spawn.Outside(start), fix.Last(append(Vias(regs), spawn))
	if line == "" || last == nil || last.List[0] != spawn.List[0] || !fix.MayFollow(last.Stmt, fix.Go) {
		return nil
	}
	return fix.Suggest("Start the factory after the registration as well", spawn.After(last.WithCheck(last.I), line))
}
