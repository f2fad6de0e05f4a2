package startorder

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/informerlint/informerlint/internal/flow"
	"github.com/informerlint/informerlint/internal/mend"
)

// A fix edits only the function that the finding is in. Where a registration
// is a plain chain (factory.Core().V1().Pods().Lister()) it moves, or is
// repeated, in front of Start; where it hides in another function, Start is
// called once more behind the call that leads there: Start starts only what is
// new, so that is always safe. Everything else gets no fix.

func one(message string, edits []analysis.TextEdit) []analysis.SuggestedFix {
	if len(edits) == 0 {
		return nil
	}
	return []analysis.SuggestedFix{{Message: message, TextEdits: edits}}
}

// fixLate mends a registration after Start.
func fixLate(pass *analysis.Pass, v flow.Verdict) []analysis.SuggestedFix {
	start := mend.At(pass, v.Anchor.Pos)
	if start == nil || start.Call == nil {
		return nil
	}
	if edits, ok := moveUp(pass, start, v.Regs); ok {
		return one("Register before Start", edits)
	}
	if edits, ok := registerEarly(pass, start, v.Regs); ok {
		return one("Register before Start", edits)
	}
	if edits, ok := startAgain(pass, start, v.Regs); ok {
		return one("Call Start again after the registration", edits)
	}
	return nil
}

// fixConcurrent mends a Start in a goroutine beside the registration.
func fixConcurrent(pass *analysis.Pass, v flow.Verdict) []analysis.SuggestedFix {
	spawn := mend.At(pass, v.Anchor.Pos)
	if spawn == nil {
		return nil
	}
	if edits, ok := registerEarly(pass, spawn, v.Regs); ok {
		return one("Register before the goroutine starts the factory", edits)
	}
	if edits, ok := startLater(pass, spawn, v.Regs); ok {
		return one("Call Start after the registration", edits)
	}
	return nil
}

// chain returns the accessor expression behind a registration, for use at the
// place of Start: local variables that are not known there are replaced by
// what they were made of. It fails unless the registration is a plain chain.
func chain(p, start *mend.Place) (accessor string, root ast.Expr, ok bool) {
	sel, isSel := p.Call.Fun.(*ast.SelectorExpr)
	if !isSel {
		return "", nil, false
	}
	if sel.Sel.Name == "ForResource" {
		return p.Text(p.Call), p.Call, start.Visible(p.Call)
	}
	e := sel.X
	for {
		id, isIdent := e.(*ast.Ident)
		if !isIdent || start.Visible(id) {
			break
		}
		def := p.Definition(id)
		if def == nil || !isChain(def) {
			break
		}
		e = def
	}
	return p.Text(e), e, isChain(e) && start.Visible(e)
}

// isChain: names, selectors and calls without arguments only, so that the
// expression can be evaluated anywhere its names are known.
func isChain(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Ident:
		return true
	case *ast.SelectorExpr:
		return isChain(e.X)
	case *ast.CallExpr:
		sel, ok := e.Fun.(*ast.SelectorExpr)
		return ok && isChain(e.Fun) && (len(e.Args) == 0 || sel.Sel.Name == "ForResource" && isChain(e.Args[0]))
	}
	return false
}

// moveUp moves "lister := factory.Core().V1().Pods().Lister()" in front of
// Start, if it is a statement of the same block.
func moveUp(pass *analysis.Pass, start *mend.Place, regs []flow.Site) ([]analysis.TextEdit, bool) {
	var lines []string
	var moved []int
	for _, r := range regs {
		p := mend.At(pass, r.Via)
		if p == nil || p.Call == nil || p.File != start.File {
			return nil, false
		}
		k, ok := start.Outer(p)
		if !ok || k <= start.I || start.List[k] != p.Stmt {
			return nil, false
		}
		if slices.Contains(moved, k) {
			continue
		}
		as, ok := p.Stmt.(*ast.AssignStmt)
		if !ok || len(as.Lhs) != 1 || len(as.Rhs) != 1 || !isChain(as.Rhs[0]) && !(r.Via == r.Pos && r.Local && as.Rhs[0] == ast.Expr(p.Call)) {
			return nil, false
		}
		if !start.Visible(as.Rhs[0]) || as.Tok != token.DEFINE && !start.Visible(as.Lhs[0]) {
			return nil, false
		}
		if usedBetween(start, as, k) {
			return nil, false
		}
		moved = append(moved, k)
		lines = append(lines, start.Text(p.Stmt))
	}
	if len(lines) == 0 {
		return nil, false
	}
	edits := []analysis.TextEdit{start.Before(lines...)}
	for _, k := range moved {
		edits = append(edits, start.Delete(k))
	}
	return edits, true
}

// usedBetween: the statements that an assignment moves over say its target.
func usedBetween(start *mend.Place, as *ast.AssignStmt, k int) bool {
	lhs := start.Text(as.Lhs[0])
	for _, s := range start.List[start.I:k] {
		if as.Tok != token.DEFINE && strings.Contains(start.Text(s), lhs) {
			return true
		}
		if d, ok := s.(*ast.AssignStmt); ok && d.Tok == token.DEFINE {
			for _, l := range d.Lhs {
				if start.Text(l) == lhs {
					return true
				}
			}
		}
	}
	return false
}

// registerEarly puts "factory.Core().V1().Pods().Informer()" in front of the
// place for every registration.
func registerEarly(pass *analysis.Pass, start *mend.Place, regs []flow.Site) ([]analysis.TextEdit, bool) {
	var lines []string
	for _, r := range regs {
		p := mend.At(pass, r.Pos)
		if !r.Local || p == nil || p.Call == nil {
			return nil, false
		}
		if p.File != start.File {
			return nil, false
		}
		text, root, ok := chain(p, start)
		if !ok {
			return nil, false
		}
		if !strings.Contains(text, ".ForResource(") || root != ast.Expr(p.Call) {
			text += ".Informer()"
		}
		if !slices.Contains(lines, text) {
			lines = append(lines, text)
		}
	}
	if len(lines) == 0 {
		return nil, false
	}
	return []analysis.TextEdit{start.Before(lines...)}, true
}

// startAgain calls Start, and the wait that follows it, once more behind the
// statement that leads to the last registration.
func startAgain(pass *analysis.Pass, start *mend.Place, regs []flow.Site) ([]analysis.TextEdit, bool) {
	es, ok := start.Stmt.(*ast.ExprStmt)
	if !ok || es.X != ast.Expr(start.Call) {
		return nil, false
	}
	var last *mend.Place
	for _, r := range regs {
		p := mend.At(pass, r.Via)
		if p == nil || p.File != start.File || p.Decl != start.Decl || p.Decl == nil {
			return nil, false
		}
		if last == nil {
			last = p
			continue
		}
		// One Start serves all registrations of one block.
		if k, ok := last.Outer(p); ok {
			if k > last.I {
				last.Stmt, last.I = last.List[k], k
			}
		} else if k, ok := p.Outer(last); ok {
			if k > p.I {
				p.Stmt, p.I = p.List[k], k
			}
			last = p
		} else {
			return nil, false
		}
	}
	if last == nil || !canFollow(last) || !last.VisibleAfter(start.Call, last.I) {
		return nil, false
	}
	last.I = withCheck(pass, last.List, last.I)
	lines := []string{start.Text(start.Stmt)}
	if waitAfter(start) == nil && waits(start) {
		// The program waits in a way that is not understood: without the same
		// wait behind the second Start what follows may read too early.
		return nil, false
	}
	if w := waitAfter(start); w != nil && last.Func == start.Func && last.VisibleAfter(w, last.I) {
		lines = append(lines, start.Text(w))
	}
	// "if err := build(factory); err != nil": behind the whole statement.
	return []analysis.TextEdit{last.After(last.I, lines...)}, true
}

// waits: a statement behind Start, in its block, waits for a sync.
func waits(start *mend.Place) bool {
	for _, s := range start.List[start.I+1:] {
		if strings.Contains(start.Text(s), "Sync") {
			return true
		}
	}
	return false
}

// canFollow: something can run behind the statement.
func canFollow(p *mend.Place) bool {
	switch p.Stmt.(type) {
	case *ast.ReturnStmt, *ast.BranchStmt, *ast.GoStmt, *ast.DeferStmt:
		return false
	}
	return true
}

// waitAfter returns the plain wait of the same factory that follows Start.
func waitAfter(start *mend.Place) ast.Expr {
	if start.I+1 >= len(start.List) {
		return nil
	}
	es, ok := start.List[start.I+1].(*ast.ExprStmt)
	if !ok {
		return nil
	}
	call, ok := es.X.(*ast.CallExpr)
	if !ok {
		return nil
	}
	w, ok := call.Fun.(*ast.SelectorExpr)
	s, ok2 := start.Call.Fun.(*ast.SelectorExpr)
	if !ok || !ok2 || !strings.HasPrefix(w.Sel.Name, "WaitForCacheSync") || start.Text(w.X) != start.Text(s.X) {
		return nil
	}
	return call
}

// startLater turns "go factory.Start(stop)" into a plain call behind the last
// registration of the same block.
func startLater(pass *analysis.Pass, spawn *mend.Place, regs []flow.Site) ([]analysis.TextEdit, bool) {
	g, ok := spawn.Stmt.(*ast.GoStmt)
	if !ok {
		return nil, false
	}
	if sel, ok := g.Call.Fun.(*ast.SelectorExpr); !ok || !strings.HasPrefix(sel.Sel.Name, "Start") {
		return nil, false
	}
	last := -1
	for _, r := range regs {
		p := mend.At(pass, r.Via)
		if p == nil {
			return nil, false
		}
		k, ok := spawn.Outer(p)
		if !ok || k <= spawn.I {
			return nil, false
		}
		last = max(last, k)
	}
	if last < 0 {
		return nil, false
	}
	switch spawn.List[last].(type) {
	case *ast.ReturnStmt, *ast.BranchStmt, *ast.ForStmt, *ast.RangeStmt:
		return nil, false
	}
	last = withCheck(pass, spawn.List, last)
	if !spawn.VisibleAfter(g.Call, last) {
		return nil, false
	}
	return []analysis.TextEdit{spawn.Delete(spawn.I), spawn.After(last, spawn.Text(g.Call))}, true
}

// withCheck keeps "x, err := New(...)" together with its error check: it
// returns the index of the check, or of the statement itself.
func withCheck(pass *analysis.Pass, list []ast.Stmt, k int) int {
	as, ok := list[k].(*ast.AssignStmt)
	if !ok || k+1 >= len(list) {
		return k
	}
	if ifs, ok := list[k+1].(*ast.IfStmt); ok && checksError(pass, as, ifs) {
		return k + 1
	}
	return k
}

// checksError: the if statement tests a variable that the assignment sets.
func checksError(pass *analysis.Pass, as *ast.AssignStmt, ifs *ast.IfStmt) bool {
	for _, l := range as.Lhs {
		id, ok := l.(*ast.Ident)
		if !ok {
			continue
		}
		obj := pass.TypesInfo.ObjectOf(id)
		if obj == nil || obj.Type().String() != "error" {
			continue
		}
		found := false
		ast.Inspect(ifs.Cond, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && pass.TypesInfo.Uses[id] == obj {
				found = true
			}
			return true
		})
		if found {
			return true
		}
	}
	return false
}

// fixNever starts what nothing starts: beside the sibling that is started, or
// behind the last registration in the function that made it.
func fixNever(pass *analysis.Pass, v flow.Verdict) []analysis.SuggestedFix {
	all := append([]flow.Verdict{v}, v.Others...)
	var edits []analysis.TextEdit
	var lines []string
	sib := mend.At(pass, v.Sibling.Pos)
	if v.Sibling.Pos.IsValid() && sib != nil && sib.Call != nil {
		host := hostOf(pass, sib)
		if host == nil {
			return fixBirth(pass, v)
		}
		for _, each := range all {
			fields := []string{each.Field}
			if each.Partial {
				// One factory, informers run one by one: run the others too.
				fields = each.Fields
			}
			for _, field := range fields {
				line, ok := likeSibling(pass, sib, host, each, field)
				if !ok {
					return fixBirth(pass, v)
				}
				lines = append(lines, line)
			}
		}
		if len(lines) > 0 && canFollowGo(host) {
			edits = append(edits, host.After(host.I, lines...))
			return one("Start it beside the other", edits)
		}
	}
	return fixBirth(pass, v)
}

// hostOf is the statement beside which another one can be started: the
// sibling's own, or the goroutine that is there to run it. Nil where Run blocks
// in the middle of something.
func hostOf(pass *analysis.Pass, sib *mend.Place) *mend.Place {
	sel, ok := sib.Call.Fun.(*ast.SelectorExpr)
	if _, isGo := sib.Stmt.(*ast.GoStmt); isGo || ok && strings.HasPrefix(sel.Sel.Name, "Start") {
		return sib
	}
	lit, ok := sib.Func.(*ast.FuncLit)
	if !ok {
		return nil
	}
	return mend.Goroutine(pass, sib, lit)
}

func canFollowGo(p *mend.Place) bool {
	_, isGo := p.Stmt.(*ast.GoStmt)
	return isGo || canFollow(p)
}

// likeSibling writes the sibling's statement for another receiver: a variable
// that is in scope, or another field of the same structure.
func likeSibling(pass *analysis.Pass, sib, host *mend.Place, v flow.Verdict, field string) (string, bool) {
	sel, ok := sib.Call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	recv := ""
	if birth := mend.At(pass, v.Birth.Pos); birth != nil && v.Birth.Local && !v.Partial {
		if id := assigned(birth); id != nil && host.VisibleAfter(id, host.I) {
			recv = id.Name
		}
	}
	if recv == "" && field != "" {
		if x, ok := sel.X.(*ast.SelectorExpr); ok && hasField(pass, x.X, field) {
			recv = sib.Text(x.X) + "." + field
		}
	}
	if recv == "" {
		return "", false
	}
	call := recv + "." + sel.Sel.Name + "("
	for i, a := range sib.Call.Args {
		if i > 0 {
			call += ", "
		}
		call += sib.Text(a)
	}
	call += ")"
	if v.Single || strings.HasPrefix(sel.Sel.Name, "Run") {
		// Run blocks.
		whole, old := host.Text(host.Stmt), sib.Text(sib.Call)
		if strings.Count(whole, old) != 1 {
			return "", false
		}
		return strings.Replace(whole, old, call, 1), true
	}
	return call, true
}

func hasField(pass *analysis.Pass, x ast.Expr, field string) bool {
	tv, ok := pass.TypesInfo.Types[x]
	if !ok {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(tv.Type, true, pass.Pkg, field)
	_, isVar := obj.(*types.Var)
	return isVar
}

// assigned returns the variable that a "x := New(...)" statement declares.
func assigned(p *mend.Place) *ast.Ident {
	as, ok := p.Stmt.(*ast.AssignStmt)
	if !ok || len(as.Rhs) != 1 || len(as.Lhs) < 1 || ast.Unparen(as.Rhs[0]) != ast.Expr(p.Call) {
		return nil
	}
	id, ok := as.Lhs[len(as.Lhs)-1].(*ast.Ident)
	if len(as.Lhs) == 1 {
		id, ok = as.Lhs[0].(*ast.Ident)
	}
	if !ok || id.Name == "_" {
		return nil
	}
	return id
}

// fixBirth adds the Start to the block that makes the factory, behind the
// last statement that registers something, if a context or stop channel is a
// parameter.
func fixBirth(pass *analysis.Pass, v flow.Verdict) []analysis.SuggestedFix {
	if len(v.Others) > 0 || v.Partial {
		return nil
	}
	birth := mend.At(pass, v.Birth.Pos)
	if birth == nil || !v.Birth.Local || birth.Call == nil || birth.Decl == nil {
		return nil
	}
	id := assigned(birth)
	stop := stopExpr(pass, birth)
	if id == nil || stop == "" {
		return nil
	}
	last := birth.I
	for _, r := range v.Regs {
		if r.Use {
			continue // what waits or reads comes after Start
		}
		p := mend.At(pass, r.Pos)
		if p == nil {
			return nil
		}
		k, ok := birth.Outer(p)
		if !ok || k < birth.I {
			return nil
		}
		last = max(last, k)
	}
	if _, ok := birth.List[last].(*ast.ReturnStmt); ok {
		return nil
	}
	line := id.Name + ".Start(" + stop + ")"
	if v.Single {
		line = "go " + id.Name + ".Run(" + stop + ")"
	}
	return one("Start it", []analysis.TextEdit{birth.After(last, line)})
}

// stopExpr is a stop channel that the function gets.
func stopExpr(pass *analysis.Pass, p *mend.Place) string {
	var params *ast.FieldList
	switch f := p.Func.(type) {
	case *ast.FuncDecl:
		params = f.Type.Params
	case *ast.FuncLit:
		params = f.Type.Params
	}
	if params == nil {
		return ""
	}
	for _, f := range params.List {
		t := pass.TypesInfo.TypeOf(f.Type)
		for _, name := range f.Names {
			if name.Name == "_" {
				continue
			}
			if types.TypeString(t, nil) == "context.Context" {
				return name.Name + ".Done()"
			}
			if ch, ok := t.Underlying().(*types.Chan); ok && ch.Dir() != types.SendOnly {
				if st, ok := ch.Elem().Underlying().(*types.Struct); ok && st.NumFields() == 0 {
					return name.Name
				}
			}
		}
	}
	return ""
}
